import { parentPort, workerData } from 'node:worker_threads';
import type { LogSource } from './log-source.ts';
import { type ReadOptions, readLog } from './read-log.ts';

/** What a thread is started with. */
export interface LogThreadData {
  readonly source: LogSource;
  readonly options: ReadOptions;
}

const { source, options }: LogThreadData = workerData;
void readLog(source, options).then((result) => parentPort?.postMessage(result));
