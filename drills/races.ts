import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { startCommand } from '../bench/support/served-command.ts';
import { ApiKeyStore, type NewApiKey } from '../src/server/accounts/api-key-store.ts';
import { ApiKeys } from '../src/server/accounts/api-keys.ts';
import { PublishedDomainStore } from '../src/server/publishing/published-domain-store.ts';
import type { Database } from '../src/server/store/database.ts';
import { connectPostgres } from '../src/server/store/postgres/postgres.ts';
import { openSqlite } from '../src/server/store/sqlite/sqlite.ts';
import { startPostgres } from '../test/support/postgres-process.ts';
import { publishDomains } from '../test/support/publish-domains.ts';
import { check, finish } from './support/guarantee.ts';

/**
 * Lets two processes decide about the same thing at once: two services on one PostgreSQL, and a service and a command on one data folder.
 * `CITABLE_RACE_ROUNDS` sets a smaller number of rounds.
 */
const ROUNDS = Number(process.env['CITABLE_RACE_ROUNDS'] ?? 100);
const PER_DAY = 5;
const REQUESTS = 5;
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SETTINGS = { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off', SNAPSHOT_STORE: 'none' };
const run = promisify(execFile);

interface Made {
  readonly id: string;
  readonly key: string;
}

/** Makes keys for one round. */
async function makeKey(
  db: Kysely<Database>,
  name: string,
  options: Pick<NewApiKey, 'isAdmin' | 'auditsPerDay'> = {},
): Promise<Made> {
  const keys = new ApiKeys(new ApiKeyStore(db));
  const key = (await keys.create(name, options)) ?? '';
  return { id: (await keys.verify(key))?.id ?? '', key };
}

/** Sends a request with a key. @returns the status */
async function send(url: string, key: string, method: string, path: string, body?: object): Promise<number> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${key}`, ...type }, ...json });
  await response.arrayBuffer();
  return response.status;
}

async function countUnfinished(db: Kysely<Database>, keyId: string): Promise<number> {
  const rows = await db
    .selectFrom('audits')
    .select('id')
    .where('key_id', '=', keyId)
    .where('status', '=', 'queued')
    .execute();
  const batches = db.selectFrom('batches').select('id').where('key_id', '=', keyId).where('finished_at', 'is', null);
  return rows.length + (await batches.execute()).length;
}

/** Revokes all keys, so that a round begins with its own alone. */
async function revokeAll(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: '2026-01-01T00:00:00.000Z' })
    .where('revoked_at', 'is', null)
    .execute();
}

async function raceServices(db: Kysely<Database>, [one, two]: readonly [string, string]): Promise<void> {
  const seen = { accepted: 0, most: 0, admins: 0, ownerless: 0, left: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await revokeAll(db);
    const shop = await makeKey(db, `shop ${round}`, { auditsPerDay: PER_DAY });
    const post = (url: string, n: string) =>
      send(url, shop.key, 'POST', '/api/audit', { domain: `r${round}-${n}.example.com` });
    const audits = Array.from({ length: REQUESTS }, (_, n) => [post(one, `a${n}`), post(two, `b${n}`)]).flat();
    const accepted = (await Promise.all(audits)).filter((status) => status === 202).length;
    seen.accepted += accepted;
    seen.most = Math.max(seen.most, accepted);

    const [a, b] = [await makeKey(db, 'a', { isAdmin: true }), await makeKey(db, 'b', { isAdmin: true })];
    await Promise.all([
      send(one, a.key, 'DELETE', `/api/keys/${b.id}`),
      send(two, b.key, 'DELETE', `/api/keys/${a.id}`),
    ]);
    const admins = db.selectFrom('api_keys').select('id').where('is_admin', '=', 1).where('revoked_at', 'is', null);
    seen.admins += (await admins.execute()).length === 1 ? 1 : 0;

    const boss = await makeKey(db, 'boss', { isAdmin: true });
    const [owner, heir] = [await makeKey(db, 'owner'), await makeKey(db, 'heir')];
    const domain = `owned-${round}.example.com`;
    await publishDomains(db, [domain], owner.id);
    await Promise.all([
      send(one, boss.key, 'DELETE', `/api/keys/${owner.id}?heir=${heir.id}`),
      send(two, boss.key, 'DELETE', `/api/keys/${heir.id}`),
    ]);
    seen.ownerless += (await new PublishedDomainStore(db).findOwner(domain)) === null ? 1 : 0;

    const worker = await makeKey(db, 'worker');
    const domains = Array.from({ length: 20 }, (_, n) => `w${round}-${n}.example.com`);
    await Promise.all([
      send(one, worker.key, 'POST', '/api/audits', { domains }),
      send(one, worker.key, 'POST', '/api/audit', { domain: `w${round}.example.com` }),
      send(two, boss.key, 'DELETE', `/api/keys/${worker.id}`),
    ]);
    seen.left += await countUnfinished(db, worker.id);
  }
  const rounds = `in ${ROUNDS} rounds`;
  check(
    `PostgreSQL: a key with ${PER_DAY} audits a day gets them and no more`,
    seen.accepted === ROUNDS * PER_DAY && seen.most === PER_DAY,
    `${seen.accepted} accepted ${rounds}, at most ${seen.most} in one`,
  );
  check('PostgreSQL: of two last admin keys one stays', seen.admins === ROUNDS, `${seen.admins} ${rounds}`);
  check('PostgreSQL: no domain loses its owner', seen.ownerless === 0, `${seen.ownerless} ${rounds}`);
  check('PostgreSQL: nothing of a revoked key waits', seen.left === 0, `${seen.left} audits and batches ${rounds}`);
}

async function raceCommand(db: Kysely<Database>, url: string, dataDir: string): Promise<void> {
  const command = (...words: string[]) =>
    run(process.execPath, [MAIN, ...words], { env: { ...process.env, DATA_DIR: dataDir } }).catch(() => undefined);
  const seen = { ownerless: 0, left: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await revokeAll(db);
    const boss = await makeKey(db, 'boss', { isAdmin: true });
    const [owner, heir] = [await makeKey(db, 'owner'), await makeKey(db, 'heir')];
    const domain = `owned-${round}.example.com`;
    await publishDomains(db, [domain], owner.id);
    const revoked = command('keys', 'revoke', 'owner', '--to', 'heir');
    let isDone = false;
    void revoked.then(() => {
      isDone = true;
    });
    // Audits are requested, and the heir is revoked, until the command has ended.
    for (let n = 0; !isDone; n += 1) {
      await Promise.all([
        send(url, owner.key, 'POST', '/api/audit', { domain: `r${round}-${n}.example.com` }),
        n % 5 === 4 ? send(url, boss.key, 'DELETE', `/api/keys/${heir.id}`) : null,
      ]);
    }
    await revoked;
    const isRevoked = (await new ApiKeyStore(db).find(owner.id))?.revokedAt !== null;
    seen.ownerless += (await new PublishedDomainStore(db).findOwner(domain)) === null ? 1 : 0;
    if (isRevoked) seen.left += await countUnfinished(db, owner.id);
  }
  check('SQLite: no domain loses its owner', seen.ownerless === 0, `${seen.ownerless} in ${ROUNDS} rounds`);
  check(
    'SQLite: nothing of a revoked key waits',
    seen.left === 0,
    `${seen.left} audits and batches in ${ROUNDS} rounds`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'citable-races-'));
const postgres = await startPostgres({ isDurable: false });
const started: { end(signal: NodeJS.Signals): Promise<unknown> }[] = [];
try {
  const url = await postgres.makeDatabase();
  const serve = async (name: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const service = startCommand(join(folder, name), { ...SETTINGS, ...env });
    started.push(service);
    return service.url;
  };
  const shared = {
    DATABASE_URL: url,
    RUN_AUDITS: 'off',
    BASE_URL: 'https://citable.example.com',
    MAX_QUEUED_AUDITS: '100000',
  };
  const services = [await serve('one', shared), await serve('two', shared)] as const;
  const db = connectPostgres(url, 2);
  await raceServices(db, services);
  await db.destroy();
  const alone = await serve('sqlite', { MAX_QUEUED_AUDITS: '100000' });
  const sqlite = await openSqlite(join(folder, 'sqlite'));
  await raceCommand(sqlite, alone, join(folder, 'sqlite'));
  await sqlite.destroy();
  finish();
} finally {
  for (const service of started) await service.end('SIGKILL');
  await postgres.close();
  await rm(folder, { recursive: true });
}
