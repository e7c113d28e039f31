import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/server/store/database.ts';
import { check } from '../guarantee.ts';
import { readEvents } from './events.ts';
import type { FleetLedger } from './ledger.ts';

export interface Expected {
  readonly db: Kysely<Database>;
  readonly ledger: FleetLedger;
  /** Expected status of the audits of each domain. */
  readonly statuses: ReadonlyMap<string, 'done' | 'failed'>;
  /** Returns whether the failures of a domain are temporary: audits of batches try it three times. */
  readonly isRetried: (domain: string) => boolean;
  readonly perHost: number;
  /** Times of the injected faults, in milliseconds since 1970. */
  readonly faultTimes: readonly number[];
  readonly logFiles: readonly string[];
}

const MAX_ATTEMPTS = 3;

/** Compares the stored audits and batches with what was acknowledged. */
export async function checkAudits(expected: Expected): Promise<void> {
  const { db, ledger, statuses, perHost } = expected;
  const audits = await db
    .selectFrom('audits')
    .select(['id', 'domain', 'host', 'status', 'attempts', 'priority', 'started_at', 'finished_at'])
    .where('kind', '=', 'live')
    .execute();
  const byId = new Map(audits.map((audit) => [audit.id, audit]));
  const unfinished = audits.filter(({ finished_at }) => finished_at === null);
  check('every audit ended', unfinished.length === 0, `${audits.length} audits, ${unfinished.length} not ended`);
  const lost = [...ledger.audits].filter((id) => !byId.has(id));
  check('no accepted audit is lost', lost.length === 0, `${lost.length} of ${ledger.audits.size}`);

  const entries = await db.selectFrom('batch_domains').select(['batch_id', 'audit_id', 'status']).execute();
  const open = entries.filter(({ status, audit_id }) => {
    return (status !== 'done' && status !== 'failed') || byId.get(audit_id ?? '')?.status !== status;
  });
  check(
    'every entry of a batch has the status of its audit',
    open.length === 0,
    `${open.length} of ${entries.length} have not`,
  );
  const known = new Set(entries.map(({ batch_id }) => batch_id));
  const lostBatches = [...ledger.batches].filter((id) => !known.has(id));
  check('no accepted batch is lost', lostBatches.length === 0, `${lostBatches.length} of ${ledger.batches.size}`);
  const ofBatches = new Set(
    entries.filter(({ batch_id }) => ledger.batches.has(batch_id)).map((entry) => entry.audit_id),
  );
  const requests =
    [...ledger.batches].length === 0 ? 0 : entries.filter(({ batch_id }) => ledger.batches.has(batch_id)).length;
  check(
    'each entry of an accepted batch has its own audit',
    ofBatches.size === requests,
    `${ofBatches.size} audits for ${requests} entries`,
  );

  const wrong = audits.filter(({ domain, status }) => statuses.get(domain) !== status);
  check(
    'each audit has the status expected of its site',
    wrong.length === 0,
    describe(wrong.map(({ domain, status }) => `${domain} ${status}`)),
  );
  await checkEvents(expected, byId);

  const spans = audits.flatMap(({ domain, host, started_at, finished_at }) =>
    started_at === null || finished_at === null ? [] : [{ domain, host, from: started_at, to: finished_at }],
  );
  const byDomain = maxConcurrent(spans.map((span) => ({ ...span, of: span.domain })));
  check('no domain had two concurrent audits, by started_at and finished_at', byDomain <= 1, `${byDomain} at once`);
  const byHost = maxConcurrent(spans.map((span) => ({ ...span, of: span.host })));
  check(
    `no host had more than ${perHost} concurrent audits, by started_at and finished_at`,
    byHost <= perHost,
    `${byHost} at once`,
  );

  const lines = loggedEnds(expected.logFiles);
  const twice = [...lines].filter(([, count]) => count > 1);
  check('no end of an audit is logged twice', twice.length === 0, `${lines.size} logged, ${twice.length} twice`);
}

