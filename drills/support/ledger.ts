import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { publishInFolder } from '../../bench/support/publish.ts';

/** Acknowledgements of a service with one data folder. */
interface Acknowledged {
  readonly keys: Set<string>;
  /** Ids of audits accepted with 202. */
  readonly queued: Set<string>;
  /** Bodies of done audits, by id. */
  readonly done: Map<string, string>;
  /** User agents of visits to published domains that got a response. Each must have a row. */
  readonly visits: Set<string>;
  /** Visits to names that are not published, which only the totals have. */
  readonly unpublished: { readonly requests: number; readonly responses: number };
}

type Book = Omit<Acknowledged, 'unpublished'> & { unpublished: { requests: number; responses: number } };

interface LoadOptions {
  readonly url: string;
  readonly dataDir: string;
  readonly round: number;
  /** Registrable domain of all audited and visited names. */
  readonly host: string;
  readonly isOver: AbortSignal;
}

/** Concurrent visitors. Every other one requests published domains, the others a name that is not published. */
const VISITORS = 4;
/** Visits per domain: far fewer than the rows that are stored for it. A kill comes before a visitor has reached all domains. */
const VISITS_OF_DOMAIN = 1_000;
const DOMAINS_OF_VISITOR = 10;
const AUDITORS = 3;

