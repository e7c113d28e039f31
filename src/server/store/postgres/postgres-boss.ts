import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { explainPostgresError } from '../unwritable.ts';
import { connectionTo, connectPostgres, STATEMENT_TIMEOUT_MS } from './postgres.ts';

/** Connections of pg-boss' own, for maintenance and heartbeats. It changes jobs of audits over our transactions. */
const MAX_CONNECTIONS = 3;
/** Interval at which pg-boss searches for jobs of dead processes. */
const SUPERVISE_SECONDS = 3;
/** Taken audits without a heartbeat for this long are handed out again. */
const HEARTBEAT_SECONDS = 10;
/** The audits' rows count the attempts, and audits wait without a limit. */
const NO_LIMIT = 1_000_000_000;

/** Held by the process that starts pg-boss: an arbitrary number that nothing else uses. */
const START_LOCK = '5204118003004';

/** Name of the queue of audits. */
export const AUDITS = 'audits';

/**
 * pg-boss in one database. It starts when it is first needed: commands that manage keys or move a store do not need it.
 * It creates its schema `pgboss` itself.
 */
export class Boss {
  readonly #url: string;
  readonly #onProblem: (problem: unknown) => void;
  #starting: Promise<PgBoss> | null = null;
  #stopped = false;

  /** @param onProblem called with errors that pg-boss reports in the background; it recovers by itself */
  constructor(url: string, onProblem: (problem: unknown) => void) {
    this.#url = url;
    this.#onProblem = onProblem;
  }

  /** Starts pg-boss, or returns the started one. @throws StoreUnwritable when the database cannot be reached; the next call retries */
  async get(): Promise<PgBoss> {
    if (this.#stopped) throw new Error('The store is closed.');
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = null;
      throw explainPostgresError(error);
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const boss = await this.#starting?.catch(() => null);
    await boss?.stop({ graceful: false });
  }

  /** Starts one process at a time: pg-boss looks for its schema before it takes its own lock, so all but one would fail to create it. */
  async #start(): Promise<PgBoss> {
    const locking = connectPostgres(this.#url, 1);
    try {
      return await locking.transaction().execute(async (locked) => {
        await sql`select pg_advisory_xact_lock(${START_LOCK})`.execute(locked);
        return this.#startLocked();
      });
    } finally {
      await locking.destroy();
    }
  }

  async #startLocked(): Promise<PgBoss> {
    const { connectionString = '', application_name = '', connectionTimeoutMillis = 0 } = connectionTo(this.#url);
    const connection = {
      connectionString,
      application_name,
      connectionTimeoutMillis,
      max: MAX_CONNECTIONS,
      // pg-boss passes options that it does not know to pg.
      query_timeout: STATEMENT_TIMEOUT_MS,
    };
    const boss = new PgBoss({
      ...connection,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    boss.on('error', this.#onProblem);
    boss.on('warning', this.#onProblem);
    try {
      await boss.start();
      await boss.createQueue(AUDITS, {
        heartbeatSeconds: HEARTBEAT_SECONDS,
        retryLimit: NO_LIMIT,
        retryDelay: 0,
        retentionSeconds: NO_LIMIT,
        warningQueueSize: NO_LIMIT,
      });
      return boss;
    } catch (error) {
      await boss.stop({ graceful: false });
      throw error;
    }
  }
}
