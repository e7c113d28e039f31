import { type Selectable, sql, type Transaction } from 'kysely';
import type { ClientTurns, NextOfClient } from './client-turns.ts';
import type { AuditsTable, Database } from './database.ts';
import type { StartedAudit, TakeBounds } from './job-queue.ts';

/** Below the priority of every audit. */
const NO_PRIORITY = -2_147_483_648;

const STARTED_COLUMNS = [
  'id',
  'domain',
  'host',
  'priority',
  'client',
  'requested_at',
  'started_at',
  'key_id',
  'attempts',
] as const;

/**
 * Marks the audit that is next as running. The transaction must be alone in doing so, else two see the same slots free.
 * @returns null when none may run
 */
export async function startNext(
  transaction: Transaction<Database>,
  bounds: TakeBounds,
  turns: ClientTurns,
): Promise<StartedAudit | null> {
  const now = new Date().toISOString();
  const candidates = await nextOfClients(transaction, bounds, now);
  const next = turns.choose(
    bounds.newClientsOnly === true ? candidates.filter(({ running }) => running === 0) : candidates,
  );
  if (next === null) return null;
  const row = await transaction
    .updateTable('audits')
    .set((eb) => ({ status: 'running', started_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .returning(STARTED_COLUMNS)
    .executeTakeFirstOrThrow();
  turns.note(next.client, now);
  return toStarted(row);
}

/**
 * The first audit of each client that may run now. Clients are found by steps through an index, each to the next client, so
 * that this takes as long as there are clients that wait, however many audits each of them has.
 */
async function nextOfClients(
  transaction: Transaction<Database>,
  { leastPriority, perHost }: TakeBounds,
  now: string,
): Promise<NextOfClient[]> {
  const waits = sql`audits.finished_at is null and audits.status = 'queued'`;
  const { rows } = await sql<Pick<Selectable<AuditsTable>, 'id' | 'client' | 'priority' | 'requested_at'>>`
    with recursive
      busy (host) as (
        select host from audits where finished_at is null and status = 'running'
        group by host having count(*) >= ${perHost}
      ),
      clients (client) as (
        select min(client) from audits where ${waits}
        union all
        select (select min(audits.client) from audits where ${waits} and audits.client > clients.client)
        from clients where clients.client is not null
      )
    select first.id, first.client, first.priority, first.requested_at
    from clients join audits as first on first.id = (
      select id from audits
      where ${waits}
        and audits.client = clients.client
        and audits.priority >= ${leastPriority ?? NO_PRIORITY}
        and audits.not_before <= ${now}
        and audits.host not in (select host from busy)
      order by audits.priority desc, audits.requested_at limit 1
    )
    where clients.client is not null`.execute(transaction);
  if (rows.length === 0) return [];
  const running = await transaction
    .selectFrom('audits')
    .select(({ fn }) => ['client', fn.countAll<number>().as('count'), fn.max('started_at').as('startedAt')])
    .where('finished_at', 'is', null)
    .where('status', '=', 'running')
    .groupBy('client')
    .execute();
  const byClient = new Map(running.map((row) => [row.client, row]));
  return rows.map(({ id, client, priority, requested_at: requestedAt }) => {
    const { count = 0, startedAt = null } = byClient.get(client) ?? {};
    return { id, client, priority, requestedAt, running: count, startedAt };
  });
}

function toStarted(row: Pick<Selectable<AuditsTable>, (typeof STARTED_COLUMNS)[number]>): StartedAudit {
  const { id, domain, host, priority, client, requested_at: requestedAt, key_id: keyId, attempts } = row;
  return { id, domain, host, priority, client, requestedAt, startedAt: row.started_at ?? requestedAt, keyId, attempts };
}