export function ledger() {
  const books = new Map<string, Book>();
  const bookFor = (dataDir: string): Book => {
    const book = books.get(dataDir) ?? copyBook(EMPTY);
    books.set(dataDir, book);
    return book;
  };

  return {
    addKey: (dataDir: string, key: string) => void bookFor(dataDir).keys.add(key),

    copy(from: string, to: string): void {
      books.set(to, copyBook(bookFor(from)));
    },

    /** Sends visits and audits until the service is dead, and records the acknowledgements. */
    async load({ url, dataDir, round, host, isOver }: LoadOptions): Promise<void> {
      const book = bookFor(dataDir);
      const published = (visitor: number, place: number) => `p${round}-${visitor}-${place}.${host}`;
      const places = Array.from({ length: VISITORS * DOMAINS_OF_VISITOR }, (_, n) => n);
      publishInFolder(
        dataDir,
        places.map((n) => published(Math.floor(n / DOMAINS_OF_VISITOR), n % DOMAINS_OF_VISITOR)),
      );
      const visiting = Array.from({ length: VISITORS }, async (_, visitor) => {
        const isPublished = visitor % 2 === 0;
        for (let number = 0; !isOver.aborted; number += 1) {
          const name = `GPTBot/1.3 (${dataDir} ${round}.${visitor}.${number})`;
          const place = Math.floor(number / VISITS_OF_DOMAIN) % DOMAINS_OF_VISITOR;
          const domain = isPublished ? published(visitor, place) : `invented-${visitor}-${number}.${host}`;
          if (!isPublished) book.unpublished.requests += 1;
          const response = await request(`${url}/llms/${domain}.txt`, { headers: { 'user-agent': name } });
          if (response === null) return;
          if (response.status !== 200) continue;
          if (isPublished) book.visits.add(name);
          else book.unpublished.responses += 1;
        }
      });
      const auditing = Array.from({ length: AUDITORS }, async (_, auditor) => {
        for (let number = 0; !isOver.aborted; number += 1) {
          const [key] = book.keys;
          if (key === undefined) {
            await after(20);
            continue;
          }
          const domain = `a${round}-${auditor}-${number}.${host}`;
          const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
          const posted = await request(`${url}/api/audit`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ domain }),
          });
          if (posted === null) return;
          if (posted.status === 202) book.queued.add(idIn(posted.text));
          const waited = await request(`${url}/api/audit?domain=${domain}&tier=vip`, { headers });
          if (waited === null) return;
          if (waited.status !== 200) continue;
          const stored = await request(`${url}/api/audit/${idIn(waited.text)}`);
          if (stored?.status === 200) book.done.set(idIn(waited.text), stored.text);
        }
      });
      await Promise.all([...visiting, ...auditing]);
    },

    /**
     * Requests everything that a running service acknowledged.
     *
     * @returns faults, one per line
     */
    async compare({ url, dataDir }: Pick<LoadOptions, 'url' | 'dataDir'>): Promise<string[]> {
      const faults: string[] = [];
      const { keys, queued, done } = bookFor(dataDir);
      for (const key of keys) {
        const response = await request(`${url}/api/audits?domain=example.com`, {
          headers: { authorization: `Bearer ${key}` },
        });
        if (response?.status !== 200) faults.push(`A printed key gets ${response?.status}.`);
      }
      for (const id of queued) {
        const end = await untilEnded(`${url}/api/audit/${id}`);
        if (end !== 'done' && end !== 'failed') faults.push(`The accepted audit ${id} is ${end}.`);
      }
      for (const [id, text] of done) {
        const response = await request(`${url}/api/audit/${id}`);
        if (response?.text !== text) faults.push(`The done audit ${id} has another body now.`);
        const snapshot = await request(`${url}/api/audit/${id}/snapshot`);
        const isWhole = snapshot?.status === 200 && snapshot.text.trimEnd().endsWith('</html>');
        if (!isWhole) faults.push(`The snapshot of ${id} gets ${snapshot?.status}, or is incomplete.`);
      }
      return faults;
    },

    /**
     * Reads the database while no service uses it.
     *
     * @returns faults, one per line
     */
    async compareStore(dataDir: string): Promise<string[]> {
      const db = new DatabaseSync(join(dataDir, 'citable.sqlite'), { readOnly: true });
      const faults: string[] = [];
      const integrity = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      if (integrity !== 'ok') faults.push(`The database is damaged: ${integrity}.`);
      const sumVisits = (table: string) =>
        Number(db.prepare(`SELECT coalesce(sum(visits), 0) AS sum FROM ${table}`).get()?.['sum']);
      const names = db.prepare('SELECT user_agent FROM visits').all();
      const recorded = new Set(names.map((row) => String(row['user_agent'])));
      const visits = names.length;
      if (recorded.size !== visits) faults.push(`${visits - recorded.size} visits are recorded twice.`);
      const { visits: acknowledged, unpublished } = bookFor(dataDir);
      const lost = [...acknowledged].filter((name) => !recorded.has(name));
      if (lost.length > 0) faults.push(`${lost.length} visits got a response and are not recorded.`);
      const counted = sumVisits('visit_counts');
      if (counted !== visits) faults.push(`visit_counts counts ${counted} visits of ${visits}.`);
      const others = sumVisits('visit_totals') - visits;
      if (others < unpublished.responses || others > unpublished.requests) {
        faults.push(
          `visit_totals counts ${others} visits of unpublished names; there were ${unpublished.requests} requests and ${unpublished.responses} responses.`,
        );
      }
      const invented = db.prepare("SELECT count(*) AS n FROM visit_counts WHERE domain LIKE 'invented-%'").get()?.['n'];
      if (invented !== 0) faults.push(`${invented} rows have names that are not published.`);
      const unfinished = db.prepare("SELECT count(*) AS n FROM audits WHERE status IN ('queued', 'running')").get()?.[
        'n'
      ];
      if (unfinished !== 0) faults.push(`${unfinished} audits are neither done nor failed.`);
      const expired = db.prepare("SELECT count(*) AS n FROM audits WHERE finished_at < '2021'").get()?.['n'];
      if (expired !== 0) faults.push(`${expired} audits past their retention are still stored.`);
      db.close();
      return faults;
    },

    summary(): string {
      const sum = (of: (book: Book) => number) => [...books.values()].reduce((all, book) => all + of(book), 0);
      return `${sum(({ visits }) => visits.size)} visits of published domains, ${sum(({ unpublished }) => unpublished.responses)} of other names, ${sum(({ queued }) => queued.size)} audits accepted, ${sum(({ done }) => done.size)} done, ${sum(({ keys }) => keys.size)} keys`;
    },
  };
}

const EMPTY: Acknowledged = {
  keys: new Set(),
  queued: new Set(),
  done: new Map(),
  visits: new Set(),
  unpublished: { requests: 0, responses: 0 },
};

function copyBook({ keys, queued, done, visits, unpublished }: Acknowledged): Book {
  return {
    keys: new Set(keys),
    queued: new Set(queued),
    done: new Map(done),
    visits: new Set(visits),
    unpublished: { ...unpublished },
  };
}

function idIn(text: string): string {
  const { id }: { id: string } = JSON.parse(text);
  return id;
}

/** Polls an audit until it has ended, and returns its status. */
async function untilEnded(url: string): Promise<string> {
  for (;;) {
    const response = await request(url);
    if (response?.status !== 200) return `status ${response?.status}`;
    const { status }: { status: string } = JSON.parse(response.text);
    if (status !== 'queued' && status !== 'running') return status;
    await after(50);
  }
}

/** Sends a request. Returns null without a complete response: the service is dead. */
async function request(url: string, init: RequestInit = {}): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}
