import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { explainSqliteError } from '../unwritable.ts';
import { addToPath, columnOf, WEEK } from './path-visits.ts';
import { blockOf } from './visit-blocks.ts';
import {
  countRuns,
  laterTextOf,
  lengthOf,
  type RowNumbers,
  totalRuns,
  type VisitRun,
  visitRuns,
} from './visit-runs.ts';
import { SqliteVisitTrim, TrimSchedule } from './visit-trim.ts';
import type { JudgedVisit } from './visits.ts';

/**
 * Writes visits to the embedded database. A visit and its counts change in one transaction, so that both always agree.
 * Its statements are made once: most of what a visit would cost is making them.
 */
export class VisitInsertion {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #published: StatementSync;
  readonly #run: StatementSync;
  readonly #block: StatementSync;
  readonly #verification: StatementSync;
  readonly #count: StatementSync;
  readonly #total: StatementSync;
  readonly #trim: SqliteVisitTrim;
  readonly #trims = new TrimSchedule();
  /** Of each day that was counted lately. */
  readonly #paths = new Map<string, PathStatements>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare('begin immediate');
    this.#commit = database.prepare('commit');
    this.#published = database.prepare('select 1 from published_domains where domain = ?');
    this.#trim = new SqliteVisitTrim(database);
    this.#run = database.prepare(
      `insert into visits (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification,
         visits, later_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#block = database.prepare('insert into visit_blocks (domain, block) values (?, ?) on conflict do nothing');
    // Their numbers are given again when all visits were deleted.
    this.#verification = database.prepare(
      `update visits set verification = ?
       where id = ? and occurred_at = ? and domain = ? and class = 'ai_bot' and verification is null and visits = 1`,
    );
    this.#count = database.prepare(
      `insert into visit_counts (domain, day, path, class, crawler, vendor, purpose, visits, verified, spoofed)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do update set visits = visits + excluded.visits,
         verified = verified + excluded.verified, spoofed = spoofed + excluded.spoofed`,
    );
    this.#total = database.prepare(
      `insert into visit_totals (day, class, vendor, visits, verified) values (?, ?, ?, ?, ?)
       on conflict do update set visits = visits + excluded.visits, verified = verified + excluded.verified`,
    );
  }

  /** Stores visits, all or none. They are on the disk when this returns. @returns the rows of the runs; null of one without */
  insert(runs: readonly VisitRun[]): RowNumbers {
    return this.#inTransaction(() => {
      const published = this.#publishedOf(runs);
      const noted = new Set<string>();
      const due = new Set<string>();
      const rows = runs.map((run) => {
        const { domain } = run.visit;
        if (!published.has(domain)) return null;
        const id = this.#insertRun(run);
        this.#noteBlock(domain, blockOf(id), noted);
        if (this.#trims.add(domain, 1)) due.add(domain);
        return id;
      });
      this.#countDomains(
        runs.filter(({ visit }) => published.has(visit.domain)),
        true,
      );
      this.#countTotals(runs, true);
      for (const domain of due) this.#trims.trimmed(domain, this.#trim.trim(domain));
      return rows;
    });
  }

  /** Judges visits, see `VisitWriter`. @returns the rows that were judged */
  judge(judged: readonly JudgedVisit[]): RowNumbers {
    return this.#inTransaction(() => {
      const changed = judged.filter(
        ({ id, visit }) =>
          visit.verification !== 'unverified' &&
          this.#verification.run(visit.verification, id, visit.time, visit.domain).changes > 0,
      );
      const runs = visitRuns(changed.map(({ visit }) => visit));
      this.#countDomains(runs, false);
      this.#countTotals(runs, false);
      return changed.map(({ id }) => id);
    });
  }

  #inTransaction(write: () => RowNumbers): RowNumbers {
    this.#begin.run();
    try {
      const result = write();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw explainSqliteError(error);
    }
  }

  /** The published domains among those visited. Read in the transaction, so that it is never out of date. */
  #publishedOf(runs: readonly VisitRun[]): ReadonlySet<string> {
    const domains = new Set(runs.map(({ visit }) => visit.domain));
    return new Set([...domains].filter((domain) => this.#published.get(domain) !== undefined));
  }

  /** @param noted what was noted already: visits of one file may alternate with those of another */
  #noteBlock(domain: string, block: number, noted: Set<string>): void {
    const key = `${block} ${domain}`;
    if (noted.has(key)) return;
    noted.add(key);
    this.#block.run(domain, block);
  }

  /** @returns the number of its row */
  #insertRun(run: VisitRun): number {
    const { visit } = run;
    const { time, domain, path, class: kind, crawler, vendor, purpose, userAgent, referringHost } = visit;
    const found = visit.verification === 'unverified' ? null : visit.verification;
    const ofVisitor = [domain, path, kind, crawler, vendor, purpose, userAgent, referringHost, found];
    return Number(this.#run.run(time, ...ofVisitor, lengthOf(run), laterTextOf(run)).lastInsertRowid);
  }

  /**
   * @param runs of published domains
   * @param areNew whether they are to be counted as visits; else what is known of them by now is counted alone
   */
  #countDomains(runs: readonly VisitRun[], areNew: boolean): void {
    for (const { visit, day, visits: seen, verified, spoofed } of countRuns(runs)) {
      const { domain, path, class: kind, crawler, vendor, purpose } = visit;
      const n = areNew ? seen : 0;
      // What is not known is '', for a key holds no null.
      this.#count.run(domain, day, path, kind, crawler ?? '', vendor ?? '', purpose ?? '', n, verified, spoofed);
      if (kind !== 'ai_bot' || (n === 0 && verified === 0)) continue;
      this.#countPath(day, path, n, verified);
    }
  }

  /** @param areNew as of {@link #countDomains} */
  #countTotals(runs: readonly VisitRun[], areNew: boolean): void {
    for (const { day, class: kind, vendor, visits, verified } of totalRuns(runs)) {
      this.#total.run(day, kind, vendor ?? '', areNew ? visits : 0, verified);
    }
  }

  #countPath(day: string, path: string, visits: number, verified: number): void {
    let statements = this.#paths.get(day);
    if (statements === undefined) {
      statements = pathStatements(this.#database, day);
      if (this.#paths.size >= WEEK) this.#paths.clear();
      this.#paths.set(day, statements);
    }
    const { add, addVerified, insert } = statements;
    const added = verified === 0 ? add.run(visits, path) : addVerified.run(visits, verified, path);
    if (added.changes === 0) insert.run(path, visits, verified);
  }
}

interface PathStatements {
  /** To a path that has visits on the day already. */
  readonly add: StatementSync;
  readonly addVerified: StatementSync;
  readonly insert: StatementSync;
}

function pathStatements(database: DatabaseSync, day: string): PathStatements {
  const [visits, verified] = [columnOf('visits', day), columnOf('verified', day)];
  const isThere = `where path = ? and last_day = '${day}'`;
  return {
    // A statement that names a column writes the column's index, also when it leaves the column as it is.
    add: database.prepare(`update path_visits set ${visits} = ${visits} + ? ${isThere}`),
    addVerified: database.prepare(
      `update path_visits set ${visits} = ${visits} + ?, ${verified} = ${verified} + ? ${isThere}`,
    ),
    insert: database.prepare(
      `insert into path_visits as kept (path, last_day, ${visits}, ${verified}) values (?, '${day}', ?, ?) ${addToPath(day)}`,
    ),
  };
}
