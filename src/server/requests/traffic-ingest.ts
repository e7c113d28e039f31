import { setImmediate } from 'node:timers/promises';
import { createContactFinder, createEntryClassifier, type ProbablyAi } from '../../logs/classify-entry.ts';
import { EntryReader } from '../../logs/entry-reader.ts';
import { LineSplitter, MAX_LINE_BYTES } from '../../logs/line-splitter.ts';
import { isDomainHost, type LogEntry, type LogFormat, type TrustedHop } from '../../logs/log-entry.ts';
import { decodeBytes } from '../../logs/request-path.ts';
import { NOT_DECIDED, RobotsDecider, type RobotsVersion } from '../../logs/robots-join.ts';
import { Rollup } from '../../logs/rollup.ts';
import type { Verdict } from '../../logs/tally.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';
import { DAY_MS, isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import { ServiceError } from '../app/service-error.ts';
import type { StorageBudget } from '../audits/storage-budget.ts';
import type { Publications } from '../publishing/publications.ts';
import type { RobotsVersions } from './robots-versions.ts';
import { ROWS_PER_DAY, type TrafficSource, type TrafficUpload } from './store/add-upload.ts';
import type { TrafficStore } from './store/traffic-store.ts';
import type { VisitVerifier } from './verification/visit-verifier.ts';

/** Bad lines that are returned. */
const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 200;
/** Bytes read before other requests are handled: well under a millisecond's work for lines of a usual length. */
const SLICE_BYTES = 8 * 1024;
/** Maximum number of lines of an upload. Without this bound, very short ones would take minutes. */
export const MAX_LINES = 2_000_000;
/** Attempts to add an upload while others of its source are added. */
const ATTEMPTS = 5;
/** Rules of robots.txt that the requests of an upload are compared with: a second of work. Later requests are not compared. */
const MAX_COMPARISONS = 50_000_000;
/** Vendors change their addresses: an older request from an address that is not published any more proves nothing. */
const SPOOFED_WITHIN_MS = 7 * DAY_MS;
/** Days in which one verified crawler shows that the logs have the addresses of clients. */
const VERIFIED_WITHIN_DAYS = 30;

/** What makes an upload repeatable. */
export type UploadPosition =
  /** The offset of the body's first byte in its source. */
  | { readonly kind: 'offset'; readonly source: string; readonly offset: number }
  /** A key, and the SHA-256 of the body. */
  | { readonly kind: 'key'; readonly name: string; readonly digest: string };

/** Lines of access logs that were sent for a domain. */
export interface LogUpload {
  /** Decoded bytes; called again for another attempt. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** Null to detect it. */
  readonly format: LogFormat | null;
  /** Machines whose forwarded addresses count; null for none. */
  readonly isTrusted: TrustedHop | null;
  readonly position: UploadPosition | null;
}

/** What became of an upload. */
export interface IngestResult {
  /** Requests that were counted. */
  readonly accepted: number;
  /** Requests to other hosts, without a time, in the future, or older than what is stored. */
  readonly ignored: number;
  /** Lines that are not entries. */
  readonly badLines: number;
  /** The first of them. */
  readonly firstBadLines: readonly string[];
  /** Those of them that lack only the user agent. */
  readonly withoutUserAgent: number;
  /** Requests of unknown programs with a contact address at a company of AI. They count as other bots. */
  readonly probablyAi: readonly ProbablyAi[];
  /** True when all of it was counted before. */
  readonly isDuplicate: boolean;
  /** Offset of the next byte to send; null for an upload without a source. */
  readonly nextOffset: number | null;
}

/** An upload begins after the byte that is expected next: what is between would be lost. */
export class OffsetGap extends Error {
  readonly expected: number;

  constructor(expected: number) {
    super(`Bytes are missing: send from offset ${expected} on.`);
    this.expected = expected;
  }
}

/** An upload has more than {@link MAX_LINES} lines. */
export class TooManyLines extends Error {}

/** An Idempotency-Key was sent with another body before. */
export class KeyReused extends Error {}

export interface TrafficIngestContext {
  readonly traffic: TrafficStore;
  readonly publications: Publications;
  readonly storage: StorageBudget;
  readonly verifier: Pick<VisitVerifier, 'judgeAtOnce'>;
  readonly robotsVersions: Pick<RobotsVersions, 'of'>;
  readonly retentionDays: number;
}

/** Counts access logs of published domains. Stores no address, no user agent and no query. */
export class TrafficIngest {
  readonly #context: TrafficIngestContext;

  constructor(context: TrafficIngestContext) {
    this.#context = context;
  }

  /** Requires that a key owns a domain. @throws ServiceError `domain_not_published`, `domain_not_owned` */
  requireOwner(domain: DomainName, keyId: string): Promise<void> {
    return this.#context.publications.requireOwner(domain, keyId);
  }

  /**
   * Counts an upload. It is on the disk when this resolves.
   *
   * @param now milliseconds since 1970
   * @throws OffsetGap, KeyReused, TooManyLines, `UnknownLogFormat`, ServiceError as {@link requireOwner}, and what reading the chunks throws
   */
  async add(domain: DomainName, keyId: string, upload: LogUpload, now: number): Promise<IngestResult> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#add(domain, keyId, upload, now);
      if (result !== null) return result;
      if (attempt === ATTEMPTS) {
        const message = 'Others send the same source at the moment; send it once, and try again later.';
        throw new ServiceError('queue_full', message, { retryAfter: 5 });
      }
    }
  }

  /** @returns null when another upload of the source was added meanwhile */
  async #add(domain: DomainName, keyId: string, upload: LogUpload, now: number): Promise<IngestResult | null> {
    const { traffic, publications, storage, verifier, robotsVersions, retentionDays } = this.#context;
    const { position } = upload;
    const name = position === null ? null : position.kind === 'key' ? position.name : `source:${position.source}`;
    const known = name === null ? null : await traffic.source(domain, name);
    if (position?.kind === 'key' && known !== null) {
      if (known.digest !== position.digest) throw new KeyReused();
      return { ...NOTHING, isDuplicate: true };
    }
    const start = position?.kind === 'offset' ? position.offset : 0;
    const expected = known?.nextOffset ?? start;
    if (start > expected) throw new OffsetGap(expected);

    const reading = new UploadReading(domain, {
      known,
      format: upload.format,
      isTrusted: upload.isTrusted,
      verifier,
      robotsVersions: await robotsVersions.of(domain),
      now,
      retentionDays,
    });
    const length = await reading.read(upload.chunks(), expected - start, position?.kind === 'offset');
    const { result, rollup, source: after } = reading;
    const isDuplicate = length > 0 && start + length <= expected;
    const nextOffset = position?.kind === 'offset' ? expected + reading.consumed : null;
    if (isDuplicate || (nextOffset !== null && reading.consumed === 0)) {
      if (name !== null && known !== null) await traffic.touchSource(domain, name, isoTime(now));
      return { ...result, isDuplicate, nextOffset };
    }

    const today = utcDay(isoTime(now));
    if (rollup.has('spoofed') && !rollup.has('verified')) {
      if (!(await traffic.hasVerified(domain, plusDays(today, -VERIFIED_WITHIN_DAYS)))) rollup.doubtAddresses();
    }
    const digest = position?.kind === 'key' ? position.digest : '';
    const source: TrafficSource | null = name === null ? null : { name, nextOffset: nextOffset ?? 0, digest, ...after };
    const counts: TrafficUpload = {
      counts: rollup.rows(ROWS_PER_DAY),
      fetches: rollup.fetches(),
      source,
      offset: known === null ? null : expected,
      at: isoTime(now),
    };
    const outcome = await storage.admit(() => traffic.add(domain, keyId, counts));
    if (outcome === 'not_owned') await publications.requireOwner(domain, keyId);
    return outcome === 'added' ? { ...result, isDuplicate: false, nextOffset } : null;
  }
}

