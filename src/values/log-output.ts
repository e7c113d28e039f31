import { constants, fstatSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type DestinationStream, pino } from 'pino';

/** Maximum size of a backlog of lines that cannot be written yet, in bytes. */
const MAX_BACKLOG = 16 * 1024 * 1024;
/** Interval between attempts to write the backlog of a full pipe. */
const RETRY_MS = 10;
/** Maximum time that the end of the process waits for the reader of a full pipe. */
const FINAL_FLUSH_MS = 1_000;

export interface LogOutput extends DestinationStream {
  /** Lines that did not fit into the backlog so far. */
  lostLines(): number;
}

/**
 * Writes lines to an open file, terminal, pipe or socket without ever waiting for its reader. Lines that a full pipe or disk
 * does not accept go into a bounded backlog; lines beyond it are dropped and counted. All lines of one round of the event
 * loop are written at once. At the end of the process, a pipe has up to a second to accept the backlog.
 *
 * @param fd a socket must be non-blocking, as the first use of `process.stdout` makes it
 * @param tell receives a message when lines cannot be written or are lost, and when writing works again
 */
export function openLogOutput(fd: number, tell: (said: string) => void): LogOutput {
  const output = pino.destination({
    fd: withoutBlocking(fd),
    sync: true,
    maxLength: MAX_BACKLOG,
    // A retry inside pino would block the thread until the reader continues.
    retryEAGAIN: () => false,
  });
  const losses = new Losses(tell);
  let isPipeFull = false;
  let isRetryDue = false;
  let held = '';
  const write = () => {
    const lines = held;
    held = '';
    isPipeFull = false;
    output.write(lines);
  };
  output.on('drop', (lines: string) => losses.add(lines.split('\n').length - 1));
  output.on('drain', () => losses.recover());
  output.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (code !== 'EAGAIN') {
      losses.fail(code);
      return;
    }
    isPipeFull = true;
    if (isRetryDue) return;
    isRetryDue = true;
    const retry = () => {
      isRetryDue = false;
      write();
    };
    setTimeout(retry, RETRY_MS).unref();
  });
  process.on('exit', () => {
    write();
    const deadline = performance.now() + FINAL_FLUSH_MS;
    while (isPipeFull && performance.now() < deadline) {
      block(RETRY_MS);
      write();
    }
  });
  return {
    write: (line) => {
      if (held === '') setImmediate(write);
      held += line;
    },
    lostLines: () => losses.total,
  };
}

/** Counts lost lines, and reports to the operator when a loss begins and how many lines were lost. */
class Losses {
  readonly #tell: (said: string) => void;
  #isTold = false;
  #lost = 0;
  total = 0;

  constructor(tell: (said: string) => void) {
    this.#tell = tell;
  }

  /** Reports that the output cannot be written, for another reason than a slow reader. */
  fail(code: string): void {
    // A reader that has closed the pipe is not a fault.
    if (code !== 'EPIPE') this.#begin(`the log cannot be written (${code}); its lines wait in memory.`);
  }

  add(lines: number): void {
    this.#lost += lines;
    this.total += lines;
    this.#begin(
      'nobody reads the log, and its lines no longer fit into memory: further lines are lost until it is read again.',
    );
  }

  /** Reports that the whole backlog is written. */
  recover(): void {
    if (!this.#isTold) return;
    this.#tell(`the log is written again${this.#lost === 0 ? '' : `; ${this.#lost} lines were lost`}.`);
    this.#isTold = false;
    this.#lost = 0;
  }

  #begin(said: string): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#tell(said);
  }
}

/**
 * Reopens a pipe or terminal in non-blocking mode. The mode of the inherited descriptor is shared with other processes, which
 * may change it. Returns the same descriptor where it cannot be reopened, as with sockets.
 */
function withoutBlocking(fd: number): number {
  if (!fstatSync(fd).isFIFO() && !isatty(fd)) return fd;
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    return openSync(`/proc/self/fd/${fd}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return fd;
  }
}

/** Blocks the thread. Only for the end of the process. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
