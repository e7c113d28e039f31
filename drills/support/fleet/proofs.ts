import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/store/database.ts';
import { check } from '../guarantee.ts';
import { eventsOf } from './events.ts';
import type { FleetLedger } from './ledger.ts';

export interface Expected {
  readonly db: Kysely<Database>;
  readonly ledger: FleetLedger;
  /** How an audit of each domain ends. */
  readonly ends: ReadonlyMap<string, 'done' | 'failed'>;
  /** Domains whose failure may pass: a batch's audits of them are tried three times. */
  readonly isRetried: (domain: string) => boolean;
  readonly perHost: number;
  /** When something was killed, in milliseconds since 1970. */
  readonly interruptions: readonly number[];
  readonly logFiles: readonly string[];
}

const MAX_ATTEMPTS = 3;

/** Holds what the database has against what was acknowledged. */
export async function proveAudits(expected: Expected): Promise<void> {
  const { db, ledger, ends, perHost } = expected;
  const audits = await db
    .selectFrom('audits')
    .select(['id', 'domain', 'host', 'status', 'attempts', 'priority', 'started_at', 'finished_at'])
    .where('kind', '=', 'live')
    .execute();
  const byId = new Map(audits.map((audit) => [audit.id, audit]));
  const unfinished = audits.filter(({ finished_at }) => finished_at === null);
  check('every audit has ended', unfinished.length === 0, `${audits.length} audits, ${unfinished.length} not ended`);
  const lost = [...ledger.audits].filter((id) => !byId.has(id));
  check('no accepted audit is lost', lost.length === 0, `${lost.length} of ${ledger.audits.size}`);

  const entries = await db.selectFrom('batch_domains').select(['batch_id', 'audit_id', 'status']).execute();
  const open = entries.filter(({ status, audit_id }) => {
    return (status !== 'done' && status !== 'failed') || byId.get(audit_id ?? '')?.status !== status;
  });
  check('every entry of a batch ended as its audit did', open.length === 0, `${open.length} of ${entries.length} not`);
  const known = new Set(entries.map(({ batch_id }) => batch_id));
  const lostBatches = [...ledger.batches].filter((id) => !known.has(id));
  check('no accepted batch is lost', lostBatches.length === 0, `${lostBatches.length} of ${ledger.batches.size}`);
  const ofBatches = new Set(
    entries.filter(({ batch_id }) => ledger.batches.has(batch_id)).map((entry) => entry.audit_id),
  );
  const requests =
    [...ledger.batches].length === 0 ? 0 : entries.filter(({ batch_id }) => ledger.batches.has(batch_id)).length;
  check(
    'each entry of an accepted batch had its own audit',
    ofBatches.size === requests,
    `${ofBatches.size} for ${requests}`,
  );

  const wrong = audits.filter(({ domain, status }) => ends.get(domain) !== status);
  check(
    'each ended as its site is',
    wrong.length === 0,
    describe(wrong.map(({ domain, status }) => `${domain} ${status}`)),
  );
  await proveEvents(expected, byId);

  const spans = audits.flatMap(({ domain, host, started_at, finished_at }) =>
    started_at === null || finished_at === null ? [] : [{ domain, host, from: started_at, to: finished_at }],
  );
  const byDomain = mostAtOnce(spans.map((span) => ({ ...span, of: span.domain })));
  check('no domain was audited twice at one time, by started_at and finished_at', byDomain <= 1, `${byDomain} at once`);
  const byHost = mostAtOnce(spans.map((span) => ({ ...span, of: span.host })));
  check(`no host had more than ${perHost} audits at one time, by the same`, byHost <= perHost, `${byHost} at once`);

  const lines = loggedEnds(expected.logFiles);
  const twice = [...lines].filter(([, count]) => count > 1);
  check('no end of an audit is in the logs twice', twice.length === 0, `${lines.size} logged, ${twice.length} twice`);
}

