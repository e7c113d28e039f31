import type { PublishedRanges } from '../../service/visits/verification/ip-ranges.ts';
import { createEntryClassifier } from '../../traffic/classify-entry.ts';
import { EntryReader, UnknownLogFormat } from '../../traffic/entry-reader.ts';
import { logFormatOf } from '../../traffic/formats/catalogue.ts';
import type { LogEntry } from '../../traffic/log-entry.ts';
import { addEntry, emptyTally, mergeTally, type TrafficTally } from '../../traffic/tally.ts';
import { createEntryVerifier } from './entry-verifier.ts';
import { type LogSource, readLines } from './log-source.ts';

/** Bad lines that are shown. */
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 200;

/** Which entries count, and how lines are read. Plain data, so that it can be sent to a thread. */
export interface ReadOptions {
  /** Name of a format, or nginx's notation; null to detect it. */
  readonly format: string | null;
  /** Line of the file that names its columns; '' for most formats. */
  readonly header: string;
  /** Milliseconds since the epoch, inclusive; null for no bound. */
  readonly since: number | null;
  /** Milliseconds since the epoch, exclusive; null for no bound. */
  readonly until: number | null;
  /** Host in lower case; entries of other hosts do not count, those without a host do. Null for all. */
  readonly domain: string | null;
  /** Published ranges to verify addresses by; null to verify none. */
  readonly ranges: PublishedRanges | null;
}

/** A line that no entry could be read from. */
export interface BadLine {
  readonly path: string;
  readonly text: string;
}

/** No entry can be read, for a reason that the user can fix. */
export class UnreadableLog extends Error {}

/** What a log, or a part of one, came to. */
export interface LogResult {
  /** Names or notations of its formats. */
  readonly formats: Set<string>;
  readonly tally: TrafficTally;
  /** Lines with an entry. */
  lines: number;
  /** Lines without one; empty lines and headers are neither. */
  bad: number;
  /** Entries outside of the period or of other hosts. */
  outside: number;
  readonly samples: BadLine[];
}

/** Reads one log, or a part of one. @throws UnreadableLog when its format is not known; what reading it throws */
async function readLog({ source, options }: LogJob): Promise<LogResult> {
  const { path } = source;
  const result: LogResult = { formats: new Set(), tally: emptyTally(), lines: 0, bad: 0, outside: 0, samples: [] };
  const classify = createEntryClassifier();
  const verify = options.ranges === null ? () => 'unverified' as const : createEntryVerifier(options.ranges);
  const onEntry = (entry: LogEntry) => {
    result.lines++;
    if (isOutside(entry, options)) result.outside++;
    else {
      const by = classify(entry);
      addEntry(result.tally, entry, by, verify(entry, by));
    }
  };
  const onBadLine = (text: string) => {
    result.bad++;
    if (result.samples.length < MAX_SAMPLES) result.samples.push({ path, text: text.slice(0, MAX_SAMPLE_LENGTH) });
  };
  const named = options.format === null ? null : logFormatOf(options.format);
  const entries = new EntryReader(named, { format: null, header: options.header }, onEntry, onBadLine);
  try {
    await readLines(
      source,
      (line) => {
        entries.add(line);
        return true;
      },
      () => onBadLine('(a line of more than 64 KiB)'),
    );
    const format = options.format ?? entries.end().format;
    if (format !== null) result.formats.add(format);
    return result;
  } catch (error) {
    throw error instanceof UnknownLogFormat ? unknownFormat(path) : error;
  }
}

/** Error for a log whose format was not detected. */
export function unknownFormat(path: string): UnreadableLog {
  return new UnreadableLog(`The format of ${path} was not recognized. Name it with --log-format.`);
}

/** One log to read, or a part of one. Plain data, so that it can be sent to a thread. */
export interface LogJob {
  readonly source: LogSource;
  readonly options: ReadOptions;
}

/** What a thread reads, in this order. */
export type LogJobs = readonly [LogJob, ...LogJob[]];

/** Reads logs one after the other. @throws as {@link readLog} */
export async function readInOrder([first, ...rest]: LogJobs): Promise<LogResult> {
  const result = await readLog(first);
  for (const job of rest) addResult(result, await readLog(job));
  return result;
}

/** Adds what later logs came to. */
export function addResult(into: LogResult, { formats, tally, lines, bad, outside, samples }: LogResult): void {
  for (const format of formats) into.formats.add(format);
  mergeTally(into.tally, tally);
  into.lines += lines;
  into.bad += bad;
  into.outside += outside;
  into.samples.push(...samples.slice(0, Math.max(0, MAX_SAMPLES - into.samples.length)));
}

function isOutside({ time, host }: LogEntry, { since, until, domain }: ReadOptions): boolean {
  if (since !== null && (time === null || time < since)) return true;
  if (until !== null && (time === null || time >= until)) return true;
  return domain !== null && host !== null && host !== domain && host !== `www.${domain}`;
}
