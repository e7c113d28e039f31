import { TextDecoder } from 'node:util';
import { constants, gunzipSync } from 'node:zlib';
import type { BodySink } from '../../fetch/exchange.ts';
import type { SitemapDocument } from './sitemap.ts';
import { createEntryCollector, type EntryCollector } from './sitemap-entries.ts';
import { createListScanner, createXmlScanner, type ScanState, type SitemapScanner } from './sitemap-scanner.ts';

/** Reads a sitemap as its bytes arrive. */
export interface SitemapReader extends BodySink {
  /**
   * Returns the summary. Call it once, after the last `write`.
   *
   * @param stoppedByUs true when a budget of the fetch cut the body, so that a missing end is not the file's fault
   */
  end(stoppedByUs?: boolean): SitemapDocument;
}

export interface SitemapReaderOptions {
  /** Bytes after decompression; default one more than sitemaps.org allows, which shows that a file is too large. */
  readonly maxBytes?: number;
  /** Bytes of a gzip file (`.xml.gz`); default 10 MiB. */
  readonly maxGzipBytes?: number;
  /** Maps a `loc` to the URL to use; by default the same. */
  readonly mapLoc?: (loc: string) => string;
  /** Called with the URL of every entry, without its fragment, as far as it is valid. */
  readonly onUrl?: (url: string) => void;
}

/** U+FFFD in UTF-8: a file may contain it. */
const REPLACEMENT = Buffer.from('\ufffd');
/** Bytes parsed at once. Fixed blocks make the result independent of how the network splits the body. */
const BLOCK = 16_384;

/**
 * Creates a reader for one sitemap: XML, a feed or a list of URLs, in any encoding of the WHATWG standard, plain or gzip
 * whatever its name and headers say. Any bytes give a document; neither `write` nor `end` throws. Memory is bounded by the
 * budgets: a plain file is parsed block by block, a gzip file is stored and decompressed in `end`, because only that is
 * synchronous.
 *
 * @param url the URL of the file after redirects
 */
export function createSitemapReader(url: string, options: SitemapReaderOptions = {}): SitemapReader {
  const { maxBytes = 52_428_801, maxGzipBytes = 10_485_760 } = options;
  const plain = createPlainReader(url, maxBytes, options);
  /** The bytes of a gzip file, or of a file still too short to recognise. */
  const stored: Buffer[] = [];
  let storedLength = 0;
  let isGzip: boolean | undefined;

  return {
    write(bytes) {
      if (isGzip === false) return plain.write(bytes);
      stored.push(Buffer.from(bytes));
      storedLength += bytes.length;
      if (isGzip === undefined && storedLength >= 2) {
        const head = Buffer.concat(stored.splice(0));
        isGzip = head[0] === 0x1f && head[1] === 0x8b;
        if (!isGzip) return plain.write(head);
        stored.push(head);
      }
      return storedLength <= maxGzipBytes;
    },
    end(stoppedByUs = false) {
      const bytes = Buffer.concat(stored);
      if (isGzip !== true) {
        plain.write(bytes);
        return plain.end(stoppedByUs);
      }
      const inflated = inflate(bytes.subarray(0, maxGzipBytes), maxBytes);
      if (inflated === null) return { ...plain.end(), problem: 'The file is gzip, and damaged.' };
      plain.write(inflated.bytes);
      const document = plain.end(stoppedByUs || inflated.isCut || storedLength > maxGzipBytes);
      return inflated.isCut && document.truncated === 'budget' ? { ...document, length: maxBytes } : document;
    },
  };
}

