import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BLOCK, blockOf, OF_BLOCK_SQL } from './visit-blocks.ts';

/** Newest visit rows stored for each published domain. Counts are not affected. */
export const KEPT_ROWS = 5_000;
/** New rows of a domain after which its oldest are deleted. A process may leave this many more than {@link KEPT_ROWS}. */
const ROWS_BETWEEN_TRIMS = 1_000;
/** Most rows that one trim deletes. More than a group of visits adds, so that the excess never grows. */
export const TRIMMED_AT_ONCE = 2_000;
/** Most domains whose new rows are counted. Beyond that, the counts are dropped, and each domain is trimmed at its next visit. */
const MAX_DOMAINS = 10_000;

/**
 * Decides when the oldest rows of a domain are to be deleted: with its first visit in this process, and after every
 * {@link ROWS_BETWEEN_TRIMS} new rows. Without it one client that changes its user agent would fill the disk.
 */
export class TrimSchedule {
  /** Rows added by this process since the last trim, by domain. */
  readonly #added = new Map<string, number>();

  /** Counts new rows. @returns whether the domain is to be trimmed */
  add(domain: string, rows: number): boolean {
    const added = (this.#added.get(domain) ?? ROWS_BETWEEN_TRIMS) + rows;
    if (!this.#added.has(domain) && this.#added.size >= MAX_DOMAINS) this.#added.clear();
    this.#added.set(domain, added);
    return added > ROWS_BETWEEN_TRIMS;
  }

  /** Records a trim. @param deleted rows that it deleted; at the maximum, there may be more to delete */
  trimmed(domain: string, deleted: number): void {
    if (deleted < TRIMMED_AT_ONCE) this.#added.set(domain, 0);
  }
}

/** Deletes the oldest rows of domains in the embedded database. */
export class SqliteVisitTrim {
  readonly #oldest: StatementSync;
  readonly #visit: StatementSync;
  readonly #block: StatementSync;

  constructor(database: DatabaseSync) {
    this.#oldest = database.prepare(
      `select visits.id from visit_blocks cross join visits where visit_blocks.domain = ? and ${OF_BLOCK_SQL}
       order by visit_blocks.block desc, visits.id desc limit ${TRIMMED_AT_ONCE} offset ${KEPT_ROWS}`,
    );
    this.#visit = database.prepare('delete from visits where id = ?');
    this.#block = database.prepare(
      `delete from visit_blocks where domain = ?1 and block = ?2 and not exists (
         select 1 from visits where id between ?2 * ${BLOCK} and ?2 * ${BLOCK} + ${BLOCK - 1} and domain = ?1)`,
    );
  }

  /** Deletes rows beyond the newest {@link KEPT_ROWS}. @returns how many, at most {@link TRIMMED_AT_ONCE} */
  trim(domain: string): number {
    const ids = this.#oldest.all(domain).map(({ id }) => Number(id));
    for (const id of ids) this.#visit.run(id);
    for (const block of new Set(ids.map(blockOf))) this.#block.run(domain, block);
    return ids.length;
  }
}
