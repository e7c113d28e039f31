import { randomUUID } from 'node:crypto';
import { AuditStore } from '../../../src/server/audits/store/audit-store.ts';
import { LiveAuditStore } from '../../../src/server/audits/store/live-audit-store.ts';
import { CrawlerIndexes } from '../../../src/server/requests/crawler-index.ts';
import { VisitStore } from '../../../src/server/requests/store/visit-store.ts';
import { PRIORITY } from '../../../src/server/store/jobs/job-queue.ts';
import { connectPostgres } from '../../../src/server/store/postgres/postgres.ts';
import { openStore, type StoreSettings } from '../../../src/server/store/store.ts';
import { UNBOUNDED } from '../../../test/support/stored-audits.ts';
import { checkBound, median } from '../measurements.ts';
import { doneAudit } from './done-audit.ts';
import { countDomains, domainNumber, growStore, LAST_DAY, queueBatch, type StoreSize } from './grown-store.ts';

const SMALL: StoreSize = { audits: 10_000, queued: 100, visits: 1_000_000 };
const LARGE: StoreSize = { audits: 1_000_000, queued: 10_000, visits: 100_000_000 };
const WARM_UP = 20;
const RUNS = 150;
const BOUND = 1.5;
const NOW = Date.parse(`${LAST_DAY}T12:00:00.000Z`);
const HISTORY = 50;
type Times = Record<string, number[]>;

/** Measures the statements of an audit in a small store and in a large one, in alternation. */
export async function storePart(
  name: string,
  place: (size: 'small' | 'large') => StoreSettings | Promise<StoreSettings>,
): Promise<void> {
  const small = await openGrownStore(await place('small'), SMALL);
  const large = await openGrownStore(await place('large'), LARGE);
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    for (const store of [small, large]) {
      if (run === WARM_UP) store.forget();
      await store.audit();
    }
  }
  const parts = Object.keys(small.times).map((part) => {
    const [before, after] = [median(small.times[part] ?? []), median(large.times[part] ?? [])];
    console.log(`        ${name}, ${part}: ${before.toFixed(2)} ms, ${after.toFixed(2)} ms`);
    return { before, after };
  });
  const sum = (of: 'before' | 'after') => parts.reduce((all, part) => all + part[of], 0);
  console.log(
    `        ${name}, all statements of an audit: ${sum('before').toFixed(2)} ms, ${sum('after').toFixed(2)} ms`,
  );
  checkBound(
    `${name}: statements of an audit with 1 million stored, compared with 10,000`,
    sum('after') / sum('before'),
    BOUND,
    '',
    'at most',
  );
  await Promise.all([small.close(), large.close()]);
}

async function openGrownStore(settings: StoreSettings, size: StoreSize) {
  const store = await openStore(settings);
  const before = performance.now();
  const live = new LiveAuditStore(store.db, store.jobs);
  await queueBatch(live, store.db, size);
  const { DATABASE_URL } = settings;
  // One statement for a million rows takes longer than the service allows.
  const withoutTimeout = DATABASE_URL === undefined ? null : connectPostgres(DATABASE_URL, 1, undefined, null);
  const stored = await growStore(withoutTimeout ?? store.db, size);
  await withoutTimeout?.destroy();
  console.log(`        ${stored}, in ${((performance.now() - before) / 1000).toFixed(0)} s`);
  const audits = new AuditStore(store.db);
  const indexes = new CrawlerIndexes(new VisitStore(store.db), 'claimed', 0);
  const times: Times = {};
  const timed = async <Result>(part: string, act: () => Promise<Result>): Promise<Result> => {
    const start = performance.now();
    const result = await act();
    times[part] ??= [];
    times[part].push(performance.now() - start);
    return result;
  };
  return {
    times,
    forget: () => {
      for (const part of Object.keys(times)) times[part] = [];
    },
    close: () => store.close(),
    /** Runs one audit of a domain that has others, from its acceptance to the requests for its result. */
    async audit(): Promise<void> {
      const domain = domainNumber(Math.floor(Math.random() * countDomains(size)));
      const requestedAt = new Date().toISOString();
      const priority = PRIORITY.caller;
      const audit = { id: randomUUID(), domain, host: domain, priority, client: '', requestedAt, keyId: null };
      await timed('accept', () => live.accept(audit, UNBOUNDED));
      const started = await timed('start', () => live.take({ slots: 1_000, running: [], recent: [], perHost: 4 }));
      if (started?.id !== audit.id) throw new Error('Another audit is queued, too.');
      await timed('finish', () => live.finish(started, doneAudit(), null));
      await timed('newest', () => audits.newestDone(domain));
      await timed('score', () => audits.newestScore(domain));
      await timed('history', () => audits.listScores(domain, HISTORY));
      await timed('index', () => indexes.read(NOW));
    },
  };
}
