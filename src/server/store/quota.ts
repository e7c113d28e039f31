import type { Transaction } from 'kysely';
import { utcDay } from '../../values/utc-day.ts';
import type { Database } from './database.ts';

/** A key may not request that many more live audits today. */
export class QuotaUsed extends Error {
  /** Maximum number of live audits of the key on a UTC day. */
  readonly perDay: number;
  /** How many more it may request. */
  readonly left: number;
  /** How many it requested. */
  readonly requested: number;

  constructor(perDay: number, left: number, requested: number) {
    super('The key has requested as many audits as it may today.');
    this.perDay = perDay;
    this.left = left;
    this.requested = requested;
  }
}

/** Audits that are added by a transaction that has locked their key. */
export interface AddedAudits {
  readonly keyId: string;
  readonly requestedAt: string;
  readonly count: number;
  /** Whether they are stored already. */
  readonly areStored: boolean;
}

/** Requires that a key may request more live audits on their UTC day. @param perDay null for any number @throws QuotaUsed */
export async function requireQuota(
  transaction: Transaction<Database>,
  perDay: number | null,
  { keyId, requestedAt, count, areStored }: AddedAudits,
): Promise<void> {
  if (perDay === null || count === 0) return;
  const stored = await countAudits(transaction, keyId, utcDay(requestedAt));
  const left = Math.max(0, perDay - (areStored ? stored - count : stored));
  if (count > left) throw new QuotaUsed(perDay, left, count);
}

/** Counts the live audits that a key has requested since a time, and those of its batches that are still being stored. */
async function countAudits(transaction: Transaction<Database>, keyId: string, since: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('audits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key_id', '=', keyId)
    .where('requested_at', '>=', since)
    .executeTakeFirstOrThrow();
  const incoming = await transaction
    .selectFrom('batches')
    .select([
      'unsettled',
      (eb) =>
        eb
          .selectFrom('batch_domains')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('batch_id', '=', 'batches.id')
          .where('status', '=', 'queued')
          .as('stored'),
    ])
    .where('key_id', '=', keyId)
    .where('finished_at', 'is', null)
    .where('incoming', '=', 1)
    .execute();
  return incoming.reduce((sum, { unsettled, stored }) => sum + unsettled - Number(stored ?? 0), Number(count));
}
