import { readConfig } from '../config.ts';
import { backUpSqlite } from '../store/backup.ts';
import { EXIT } from './exit-code.ts';
import { reasonOf, refuse } from './refusal.ts';

/** Nothing was copied. */
const NOT_DONE = 1;

/**
 * `citable backup FILE`: copies the database of `DATA_DIR` into one file, also while the service runs on it.
 * @returns the exit status
 */
export async function backup(file: string): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { DATA_DIR } = read.config;
  try {
    const result = await backUpSqlite(DATA_DIR, file);
    if (!result.ok) return refuse(result.problem, NOT_DONE);
    process.stderr.write(`The database of ${DATA_DIR} is in ${file}: ${result.bytes} bytes.\n`);
    return EXIT.fine;
  } catch (error) {
    return refuse(`${file} could not be written: ${reasonOf(error)}.`, NOT_DONE);
  }
}
