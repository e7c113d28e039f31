import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import {
  DELETED_AT_ONCE,
  type DeleteSomeVisits,
  type DeleteSomeVisitsOf,
  type NewestVisits,
  newestOf,
} from './visits.ts';

/**
 * Rows of visits in the embedded database whose numbers are in one block: 0 to 63, 64 to 127 and so on. It is known of each
 * domain in which blocks it has some, and a block is looked through for them. An index of every row would take most of the
 * pages that a visit changes; of a file that is asked for often, this takes one change in a block.
 */
export const BLOCK = 64;

/** The block of a row. */
export function blockOf(id: number): number {
  return Math.floor(id / BLOCK);
}

/** The rows of a block that are of the domain. Both tables are named in the query that it is part of. */
export const OF_BLOCK_SQL = `visits.id between visit_blocks.block * ${BLOCK}
  and visit_blocks.block * ${BLOCK} + ${BLOCK - 1} and visits.domain = visit_blocks.domain`;
const OF_BLOCK: RawBuilder<boolean> = sql.raw(OF_BLOCK_SQL);

/** Reads from the embedded database. */
export function sqliteNewestVisits(db: Kysely<Database>): NewestVisits {
  return async (domain, limit) => {
    const rows = await db
      .selectFrom('visit_blocks')
      // SQLite takes its tables in this order, so that it ends with the last that is asked for.
      .crossJoin('visits')
      .selectAll('visits')
      .where('visit_blocks.domain', '=', domain)
      .where(OF_BLOCK)
      .orderBy('visit_blocks.block', 'desc')
      .orderBy('visits.id', 'desc')
      .limit(limit)
      .execute();
    return newestOf(rows, limit);
  };
}

/** Deletes from the embedded database, the oldest first. A domain's last row in a block takes what is known of the block with it. */
export function sqliteVisitDeletion(db: Kysely<Database>): DeleteSomeVisits {
  return (time) =>
    // It begins with a change: who has read before may find that another process has written since.
    db.transaction().execute(async (transaction) => {
      const oldest = sql`select id from visits order by id limit ${sql.lit(DELETED_AT_ONCE)}`;
      const isOver = sql<boolean>`visits.id <= (select max(id) from (${oldest})) and visits.occurred_at < ${time}`;
      await sql`
        delete from visit_blocks
        where (domain, block) in (select domain, id / ${sql.lit(BLOCK)} from visits where ${isOver})
          and not exists (select 1 from visits where ${OF_BLOCK} and not (${isOver}))`.execute(transaction);
      const deleted = await transaction.deleteFrom('visits').where(isOver).returning('visits').execute();
      return deleted.reduce((sum, { visits }) => sum + visits, 0);
    });
}

/** Deletes a domain's visits from the embedded database. */
export function sqliteDomainVisitDeletion(db: Kysely<Database>): DeleteSomeVisitsOf {
  return (domain) =>
    db.transaction().execute(async (transaction) => {
      const some = transaction
        .selectFrom('visit_blocks')
        .crossJoin('visits')
        .select('visits.id')
        .where('visit_blocks.domain', '=', domain)
        .where(OF_BLOCK)
        .limit(DELETED_AT_ONCE);
      const { numDeletedRows } = await transaction
        .deleteFrom('visits')
        .where('id', 'in', some)
        .executeTakeFirstOrThrow();
      await sql`
        delete from visit_blocks
        where domain = ${domain} and not exists (select 1 from visits where ${OF_BLOCK})`.execute(transaction);
      return Number(numDeletedRows);
    });
}
