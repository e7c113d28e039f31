import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

/**
 * The embedded database finds the visits of a domain by the blocks that hold some, in place of an index of every visit, and
 * numbers them by those that there are, in place of a table that says which number was the last: a visit costs mostly the
 * pages that it changes.
 */
export const visitBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    const { isShared, text } = typesOf(db);
    if (isShared) return;
    await db.schema.alterTable('visits').renameTo('visits_before').execute();
    await db.schema
      .createTable('visits')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('occurred_at', text, (column) => column.notNull())
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('class', text, (column) => column.notNull())
      .addColumn('crawler', text)
      .addColumn('vendor', text)
      .addColumn('purpose', text)
      .addColumn('user_agent', text)
      .addColumn('referring_host', text)
      .addColumn('verification', text)
      .execute();
    await sql`insert into visits select * from visits_before`.execute(db);

    await db.schema
      .createTable('visit_blocks')
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('block', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('visit_blocks_key', ['domain', 'block'])
      .modifyEnd(sql`without rowid`)
      .execute();
    await sql`insert into visit_blocks select distinct domain, id / 64 from visits_before`.execute(db);
    await db.schema.dropTable('visits_before').execute();
  },
};
