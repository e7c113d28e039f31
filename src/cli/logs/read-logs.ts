import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { detectCompression, type LogSource, readLines } from './log-source.ts';
import type { ThreadMessage } from './log-thread.ts';
import {
  addResult,
  type LogJob,
  type LogJobs,
  type LogResult,
  type ReadOptions,
  readInOrder,
  UnreadableLog,
} from './read-log.ts';

/** Smallest part of a file that gets a thread of its own, in bytes. */
const MIN_PART_BYTES = 16 * 1024 * 1024;
/** Lines among which one that later ones need is searched for. */
const HEADER_LINES = 100;
/** Memory of each thread for new objects. With V8's default, threads take a third more memory and are not faster. */
const YOUNG_GENERATION_MB = 16;

/**
 * Reads logs by several threads: parts of large files, and several small files in each.
 *
 * @throws UnreadableLog when a file's format is not known, or what opening a file throws
 */
export async function readLogs(paths: readonly string[], options: ReadOptions): Promise<LogResult> {
  const jobs: SizedJob[] = [];
  for (const path of paths) jobs.push(...(await createJobs(path, options)));
  const groups = groupJobs(jobs);
  const limit = pLimit(availableParallelism());
  const results = await Promise.all(
    groups.map((group) => (groups.length === 1 ? readInOrder(group) : limit(() => readInThread(group)))),
  );
  const [result, ...rest] = results;
  if (result === undefined) throw new UnreadableLog('No log was named.');
  for (const other of rest) addResult(result, other);
  return result;
}

interface SizedJob {
  readonly job: LogJob;
  /** Bytes to read, about. */
  readonly size: number;
}

/** A file as one job, or the parts of a large one. */
async function createJobs(path: string, options: ReadOptions): Promise<SizedJob[]> {
  const sources = await splitFile(path);
  const size = sources.length > 1 ? MIN_PART_BYTES : await estimateSize(path);
  return sources.map((source) => ({ job: { source, options }, size }));
}

/** Divides jobs among threads: those that follow each other and are small together share one. */
function groupJobs(jobs: readonly SizedJob[]): [LogJob, ...LogJob[]][] {
  const groups: [LogJob, ...LogJob[]][] = [];
  let total = 0;
  for (const { job, size } of jobs) {
    const group = groups.at(-1);
    if (group === undefined || total + size > MIN_PART_BYTES) {
      groups.push([job]);
      total = size;
    } else {
      group.push(job);
      total += size;
    }
  }
  return groups;
}

/** Returns whether one of the first lines names columns, or begins an object that goes on in later lines. */
async function hasHeader(path: string): Promise<boolean> {
  let line = 0;
  let isFound = false;
  await readLines(
    { path, from: 0, to: null },
    (text) => {
      isFound = text.startsWith('#Fields:') || /^\s*[[{]\s*$/.test(text);
      return !isFound && ++line < HEADER_LINES;
    },
    () => undefined,
  );
  return isFound;
}

/** Divides a large uncompressed file among the processors, unless lines cannot be read without earlier ones. */
async function splitFile(path: string): Promise<LogSource[]> {
  const whole = [{ path, from: 0, to: null }];
  if (path === '-' || (await detectCompression(path)) !== null) return whole;
  const { size } = await stat(path);
  const count = Math.max(1, Math.min(availableParallelism(), Math.floor(size / MIN_PART_BYTES)));
  if (count === 1 || (await hasHeader(path))) return whole;
  const bytes = Math.ceil(size / count);
  return Array.from({ length: count }, (_, at) => ({
    path,
    from: at * bytes,
    to: at === count - 1 ? null : (at + 1) * bytes,
  }));
}

/** Bytes to read, about: compressed logs become ten times as large. Standard input may be of any size. */
async function estimateSize(path: string): Promise<number> {
  if (path === '-') return MIN_PART_BYTES;
  const { size } = await stat(path);
  return (await detectCompression(path)) === null ? size : 10 * size;
}

async function readInThread(jobs: LogJobs): Promise<LogResult> {
  const script = new URL(`log-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(script, {
    workerData: jobs,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  try {
    const [message]: ThreadMessage[] = await once(thread, 'message');
    if (message === undefined) throw new Error('A thread ended without a result.');
    if ('problem' in message) throw new UnreadableLog(message.problem);
    return message;
  } finally {
    await thread.terminate();
  }
}
