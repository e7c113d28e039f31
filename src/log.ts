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
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
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

/** Writes the lines of one turn of the event loop at once, when it ends: a write for each would cost more than the line. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ sync: true, maxLength: MAX_UNWRITTEN });
  let isWritten = true;
  output.on('write', () => {
    isWritten = true;
  });
  // No reason to answer nobody, nor is it one that whoever read it has gone.
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (isWritten && code !== 'EPIPE')
      process.stderr.write(`citable: the log cannot be written: ${code}. Its lines wait until it can.\n`);
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
