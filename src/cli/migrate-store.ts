import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { type Moved, type MoveProgress, moveStore } from '../store/move/move-store.ts';
import { MoveRefused } from '../store/move/refused.ts';
import { openMoveSource } from '../store/move/source.ts';
import { openPostgres } from '../store/postgres/postgres.ts';
import { BucketFailure } from '../store/snapshots/bucket-failure.ts';
import { openSnapshots } from '../store/snapshots/open-snapshots.ts';
import { snapshotFiles } from '../store/snapshots/snapshot-files.ts';
import { nameOfStore } from '../store/store.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { EXIT } from './exit-code.ts';
import { progressOn } from './progress.ts';
import { reasonOf, refuse } from './refusal.ts';
import { nextStopSignal } from './stop-signal.ts';

/** Not everything was moved: the same command goes on. */
const NOT_DONE = 1;
/** A line is rewritten this often at most. */
const SHOW_MS = 100;

/**
 * `citable migrate-store`: moves the embedded database of `DATA_DIR` into the PostgreSQL of `DATABASE_URL`. Each table is a line
 * on standard output, tab-separated: name, rows, checksum.
 * @returns the exit status
 */
export async function migrateStore(): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) return refuse(read.problem, EXIT.wrongUsage);
  const { config } = read;
  const { DATABASE_URL: url } = config;
  if (url === undefined)
    return refuse('DATABASE_URL is not set: it says which PostgreSQL to move into.', EXIT.wrongUsage);
  const name = nameOfStore(config);
  try {
    tell(await move(config, url, name), config, name);
    return EXIT.fine;
  } catch (error) {
    if (error instanceof MoveRefused) return refuse(error.message, NOT_DONE);
    if (error instanceof BucketFailure)
      return refuse(`${error.message} The same command goes on from there.`, NOT_DONE);
    if (!(error instanceof StoreUnwritable)) throw error;
    return refuse(
      `${name} cannot be written: ${reasonOf(error.cause)}; the same command goes on from there.`,
      NOT_DONE,
    );
  }
}

async function move(config: Config, url: string, name: string): Promise<Moved> {
  const { DATA_DIR } = config;
  const source = await usable(`DATA_DIR ${DATA_DIR}`, () => openMoveSource(DATA_DIR));
  try {
    // The rows of a whole table are compared by one statement.
    const target = await usable(name, () => openPostgres(url, undefined, null));
    const line = lineOn(process.stderr);
    const interruption = new AbortController();
    void nextStopSignal().then(() => interruption.abort());
    try {
      return await moveStore(source, target, {
        name,
        snapshots: await snapshotsToCopy(config),
        onProgress: line.show,
        signal: interruption.signal,
      });
    } finally {
      line.end();
      await target.destroy();
    }
  } finally {
    source.close();
  }
}

/** Files stay where they are; a bucket takes them. */
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
    throw new MoveRefused(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function lineOn(stream: NodeJS.WriteStream) {
  const progress = progressOn(stream);
  let shown = Number.NEGATIVE_INFINITY;
  return {
    show: ({ doing, what, done, all }: MoveProgress) => {
      const now = performance.now();
      if (now - shown < SHOW_MS) return;
      shown = now;
      progress.show(`${doing} ${what}: ${done} of ${all}`);
    },
    end: progress.end,
  };
}

function tell(moved: Moved, { DATA_DIR }: Config, name: string): void {
  if (!moved.isNew) {
    process.stderr.write(`All of ${DATA_DIR} was moved to ${name} by ${moved.finishedAt}; nothing is left to do.\n`);
    return;
  }
  for (const { name: table, rows, sum } of moved.tables)
    process.stdout.write(`${table}\t${rows}\t${sum.toString(16)}\n`);
  const rows = moved.tables.reduce((all, table) => all + table.rows, 0);
  const { copied, missing } = moved.snapshots;
  const lost = missing === 0 ? '' : `; ${missing} snapshots were not there`;
  const pages = copied === 0 ? '' : ` and ${copied} snapshots`;
  process.stderr.write(`${rows} rows${pages} of ${DATA_DIR} are in ${name}, the same in both${lost}.\n`);
}