/** Creates a reader of the uncompressed file. */
function createPlainReader(
  url: string,
  maxBytes: number,
  { mapLoc = (loc) => loc, onUrl }: SitemapReaderOptions,
): SitemapReader {
  const entries = createEntryCollector(onUrl);
  const add: EntryCollector['add'] = (loc, ...others) => entries.add(mapLoc(loc), ...others);
  const block = Buffer.alloc(BLOCK);
  let filled = 0;
  let length = 0;
  let isOverBudget = false;
  let decoder: TextDecoder | undefined;
  /** True while all bytes are ASCII, and so the same in UTF-8. */
  let isAscii = true;
  /** True after a byte that UTF-8 does not have where it is. */
  let isInvalid = false;
  let scanner: SitemapScanner | undefined;
  let space = '';
  let state: ScanState = { kind: 'invalid', problem: 'The file is empty.', isOver: false };

  const scan = (text: string): void => {
    if (scanner !== undefined) {
      state = scanner.write(text);
      return;
    }
    const start = text.trimStart();
    space += text.slice(0, text.length - start.length);
    if (start === '') return;
    scanner = start.startsWith('<') ? createXmlScanner(url, add) : createListScanner(add);
    // White space counts: XML must not have it before its declaration.
    state = scanner.write(space + start);
    space = '';
  };

  const parseBlock = (): void => {
    const bytes = block.subarray(0, Math.min(filled, maxBytes - length));
    isOverBudget = bytes.length < filled;
    length += bytes.length;
    filled = 0;
    decoder ??= new TextDecoder(detectEncoding(bytes));
    const text = decoder.decode(bytes, { stream: true });
    if (decoder.encoding === 'utf-8') isInvalid ||= text.includes('\ufffd') && !bytes.includes(REPLACEMENT);
    else isAscii &&= bytes.every((byte) => byte > 0 && byte < 0x80);
    scan(text);
  };

  const encodingFound = (declared: string): string => {
    if (declared === 'utf-8') return isInvalid ? 'unknown' : declared;
    return isAscii ? 'utf-8' : declared;
  };

  return {
    write(bytes) {
      for (let start = 0; start < bytes.length && !state.isOver && !isOverBudget; ) {
        const piece = bytes.subarray(start, start + BLOCK - filled);
        block.set(piece, filled);
        filled += piece.length;
        start += piece.length;
        if (filled === BLOCK) parseBlock();
      }
      return !state.isOver && !isOverBudget;
    },
    end(stoppedByUs = false) {
      if (filled > 0) parseBlock();
      const isStopped = stoppedByUs || isOverBudget || length === maxBytes;
      if (scanner !== undefined && !state.isOver) state = scanner.end();
      const { kind, problem, isWhole, malformed, namespace, stopped } = state;
      const isSitemap = kind !== 'invalid' && kind !== 'html';
      const isComplete = !isSitemap || isWhole === true || (kind === 'text' && !isStopped);
      const truncated = isComplete ? null : (stopped ?? (isStopped ? 'budget' : 'file'));
      const facts = {
        ...(malformed === undefined ? {} : { malformed }),
        ...(namespace === undefined ? {} : { namespace }),
        ...(isSitemap && decoder !== undefined ? { encoding: encodingFound(decoder.encoding) } : {}),
      };
      return { kind, problem, ...entries.summary(), length, ...facts, truncated };
    },
  };
}

/**
 * Detects the encoding of a file by its byte order mark, its first characters, or its XML declaration (XML 1.0 appendix F).
 * Returns UTF-8 if there is none, or if the declared encoding is unknown.
 */
function detectEncoding(head: Uint8Array): string {
  const octets = Buffer.from(head.subarray(0, 256)).toString('latin1');
  if (octets.startsWith('\xff\xfe') || octets.startsWith('<\0')) return 'utf-16le';
  if (octets.startsWith('\xfe\xff') || octets.startsWith('\0<')) return 'utf-16be';
  const label = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([a-z][a-z0-9._-]*)["']/i.exec(octets)?.[1] ?? 'utf-8';
  try {
    const { encoding } = new TextDecoder(label);
    // A declaration in single bytes shows that the file is not UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

/** Highest compression ratio of DEFLATE: 258 bytes from two bits. */
const MAX_RATIO = 1_032;

interface Inflated {
  readonly bytes: Uint8Array;
  /** True when the file is longer than `maxBytes`, and this is only its beginning. */
  readonly isCut: boolean;
}

/**
 * Decompresses a gzip file, truncated or not, to at most `maxBytes`. If it holds more, decompresses the part that should fit by
 * the length in the trailer (RFC 1952 §2.3.1), and if that length is wrong, the part that fits at any compression ratio.
 *
 * @returns null when the bytes are damaged
 */
function inflate(bytes: Buffer, maxBytes: number): Inflated | null {
  const claimed = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  const byTrailer = Math.floor((bytes.length * 0.9 * maxBytes) / Math.max(claimed, maxBytes));
  const atAnyRatio = Math.floor(maxBytes / MAX_RATIO);
  for (const end of [bytes.length, byTrailer, atAnyRatio]) {
    const isCut = end < bytes.length;
    try {
      const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
      return { bytes: gunzipSync(bytes.subarray(0, end), options), isCut };
    } catch (error) {
      if (!(error instanceof RangeError)) return null;
    }
  }
  return { bytes: new Uint8Array(), isCut: true };
}
