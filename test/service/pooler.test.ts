import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/server/store/store.ts';
import { MAIN, startServing } from '../support/citable-process.ts';
import { freePort } from '../support/free-port.ts';
import { POSTGRES_PASSWORD, postgresServer } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/running-service.ts';
import { startTransactionPooler } from '../support/transaction-pooler.ts';

const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0;

const server = postgresServer();

test('three that start at once on an empty database, whose sessions they share by the transaction, all start', async () => {
  const DATABASE_URL = await startTransactionPooler(await server.makeDatabase());
  const stores = await Promise.all([1, 2, 3].map(() => openStore({ DATA_DIR: '/nowhere', DATABASE_URL })));
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  await Promise.all(stores.map((store) => store.prepareJobs()));
  for (const { db } of stores) expect(await db.selectFrom('audits').select('id').execute()).toEqual([]);
});

/** @returns the URL of the same database through a PgBouncer, which ends with its test */
async function startPgBouncer(url: string, mode: string): Promise<string> {
  const folder = await temporaryFolder();
  const [port, database] = [await freePort(), new URL(url)];
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  await writeFile(users, `"postgres" "${POSTGRES_PASSWORD}"\n`);
  await writeFile(
    settings,
    `[databases]
    * = host=127.0.0.1 port=${database.port}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = plain
    auth_file = ${users}
    pool_mode = ${mode}`.replace(/^ +/gm, ''),
  );
  // It refuses to be run by root, and then has to read this as somebody else.
  await Promise.all([chmod(folder, 0o755), chmod(settings, 0o644), chmod(users, 0o644)]);
  const user = userInfo().uid === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['--quiet', ...user, settings], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const responses = async () => {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  };
  await expect.poll(responses).toBe(true);
  return String(Object.assign(database, { port }));
}

describe.skipIf(!HAS_PGBOUNCER)('behind PgBouncer', () => {
  test.each(['transaction', 'session'])(
    'three processes that start at once on an empty database all serve: %s',
    async (mode) => {
      const DATABASE_URL = await startPgBouncer(await server.makeDatabase(), mode);
      const serving = await Promise.all(
        [1, 2, 3].map(async () => startServing(MAIN, ['serve'], { DATABASE_URL, DATA_DIR: await temporaryFolder() })),
      );
      for (const { url } of serving) expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const ended = await Promise.all(serving.map((process) => process.end('SIGTERM')));
      expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    },
  );
});
