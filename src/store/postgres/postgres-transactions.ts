import { type Kysely, type RawBuilder, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Database } from '../database.ts';
import { StoreUnwritable } from '../unwritable.ts';
import { connectPostgres } from './postgres.ts';

type Row = Readonly<Record<string, unknown>>;

/** A transaction whose commit was not confirmed. */
interface Unconfirmed {
  /** Its id, whose status the server knows for a long time. */
  readonly id: string;
  readonly results: Row[][];
}

/** Executes transactions one after the other over a connection of its own, and each of them once. */
export class PostgresTransactions {
  readonly #db: Kysely<Database>;
  readonly #limit = pLimit(1);
  readonly #unconfirmed = new WeakMap<object, Unconfirmed>();

  constructor(url: string) {
    this.#db = connectPostgres(url, 1);
  }

  /** Executes statements as `Transact` says. @throws StoreUnwritable when the database cannot be written for now */
  execute(group: object, statements: readonly RawBuilder<Row>[]): Promise<Row[][]> {
    return this.#limit(async () => {
      const earlier = this.#unconfirmed.get(group);
      if (earlier !== undefined && (await this.#isCommitted(earlier))) {
        this.#unconfirmed.delete(group);
        return earlier.results;
      }
      const results = await this.#db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
        const results: Row[][] = [];
        for (const statement of statements) results.push((await statement.execute(transaction)).rows);
        this.#unconfirmed.set(group, { id: rows[0]?.id ?? '', results });
        return results;
      });
      this.#unconfirmed.delete(group);
      return results;
    });
  }

  /** Completes all transactions, and closes the connection. */
  async close(): Promise<void> {
    await this.#limit(() => this.#db.destroy());
  }

  /** Returns whether a transaction was committed. @throws StoreUnwritable while it has not ended: the server has not noticed yet that its connection broke */
  async #isCommitted({ id }: Unconfirmed): Promise<boolean> {
    const { rows } = await sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(
      this.#db,
    );
    const status = rows[0]?.status;
    if (status === 'in progress') throw new StoreUnwritable(new Error('an earlier attempt has not ended'));
    return status === 'committed';
  }
}
