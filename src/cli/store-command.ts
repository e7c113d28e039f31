import { readConfig } from '../config.ts';
import { nameOfStore, openStore, type Store } from '../store/store.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { EXIT } from './exit-code.ts';
import { reasonOf, refuse } from './refusal.ts';

/** Nothing was done: what the command is about is not there, or the store cannot be used. */
export const NOT_DONE = 1;

/** Opens the store that the environment names for a short command, beside a service that uses it. @returns the exit status */
export async function withStore(use: (store: Store) => Promise<number>): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const name = nameOfStore(read.config);
  const store = await openStore(read.config).catch((error: unknown) => reasonOf(error));
  if (typeof store === 'string') return refuse(`${name} cannot be used: ${store}.`, NOT_DONE);
  try {
    return await use(store);
  } catch (error) {
    if (!(error instanceof StoreUnwritable)) throw error;
    return refuse(`${name} cannot be written: ${reasonOf(error.cause)}.`, NOT_DONE);
  } finally {
    await store.close();
  }
}
