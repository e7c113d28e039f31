import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { availability, type Exchange, type Fetcher, type FetchRequest, withFetch } from '../../fetch/exchange.ts';
import { isTransient } from '../../fetch/next-request.ts';
import { parseJson } from '../../values/json.ts';
import { ExchangeSchema } from '../site-file.ts';

/** Maximum size of a file, and of a line, in bytes. Responses beyond it are not stored. */
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_LINE = 32 * 1024 * 1024;
/** Maximum number of lines. */
const MAX_LINES = 100_000;
/** Maximum length of a response as JSON, in bytes. */
const MAX_JSON = 64 * 1024 * 1024;
/** Age from which a crawl is not continued: its pages would be of different times. */
const MAX_AGE_MS = 7 * 86_400_000;
const CHUNK = 1024 * 1024;

const HeaderSchema = Type.Object({ citableCrawl: Type.Literal(1), site: Type.String(), startedAt: Type.String() });

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A file that cannot be used, with the reason in one sentence. */
export class CrawlFileProblem extends Error {}

interface Line {
  readonly offset: number;
  readonly length: number;
}

/**
 * The responses of a crawl in a file, so that a command that was killed continues: a header, then a line for each response, with the
 * hash of its request. Responses to requests that are in the file are read from it. What failed for a passing reason is not stored.
 * When the file cannot be written, as on a full disk, the crawl goes on without it.
 */
