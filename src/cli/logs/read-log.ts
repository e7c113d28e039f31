import { createContactFinder, createEntryClassifier } from '../../logs/classify-entry.ts';
import { EntryReader, UnknownLogFormat } from '../../logs/entry-reader.ts';
import { findLogFormat } from '../../logs/formats/catalogue.ts';
import { isDomainHost, type LogEntry } from '../../logs/log-entry.ts';
import { NOT_DECIDED, RobotsDecider, type RobotsVersion } from '../../logs/robots-join.ts';
import { addContact, addEntry, emptyTally, mergeTally, type TrafficTally } from '../../logs/tally.ts';
import { trustedProxies } from '../../server/app/client-address.ts';
import type { PublishedRanges } from '../../server/requests/verification/ip-ranges.ts';
import type { Config } from '../../values/config.ts';
import { quote } from '../../values/untrusted-text.ts';
import { createEntryVerifier } from './entry-verifier.ts';
import { type LogSource, readLines } from './log-source.ts';

/** Bad lines that are shown. */
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 200;

/** Which entries count, and how lines are read. Plain data, so that it can be sent to a thread. */
export interface ReadOptions {
  /** Name of a format, or nginx's notation; null to detect it. */
  readonly format: string | null;
  /** Machines whose forwarded addresses count, as in `TRUST_PROXY`. */
  readonly trustProxy: Config['TRUST_PROXY'];
  /** Milliseconds since the epoch, inclusive; null for no bound. */
  readonly since: number | null;
  /** Milliseconds since the epoch, exclusive; null for no bound. */
  readonly until: number | null;
  /** Host in lower case; entries of other hosts do not count, those without a host do. Null for all. */
  readonly domain: string | null;
  /** Published ranges to verify addresses by; null to verify none. */
  readonly ranges: PublishedRanges | null;
  /** The robots.txt to compare requests with; null for none. */
  readonly robots: RobotsVersion | null;
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
  /** Bad lines that lack only the user agent. */
  withoutUserAgent: number;
  /** Entries outside of the period or of other hosts. */
  outside: number;
  /** Entries of other hosts, and the first of these hosts. */
  ofOtherHosts: number;
  readonly otherHosts: Set<string>;
  readonly samples: BadLine[];
}

/** Reads one log, or a part of one. @throws UnreadableLog when its format is not known; what reading it throws */
async function readLog({ source, options }: LogJob): Promise<LogResult> {
  const { path } = source;
  const result: LogResult = {
    ...{ formats: new Set(), tally: emptyTally(), lines: 0, bad: 0, withoutUserAgent: 0, outside: 0 },
    ...{ ofOtherHosts: 0, otherHosts: new Set(), samples: [] },
  };
  const classify = createEntryClassifier();
  const findContact = createContactFinder();
  const verify = options.ranges === null ? () => 'unverified' as const : createEntryVerifier(options.ranges);
  const robots = new RobotsDecider(options.robots === null ? [] : [options.robots]);
  const onEntry = (entry: LogEntry) => {
    result.lines++;
    const { host } = entry;
    if (host !== null && options.domain !== null && !isDomainHost(options.domain, host)) {
      result.outside++;
      result.ofOtherHosts++;
      if (result.otherHosts.size < MAX_SAMPLES) result.otherHosts.add(host);
    } else if (isOutside(entry, options)) result.outside++;
    else {
      const by = classify(entry);
      const decided = by.class === 'ai_bot' ? robots.decide(by.crawler, entry.target, entry.time) : NOT_DECIDED;
      addEntry(result.tally, entry, by, verify(entry, by), decided);
      const contact = findContact(entry, by);
      if (contact !== null) addContact(result.tally, contact);
    }
  };
  const onBadLine = (text: string) => {
    result.bad++;
    if (result.samples.length < MAX_SAMPLES) result.samples.push({ path, text: text.slice(0, MAX_SAMPLE_LENGTH) });
  };
  const named = options.format === null ? null : findLogFormat(options.format);
  const isPart = source.from > 0 || source.to !== null;
  const trusted = trustedProxies(options.trustProxy) || null;
  const entries = new EntryReader(named, { format: null, header: '' }, onEntry, onBadLine, trusted);
  try {
    await readLines(
      source,
      (line) => {
        entries.add(line);
        return true;
      },
      () => onBadLine('(a line of more than 64 KiB)'),
    );
    if (!isPart) entries.end();
    result.withoutUserAgent = entries.withoutUserAgent;
    for (const format of entries.formats) result.formats.add(format);
    return result;
  } catch (error) {
    throw error instanceof UnknownLogFormat
      ? new UnreadableLog(`The format of ${path} was not recognized. Name it with --log-format.`)
      : error;
  }
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
export function addResult(into: LogResult, { formats, tally, otherHosts, samples, ...counts }: LogResult): void {
  for (const format of formats) into.formats.add(format);
  mergeTally(into.tally, tally);
  for (const name of ['lines', 'bad', 'withoutUserAgent', 'outside', 'ofOtherHosts'] as const)
    into[name] += counts[name];
  for (const host of otherHosts) if (into.otherHosts.size < MAX_SAMPLES) into.otherHosts.add(host);
  into.samples.push(...samples.slice(0, Math.max(0, MAX_SAMPLES - into.samples.length)));
}

/** Says that every entry was of another host than the domain; null where some were not. */
export function hostsNote({ lines, ofOtherHosts, otherHosts }: LogResult, domain: string | null): string | null {
  if (domain === null || lines === 0 || ofOtherHosts < lines) return null;
  const hosts = [...otherHosts].map((host) => quote(host, 80)).join(', ');
  return `No request is to ${domain}: the log has requests to other hosts, such as ${hosts}.`;
}

function isOutside({ time }: LogEntry, { since, until }: ReadOptions): boolean {
  if (since !== null && (time === null || time < since)) return true;
  return until !== null && (time === null || time >= until);
}
