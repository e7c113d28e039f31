import { TextDecoder } from 'node:util';
import type { BodySink } from '../../fetch/exchange.ts';
import { inflate } from './sitemap-gzip.ts';
import { createListScanner, createXmlScanner, type Scanned, type SitemapScanner } from './sitemap-scanner.ts';
import { createTally, KEPT_ENTRIES } from './sitemap-tally.ts';
import type { XmlFault } from './xml-fault.ts';

export { KEPT_ENTRIES };

/** Summary of one sitemap file, made while it was read (sitemaps.org 0.9). Plain data. */
export interface SitemapDocument {
  readonly kind: 'urlset' | 'sitemapindex' | 'text' | 'rss' | 'atom' | 'html' | 'invalid';
  /** For `invalid`: the fault, in one sentence. */
  readonly problem: string | null;
  /** `<loc>` entries of the file itself (image:loc and the like are not counted). */
  readonly entryCount: number;
  /** Up to {@link KEPT_ENTRIES} of them, those with the smallest hash of their URL, in file order, each URL once. */
  readonly entries: readonly SitemapEntry[];
  /** Up to 200 more: those of the highest priority, then nearest to the root. Missing where none is left. */
  readonly prominent?: readonly SitemapEntry[];
  /** Bytes after decompression, as far as they were read: to the end of the root element, or to a budget. */
  readonly length: number;
  /** Entries whose loc is not an absolute http(s) URL or has 2,048 characters or more: how many, and the first. */
  readonly badLocs: { readonly count: number; readonly first: string | null };
  readonly lastmod: {
    readonly present: number;
    /** Not a W3C Datetime. */
    readonly invalid: number;
    readonly firstInvalid: string | null;
    /** The commonest value and how many entries have it. */
    readonly commonest: string | null;
    readonly commonestCount: number;
    /** The latest valid one, as ISO 8601 UTC. */
    readonly latest: string | null;
  };
  /** First fault that keeps it from being well-formed XML; absent where none was found. */
  readonly malformed?: XmlFault;
  /** The file ended before its root element did, or our budget ended first. */
  readonly truncated: 'file' | 'budget' | null;
}

export interface SitemapEntry {
  /** Absolute and serialised by WHATWG URL. */
  readonly url: string;
  readonly lastmod: string | null;
  /** 0 to 1 (sitemaps.org: 0.5 where it is missing); missing where the file gives none that is valid. */
  readonly priority?: number;
}

/** Returns all entries of a document, each URL once. */
export function sitemapEntries({
  entries,
  prominent = [],
}: Pick<SitemapDocument, 'entries' | 'prominent'>): readonly SitemapEntry[] {
  return [...entries, ...prominent];
}

/** A {@link BodySink} that reads a sitemap while it streams. */
export interface SitemapReader extends BodySink {
  /**
   * What was read. To be called once, after the last `write`.
   * @param stoppedByUs that a budget of the fetch ended the body, so that a missing end is not the file's fault
   */
  end(stoppedByUs?: boolean): SitemapDocument;
}

export interface SitemapBudgets {
  /** Bytes after decompression; by default one more than sitemaps.org allows, which shows that a file has too many. */
  readonly maxBytes?: number;
  /** Bytes of a file that is itself gzip (`.xml.gz`); default 10 MiB. */
  readonly maxGzipBytes?: number;
}

/** Bytes that are read at once. What a file gives depends on these blocks and never on how the network cut it. */
const BLOCK = 16_384;

/**
 * Makes a reader for one sitemap: XML, a feed or a list of URLs, in any encoding that WHATWG knows, plain or gzip
 * whatever its name and headers say. Any bytes give a document; neither `write` nor `end` throws. Memory is bounded by
 * the budgets: plain files are read block by block, gzip ones are kept whole and inflated in `end`, because only that
 * can be done without waiting.
 *
 * @param url where the file came from, after redirects
 */
