import { lockDataFolder } from '../server/store/sqlite/data-folder-lock.ts';
import { backUpSqlite } from '../server/store/sqlite/sqlite-backup.ts';
import { compactSqlite } from '../server/store/sqlite/sqlite-pages.ts';
import { describeError, EXIT, refuse } from './exit.ts';
import { withConfig, withExistingStore } from './with-store.ts';

/**
 * Runs `citable backup FILE`: copies the database of `DATA_DIR` into one file, also while the service runs. PostgreSQL has its own
 * backups.
 *
 * @returns the exit status
 */
export function backup(file: string): Promise<number> {
  const instead = 'Back up that PostgreSQL database with pg_dump (see docs/operating.md).';
  return inDataFolder(instead, async (folder) => {
    try {
      const result = await backUpSqlite(folder, file);
      if (!result.ok) return refuse(result.problem, EXIT.notDone);
      process.stderr.write(`The database in ${folder} was copied to ${file}: ${result.bytes} bytes.\n`);
      return EXIT.fine;
    } catch (error) {
      return refuse(`${file} could not be written: ${describeError(error)}.`, EXIT.notDone);
    }
  });
}

/**
 * Runs `citable compact`: makes the file of the database in `DATA_DIR` as small as its contents. The service must be stopped. PostgreSQL
 * does this by itself.
 *
 * @returns the exit status
 */
export function compact(): Promise<number> {
  return inDataFolder('PostgreSQL reuses free space by itself.', async (folder) => {
    const opened = await withExistingStore(async () => EXIT.fine);
    if (opened !== EXIT.fine) return opened;
    try {
      const unlock = lockDataFolder(folder);
      try {
        const result = compactSqlite(folder);
        if (!result.ok) return refuse(result.problem, EXIT.notDone);
        process.stderr.write(`The database in ${folder} has ${result.after} bytes. It had ${result.before}.\n`);
        return EXIT.fine;
      } finally {
        unlock();
      }
    } catch (error) {
      return refuse(`The database in ${folder} was not changed: ${describeError(error)}.`, EXIT.notDone);
    }
  });
}

/** Calls `act` with the folder of the embedded database. Refuses where PostgreSQL is used. @param instead what its operator does */
function inDataFolder(instead: string, act: (folder: string) => Promise<number>): Promise<number> {
  return withConfig(async ({ DATABASE_URL, DATA_DIR }) =>
    DATABASE_URL === undefined ? act(DATA_DIR) : refuse(`DATABASE_URL is set. ${instead}`, EXIT.notDone),
  );
}
