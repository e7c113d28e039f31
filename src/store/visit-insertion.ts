import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { addToPath, columnOf, WEEK } from './path-visits.ts';
import { explainSqliteError } from './unwritable.ts';
import { blockOf } from './visit-blocks.ts';
import { countRuns, laterTextOf, lengthOf, type VisitRun, visitRuns } from './visit-runs.ts';
import type { JudgedVisit } from './visits.ts';

/**
 * Writes visits to the embedded database. A visit and its counts change in one transaction, so that both always agree.
 * Its statements are made once: most of what a visit would cost is making them.
 */
export class VisitInsertion {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #run: StatementSync;
  readonly #block: StatementSync;
  readonly #verification: StatementSync;
  readonly #count: StatementSync;
  readonly #total: StatementSync;
  /** Of each day that was counted lately. */
  readonly #paths = new Map<string, PathStatements>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare('begin immediate');
    this.#commit = database.prepare('commit');
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

  /** Keeps visits, all or none. They are on the disk when this returns. @returns the number of the first row; the others follow */
  insert(runs: readonly VisitRun[]): number {
    return this.#inTransaction(() => {
      let last = 0;
      const noted = new Set<string>();
      for (const run of runs) {
        last = this.#insertRun(run);
        this.#noteBlock(run.visit.domain, blockOf(last), noted);
      }
      this.#countAll(runs, true);
      return last - runs.length + 1;
    });
  }

  /** Judges visits, see `VisitWriter`. @returns how many were judged */
  judge(judged: readonly JudgedVisit[]): number {
    return this.#inTransaction(() => {
      const changed = judged.filter(
        ({ id, visit }) =>
          visit.verification !== 'unverified' &&
          this.#verification.run(visit.verification, id, visit.time, visit.domain).changes > 0,
      );
      this.#countAll(visitRuns(changed.map(({ visit }) => visit)), false);
      return changed.length;
    });
  }

  #inTransaction(write: () => number): number {
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

  /** @param areNew whether they are to be counted as visits; else what is known of them by now is counted alone */
  #countAll(runs: readonly VisitRun[], areNew: boolean): void {
    for (const { visit, day, visits: seen, verified, spoofed } of countRuns(runs)) {
      const { domain, path, class: kind, crawler, vendor, purpose } = visit;
      const n = areNew ? seen : 0;
      // What is not known is '', for a key holds no null.
      this.#count.run(domain, day, path, kind, crawler ?? '', vendor ?? '', purpose ?? '', n, verified, spoofed);
      this.#total.run(day, kind, vendor ?? '', n, verified);
      if (kind !== 'ai_bot' || (n === 0 && verified === 0)) continue;
      this.#countPath(day, path, n, verified);
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
