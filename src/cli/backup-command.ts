import { backUpSqlite } from '../server/store/sqlite/sqlite-backup.ts';
import { readConfig } from '../values/config.ts';
import { EXIT, reasonOf, refuse } from './exit.ts';

/**
 * Runs `citable backup FILE`: copies the database of `DATA_DIR` into one file, also while the service runs. PostgreSQL has its own
 * backups.
 *
 * @returns the exit status
 */
export async function backup(file: string): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { DATABASE_URL, DATA_DIR } = read.config;
  if (DATABASE_URL !== undefined) {
    return refuse(
      'DATABASE_URL is set. Back up that PostgreSQL database with pg_dump (see docs/operating.md).',
      EXIT.notDone,
    );
  }
  try {
    const result = await backUpSqlite(DATA_DIR, file);
    if (!result.ok) return refuse(result.problem, EXIT.notDone);
    process.stderr.write(`The database in ${DATA_DIR} was copied to ${file}: ${result.bytes} bytes.\n`);
    return EXIT.fine;
  } catch (error) {
    return refuse(`${file} could not be written: ${reasonOf(error)}.`, EXIT.notDone);
  }
}
