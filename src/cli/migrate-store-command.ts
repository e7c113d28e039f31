import { join } from 'node:path';
import { type Moved, type MoveProgress, moveStore } from '../server/store/move/move-store.ts';
import { MoveRefused, openMoveSource } from '../server/store/move/source.ts';
import { openPostgres } from '../server/store/postgres/postgres.ts';
import { BucketFailure } from '../server/store/snapshots/bucket-failure.ts';
import { openSnapshots } from '../server/store/snapshots/open-snapshots.ts';
import { snapshotFiles } from '../server/store/snapshots/snapshot-files.ts';
import { nameOfStore } from '../server/store/store.ts';
import { StoreUnwritable } from '../server/store/unwritable.ts';
import { type Config, readConfig } from '../values/config.ts';
import { EXIT, reasonOf, refuse, storeProblem } from './exit.ts';
import { nextStopSignal, progressOn } from './terminal.ts';

/** Shortest time between two updates of the progress, in milliseconds. */
const SHOW_INTERVAL_MS = 100;

/**
 * Runs `citable migrate-store`: moves the embedded database of `DATA_DIR` to the PostgreSQL of `DATABASE_URL`. The same command
 * resumes an interrupted move. Prints a line for each table: name, rows, checksum; tab-separated.
 *
 * @returns the exit status
 */
export async function migrateStore(): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { config } = read;
  const { DATABASE_URL: url } = config;
  if (url === undefined)
    return refuse('DATABASE_URL is not set. Set it to the PostgreSQL database to move to.', EXIT.wrongUsage);
  const name = nameOfStore(config);
  try {
    tell(await move(config, url, name), config, name);
    return EXIT.fine;
  } catch (error) {
    if (error instanceof MoveRefused) return refuse(error.message, EXIT.notDone);
    if (error instanceof BucketFailure)
      return refuse(`${error.message} The same command resumes where it stopped.`, EXIT.notDone);
    if (!(error instanceof StoreUnwritable)) throw error;
    return refuse(
      `${name} cannot be written: ${reasonOf(error.cause)}; the same command resumes where it stopped.`,
      EXIT.notDone,
    );
  }
}

async function move(config: Config, url: string, name: string): Promise<Moved> {
  const { DATA_DIR } = config;
  const source = await usable(`DATA_DIR ${DATA_DIR}`, () => openMoveSource(DATA_DIR));
  try {
    // Without a statement timeout: one statement compares all rows of a table.
    const target = await usable(name, () => openPostgres(url, undefined, null));
    const progress = throttledProgress(process.stderr);
    const interruption = new AbortController();
    void nextStopSignal().then(() => interruption.abort());
    try {
      return await moveStore(source, target, {
        name,
        snapshots: await snapshotsToCopy(config),
        onProgress: progress.show,
        signal: interruption.signal,
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

function throttledProgress(stream: NodeJS.WriteStream) {
  const progress = progressOn(stream);
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show: ({ doing, what, done, all }: MoveProgress) => {
      const now = performance.now();
      if (now - shown < SHOW_INTERVAL_MS) return;
      shown = now;
      progress.show(`${doing} ${what}: ${done} of ${all}`);
    },
    end: progress.end,
  };
}

/** Prints the outcome of the move. */
function tell(moved: Moved, { DATA_DIR }: Config, name: string): void {
  if (!moved.isNew) {
    process.stderr.write(`${DATA_DIR} was already moved to ${name} at ${moved.finishedAt}. There is nothing to do.\n`);
    return;
  }
  for (const { name: table, rows, sum } of moved.tables)
    process.stdout.write(`${table}\t${rows}\t${sum.toString(16)}\n`);
  const rows = moved.tables.reduce((all, table) => all + table.rows, 0);
  const { copied, missing } = moved.snapshots;
  const lost = missing === 0 ? '' : `; ${missing} snapshots were missing`;
  const pages = copied === 0 ? '' : ` and ${copied} snapshots`;
  process.stderr.write(`${rows} rows${pages} of ${DATA_DIR} were moved to ${name} and verified${lost}.\n`);
}
