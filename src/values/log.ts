import { type DestinationStream, type Logger, pino } from 'pino';
import { type LogOutput, openLogOutput } from './log-output.ts';
import { isoTime } from './utc-day.ts';

/** Headers with a key or a session, and where they could be in logged values: alone, or inside a request or an error. */
const SECRETS = ['authorization', 'cookie', '["set-cookie"]'].flatMap((name) => {
  const member = name.startsWith('[') ? name : `.${name}`;
  return [name, `headers${member}`, `*${member}`, `*.headers${member}`];
});

/** A stream of lines; only an output of ours counts the lines that it loses. */
type LogDestination = DestinationStream & Partial<LogOutput>;

export interface Log extends Logger {
  /** Returns the number of lines that were lost because they could not be written, since the process started. */
  lostLines(): number;
  /**
   * Writes what happens to every request of an outage: the first at once, then one line a minute with the number since the last.
   * @param fields of the last of these
   */
  oncePerMinute(message: string, fields: object, level?: 'warn' | 'error'): void;
}

const MINUTE_MS = 60_000;

/**
 * The service's log: one JSON object a line, with an ISO 8601 time, no key ever in it.
 * @param level the least severe level that is written
 * @param destination default standard output
 */
export function createLog(level: string, destination: LogDestination = standardOutput()): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRETS, censor: '[redacted]' },
    timestamp: timeField(),
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const logger = pino(options, destination);
  return Object.assign(logger, {
    lostLines: () => destination.lostLines?.() ?? 0,
    oncePerMinute: limitedLines(logger),
  });
}

/** Returns a function that makes the field of the time, once for all lines of a millisecond: it takes half the time of a line. */
function timeField(): () => string {
  let [last, field] = [Number.NaN, ''];
  return () => {
    const now = Date.now();
    if (now !== last) [last, field] = [now, `,"time":"${isoTime(now)}"`];
    return field;
  };
}

function limitedLines(logger: Logger): Log['oncePerMinute'] {
  /** What has happened since the last line, by its message. */
  const unwritten = new Map<string, { count: number; fields: object; readonly level: 'warn' | 'error' }>();
  const write = (message: string) => {
    const rest = unwritten.get(message);
    if (rest === undefined || rest.count === 0) {
      unwritten.delete(message);
      return;
    }
    logger[rest.level]({ ...rest.fields, count: rest.count }, message);
    rest.count = 0;
    setTimeout(write, MINUTE_MS, message).unref();
  };
  return (message, fields, level = 'warn') => {
    const known = unwritten.get(message);
    unwritten.set(message, { count: (known?.count ?? 0) + 1, fields, level });
    if (known === undefined) write(message);
  };
}

const STANDARD_OUTPUT = 1;

function standardOutput(): LogOutput {
  // Node.js makes a pipe or socket non-blocking when this is first used.
  void process.stdout;
  return openLogOutput(STANDARD_OUTPUT, tellOperator);
}

/** Maximum size of a queue of messages on standard error, in bytes, while its reader has stalled. */
const MAX_UNREAD_MESSAGES = 64 * 1024;

function tellOperator(said: string): void {
  if (process.stderr.writableLength < MAX_UNREAD_MESSAGES) process.stderr.write(`citable: ${said}\n`);
}
