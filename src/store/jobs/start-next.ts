import { sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { ClientOrder, NextOfClient } from './client-order.ts';
import type { TakeBounds, TakenJob } from './job-queue.ts';

/** Below the priority of every audit. */
const NO_PRIORITY = -2_147_483_648;

/** Most clients to choose from, those with the fewest running audits: the number of parameters of a statement is limited. */
const MAX_CLIENTS = 10_000;

/**
 * Marks the next audit as running. No other transaction may do so at the same time, else both see the same free slots.
 * @returns null when none may run
 */
export async function startNext(
  transaction: Transaction<Database>,
  bounds: TakeBounds,
  turns: ClientOrder,
): Promise<TakenJob | null> {
  const now = new Date().toISOString();
  const candidates = await nextOfClients(transaction, bounds, now);
  const next = turns.choose(
    bounds.newClientsOnly === true ? candidates.filter(({ running }) => running === 0) : candidates,
  );
  if (next === null) return null;
  const { attempts } = await transaction
    .updateTable('audits')
    .set((eb) => ({ status: 'running', started_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', next.id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  turns.note(next.client, now);
  return { id: next.id, attempts };
}

/**
 * Finds each client's first audit that may run now. It steps through an index from one client to the next, so its cost
 * depends on the number of waiting clients, not of their audits.
 */
async function nextOfClients(
  transaction: Transaction<Database>,
  { leastPriority, perHost }: TakeBounds,
  now: string,
): Promise<NextOfClient[]> {
  const waits = sql`audits.finished_at is null and audits.status = 'queued'`;
  // No join: PostgreSQL would read the whole table when it believes that it is small.
  const { rows } = await sql<{ id: string | null; running: number; startedAt: string | null }>`
    with recursive
      running (host, client, started_at) as (
        select host, client, started_at from audits where finished_at is null and status = 'running'
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
          and audits.priority >= ${leastPriority ?? NO_PRIORITY}
          and audits.not_before <= ${now}
          and audits.host not in (select host from busy)
        order by audits.priority desc, audits.requested_at limit 1
      ) as id,
      (select count(*) from running where running.client = clients.client) as running,
      (select max(running.started_at) from running where running.client = clients.client) as "startedAt"
    from clients where clients.client is not null`.execute(transaction);
  const held = rows.toSorted((a, b) => a.running - b.running);
  const first = held.flatMap(({ id, ...slots }) => (id === null ? [] : [{ id, ...slots }])).slice(0, MAX_CLIENTS);
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
