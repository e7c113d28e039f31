import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { daysUntil } from '../../utc-day.ts';
import { typesOf } from './types.ts';

const WEEK = 7;
const DAY_MS = 86_400_000;
const SLOTS = Array.from({ length: WEEK }, (_, slot) => slot);

interface Before {
  visit_totals: { day: string };
}

/** One row for each path in place of seven for each day that it is visited on: what a visit costs is mostly this. */
export const pathVisits: Migration = {
  async up(db: Kysely<unknown>) {
    const { count, text } = typesOf(db);
    const sumOf = (counted: string) =>
      sql.join(
        SLOTS.map((slot) => sql.ref(`${counted}_${slot}`)),
        sql` + `,
      );
    let table = db.schema
      .createTable('path_visits')
      .addColumn('path', text, (column) => column.primaryKey())
      .addColumn('last_day', text, (column) => column.notNull());
    for (const counted of ['visits', 'verified']) {
      for (const slot of SLOTS) {
        table = table.addColumn(`${counted}_${slot}`, count, (column) => column.notNull().defaultTo(0));
      }
      table = table.addColumn(counted, count, (column) =>
        column
          .generatedAlwaysAs(sql`(${sumOf(counted)})`)
          .stored()
          .notNull(),
      );
    }
    await table.execute();
    await keepLastWeek(db);
    for (const counted of ['visits', 'verified']) {
      await db.schema
        .createIndex(`path_visits_most_${counted === 'visits' ? 'visited' : counted}`)
        .on('path_visits')
        .columns(['last_day', `${counted} desc`, 'path'])
        .where(sql.ref(counted), '>', sql.lit(0))
        .execute();
    }
    await db.schema.dropTable('path_weeks').execute();
  },
};

/** Of the seven days that end with the last that has a visit: nobody asks for earlier ones. */
async function keepLastWeek(db: Kysely<unknown>): Promise<void> {
  const last = await (db as Kysely<Before>)
    .selectFrom('visit_totals')
    .select(({ fn }) => fn.max('day').as('day'))
    .executeTakeFirst();
  if (last === undefined || last.day === null) return;
  const days = daysUntil(last.day, WEEK);
  const columns: string[] = [];
  const sums = days.flatMap((day) =>
    ['visits', 'verified'].map((counted) => {
      columns.push(`${counted}_${(Date.parse(day) / DAY_MS) % WEEK}`);
      return sql`sum(case when day = ${sql.lit(day)} then ${sql.ref(counted)} else 0 end)`;
    }),
  );
  await sql`
    insert into path_visits (path, last_day, ${sql.join(columns.map((name) => sql.ref(name)))})
    select path, max(day), ${sql.join(sums)} from visit_counts
    where class = 'ai_bot' and day >= ${sql.lit(days[0] ?? '')} group by path`.execute(db);
}
