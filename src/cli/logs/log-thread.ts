import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../exit.ts';
import { type LogJobs, type LogResult, readInOrder, UnreadableLog } from './read-log.ts';

/** What a thread sends: a result, or why a log cannot be read. An error would lose its class on the way. */
export type ThreadMessage = LogResult | { readonly problem: string };

const jobs: LogJobs = workerData;
readInOrder(jobs)
  .catch((error: unknown): ThreadMessage => {
    if (error instanceof UnreadableLog) return { problem: error.message };
    if (error instanceof Error && 'code' in error) return { problem: `A log cannot be read: ${describeError(error)}.` };
    throw error;
  })
  .then((message) => parentPort?.postMessage(message));
