import { domainToASCII } from 'node:url';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { toVisit } from '../../src/server/requests/visits.ts';
import type { Database } from '../../src/server/store/database.ts';
import type { VisitWriter } from '../../src/server/store/visits/visit-writer.ts';
import { parseDomainName } from '../../src/values/domain-name.ts';
import { combinedLine } from './access-log.ts';
import type { FixtureServer } from './fixture-server.ts';

/** The ids of the audits of a service with content on each of its pages. */
export interface Showcase {
  readonly key: string;
  /** Newest of four audits of {@link TIDEWATER}, whose score rose. The domain is published and has visits. */
  readonly improved: string;
  /** First audit of the same domain, with losses in most checks. */
  readonly first: string;
  /** 100 points. */
  readonly perfect: string;
  /** Audit with every gate. */
  readonly capped: string;
  /** Audit that failed. */
  readonly failed: string;
  readonly hostile: string;
  /** Audit of a domain in Hebrew, right to left. */
  readonly rightToLeft: string;
  /** Audit of a domain with the longest label. */
  readonly longName: string;
  /** Audit that does not end. */
  readonly running: string;
  readonly demonstration: string;
}

/** The service to fill. */
export interface ToFill {
  readonly url: string;
  readonly key: string;
  readonly db: Kysely<Database>;
  readonly visitWriter: VisitWriter;
}

export const TIDEWATER = 'tidewater.example.com';
export const HOSTILE = 'hostile.example.com';
const RIGHT_TO_LEFT = domainToASCII('מדי-גאות.example.com');
const LONG_NAME = `${'the-names-of-harbours-are-long-'.repeat(2)}x.example.com`;
const SILENT = 'silent.example.com';

const DAY_MS = 86_400_000;
/** The audits of {@link TIDEWATER}, with their ages and the site at that time. */
const ATTEMPTS = [
  { daysAgo: 41, fixture: 'web/first-attempt' },
  { daysAgo: 27, fixture: 'web/half-way' },
  { daysAgo: 13, fixture: 'web/half-way' },
  { daysAgo: 0, fixture: 'web/second-attempt' },
] as const;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const bot = (token: string) => `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${token})`;
/** Visitors, with their visits on each of the last seven days, oldest first. */
const VISITORS = [
  { userAgent: bot('GPTBot/1.3'), daily: [9, 14, 11, 19, 16, 24, 12] },
  { userAgent: bot('OAI-SearchBot/1.3'), daily: [6, 5, 9, 8, 12, 11, 7] },
  { userAgent: bot('ChatGPT-User/1.0'), daily: [3, 4, 2, 7, 5, 6, 4] },
  { userAgent: bot('ClaudeBot/1.0'), daily: [8, 7, 10, 6, 13, 9, 8] },
  { userAgent: bot('Claude-SearchBot/1.0'), daily: [2, 3, 2, 5, 3, 4, 3] },
  { userAgent: bot('PerplexityBot/1.0'), daily: [4, 6, 3, 5, 8, 7, 5] },
  { userAgent: bot('Amazonbot/0.1'), daily: [1, 0, 2, 1, 0, 3, 1] },
  { userAgent: bot('Bytespider'), daily: [0, 2, 1, 0, 3, 1, 0] },
  { userAgent: bot('Googlebot/2.1'), daily: [5, 6, 4, 7, 6, 5, 6] },
  { userAgent: BROWSER, referer: 'https://chatgpt.com/', daily: [1, 2, 0, 3, 2, 4, 2] },
  { userAgent: BROWSER, daily: [2, 1, 3, 2, 4, 2, 3] },
];

/** Audits sites with the real engine, publishes one, and records a week of crawler visits to it. */
export async function fillShowcase(service: ToFill, sites: FixtureServer): Promise<Showcase> {
  const audit = (domain: string, fixture?: string) => auditNow(service, sites, domain, fixture);
  const attempts: string[] = [];
  for (const { fixture, daysAgo } of ATTEMPTS) {
    const id = await audit(TIDEWATER, fixture);
    await backdate(service.db, id, daysAgo * DAY_MS);
    attempts.push(id);
  }
  await get(service, `/api/llms-txt?domain=${TIDEWATER}&tier=vip`);
  await visit(service.visitWriter, TIDEWATER, 1);
  await visit(service.visitWriter, 'example.com', 3);
  await sendLog(service, TIDEWATER);
  sites.place(SILENT, null);
  const running = await post(service, { domain: SILENT });
  const [first = '', improved = ''] = [attempts[0], attempts.at(-1)];
  const showcase = {
    key: service.key,
    first,
    improved,
    perfect: await audit('example.com', 'base/good'),
    capped: await audit('capped.example.com', 'web/nothing-right'),
    failed: await audit('gone.example.com'),
    hostile: await audit(HOSTILE, 'web/hostile'),
    rightToLeft: await audit(RIGHT_TO_LEFT, 'web/right-to-left'),
    longName: await audit(LONG_NAME, 'web/first-attempt'),
    running,
    demonstration: await post({ ...service, key: null }, { domain: 'demonstration.example.com' }),
  };
  await addSites(service, [TIDEWATER, 'example.com', HOSTILE, RIGHT_TO_LEFT, LONG_NAME, SILENT, 'gone.example.com']);
  // Its key may manage keys, for the page that shows them.
  await service.db.updateTable('api_keys').set({ is_admin: 1 }).execute();
  return showcase;
}

