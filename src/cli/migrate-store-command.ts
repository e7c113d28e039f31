import { join } from 'node:path';
import { type Moved, moveStore } from '../server/store/move/move-store.ts';
import { MoveRefused, openMoveSource } from '../server/store/move/source.ts';
import { openPostgres } from '../server/store/postgres/postgres.ts';
import { BucketFailure } from '../server/store/snapshots/bucket-failure.ts';
import { openSnapshots } from '../server/store/snapshots/open-snapshots.ts';
import { snapshotFiles } from '../server/store/snapshots/snapshot-files.ts';
import { nameOfStore } from '../server/store/store.ts';
import { StoreUnwritable } from '../server/store/unwritable.ts';
import type { Config } from '../values/config.ts';
import { describeError, EXIT, refuse, storeProblem } from './exit.ts';
import { progressOn } from './terminal.ts';
import { withConfig } from './with-store.ts';

/**
 * Runs `citable migrate-store`: copies the embedded database of `DATA_DIR` into the PostgreSQL of `DATABASE_URL`. If it fails,
 * that database stays empty. Prints a line for each table: name, rows, checksum; tab-separated.
 *
 * @returns the exit status
 */
export function migrateStore(): Promise<number> {
  return withConfig(migrate);
}

async function migrate(config: Config): Promise<number> {
  const { DATA_DIR, DATABASE_URL: url } = config;
  if (url === undefined)
    return refuse('DATABASE_URL is not set. Set it to the PostgreSQL database to move to.', EXIT.wrongUsage);
  const name = nameOfStore(config);
  try {
    const { tables, snapshots } = await move(config, url, name);
    for (const { name: table, rows, sum } of tables) process.stdout.write(`${table}\t${rows}\t${sum.toString(16)}\n`);
    const rows = tables.reduce((all, table) => all + table.rows, 0);
    const lost = snapshots.missing === 0 ? '' : `; ${snapshots.missing} snapshots were missing`;
    const pages = snapshots.copied === 0 ? '' : ` and ${snapshots.copied} snapshots`;
    process.stderr.write(`${rows} rows${pages} of ${DATA_DIR} were moved to ${name} and verified${lost}.\n`);
    return EXIT.fine;
  } catch (error) {
    if (error instanceof MoveRefused) return refuse(error.message, EXIT.notDone);
    const problem =
      error instanceof StoreUnwritable ? `${name} cannot be written: ${describeError(error.cause)}.` : null;
    if (problem === null && !(error instanceof BucketFailure)) throw error;
    return refuse(`${problem ?? describeError(error)} Run the command again.`, EXIT.notDone);
  }
}

async function move(config: Config, url: string, name: string): Promise<Moved> {
  const { DATA_DIR } = config;
  const source = await usable(`DATA_DIR ${DATA_DIR}`, () => openMoveSource(DATA_DIR));
  try {
    // Without a statement timeout: one statement compares all rows of a table.
    const target = await usable(name, () => openPostgres(url, undefined, null));
    const progress = progressOn(process.stderr);
    try {
      return await moveStore(source.database, target, {
        name,
        snapshots: await snapshotsToCopy(config),
        onProgress: (what, done) => progress.show(`${what}: ${done}`),
      });
    } finally {
      progress.end();
      await target.destroy();
    }
  } finally {
    source.close();
  }
}

/** Returns the snapshots to copy: none to files, which stay where they are; all to a bucket. */
async function snapshotsToCopy(config: Config) {
  if (config.SNAPSHOT_STORE === 'file') return null;
  const to = openSnapshots(config);
  await to?.check();
  return to === null ? null : { from: snapshotFiles(join(config.DATA_DIR, 'snapshots')), to };
}

async function usable<Result>(name: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof MoveRefused) throw error;
    throw new MoveRefused(storeProblem(name, error), { cause: error });
  }
}
