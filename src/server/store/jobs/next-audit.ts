import { sql, type Transaction } from 'kysely';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { type Database, readDatabaseTime } from '../database.ts';
import { PRIORITY, type TakeBounds, type TakenJob } from './job-queue.ts';

/** Maximum number of clients whose last start is stored. Beyond that, the one with the oldest start is dropped. */
const MAX_STARTS = 10_000;

/** Maximum number of clients to choose from, those with the fewest running audits: the number of parameters of a statement is limited. */
const MAX_CLIENTS = 10_000;

/** Maximum number of single audits that start in a row while other audits wait and none of them runs. */
const MAX_PASSED = 4;

/** One client's first audit that may start. */
export interface NextOfClient {
  readonly id: string;
  readonly client: string;
  readonly priority: number;
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  /** Number of running audits of the client, in all processes. */
  readonly running: number;
  /** Number of those that callers wait for. */
  readonly runningOfCallers: number;
  /** Start of the newest of them; null when there are none. */
  readonly startedAt: string | null;
}

/**
 * Chooses between clients. A single audit of a client without a running one goes first. Otherwise, the client with the fewest
 * running audits is next. Ties go to the client that has waited longest, since its request or since its last start.
 *
 * After {@link MAX_PASSED} single audits, the next start is of a batch or a daily audit, even in the last slot: a flood of single
 * audits from many clients would hold up the others for ever.
 *
 * A slow audit holds its slot, so a client cannot give back slots when others arrive. Therefore a client may use at most an
 * equal share of a process' slots, and leaves a quarter of them to clients without a running audit.
 */
export class ClientOrder {
  /** Last start by client, the oldest first. */
  readonly #started = new Map<string, string>();

  /** Single audits that started since others wait. */
  #passed = 0;

