import { CompiledQuery, type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import type { Database } from '../database.ts';
import { StoreUnwritable } from '../unwritable.ts';
import {
  countStatements,
  IS_PUBLISHED,
  POSTGRES,
  type Statement,
  TrimSchedule,
  trimStatement,
} from '../visits/visit-statements.ts';
import type { Visit } from '../visits/visits.ts';
import { connectPostgres } from './postgres.ts';

/** Row numbers of visits, in their order; null for a visit without a row. */
type Ids = (number | null)[];

/** Inserts published visits in their order. Returns the number and domain of each in any order. */
const INSERT = `insert into visits
    (occurred_at, domain, path, class, crawler, vendor, purpose, user_agent, referring_host, verification)
  select item.value ->> 'time', item.value ->> 'domain', item.value ->> 'path', item.value ->> 'class',
    item.value ->> 'crawler', item.value ->> 'vendor', item.value ->> 'purpose', item.value ->> 'userAgent',
    item.value ->> 'referringHost', nullif(item.value ->> 'verification', 'unverified')
  from ${POSTGRES.items} where ${IS_PUBLISHED} order by item.key returning id, domain`;

/** Inserts visits into PostgreSQL over a connection of its own, one group after the other. */
export class PostgresVisits {
  readonly #db: Kysely<Database>;
  readonly #limit = pLimit(1);
  readonly #trims = new TrimSchedule();
  /** Groups whose commit was not confirmed: the id of their transaction, whose status the server knows for a long time. */
  readonly #unconfirmed = new WeakMap<readonly Visit[], { readonly transaction: string; readonly ids: Ids }>();

  constructor(url: string) {
    this.#db = connectPostgres(url, 1);
  }

  /** Inserts visits as `VisitWriter.insert` does. */
  async insert(visits: readonly Visit[]): Promise<Ids> {
    const ids = await this.#limit(async () => (await this.#idsOfEarlier(visits)) ?? (await this.#insert(visits)));
    const inserted = visits.flatMap(({ domain }, place) => (ids[place] === null ? [] : domain));
    // Nobody waits for it. A trim that fails is repeated after further visits.
    for (const domain of this.#trims.dueAfter(inserted))
      this.#limit(() => this.#execute(this.#db, trimStatement(POSTGRES, domain))).catch(() => undefined);
    return ids;
  }

  /** Completes all transactions, and closes the connection. */
  async close(): Promise<void> {
    await this.#limit(() => this.#db.destroy());
  }

  async #insert(visits: readonly Visit[]): Promise<Ids> {
    const ids = await this.#db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(transaction);
      const inserted = await this.#execute(transaction, { sql: INSERT, parameters: [JSON.stringify(visits)] });
      for (const statement of countStatements(POSTGRES, visits, 1)) await this.#execute(transaction, statement);
      const ids = idsOf(visits, inserted);
      this.#unconfirmed.set(visits, { transaction: rows[0]?.id ?? '', ids });
      return ids;
    });
    this.#unconfirmed.delete(visits);
    return ids;
  }

  async #execute(db: Kysely<Database>, { sql, parameters }: Statement): Promise<{ id: number; domain: string }[]> {
    const query: CompiledQuery<{ id: number; domain: string }> = CompiledQuery.raw(sql, [...parameters]);
    return (await db.executeQuery(query)).rows;
  }

  /**
   * Returns the ids of a group whose transaction broke off during its commit, and was committed; else null.
   * @throws StoreUnwritable while that has not ended: the server has not noticed yet that the connection broke
   */
  async #idsOfEarlier(visits: readonly Visit[]): Promise<Ids | null> {
    const earlier = this.#unconfirmed.get(visits);
    if (earlier === undefined) return null;
    const { rows } = await sql<{ status: string | null }>`
      select pg_xact_status(${earlier.transaction}::xid8) as status`.execute(this.#db);
    const status = rows[0]?.status;
    if (status === 'in progress') throw new StoreUnwritable(new Error('an earlier attempt has not ended'));
    this.#unconfirmed.delete(visits);
    return status === 'committed' ? earlier.ids : null;
  }
}

/** Matches inserted rows to visits: all visits of a domain are inserted or none, and their numbers are in their order. */
function idsOf(visits: readonly Visit[], rows: readonly { readonly id: number; readonly domain: string }[]): Ids {
  const published = new Set(rows.map(({ domain }) => domain));
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
  let place = 0;
  return visits.map(({ domain }) => (published.has(domain) ? (ids[place++] ?? null) : null));
}
