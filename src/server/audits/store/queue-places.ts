import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditsTable, Database } from '../../store/database.ts';
import { PRIORITY } from '../../store/jobs/job-queue.ts';

/** An unfinished live audit. */
export interface AcceptedAudit {
  readonly id: string;
  readonly status: 'queued' | 'running';
}

/** An unfinished live audit with its place in the queue. */
export interface QueuePlace extends AcceptedAudit {
  /**
   * Place from 1; null while it runs. An estimate: slots are shared between clients, so later requests of others may go first.
   * For batches and daily audits, only those of the same client are counted.
   */
  readonly place: number | null;
}

/** A literal, not a parameter: only then does SQLite use the partial index of these rows. */
export const OF_CALLERS = sql.lit(PRIORITY.caller);

/** Returns the states of those of some audits that are not finished, and their places in the queue. */
export async function findPlaces(db: Kysely<Database>, ids: readonly string[]): Promise<QueuePlace[]> {
  const rows = await db
    .selectFrom('audits')
    .select(['id', 'status', 'client', 'priority', 'requested_at'])
    .where('id', 'in', ids)
    .where('finished_at', 'is', null)
    .execute();
  const isQueued = rows.some(({ status }) => status === 'queued');
  const places = isQueued ? await placesOfCallers(db) : new Map<string, number>();
  return Promise.all(
    rows.map(async (row) => {
      if (row.status !== 'queued') return { ...toAccepted(row), place: null };
      const place = places.get(row.id) ?? places.size + 1 + (await countOthersBefore(db, row));
      return { ...toAccepted(row), place };
    }),
  );
}

/** Returns the places of the audits that callers wait for: the first audits of all clients, then their second ones. */
async function placesOfCallers(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, requested_at, row_number() over (partition by client order by requested_at, id) as round from audits
      where finished_at is null and status = 'queued' and priority >= ${OF_CALLERS}
    ) as waiting
    order by round, requested_at, id`.execute(db);
  return new Map(rows.map(({ id }, before) => [id, before + 1]));
}

/** Counts audits of the same client with a greater priority, or with the same and older. Audits that callers wait for do not count. */
async function countOthersBefore(
  db: Kysely<Database>,
  audit: Pick<Selectable<AuditsTable>, 'client' | 'priority' | 'requested_at'>,
): Promise<number> {
  const { client, priority, requested_at: requestedAt } = audit;
  const { count } = await db
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued')
    .where('client', '=', client)
    // A range of the index: there may be very many audits with lower priority, which are not read.
    .where('priority', '>=', priority)
    .where('priority', '<', PRIORITY.caller)
    .where(({ eb, or }) => or([eb('priority', '>', priority), eb('requested_at', '<', requestedAt)]))
    .executeTakeFirstOrThrow();
  return count;
}

export function toAccepted({ id, status }: Pick<Selectable<AuditsTable>, 'id' | 'status'>): AcceptedAudit {
  return { id, status: status === 'running' ? 'running' : 'queued' };
}
