import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isPostgres } from '../database.ts';
import { StoreRefused } from '../unwritable.ts';

/** Removes the progress that earlier versions of `citable migrate-store` stored. A database that one did not finish is refused. */
export const storeMove: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return;
    const { rows: tables } = await sql`select where to_regclass('store_move') is not null`.execute(db);
    if (tables.length === 0) return;
    const { rows: unfinished } = await sql`select from store_move where finished_at is null`.execute(db);
    if (unfinished.length > 0)
      throw new StoreRefused(
        'has only some data: citable migrate-store was interrupted. Run it with an empty database.',
      );
    await sql`drop table store_move`.execute(db);
  },
};