async function addSites({ url, key }: ToFill, domains: readonly string[]): Promise<void> {
  await fetch(`${url}/api/sites`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ domains: [...domains, 'new.example.com', 'capped.example.com'] }),
  });
}

/** Requests to the pages of a site as its access log has them, by crawlers and people. */
const LOGGED = ['/', '/products/', '/about', '/private/prices', '/gone', '/old', '/blog/mooring'].flatMap((target, n) =>
  [...VISITORS.slice(0, 7), ...VISITORS.slice(-2)].map(({ userAgent, referer = '-' }, visitor) => ({
    target,
    userAgent,
    referer,
    status: target === '/gone' ? 404 : target === '/old' ? 301 : (n + visitor) % 5 === 0 ? 403 : 200,
    bytes: 4_000 + 900 * n,
  })),
);

/** Sends the access log of a site of the last ten days. */
async function sendLog({ url, key }: ToFill, domain: string): Promise<void> {
  const now = Date.now();
  const lines = Array.from({ length: 10 }, (_, day) =>
    LOGGED.filter((_logged, n) => (n * 7 + day) % 3 !== 0).map((logged) =>
      combinedLine({ ...logged, time: now - (9 - day) * DAY_MS }),
    ),
  ).flat();
  const response = await fetch(`${url}/api/domains/${domain}/traffic`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
    body: lines.join(''),
  });
  if (response.status !== 202) throw new Error(`The log of ${domain} was refused: ${await response.text()}`);
}

async function auditNow(service: ToFill, sites: FixtureServer, domain: string, fixture?: string): Promise<string> {
  if (fixture !== undefined) sites.place(domain, fixture);
  const response = await get(service, `/api/audit?domain=${domain}&tier=vip`);
  const output = await response.text();
  if (response.ok !== (fixture !== undefined)) throw new Error(`The audit of ${domain} came out as ${output}`);
  const { id = response.headers.get('x-service-audit-id') ?? '' }: { id?: string } = JSON.parse(output);
  return id;
}

function get({ url, key }: ToFill, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
}

/** Requests an audit. @returns its id */
async function post({ url, key }: { url: string; key: string | null }, body: { domain: string }): Promise<string> {
  const response = await fetch(`${url}/api/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const { id }: { id: string } = JSON.parse(await response.text());
  return id;
}

async function backdate(db: Kysely<Database>, id: string, byMs: number): Promise<void> {
  const { requested_at, started_at, finished_at, inventory } = await db
    .selectFrom('audits')
    .select(['requested_at', 'started_at', 'finished_at', 'inventory'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const earlier = (time: string) => new Date(Date.parse(time) - byMs).toISOString();
  // Its robots.txt decides on the requests from then on.
  const read = inventory && zstdDecompressSync(inventory).toString();
  const readEarlier = read?.replace(/(?<="gatheredAt":")[^"]+/, earlier);
  await db
    .updateTable('audits')
    .set({
      requested_at: earlier(requested_at),
      started_at: started_at && earlier(started_at),
      finished_at: finished_at && earlier(finished_at),
      ...(readEarlier && { inventory: zstdCompressSync(readEarlier) }),
    })
    .where('id', '=', id)
    .execute();
}

/** @param divisor how much rarer the visits are than {@link VISITORS} says */
async function visit(visitWriter: VisitWriter, domain: string, divisor: number): Promise<void> {
  const parsed = parseDomainName(domain);
  if (!parsed.ok) throw new Error(parsed.problem);
  const now = Date.now();
  const visits = VISITORS.flatMap(({ userAgent, referer = null, daily }) =>
    daily.flatMap((count, day) =>
      Array.from({ length: Math.round(count / divisor) }, () => {
        const request = { domain: parsed.domain, url: `/llms/${domain}.txt`, userAgent, referer };
        return toVisit(request, now - (daily.length - 1 - day) * DAY_MS);
      }),
    ),
  );
  await visitWriter.insert(visits);
}
