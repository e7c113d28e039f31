import { existsSync, statSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { ApiKeys, isKeyName } from '../service/api-keys.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { sqlitePath } from '../store/sqlite-connection.ts';
import { nameOfStore, openStore } from '../store/store.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { EXIT } from './exit-code.ts';
import { reasonOf, refuse } from './refusal.ts';

/** Nothing was done: the name is taken, there is no such key, or the store cannot be used. */
const NOT_DONE = 1;

/**
 * `citable keys create NAME`: prints the new key alone on standard output.
 * @returns the exit status, as the other two
 */
export function createKey(name: string): Promise<number> {
  return withKeys(async (keys) => {
    if (!isKeyName(name)) return refuse('A name is one line of 1 to 64 printable characters.', EXIT.wrongUsage);
    const key = await keys.create(name);
    if (key === null) return refuse(`There is a key named ${name} already; revoke it, or take another name.`, NOT_DONE);
    process.stderr.write(`The key ${name}, shown only now:\n`);
    process.stdout.write(`${key}\n`);
    return EXIT.fine;
  });
}

/** `citable keys list`: one line for each key, tab-separated: id, name, made, revoked. */
export function listKeys(): Promise<number> {
  return withPresentKeys(async (keys) => {
    for (const { id, name, createdAt, revokedAt } of await keys.list()) {
      process.stdout.write(
        `${[id, name, createdAt, revokedAt === null ? 'in use' : `revoked ${revokedAt}`].join('\t')}\n`,
      );
    }
    return EXIT.fine;
  });
}

/** `citable keys revoke ID-or-NAME`: holds from the next request on, also of a server that runs. */
export function revokeKey(idOrName: string): Promise<number> {
  return withPresentKeys(async (keys) => {
    const revoked = await keys.revoke(idOrName);
    if (revoked === null) return refuse('No key in use has that id or name; see citable keys list.', NOT_DONE);
    process.stderr.write(`The key ${revoked.name} (${revoked.id}) is revoked.\n`);
    return EXIT.fine;
  });
}

/** The same without making a data folder: where there is none, there are no keys. */
async function withPresentKeys(use: (keys: ApiKeys) => Promise<number>): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { DATABASE_URL, DATA_DIR } = read.config;
  const folder = statSync(DATA_DIR, { throwIfNoEntry: false });
  const isEmpty = folder === undefined || (folder.isDirectory() && !existsSync(sqlitePath(DATA_DIR)));
  if (DATABASE_URL !== undefined || !isEmpty) return withKeys(use);
  const missing = folder === undefined ? `no data folder ${DATA_DIR}` : `no database in the data folder ${DATA_DIR}`;
  return refuse(`There is ${missing} yet, and so no key. DATA_DIR says where it is.`, NOT_DONE);
}

async function withKeys(use: (keys: ApiKeys) => Promise<number>): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const name = nameOfStore(read.config);
  const store = await openStore(read.config).catch((error: unknown) => reasonOf(error));
  if (typeof store === 'string') return refuse(`${name} cannot be used: ${store}.`, NOT_DONE);
  try {
    return await use(new ApiKeys(new ApiKeyStore(store.db)));
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    return refuse(`${name} cannot be written: ${reasonOf(error.cause)}.`, NOT_DONE);
  } finally {
    await store.close();
  }
}