const NOTHING: IngestResult = {
  accepted: 0,
  ignored: 0,
  badLines: 0,
  firstBadLines: [],
  withoutUserAgent: 0,
  probablyAi: [],
  isDuplicate: false,
  nextOffset: null,
};

interface ReadingOptions {
  readonly known: TrafficSource | null;
  readonly format: LogFormat | null;
  readonly isTrusted: TrustedHop | null;
  readonly verifier: Pick<VisitVerifier, 'judgeAtOnce'>;
  readonly robotsVersions: readonly RobotsVersion[];
  readonly now: number;
  readonly retentionDays: number;
}

/** Reads one upload into a rollup. */
class UploadReading {
  readonly rollup = new Rollup();
  readonly #domain: string;
  readonly #options: ReadingOptions;
  readonly #firstDay: string;
  readonly #lastDay: string;
  readonly #classify = createEntryClassifier();
  readonly #findContact = createContactFinder();
  readonly #robots: RobotsDecider;
  readonly #lines: LineSplitter;
  readonly #entries: EntryReader;
  readonly #samples: string[] = [];
  #read = 0;
  #accepted = 0;
  #ignored = 0;
  #bad = 0;
  #source: Pick<TrafficSource, 'format' | 'header' | 'isInLongLine'>;

  constructor(domain: string, options: ReadingOptions) {
    const { known, format, isTrusted, now, retentionDays } = options;
    const beginning = { format: known?.format ?? null, header: known?.header ?? '' };
    this.#domain = domain;
    this.#options = options;
    this.#robots = new RobotsDecider(options.robotsVersions, MAX_COMPARISONS);
    this.#firstDay = utcDay(isoTime(now - retentionDays * DAY_MS));
    this.#lastDay = utcDay(isoTime(now + DAY_MS));
    this.#source = { ...beginning, isInLongLine: known?.isInLongLine ?? false };
    this.#entries = new EntryReader(
      format,
      beginning,
      (entry) => this.#count(entry),
      (line) => this.#countBad(line),
      isTrusted,
    );
    this.#lines = new LineSplitter(
      (line) => {
        this.#read++;
        if (this.#read > MAX_LINES) throw new TooManyLines();
        this.#entries.add(line);
      },
      () => this.#countBad(`(a line of more than ${MAX_LINE_BYTES / 1024} KiB)`),
      known?.isInLongLine,
    );
  }

  /** Bytes that were read as whole lines, those that were skipped not counted. */
  get consumed(): number {
    return this.#lines.consumed;
  }

  get source() {
    return this.#source;
  }

  get result() {
    return {
      ...{ accepted: this.#accepted, ignored: this.#ignored, badLines: this.#bad, firstBadLines: this.#samples },
      withoutUserAgent: this.#entries.withoutUserAgent,
      probablyAi: this.rollup.contacts(),
    };
  }

  /**
   * Reads the chunks.
   * @param skip bytes at the beginning that were counted before
   * @param isContinued whether a last line without its end is left for the next upload
   * @returns their total size in bytes
   * @throws TooManyLines
   */
  async read(chunks: AsyncIterable<Buffer>, skip: number, isContinued: boolean): Promise<number> {
    let length = 0;
    for await (const chunk of chunks) {
      for (let at = Math.max(0, skip - length); at < chunk.length; at += SLICE_BYTES) {
        this.#lines.add(chunk.subarray(at, at + SLICE_BYTES));
        await setImmediate();
      }
      length += chunk.length;
    }
    if (!isContinued) this.#lines.end();
    this.#source = { ...this.#entries.end(isContinued), isInLongLine: this.#lines.isInLongLine };
    return length;
  }

  #count(entry: LogEntry): void {
    const { time } = entry;
    const day = time === null || !(Math.abs(time) < 8.64e15) ? '' : utcDay(isoTime(time));
    if (time === null || day < this.#firstDay || day > this.#lastDay || !isDomainHost(this.#domain, entry.host)) {
      this.#ignored++;
      return;
    }
    this.#accepted++;
    const by = this.#classify(entry);
    if (by.class === 'traditional_bot' || by.class === 'human') {
      this.rollup.addOther(entry, time, by, this.#findContact(entry, by));
      return;
    }
    const isBot = by.class === 'ai_bot';
    const robots = isBot ? this.#robots.decide(by.crawler, entry.target, time) : NOT_DECIDED;
    this.rollup.add(entry, time, by, isBot ? this.#judge(entry, by.crawler, time) : 'unverified', robots);
  }

  #judge({ address }: LogEntry, crawler: string | null, time: number): Verdict {
    if (crawler === null || address === null) return 'unverified';
    const { verifier, now } = this.#options;
    const verdict = verifier.judgeAtOnce(crawler, address, now);
    return verdict === 'spoofed' && time < now - SPOOFED_WITHIN_MS ? 'unverified' : verdict;
  }

  #countBad(line: string): void {
    this.#bad++;
    if (this.#samples.length < MAX_SAMPLES) this.#samples.push(quote(decodeBytes(line), MAX_SAMPLE_LENGTH));
  }
}
