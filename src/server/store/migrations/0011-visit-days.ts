import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnTypes } from './column-types.ts';

/** Sums of `visit_counts`: the visits of AI crawlers to each domain on each day, which lists of many domains add up. */
export const visitDays: Migration = {
  async up(db: Kysely<unknown>) {
    const { clustered, count, text } = columnTypes(db);
    const statements = [
      `create table visit_days (
        domain ${text} not null,
        day ${text} not null,
        visits ${count} not null,
        constraint visit_days_key primary key (domain, day)
      ) ${clustered}`,
      `insert into visit_days (domain, day, visits)
        select domain, day, cast(sum(visits) as bigint) from visit_counts where class = 'ai_bot' group by domain, day`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