/** Replays what the database wrote down. */
async function proveEvents(
  { db, isRetried, perHost, interruptions }: Expected,
  audits: ReadonlyMap<string, { readonly attempts: number; readonly domain: string; readonly priority: number }>,
): Promise<void> {
  const ends = new Map<string, number>();
  const running = new Map<string, { readonly id: string; readonly host: string }>();
  const interrupted = new Set<string>();
  const left = [...interruptions].sort((a, b) => a - b);
  let [overlaps, mostOfHost] = [0, 0];
  for await (const { id, domain, host, status, at } of eventsOf(db)) {
    for (; left[0] !== undefined && at >= left[0]; left.shift()) {
      for (const one of running.values()) interrupted.add(one.id);
    }
    const other = running.get(domain);
    if (status === 'running') {
      if (other !== undefined && other.id !== id) overlaps += 1;
      running.set(domain, { id, host });
      const ofHost = running.values().filter((one) => one.host === host);
      mostOfHost = Math.max(mostOfHost, [...ofHost].length);
      continue;
    }
    if (other?.id === id) running.delete(domain);
    if (status !== 'queued') ends.set(id, (ends.get(id) ?? 0) + 1);
  }
  const notOnce = [...audits.keys()].filter((id) => ends.get(id) !== 1);
  check('each audit ended exactly once', notOnce.length === 0, `${ends.size} ended, ${notOnce.length} not once`);
  check('no domain was audited twice at one time', overlaps === 0, `${overlaps} times`);
  check(`no host had more than ${perHost} audits at one time`, mostOfHost <= perHost, `${mostOfHost} at most`);
  const unexpected = [...audits].filter(([id, { attempts, domain, priority }]) => {
    const wanted = isRetried(domain) && priority <= 0 ? MAX_ATTEMPTS : 1;
    const most = wanted + (interrupted.has(id) ? interruptions.length : 0);
    return attempts > most || attempts < 1;
  });
  const more = [...audits.values()].filter(({ attempts, domain }) => attempts > 1 && !isRetried(domain)).length;
  check('what the killed worker ran was taken over', more > 0, `${more} audits`);
  check(
    'only what was interrupted, or may pass, was started again',
    unexpected.length === 0,
    `${interrupted.size} ran then; ${describe(unexpected.map(([id, { attempts }]) => `${id} ${attempts}`))}`,
  );
}

/** Compares acknowledged visits and counts with the stored visits. */
export async function proveVisits({ db, ledger }: Pick<Expected, 'db' | 'ledger'>): Promise<void> {
  const { rows } = await sql<{ user_agent: string; times: number }>`
    select user_agent, count(*) as times from visits group by user_agent`.execute(db);
  const kept = new Map(rows.map(({ user_agent, times }) => [user_agent, times]));
  const lost = [...ledger.visitors].filter((visitor) => !kept.has(visitor));
  check('no answered visit is lost', lost.length === 0, `${ledger.visitors.size} answered, ${lost.length} lost`);
  const twice = rows.filter(({ times }) => times > 1);
  check('no visit is stored twice', twice.length === 0, `${rows.length} stored, ${twice.length} twice`);
  const { requests, answered } = ledger.unpublished;
  const totals = await sql<{ others: number }>`
    select (select sum(visits)::bigint from visit_totals) - (select count(*) from visits) as others`.execute(db);
  const others = totals.rows[0]?.others ?? 0;
  check(
    'visits of names that nobody published are in the totals, once',
    others >= answered && others <= requests,
    `${others} counted, ${answered} answered, ${requests} asked for`,
  );
  for (const [table, kept] of Object.entries(ROLLUPS)) {
    const differing = await sql`(${sql.raw(kept)} except all ${sql.raw(COUNTED[table] ?? '')})
      union all (${sql.raw(COUNTED[table] ?? '')} except all ${sql.raw(kept)})`.execute(db);
    check(`${table} counts the stored visits`, differing.rows.length === 0, `${differing.rows.length} rows differ`);
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

/** How many spans of one name there are at one time, at most. */
function mostAtOnce(spans: readonly { readonly of: string; readonly from: string; readonly to: string }[]): number {
  let most = 0;
  for (const group of Map.groupBy(spans, ({ of }) => of).values()) {
    // What ends in the millisecond in which another begins was before it.
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

/** How often the logs say of each audit that it has ended. */
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
  return faults.length === 0 ? 'none otherwise' : `${faults.length}: ${faults.slice(0, 5).join(', ')}`;
}
