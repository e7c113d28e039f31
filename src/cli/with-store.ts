import { existsSync, statSync } from 'node:fs';
import { sqlitePath } from '../server/store/sqlite/sqlite-connection.ts';
import { nameOfStore, openStore, type Store } from '../server/store/store.ts';
import { StoreUnwritable } from '../server/store/unwritable.ts';
import { type Config, readConfig } from '../values/config.ts';
import { describeError, EXIT, refuse, storeProblem } from './exit.ts';

/** Calls `use` with the settings of the environment. @returns the exit status */
export async function withConfig(use: (config: Config) => Promise<number>): Promise<number> {
  const read = readConfig(process.env);
  return read.ok ? use(read.config) : refuse(read.problem, EXIT.wrongUsage);
}

/** Opens the store of the environment for a command. A service may use it at the same time. @returns the exit status */
export function withStore(use: (store: Store) => Promise<number>): Promise<number> {
  return withConfig(async (config) => {
    const name = nameOfStore(config);
    const store = await openStore(config).catch((error: unknown) => storeProblem(name, error));
    if (typeof store === 'string') return refuse(store, EXIT.notDone);
    try {
      return await use(store);
    } catch (error) {
      if (!(error instanceof StoreUnwritable)) throw error;
      return refuse(`${name} cannot be written: ${describeError(error.cause)}.`, EXIT.notDone);
    } finally {
      await store.close();
    }
  });
}

/** Opens the store as {@link withStore} does, but creates none. */
export function withExistingStore(use: (store: Store) => Promise<number>): Promise<number> {
  return withConfig(async ({ DATABASE_URL, DATA_DIR }) => {
    const folder = statSync(DATA_DIR, { throwIfNoEntry: false });
    const isEmpty = folder === undefined || (folder.isDirectory() && !existsSync(sqlitePath(DATA_DIR)));
    if (DATABASE_URL !== undefined || !isEmpty) return withStore(use);
    const missing = folder === undefined ? `no data folder ${DATA_DIR}` : `no database in the data folder ${DATA_DIR}`;
    return refuse(`There is ${missing}. Set DATA_DIR to the folder that the service uses.`, EXIT.notDone);
  });
}
