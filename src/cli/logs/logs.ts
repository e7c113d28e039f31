import { trafficCsv } from '../../documents/traffic/traffic-csv.ts';
import { trafficMarkdown } from '../../documents/traffic/traffic-markdown.ts';
import { trafficText } from '../../documents/traffic/traffic-text.ts';
import { BadLogFormat, LOG_FORMATS, logFormatOf } from '../../traffic/formats/catalogue.ts';
import { summarize, type TrafficSummary } from '../../traffic/summary.ts';
import { quote } from '../../untrusted-text.ts';
import { EXIT, reasonOf, refuse } from '../exit.ts';
import { type LogResult, UnreadableLog } from './read-log.ts';
import { readLogs } from './read-logs.ts';

/** Options of `citable logs`. */
export interface LogsOptions {
  readonly format: 'text' | 'json' | 'csv' | 'markdown';
  readonly logFormat?: string;
  /** A date or time in ISO 8601. */
  readonly since?: string;
  readonly until?: string;
  readonly domain?: string;
  /** Most paths for each crawler. */
  readonly paths: number;
}

const DAY_MS = 86_400_000;

/**
 * `citable logs`: reads access logs, and prints which AI crawlers requested which pages and what they got. Works offline.
 * @returns the exit status
 */
export async function logs(files: readonly string[], options: LogsOptions): Promise<number> {
  const since = options.since === undefined ? null : dayOrTime(options.since, 0);
  const until = options.until === undefined ? null : dayOrTime(options.until, DAY_MS);
  if (Number.isNaN(since)) return refuseTime('--since');
  if (Number.isNaN(until)) return refuseTime('--until');
  const format = options.logFormat ?? null;
  try {
    if (format !== null && logFormatOf(format) === null) {
      const names = LOG_FORMATS.map(({ name }) => name).join(', ');
      return refuse(
        `--log-format is one of ${names}, or a format of nginx such as '$remote_addr … "$http_user_agent"'.`,
        EXIT.wrongUsage,
      );
    }
    const domain = options.domain?.toLowerCase() ?? null;
    const { result, formats } = await readLogs(inOrder(files), { format, since, until, domain });
    tellBadLines(result);
    if (result.lines === 0 && result.bad > 0) return refuse('No line could be read.', EXIT.couldNotRead);
    process.stdout.write(output(summarize(result.tally, { ...result, formats }, options.paths), options.format));
    return EXIT.fine;
  } catch (error) {
    if (error instanceof BadLogFormat) return refuse(error.message, EXIT.wrongUsage);
    if (error instanceof UnreadableLog) return refuse(error.message, EXIT.couldNotRead);
    if (error instanceof Error && 'code' in error) {
      return refuse(`The log cannot be read: ${reasonOf(error)}.`, EXIT.couldNotRead);
    }
    throw error;
  }
}

function output(summary: TrafficSummary, format: LogsOptions['format']): string {
  if (format === 'json') return `${JSON.stringify(summary, null, 2)}\n`;
  if (format === 'csv') return trafficCsv(summary);
  return format === 'markdown' ? trafficMarkdown(summary) : trafficText(summary);
}

function tellBadLines({ bad, samples }: LogResult): void {
  if (bad === 0) return;
  const lines = samples.map(({ path, text }) => `  ${quote(path, 80)}: ${quote(text)}\n`).join('');
  process.stderr.write(`citable: ${bad} lines are no entries of their log's format. The first:\n${lines}`);
}

/** Rotated sets in order: `access.log.2.gz`, `access.log.1`, `access.log`. Other files stay in the order given. */
function inOrder(files: readonly string[]): string[] {
  const keyed = files.map((path) => {
    const [, base = path, number] = /^(.*?)\.(\d+)(?:\.(?:gz|zst))?$/.exec(path) ?? [];
    return { path, base, age: number === undefined ? 0 : Number(number) };
  });
  return keyed.toSorted((a, b) => (a.base === b.base ? b.age - a.age : 0)).map(({ path }) => path);
}

/** Milliseconds since the epoch of a time, or of a day's start plus `dayMs`; NaN for other texts. */
function dayOrTime(text: string, dayMs: number): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00Z`) + dayMs;
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}

function refuseTime(option: string): number {
  return refuse(`${option} is a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.`, EXIT.wrongUsage);
}