export class CrawlFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** Lines by the hash of their request, in the order in which they were written. */
  readonly #lines: Map<string, Line[]>;
  #size: number;
  #writing: Promise<void> = Promise.resolve();
  #isWritable = true;
  readonly #onUnwritable: (error: unknown) => void;

  private constructor(
    path: string,
    file: FileHandle,
    { lines, size, onUnwritable }: { lines: Map<string, Line[]>; size: number; onUnwritable: (error: unknown) => void },
  ) {
    this.#path = path;
    this.#onUnwritable = onUnwritable;
    this.#file = file;
    this.#lines = lines;
    this.#size = size;
    this.stored = [...lines.values()].reduce((sum, ofRequest) => sum + ofRequest.length, 0);
  }

  /** Number of responses that an earlier run left. */
  readonly stored: number;

  /**
   * Opens a file, or creates it. An incomplete last line is removed: its writer was killed.
   *
   * @param site the audited site, so that no file of another one is used
   * @param onUnwritable called once, with the system's error, when the file cannot be written any more
   * @param now milliseconds since 1970
   * @throws CrawlFileProblem, and the system's errors
   */
  static async open(
    path: string,
    site: string,
    onUnwritable: (error: unknown) => void,
    now = Date.now(),
  ): Promise<CrawlFile> {
    const file = await open(path, 'a+');
    try {
      const { lines, size } = await readLines(file, path, site, now);
      return new CrawlFile(path, file, { lines, size, onUnwritable });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Returns a fetcher whose responses are stored, or read from the file. */
  around(fetcher: Fetcher): Fetcher {
    let answered = 0;
    const fetch = async (request: FetchRequest): Promise<Exchange> => {
      if (request.sink !== undefined) return fetcher.fetch(request);
      const hash = hashRequest(request);
      const line = this.#lines.get(hash)?.shift();
      const stored = line === undefined ? null : await this.#read(line, request);
      if (stored !== null) {
        answered += stored.attempts + stored.redirects.length;
        return stored;
      }
      const exchange = await fetcher.fetch(request);
      const isFinal = availability(exchange) !== 'not_asked' && !isTransient(exchange.failure, exchange.status);
      if (isFinal) await this.#write(hash, exchange);
      return exchange;
    };
    return withFetch(fetcher, fetch, () => answered);
  }

  /** Closes the file, and deletes it where nothing is left to continue. */
  async close(isComplete: boolean): Promise<void> {
    await this.#writing;
    await this.#file.close();
    if (isComplete) await unlink(this.#path);
  }

  async #read({ offset, length }: Line, { url, method = 'GET' }: FetchRequest): Promise<Exchange | null> {
    const bytes = Buffer.alloc(length);
    await this.#file.read(bytes, 0, length, offset);
    const packed = Buffer.from(bytes.subarray(HASH + 1).toString('latin1'), 'base64');
    const text = await decompress(packed, { maxOutputLength: MAX_JSON }).catch(() => null);
    const value = text === null ? undefined : parseJson(text.toString());
    if (!Value.Check(ExchangeSchema, value) || value.method !== method) return null;
    return URL.parse(url)?.href.replace(/#.*/, '') === value.url && URL.canParse(value.finalUrl) ? value : null;
  }

  async #write(hash: string, exchange: Exchange): Promise<void> {
    if (!this.#isWritable) return;
    const packed = await compress(JSON.stringify(exchange));
    const line = `${hash} ${packed.toString('base64')}\n`;
    if (line.length > MAX_LINE || this.#size + line.length > MAX_BYTES) return;
    this.#size += line.length;
    // One after the other, so that a line is never within another.
    this.#writing = this.#writing.then(() => this.#append(line));
    await this.#writing;
  }

  /** Never rejects. The part of a line that was written is removed when the file is opened again. */
  async #append(line: string): Promise<void> {
    if (!this.#isWritable) return;
    try {
      await this.#file.appendFile(line);
    } catch (error) {
      this.#isWritable = false;
      this.#onUnwritable(error);
    }
  }
}

/** Characters of a hash. */
const HASH = 22;

function hashRequest({ method = 'GET', url, userAgent, accept = '', maxBodyBytes }: FetchRequest): string {
  const request = JSON.stringify([method, url, userAgent, accept, maxBodyBytes]);
  return createHash('sha256').update(request).digest('base64url').slice(0, HASH);
}

/** Finds the lines of a file, and writes the header of a new one. @throws CrawlFileProblem */
async function readLines(file: FileHandle, path: string, site: string, now: number) {
  const lines = new Map<string, Line[]>();
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw new CrawlFileProblem(`${path} has more than 2 GB.`);
  let [start, count] = [0, 0];
  for await (const { offset, length, first } of readCompleteLines(file, size)) {
    if (offset === 0) checkHeader(first.toString('utf8', 0, length), path, site, now);
    else {
      const [, hash] = /^([\w-]{22}) /.exec(first.toString('latin1', 0, HASH + 1)) ?? [];
      if (hash === undefined || length > MAX_LINE) throw new CrawlFileProblem(`${path} is not the file of a crawl.`);
      const ofRequest = lines.get(hash);
      if (ofRequest === undefined) lines.set(hash, [{ offset, length }]);
      else ofRequest.push({ offset, length });
      count += 1;
      if (count > MAX_LINES) throw new CrawlFileProblem(`${path} has more than ${MAX_LINES} lines.`);
    }
    start = offset + length + 1;
  }
  if (start === 0 && size > 0) throw new CrawlFileProblem(`${path} is not the file of a crawl.`);
  await file.truncate(start);
  if (start > 0) return { lines, size: start };
  const header = `${JSON.stringify({ citableCrawl: 1, site, startedAt: new Date(now).toISOString() })}\n`;
  await file.appendFile(header);
  return { lines, size: header.length };
}

/** Yields the complete lines of a file, each with its first bytes. */
async function* readCompleteLines(file: FileHandle, size: number) {
  let offset = 0;
  let first = Buffer.alloc(0);
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) return;
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1 && end < bytesRead; end = chunk.indexOf(10, from)) {
      first = withMore(first, chunk.subarray(from, end));
      yield { offset, length: at + end - offset, first };
      [offset, from, first] = [at + end + 1, end + 1, Buffer.alloc(0)];
    }
    first = withMore(first, chunk.subarray(from, bytesRead));
    at += bytesRead;
  }
}

/** Bytes of the beginning of a line that are read: a header is shorter. */
const FIRST = 1_000;

function withMore(first: Buffer<ArrayBuffer>, more: Buffer): Buffer<ArrayBuffer> {
  return first.length >= FIRST ? first : Buffer.concat([first, more.subarray(0, FIRST - first.length)]);
}

/** @throws CrawlFileProblem */
function checkHeader(text: string, path: string, site: string, now: number): void {
  const header = parseJson(text);
  if (!Value.Check(HeaderSchema, header)) throw new CrawlFileProblem(`${path} is not the file of a crawl.`);
  if (header.site !== site) throw new CrawlFileProblem(`${path} is of a crawl of another site.`);
  const age = now - Date.parse(header.startedAt);
  if (!(Math.abs(age) <= MAX_AGE_MS))
    throw new CrawlFileProblem(`${path} is of a crawl that began more than seven days ago. Delete it to begin anew.`);
}
