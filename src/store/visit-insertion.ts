import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { daysUntil, plusDays } from '../utc-day.ts';
import { alikeVisits } from './alike-visits.ts';
import { explainSqliteError } from './unwritable.ts';
import { type Visit, WEEK } from './visits.ts';

/**
 * Writes visits to the embedded database. A visit and its counts change in one transaction, so that both always agree.
 * Its statements are made once: most of what a visit would cost is making them.
 */
export class VisitInsertion {
  readonly #database: DatabaseSync;
  readonly #visit: StatementSync;
  readonly #count: StatementSync;
  readonly #total: StatementSync;
  readonly #pathWeek: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#visit = database.prepare(
      `insert into visits (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#count = database.prepare(
      `insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits) values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do update set visits = visits + excluded.visits`,
    );
    this.#total = database.prepare(
      `insert into visit_totals (day, class, vendor, visits) values (?, ?, ?, ?)
       on conflict do update set visits = visits + excluded.visits`,
    );
    this.#pathWeek = database.prepare(
      `insert into path_weeks (last_day, path, visits) values (?, ?, ?)
       on conflict do update set visits = visits + excluded.visits`,
    );
  }

  /** Keeps visits, all or none. They are on the disk when this returns. */
  insert(visits: readonly Visit[]): void {
    this.#database.exec('begin immediate');
    try {
      for (const visit of visits) this.#insertOne(visit);
      for (const { visit, day, visits: n } of alikeVisits(visits)) {
        const { domain, path, class: kind, crawler, vendor, purpose } = visit;
        // What is not known is '', for a key holds no null.
        this.#count.run(domain, day, path, kind, crawler ?? '', vendor ?? '', purpose ?? '', n);
        this.#total.run(day, kind, vendor ?? '', n);
        if (kind !== 'ai_bot') continue;
        for (const lastDay of daysUntil(plusDays(day, WEEK - 1), WEEK)) this.#pathWeek.run(lastDay, path, n);
      }
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw explainSqliteError(error);
    }
  }

  #insertOne({ time, domain, path, class: kind, crawler, vendor, purpose, userAgent, referringHost }: Visit): void {
    this.#visit.run(time, domain, path, kind, crawler, vendor, purpose, userAgent, referringHost);
  }
}
