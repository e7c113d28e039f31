import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, reasonOf } from './postgres.ts';
import { type ServingLock, TAKEN } from './serving-lock.ts';

/** Of this database, and any number that others would not take. */
const LOCK = '5204118003002';
const RETRY_MS = 1_000;

const TRY = 'select pg_try_advisory_lock($1) as taken, pg_backend_pid() as pid';
/** https://www.postgresql.org/docs/current/view-pg-locks.html says how the number is laid out. */
const HOLDER = `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())
  and (classid::bigint << 32) + objid::bigint = $1`;

interface Attempt {
  readonly taken: boolean;
  readonly pid: number;
}

/**
 * Takes a database for this process alone, by an advisory lock that lives as long as a connection of its own. Where the
 * connection breaks, it is taken again as soon as that is possible.
 *
 * @throws when another process has it, or it cannot be reached
 */
export async function lockPostgres(url: string): Promise<ServingLock> {
  const lost = Promise.withResolvers<void>();
  const released = new AbortController();
  /** The server's process for the connection that had it last. */
  let pid: number | null = null;

  /** Takes it, and takes it again when the connection ends. Null when another process has it. */
  const take = async (): Promise<Client | null> => {
    const client = new Client(connectionTo(url));
    // Without a listener it would end the process; `end` follows in any case.
    client.on('error', () => undefined);
    try {
      await client.connect();
      // A server that cannot see that this machine is gone would keep the lock for hours.
      await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
      const { rows } = await client.query<Attempt>(TRY, [LOCK]);
      if (rows[0]?.taken !== true) {
        // The server may not have noticed yet that our earlier connection is broken.
        if (pid !== null && (await holderOf(client)) === pid) throw new Error(TAKEN);
        await client.end();
        return null;
      }
      pid = rows[0].pid;
    } catch (error) {
      await client.end();
      throw reasonOf(error);
    }
    client.once('end', () => void takeAgain());
    return client;
  };

  const takeAgain = async (): Promise<void> => {
    while (!released.signal.aborted) {
      try {
        holder = await take();
        if (holder === null) lost.resolve();
        else if (released.signal.aborted) await holder.end();
        return;
      } catch {
        await setTimeout(RETRY_MS, undefined, { ref: false });
      }
    }
  };

  let holder = await take();
  if (holder === null) throw new Error(TAKEN);
  return {
    lost: lost.promise,
    release: async () => {
      released.abort();
      await holder?.end();
    },
  };
}

async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<Pick<Attempt, 'pid'>>(HOLDER, [LOCK]);
  return rows[0]?.pid ?? null;
}
