import { CompiledQuery, type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Database } from '../database.ts';
import { StoreUnwritable } from '../unwritable.ts';
import type { Visit } from '../visits/visit-statements.ts';
import { POSTGRES, type Statement } from '../visits/visit-statements.ts';
import { type InsertedVisit, type VisitIds, VisitInserter } from '../visits/visit-writer.ts';
import { connectPostgres } from './postgres.ts';

/** Inserts visits into PostgreSQL over a connection of its own, one group after the other. */
export class PostgresVisits {
  readonly #db: Kysely<Database>;
  readonly #limit = pLimit(1);
  /** Groups whose commit was not confirmed: the id of their transaction, whose status the server knows for a long time. */
  readonly #unconfirmed = new WeakMap<
    readonly Visit[],
    { readonly transaction: string; readonly rows: InsertedVisit[] }
  >();

  readonly #inserter = new VisitInserter(POSTGRES, (statements, visits) =>
    this.#limit(async () => (await this.#rowsOfEarlier(visits)) ?? (await this.#execute(statements, visits))),
  );

  constructor(url: string) {
    this.#db = connectPostgres(url, 1);
  }

  /** Inserts visits as `VisitWriter.insert` does. */
  insert(visits: readonly Visit[]): Promise<VisitIds> {
    return this.#inserter.insert(visits);
  }

  /** Completes all transactions, and closes the connection. */
  async close(): Promise<void> {
    await this.#limit(() => this.#db.destroy());
  }

  async #execute(statements: readonly Statement[], visits: readonly Visit[]): Promise<InsertedVisit[]> {
    const rows = await this.#db.transaction().execute(async (transaction) => {
      const current = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
      const results: InsertedVisit[][] = [];
      for (const { sql, parameters } of statements) {
        const query: CompiledQuery<InsertedVisit> = CompiledQuery.raw(sql, [...parameters]);
        results.push((await transaction.executeQuery(query)).rows);
      }
      const [rows = []] = results;
      this.#unconfirmed.set(visits, { transaction: current.rows[0]?.id ?? '', rows });
      return rows;
    });
    this.#unconfirmed.delete(visits);
    return rows;
  }

  /**
   * Returns the rows of a group whose transaction broke off during its commit, and was committed; else null.
   * @throws StoreUnwritable while that has not ended: the server has not noticed yet that the connection broke
   */
  async #rowsOfEarlier(visits: readonly Visit[]): Promise<InsertedVisit[] | null> {
    const earlier = this.#unconfirmed.get(visits);
    if (earlier === undefined) return null;
    const { rows } = await sql<{ status: string | null }>`
      select pg_xact_status(${earlier.transaction}::xid8) as status`.execute(this.#db);
    const status = rows[0]?.status;
    if (status === 'in progress') throw new StoreUnwritable(new Error('an earlier attempt has not ended'));
    this.#unconfirmed.delete(visits);
    return status === 'committed' ? earlier.rows : null;
  }
}
