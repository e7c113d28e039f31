import {
  Kysely,
  type Logger,
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import { type ClientConfig, Pool, type PoolClient, TypeOverrides, types } from 'pg';
import type { Database } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { explainPostgresError, StoreUnwritable } from '../unwritable.ts';

/** Held by the process that brings the schema up to date: an arbitrary number that nothing else uses. */
const MIGRATION_LOCK = '5204118003005';
/** Connections of one process, without those of its visits and its jobs. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * A statement without a response after this time gets none, as after a failover that closed no connection: TCP itself times out only
 * after a quarter of an hour. No statement of a request takes nearly as long; migrating the schema and moving a store may.
 */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Connects to a PostgreSQL database, and brings its schema up to date. Every commit is on its disk before it is reported.
 *
 * @param url `postgres://…`
 * @param onStatement called after every statement
 * @param statementTimeoutMs as of {@link connectPostgres}
 * @throws the error of the server or the system; never with the password in it
 */
export async function openPostgres(
  url: string,
  onStatement?: Logger,
  statementTimeoutMs?: number | null,
): Promise<Kysely<Database>> {
  const migrating = connectPostgres(url, 1, onStatement, null);
  try {
    // Read committed: it must see what another process changed while this one waited for the lock.
    const transaction = migrating.transaction().setIsolationLevel('read committed');
    await transaction.execute(async (locked) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(locked);
      await migrate(locked);
    });
  } catch (error) {
    throw explainStartError(error);
  } finally {
    await migrating.destroy();
  }
  return connectPostgres(url, MAX_CONNECTIONS, onStatement, statementTimeoutMs);
}

/** Gives an error of pg a message for a failed start: an AggregateError has none. */
export function explainStartError(error: unknown): unknown {
  const explained = error instanceof StoreUnwritable ? error : explainPostgresError(error);
  return explained instanceof StoreUnwritable ? explained.cause : explained;
}

/**
 * Connections to a database that {@link openPostgres} has brought up to date, made when they are needed.
 * @param statementTimeoutMs a connection is closed when a statement takes longer; null: never
 */
export function connectPostgres(
  url: string,
  connections: number,
  onStatement?: Logger,
  statementTimeoutMs: number | null = STATEMENT_TIMEOUT_MS,
): Kysely<Database> {
  const pool = new Pool({ ...connectionTo(url), max: connections });
  // A connection that breaks while nobody uses it is replaced; a statement that uses it fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({
    dialect: new PooledPostgresDialect({ pool: adapt(pool, statementTimeoutMs) }),
    ...(onStatement === undefined ? {} : { log: onStatement }),
  });
}

/**
 * Disables Kysely's migration lock. That lock belongs to a session, but a pooler such as PgBouncer runs each transaction in any of its
 * sessions: a process could unlock another session than it locked, and two could hold the lock at once. {@link openPostgres}
 * takes a lock that belongs to the transaction.
 */
class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new (class extends PostgresAdapter {
      override async acquireMigrationLock(): Promise<void> {
        // {@link openPostgres} holds a lock.
      }

      override async releaseMigrationLock(): Promise<void> {
        // It ends with the transaction.
      }
    })();
  }
}

/** Connection options for pg. */
export function connectionTo(url: string): ClientConfig {
  const numbers = new TypeOverrides();
  // No number of ours is above 2^53.
  numbers.setTypeParser(types.builtins.INT8, Number);
  return {
    connectionString: url,
    application_name: 'citable',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: numbers,
  };
}

/** Adapts pg's pool to Kysely, with clear errors. */
function adapt(pool: Pool, statementTimeoutMs: number | null): PostgresPool {
  return {
    options: pool.options,
    connect: () => explained(async () => adaptClient(await pool.connect(), statementTimeoutMs)),
    end: () => pool.end(),
  };
}

function adaptClient(client: PoolClient, statementTimeoutMs: number | null): PostgresPoolClient {
  let isGivenUp = false;
  /** Ends the connection, with which the statement fails. */
  const giveUp = () => {
    isGivenUp = true;
    client.release(true);
  };
  const execute = async (statement: string, parameters: readonly unknown[]) => {
    const waiting = statementTimeoutMs === null ? undefined : setTimeout(giveUp, statementTimeoutMs);
    try {
      return await client.query(statement, [...parameters]);
    } finally {
      clearTimeout(waiting);
    }
  };
  function query<Row>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(statement: unknown, parameters: readonly unknown[] = []): Promise<unknown> | PostgresCursor<unknown> {
    if (typeof statement !== 'string') throw new TypeError('Rows are not streamed.');
    return explained(() => execute(statement, parameters));
  }
  const release = (discard?: boolean) => {
    if (!isGivenUp) client.release(discard);
  };
  return { query, release };
}

async function explained<Result>(execute: () => Promise<Result>): Promise<Result> {
  try {
    return await execute();
  } catch (error) {
    throw explainPostgresError(error);
  }
}
