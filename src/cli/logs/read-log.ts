import type { Classification } from '../../crawlers/classify.ts';
import type { PublishedRanges } from '../../service/visits/verification/ip-ranges.ts';
import { createEntryClassifier } from '../../traffic/classify-entry.ts';
import { DETECTION_LINES, detectLogFormat, logFormatOf } from '../../traffic/formats/catalogue.ts';
import type { LineParser, LogEntry } from '../../traffic/log-entry.ts';
import { addEntry, emptyTally, mergeTally, type TrafficTally, type Verdict } from '../../traffic/tally.ts';
import { createEntryVerifier } from './entry-verifier.ts';
import { type LogSource, readLines } from './log-source.ts';

/** Bad lines that are shown. */
export const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 200;

/** Which entries count, and how lines are read. Plain data, so that it can be sent to a thread. */
export interface ReadOptions {
  /** Name of a format, or nginx's notation; null to detect it. */
  readonly format: string | null;
  /** Lines at the beginning of the file that name its columns; empty for most formats. */
  readonly header: readonly string[];
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
export async function readLog(source: LogSource, options: ReadOptions): Promise<LogResult> {
  const reader = new LogReader(source.path, options);
  if (source.from > 0) reader.skip(options.header);
  await readLines(
    source,
    (line) => reader.add(line),
    () => reader.addBad('(a line of more than 64 KiB)'),
  );
  return reader.finish();
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
  const result = await readLog(first.source, first.options);
  for (const { source, options } of rest) addResult(result, await readLog(source, options));
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

class LogReader {
  readonly #path: string;
  readonly #options: ReadOptions;
  readonly #classify = createEntryClassifier();
  readonly #verify: (entry: LogEntry, by: Classification) => Verdict;
  readonly #result: LogResult = { formats: new Set(), tally: emptyTally(), lines: 0, bad: 0, outside: 0, samples: [] };
  #parse: LineParser | null = null;
  /** The first lines, while the format is not known. */
  #pending: string[] = [];

  constructor(path: string, options: ReadOptions) {
    this.#path = path;
    this.#options = options;
    this.#verify = options.ranges === null ? () => 'unverified' : createEntryVerifier(options.ranges);
    if (options.format !== null) this.#open(options.format);
  }

  /** Reads header lines that were counted elsewhere. */
  skip(header: readonly string[]): void {
    for (const line of header) this.#parse?.(line);
  }

  add(line: string): true {
    if (this.#parse === null) {
      this.#pending.push(line);
      if (this.#pending.length >= DETECTION_LINES) this.#detect();
    } else this.#count(line, this.#parse);
    return true;
  }

  addBad(text: string): void {
    const { samples } = this.#result;
    this.#result.bad++;
    if (samples.length < MAX_SAMPLES) samples.push({ path: this.#path, text: text.slice(0, MAX_SAMPLE_LENGTH) });
  }

  finish(): LogResult {
    if (this.#parse === null && this.#pending.some((line) => line !== '')) this.#detect();
    return this.#result;
  }

  #detect(): void {
    const format = detectLogFormat(this.#pending);
    if (format === null) {
      throw new UnreadableLog(`The format of ${this.#path} is not known. Name it with --log-format.`);
    }
    const parse = this.#open(format.name);
    for (const line of this.#pending) this.#count(line, parse);
    this.#pending = [];
  }

  #open(name: string): LineParser {
    const format = logFormatOf(name);
    if (format === null) throw new UnreadableLog(`No log format is named ${name}.`);
    this.#result.formats.add(name);
    this.#parse = format.createParser();
    return this.#parse;
  }

  #count(line: string, parse: LineParser): void {
    const entry = parse(line);
    if (entry === null) {
      if (line !== '' && !line.startsWith('#')) this.addBad(line);
      return;
    }
    this.#result.lines++;
    if (isOutside(entry, this.#options)) {
      this.#result.outside++;
      return;
    }
    const by = this.#classify(entry);
    addEntry(this.#result.tally, entry, by, this.#verify(entry, by));
  }
}

function isOutside({ time, host }: LogEntry, { since, until, domain }: ReadOptions): boolean {
  if (since !== null && (time === null || time < since)) return true;
  if (until !== null && (time === null || time >= until)) return true;
  return domain !== null && host !== null && host !== domain && host !== `www.${domain}`;
}