/** Replays the events that the database recorded. */
async function checkEvents(
  { db, isRetried, perHost, faultTimes }: Expected,
  audits: ReadonlyMap<string, { readonly attempts: number; readonly domain: string; readonly priority: number }>,
): Promise<void> {
  const ends = new Map<string, number>();
  const running = new Map<string, { readonly id: string; readonly host: string }>();
  const interrupted = new Set<string>();
  const left = [...faultTimes].sort((a, b) => a - b);
  let [overlaps, maxPerHost] = [0, 0];
  for await (const { id, domain, host, status, at } of readEvents(db)) {
    for (; left[0] !== undefined && at >= left[0]; left.shift()) {
      for (const one of running.values()) interrupted.add(one.id);
    }
    const other = running.get(domain);
    if (status === 'running') {
      if (other !== undefined && other.id !== id) overlaps += 1;
      running.set(domain, { id, host });
      const ofHost = running.values().filter((one) => one.host === host);
      maxPerHost = Math.max(maxPerHost, [...ofHost].length);
      continue;
    }
    if (other?.id === id) running.delete(domain);
    if (status !== 'queued') ends.set(id, (ends.get(id) ?? 0) + 1);
  }
  const notOnce = [...audits.keys()].filter((id) => ends.get(id) !== 1);
  check(
    'each audit ended exactly once',
    notOnce.length === 0,
    `${ends.size} ended, ${notOnce.length} not exactly once`,
  );
  check('no domain had two concurrent audits', overlaps === 0, `${overlaps} times`);
  check(`no host had more than ${perHost} concurrent audits`, maxPerHost <= perHost, `${maxPerHost} at most`);
  const unexpected = [...audits].filter(([id, { attempts, domain, priority }]) => {
    const normal = isRetried(domain) && priority <= 0 ? MAX_ATTEMPTS : 1;
    const most = normal + (interrupted.has(id) ? faultTimes.length : 0);
    return attempts > most || attempts < 1;
  });
  const more = [...audits.values()].filter(({ attempts, domain }) => attempts > 1 && !isRetried(domain)).length;
  check('audits of the killed worker were restarted', more > 0, `${more} audits`);
  check(
    'only interrupted audits and temporary failures were restarted',
    unexpected.length === 0,
    `${interrupted.size} interrupted; ${describe(unexpected.map(([id, { attempts }]) => `${id} ${attempts}`))}`,
  );
}

/** Compares the stored visits and their counts with the acknowledged visits. */
export async function checkVisits({ db, ledger }: Pick<Expected, 'db' | 'ledger'>): Promise<void> {
  const { rows } = await sql<{ user_agent: string; times: number }>`
    select user_agent, count(*) as times from visits group by user_agent`.execute(db);
  const stored = new Map(rows.map(({ user_agent, times }) => [user_agent, times]));
  const lost = [...ledger.visitors].filter((visitor) => !stored.has(visitor));
  check('no visit with a response is lost', lost.length === 0, `${lost.length} of ${ledger.visitors.size}`);
  const twice = rows.filter(({ times }) => times > 1);
  check('no visit is stored twice', twice.length === 0, `${twice.length} of ${rows.length}`);
  const { requests, responses } = ledger.unpublished;
  const totals = await sql<{ others: number }>`
    select (select sum(visits)::bigint from visit_totals) - (select count(*) from visits) as others`.execute(db);
  const others = totals.rows[0]?.others ?? 0;
  check(
    'visits of unpublished names are in the totals once',
    others >= responses && others <= requests,
    `${others} counted, ${requests} requests, ${responses} responses`,
  );
  for (const [table, storedRows] of Object.entries(ROLLUPS)) {
    const differing = await sql`(${sql.raw(storedRows)} except all ${sql.raw(COUNTED[table] ?? '')})
      union all (${sql.raw(COUNTED[table] ?? '')} except all ${sql.raw(storedRows)})`.execute(db);
    check(
      `${table} agrees with the stored visits`,
      differing.rows.length === 0,
      `${differing.rows.length} rows differ`,
    );
  }
}

const DAY = 'substr(occurred_at, 1, 10)';
const ROLLUPS: Readonly<Record<string, string>> = {
  visit_counts: 'select domain, day, path, class, crawler, vendor, purpose, visits from visit_counts',
  path_visits: 'select path, day, visits from path_visits',
};
const COUNTED: Readonly<Record<string, string>> = {
  visit_counts: `select domain, ${DAY}, path, class, coalesce(crawler, ''), coalesce(vendor, ''), coalesce(purpose, ''), count(*)
    from visits group by 1, 2, 3, 4, 5, 6, 7`,
  path_visits: `select path, ${DAY}, count(*) from visits where class = 'ai_bot' group by 1, 2`,
};

/** Returns the maximum of concurrent spans with one name. */
function maxConcurrent(spans: readonly { readonly of: string; readonly from: string; readonly to: string }[]): number {
  let most = 0;
  for (const group of Map.groupBy(spans, ({ of }) => of).values()) {
    // A span that ends in the same millisecond as another begins does not overlap it.
    const moments = group
      .flatMap(({ from, to }) => [
        { at: from, change: 1 },
        { at: to, change: -1 },
      ])
      .sort((a, b) => (a.at === b.at ? a.change - b.change : a.at < b.at ? -1 : 1));
    let now = 0;
    for (const { change } of moments) {
      now += change;
      most = Math.max(most, now);
    }
  }
  return most;
}

/** Counts in the logs how often each audit ended. */
function loggedEnds(logFiles: readonly string[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const file of logFiles) {
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/"audit":"([0-9a-f-]{36})"[^\n]*"msg":"audit"/g)) {
      ends.set(id, (ends.get(id) ?? 0) + 1);
    }
  }
  return ends;
}

function describe(faults: readonly string[]): string {
  return faults.length === 0 ? '0 unexpected' : `${faults.length}: ${faults.slice(0, 5).join(', ')}`;
}
