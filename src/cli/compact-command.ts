import { lockDataFolder } from '../server/store/sqlite/data-folder-lock.ts';
import { compactSqlite } from '../server/store/sqlite/sqlite-pages.ts';
import { readConfig } from '../values/config.ts';
import { EXIT, reasonOf, refuse } from './exit.ts';
import { withExistingStore } from './with-store.ts';

/**
 * Runs `citable compact`: makes the file of the database in `DATA_DIR` as small as its contents. The service must be stopped. PostgreSQL
 * does this by itself.
 *
 * @returns the exit status
 */
export async function compact(): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { DATABASE_URL, DATA_DIR } = read.config;
  if (DATABASE_URL !== undefined)
    return refuse('DATABASE_URL is set. PostgreSQL reuses free space by itself.', EXIT.notDone);
  const opened = await withExistingStore(async () => EXIT.fine);
  if (opened !== EXIT.fine) return opened;
  try {
    const unlock = lockDataFolder(DATA_DIR);
    try {
      const result = compactSqlite(DATA_DIR);
      if (!result.ok) return refuse(result.problem, EXIT.notDone);
      process.stderr.write(`The database in ${DATA_DIR} has ${result.after} bytes. It had ${result.before}.\n`);
      return EXIT.fine;
    } finally {
      unlock();
    }
  } catch (error) {
    return refuse(`The database in ${DATA_DIR} was not changed: ${reasonOf(error)}.`, EXIT.notDone);
  }
}
