import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { DETECTION_LINES, detectLogFormat } from '../../traffic/formats/catalogue.ts';
import { mergeTally } from '../../traffic/tally.ts';
import { compressionOf, type LogSource, readLines } from './log-source.ts';
import type { LogThreadData } from './log-thread.ts';
import { type LogResult, MAX_SAMPLES, type ReadOptions, readLog, UnreadableLog } from './read-log.ts';

/** Smallest part of a file that gets a thread of its own, in bytes. */
const MIN_PART_BYTES = 16 * 1024 * 1024;
/** Lines before the first entry that may name columns. */
const MAX_HEADER_LINES = 10;

/**
 * Reads logs, large ones by several threads.
 *
 * @param format name or notation; null to detect each file's
 * @throws UnreadableLog when a file's format is not known, or what opening a file throws
 */
export async function readLogs(
  paths: readonly string[],
  filter: Omit<ReadOptions, 'header'>,
): Promise<{ readonly result: LogResult; readonly formats: ReadonlySet<string> }> {
  const jobs: LogThreadData[] = [];
  for (const path of paths) {
    const sources = await partsOf(path);
    const options = { ...filter, header: [] };
    const opened = sources.length > 1 ? await openLog(path, options) : options;
    for (const source of sources) jobs.push({ source, options: opened });
  }
  const limit = pLimit(availableParallelism());
  const results = await Promise.all(
    jobs.map((job) => (jobs.length === 1 ? readLog(job.source, job.options) : limit(() => readInThread(job)))),
  );
  const [result, ...rest] = results;
  if (result === undefined) throw new UnreadableLog('No log was named.');
  for (const other of rest) {
    mergeTally(result.tally, other.tally);
    result.lines += other.lines;
    result.bad += other.bad;
    result.outside += other.outside;
    result.samples.push(...other.samples.slice(0, Math.max(0, MAX_SAMPLES - result.samples.length)));
  }
  return { result, formats: new Set(results.map(({ format }) => format)) };
}

/** Detects the format and the header of a file that is read in parts. */
async function openLog(path: string, options: ReadOptions): Promise<ReadOptions> {
  const first: string[] = [];
  await readLines(
    { path, from: 0, to: null },
    (line) => first.push(line) < DETECTION_LINES,
    () => undefined,
  );
  const format = options.format ?? detectLogFormat(first)?.name ?? null;
  if (format === null) throw new UnreadableLog(`The format of ${path} is not known. Name it with --log-format.`);
  return { ...options, format, header: first.filter((line) => line.startsWith('#')).slice(0, MAX_HEADER_LINES) };
}

/** Divides a large uncompressed file among the processors. */
async function partsOf(path: string): Promise<LogSource[]> {
  if (path === '-' || (await compressionOf(path)) !== null) return [{ path, from: 0, to: null }];
  const { size } = await stat(path);
  const count = Math.max(1, Math.min(availableParallelism(), Math.floor(size / MIN_PART_BYTES)));
  const bytes = Math.ceil(size / count);
  return Array.from({ length: count }, (_, at) => ({
    path,
    from: at * bytes,
    to: at === count - 1 ? null : (at + 1) * bytes,
  }));
}

async function readInThread(data: LogThreadData): Promise<LogResult> {
  const script = new URL(`log-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(script, { workerData: data });
  try {
    const [result]: LogResult[] = await once(thread, 'message');
    if (result === undefined) throw new Error('A thread ended without a result.');
    return result;
  } finally {
    await thread.terminate();
  }
}