  /** Returns the next audit; null when none may start. */
  choose(candidates: readonly NextOfClient[], bounds: Omit<TakeBounds, 'perHost'>): NextOfClient | null {
    const allowed = allowedToStart(candidates, bounds);
    const callers = allowed.filter((next) => isSingle(next) && next.runningOfCallers === 0);
    const others = candidates.filter((next) => !isSingle(next) && next.running === 0);
    const isOtherRunning = candidates.some((next) => next.running > next.runningOfCallers);
    const isOtherDue = this.#passed >= MAX_PASSED && others.length > 0 && !isOtherRunning;
    const chosenFrom = isOtherDue ? others : callers.length > 0 ? callers : allowed;
    const [first] = chosenFrom.toSorted((a, b) => this.#compare(a, b));
    if (first === undefined) return null;
    this.#passed = isSingle(first) && others.length > 0 ? this.#passed + 1 : 0;
    return first;
  }

  /** Records the start of an audit. @param at ISO 8601 UTC */
  recordStart(client: string, at: string): void {
    this.#started.delete(client);
    this.#started.set(client, at);
    if (this.#started.size <= MAX_STARTS) return;
    const [oldest] = this.#started.keys();
    if (oldest !== undefined) this.#started.delete(oldest);
  }

  #compare(a: NextOfClient, b: NextOfClient): number {
    return (
      a.running - b.running ||
      compareText(this.#waitsSince(a), this.#waitsSince(b)) ||
      compareText(a.requestedAt, b.requestedAt)
    );
  }

  #waitsSince({ client, requestedAt, startedAt }: NextOfClient): string {
    const started = this.#started.get(client) ?? startedAt ?? '';
    return started > requestedAt ? started : requestedAt;
  }
}

/**
 * Marks the next audit as running. No other transaction may do so at the same time, else both see the same free slots.
 * @returns null when none may run
 */
export async function startNext(
  transaction: Transaction<Database>,
  bounds: TakeBounds,
  order: ClientOrder,
): Promise<TakenJob | null> {
  const now = await readDatabaseTime(transaction);
  const next = order.choose(await nextOfClients(transaction, bounds, now), bounds);
  if (next === null) return null;
  const started = await transaction
    .updateTable('audits')
    .set((eb) => ({ status: 'running', started_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .returning('attempts')
    .executeTakeFirst();
  // It was cancelled at this moment.
  if (started === undefined) return startNext(transaction, bounds, order);
  order.recordStart(next.client, now);
  return { id: next.id, ...started };
}

/**
 * Finds each client's first audit that may run now. It steps through an index from one client to the next, so its cost
 * depends on the number of waiting clients, not of their audits.
 */
async function nextOfClients(
  transaction: Transaction<Database>,
  { perHost, lane }: TakeBounds,
  now: string,
): Promise<NextOfClient[]> {
  const ofLane = {
    short: sql`and audits.pages <= ${DEFAULT_PAGES} and audits.render = 0`,
    crawl: sql`and audits.pages > ${DEFAULT_PAGES}`,
    rendering: sql`and audits.pages <= ${DEFAULT_PAGES} and audits.render = 1`,
  };
  const waits = sql`audits.finished_at is null and audits.status = 'queued' ${lane === undefined ? sql`` : ofLane[lane]}`;
  // No join: PostgreSQL would read the whole table when it believes that it is small.
  const { rows } = await sql<{ id: string | null } & Pick<NextOfClient, 'running' | 'runningOfCallers' | 'startedAt'>>`
    with recursive
      running (host, client, priority, started_at) as (
        select host, client, priority, started_at from audits where finished_at is null and status = 'running'
      ),
      busy (host) as (
        select host from running group by host having count(*) >= ${perHost}
      ),
      clients (client) as (
        select min(client) from audits where ${waits}
        union all
        select (select min(audits.client) from audits where ${waits} and audits.client > clients.client)
        from clients where clients.client is not null
      )
    select
      (
        select id from audits
        where ${waits}
          and audits.client = clients.client
          and audits.not_before <= ${now}
          and audits.host not in (select host from busy)
        order by audits.priority desc, audits.requested_at limit 1
      ) as id,
      (select count(*) from running where running.client = clients.client) as running,
      (
        select count(*) from running where running.client = clients.client and running.priority >= ${PRIORITY.caller}
      ) as "runningOfCallers",
      (select max(running.started_at) from running where running.client = clients.client) as "startedAt"
    from clients where clients.client is not null`.execute(transaction);
  const first = rows
    .toSorted((a, b) => a.running - b.running)
    .flatMap(({ id, ...slots }) => (id === null ? [] : [{ id, ...slots }]))
    .slice(0, MAX_CLIENTS);
  if (first.length === 0) return [];
  const audits = await transaction
    .selectFrom('audits')
    .select(['id', 'client', 'priority', 'requested_at as requestedAt'])
    .where(
      'id',
      'in',
      first.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(audits.map((audit) => [audit.id, audit]));
  return first.flatMap((slots) => {
    const audit = byId.get(slots.id);
    return audit === undefined ? [] : [{ ...audit, ...slots }];
  });
}

/** Returns the audits that the rules for shares and reserved slots allow. */
function allowedToStart(
  candidates: readonly NextOfClient[],
  { slots, running, recent }: Omit<TakeBounds, 'perHost'>,
): NextOfClient[] {
  const free = slots - running.length;
  // None of one or two slots.
  const reserved = Math.floor((slots + 1) / 4);
  const share = Math.ceil(slots / new Set([...candidates.map(({ client }) => client), ...running, ...recent]).size);
  return candidates.filter((next) => {
    // Where there are several slots, only single audits use the last one.
    if (free === 1 && slots > 1 && !isSingle(next)) return false;
    if (next.running === 0) return true;
    return free > reserved && running.filter((client) => client === next.client).length < share;
  });
}

/** Returns whether callers wait for an audit. */
function isSingle({ priority }: NextOfClient): boolean {
  return priority >= PRIORITY.caller;
}

/** Compares by code units, as the databases do. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