export function createSitemapReader(url: string, budgets: SitemapBudgets = {}): SitemapReader {
  const { maxBytes = 52_428_801, maxGzipBytes = 10_485_760 } = budgets;
  const plain = createPlainReader(url, maxBytes);
  /** The file so far, while it is too short to tell what it is, or when it is gzip. */
  const held: Buffer[] = [];
  let heldLength = 0;
  let isGzip: boolean | undefined;

  return {
    write(bytes) {
      if (isGzip === false) return plain.write(bytes);
      held.push(Buffer.from(bytes));
      heldLength += bytes.length;
      if (isGzip === undefined && heldLength >= 2) {
        const head = Buffer.concat(held.splice(0));
        isGzip = head[0] === 0x1f && head[1] === 0x8b;
        if (!isGzip) return plain.write(head);
        held.push(head);
      }
      return heldLength <= maxGzipBytes;
    },
    end(stoppedByUs = false) {
      const bytes = Buffer.concat(held);
      if (isGzip !== true) {
        plain.write(bytes);
        return plain.end(stoppedByUs);
      }
      const inflated = inflate(bytes.subarray(0, maxGzipBytes), maxBytes);
      if (inflated === null) return { ...plain.end(), problem: 'The file is gzip, and damaged.' };
      plain.write(inflated.bytes);
      const document = plain.end(stoppedByUs || inflated.isCut || heldLength > maxGzipBytes);
      return inflated.isCut && document.truncated === 'budget' ? { ...document, length: maxBytes } : document;
    },
  };
}

/** Reads the file itself, without compression. */
function createPlainReader(url: string, maxBytes: number): SitemapReader {
  const tally = createTally();
  const block = Buffer.alloc(BLOCK);
  let filled = 0;
  let length = 0;
  let isOverBudget = false;
  let decoder: TextDecoder | undefined;
  let scanner: SitemapScanner | undefined;
  let state: Scanned = { kind: 'invalid', problem: 'The file is empty.', isOver: false };

  const scan = (text: string): void => {
    if (scanner === undefined) {
      const start = text.trimStart();
      if (start === '') return;
      scanner = start.startsWith('<') ? createXmlScanner(url, tally.add) : createListScanner(tally.add);
    }
    state = scanner.write(text);
  };

  const readBlock = (): void => {
    const bytes = block.subarray(0, Math.min(filled, maxBytes - length));
    isOverBudget = bytes.length < filled;
    length += bytes.length;
    filled = 0;
    decoder ??= new TextDecoder(encodingOf(bytes));
    scan(decoder.decode(bytes, { stream: true }));
  };

  return {
    write(bytes) {
      for (let start = 0; start < bytes.length && !state.isOver && !isOverBudget; ) {
        const piece = bytes.subarray(start, start + BLOCK - filled);
        block.set(piece, filled);
        filled += piece.length;
        start += piece.length;
        if (filled === BLOCK) readBlock();
      }
      return !state.isOver && !isOverBudget;
    },
    end(stoppedByUs = false) {
      if (filled > 0) readBlock();
      const isStopped = stoppedByUs || isOverBudget || length === maxBytes;
      if (scanner !== undefined && !state.isOver) state = scanner.end();
      const { kind, problem, isOver, malformed } = state;
      const isUnfinished = !isOver && kind !== 'invalid' && (isStopped || kind !== 'text');
      const truncated = isUnfinished ? (isStopped ? 'budget' : 'file') : null;
      return { kind, problem, ...tally.sum(), length, ...(malformed === undefined ? {} : { malformed }), truncated };
    },
  };
}

/**
 * The encoding of the file: by its byte order mark, its first characters, or its XML declaration (XML 1.0 appendix F);
 * UTF-8 when none says, or when it names an encoding that is not known.
 */
function encodingOf(head: Uint8Array): string {
  const octets = Buffer.from(head.subarray(0, 256)).toString('latin1');
  if (octets.startsWith('\xff\xfe') || octets.startsWith('<\0')) return 'utf-16le';
  if (octets.startsWith('\xfe\xff') || octets.startsWith('\0<')) return 'utf-16be';
  const label = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([a-z][a-z0-9._-]*)["']/i.exec(octets)?.[1] ?? 'utf-8';
  try {
    const { encoding } = new TextDecoder(label);
    // Whoever wrote this declaration in one-byte characters cannot have meant it.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}
