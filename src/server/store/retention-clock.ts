import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

const DAY_MS = 86_400_000;
/** Minimum time between two moves: restarts must not add up. Less than the hour between two runs of retention. */
const BETWEEN_MOVES_MS = 50 * 60_000;

/** The stored time that retention counts from. It follows the system's clock, which may be wrong, by at most a day an hour. */
export class RetentionClock {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Moves it towards the system's clock. @param now milliseconds since 1970, as the result */
  async advance(now: number): Promise<number> {
    return this.#db.transaction().execute(async (transaction) => {
      const row = await transaction
        .selectFrom('retention_clock')
        .select(['time', 'moved_at as movedAt'])
        .executeTakeFirst();
      const sinceMove = row === undefined || row.movedAt === '' ? Infinity : now - Date.parse(row.movedAt);
      const isMoved = sinceMove < 0 || sinceMove >= BETWEEN_MOVES_MS;
      const time = row === undefined ? now : Math.min(now, Date.parse(row.time) + (isMoved ? DAY_MS : 0));
      const values = {
        time: new Date(time).toISOString(),
        moved_at: isMoved || row === undefined ? new Date(now).toISOString() : row.movedAt,
      };
      await transaction
        .insertInto('retention_clock')
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
      return time;
    });
  }
}
