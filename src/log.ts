import { type DestinationStream, type Logger, pino } from 'pino';
import { isoTime } from './utc-day.ts';

/** Where a bearer key could stand in what is logged: the header itself, and headers inside a request or an error. */
const SECRETS = ['authorization', 'headers.authorization', '*.authorization', '*.headers.authorization'];

export interface Log extends Logger {
  /**
   * Writes a line as `info` would, at a small part of its cost: for what happens thousands of times a second. Nothing is
   * redacted. @param fields of a JSON object, the message `msg` among them, without the braces
   */
  line(fields: string): void;
}

/**
 * The service's log: one JSON object a line, with an ISO 8601 time, no key ever in it.
 * @param level the least severe level that is written
 * @param destination default standard output
 */
export function createLog(
  level: string,
  destination: DestinationStream = fileOutput(STANDARD_OUTPUT, tellOperator),
): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRETS, censor: '[redacted]' },
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = pino(options, destination);
  return Object.assign(logger, {
    line: (fields: string) => {
      if (logger.isLevelEnabled('info')) destination.write(`${opening()}${fields}}\n`);
    },
  });
}

let opened = { time: '', text: '' };

/** What a line begins with, spelt once in a millisecond: a line is a text of many pieces, and each takes its time. */
function opening(): string {
  const time = isoTime(Date.now());
  if (time !== opened.time) opened = { time, text: `{"level":"info"${timeField(time)},` };
  return opened.text;
}

function timestamp(): string {
  return timeField(isoTime(Date.now()));
}

function timeField(time: string): string {
  return `,"time":"${time}"`;
}

/** What cannot be written, as when a disk is full, is kept until it can be, but no more than this, in bytes. */
const MAX_UNWRITTEN = 16 * 1024 * 1024;

const STANDARD_OUTPUT = 1;

function tellOperator(said: string): void {
  process.stderr.write(`citable: ${said}\n`);
}

/**
 * Writes the lines of one turn of the event loop at once, when it ends: a write for each would cost more than the line.
 * @param fd of a file that is open for writing
 * @param tell told once when it cannot be written any more, and once when it can be again
 */
export function fileOutput(fd: number, tell: (said: string) => void): DestinationStream {
  const output = pino.destination({ fd, sync: true, maxLength: MAX_UNWRITTEN });
  let isWritten = true;
  let lostLines = 0;
  output.on('drop', (lines: string) => {
    lostLines += lines.split('\n').length - 1;
  });
  output.on('write', () => {
    if (isWritten) return;
    tell(`the log is written again${lostLines === 0 ? '' : `; ${lostLines} of its lines are lost`}.`);
    isWritten = true;
    lostLines = 0;
  });
  // No reason to answer nobody, nor is it one that whoever read it has gone.
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (!isWritten || code === 'EPIPE') return;
    tell(`the log cannot be written: ${code}. Its lines wait until it can.`);
    isWritten = false;
  });
  let held = '';
  const write = () => {
    output.write(held);
    held = '';
  };
  process.on('exit', () => {
    if (held !== '') write();
  });
  return {
    write: (line) => {
      if (held === '') setImmediate(write);
      held += line;
    },
  };
}
