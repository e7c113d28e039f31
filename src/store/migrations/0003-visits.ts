import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { typesOf } from './types.ts';

export const visits: Migration = {
  async up(db: Kysely<unknown>) {
    const { count, partitionedByTime, rowNumber, text } = typesOf(db);
    await db.schema
      .createTable('visits')
      .addColumn('id', rowNumber.type, rowNumber.build)
      .addColumn('occurred_at', text, (column) => column.notNull())
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('class', text, (column) => column.notNull())
      .addColumn('crawler', text)
      .addColumn('vendor', text)
      .addColumn('purpose', text)
      .addColumn('user_agent', text)
      .addColumn('referring_host', text)
      .$call(partitionedByTime)
      .execute();
    await db.schema.createIndex('visits_by_domain').on('visits').columns(['domain', 'id']).execute();

    await db.schema
      .createTable('visit_counts')
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('class', text, (column) => column.notNull())
      .addColumn('crawler', text, (column) => column.notNull())
      .addColumn('vendor', text, (column) => column.notNull())
      .addColumn('purpose', text, (column) => column.notNull())
      .addColumn('visits', count, (column) => column.notNull())
      .addPrimaryKeyConstraint('visit_counts_key', ['domain', 'day', 'path', 'class', 'crawler', 'vendor', 'purpose'])
      .execute();

    await db.schema
      .createTable('visit_totals')
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('class', text, (column) => column.notNull())
      .addColumn('vendor', text, (column) => column.notNull())
      .addColumn('visits', count, (column) => column.notNull())
      .addPrimaryKeyConstraint('visit_totals_key', ['day', 'class', 'vendor'])
      .execute();

    await db.schema
      .createTable('path_weeks')
      .addColumn('last_day', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('visits', count, (column) => column.notNull())
      .addPrimaryKeyConstraint('path_weeks_key', ['last_day', 'path'])
      .execute();
    await db.schema
      .createIndex('path_weeks_most_visited')
      .on('path_weeks')
      .columns(['last_day', 'visits desc', 'path'])
      .execute();
  },
};
