import { type FileHandle, open, stat } from 'node:fs/promises';
import { MAX_LINE_BYTES } from '../../../logs/line-splitter.ts';
import { decompressedFile, detectCompression, standardInput } from '../log-source.ts';
import { nameLog, nameLogFile } from './log-head.ts';
import type { Positions } from './positions.ts';
import { SendRefused, type Sent, type TrafficClient } from './traffic-client.ts';

/** Maximum number of bytes of one part. */
const PART_BYTES = 4 * 1024 * 1024;
/** A log that has not changed for this long has its last line complete, in milliseconds. */
const SETTLED_MS = 10_000;
/** Maximum number of responses in a row that lead nowhere before sending ends. */
const MAX_STALLS = 5;

/** What was sent in all. */
export interface SentCounts {
  bytes: number;
  accepted: number;
  ignored: number;
  badLines: number;
  withoutUserAgent: number;
}

/**
 * Sends logs in parts and stores how far it came. A part is named by its source and offset, by which the service recognizes bytes that
 * it has: a part that is sent again changes nothing.
 */
export class LogSender {
  readonly counts: SentCounts = { bytes: 0, accepted: 0, ignored: 0, badLines: 0, withoutUserAgent: 0 };
  readonly #client: TrafficClient;
  readonly #positions: Positions;

  constructor(client: TrafficClient, positions: Positions) {
    this.#client = client;
    this.#positions = positions;
  }

  /** Sends one log. @param path `-` for standard input @returns false when aborted @throws SendRefused, system errors */
  async sendPath(path: string): Promise<boolean> {
    if (path === '-') return this.#sendStream(await standardInput());
    if ((await detectCompression(path)) !== null) return this.#sendStream(decompressedFile(path));
    const { mtimeMs } = await stat(path);
    const isSettled = Date.now() - mtimeMs > SETTLED_MS;
    await using file = await open(path);
    const source = await nameLogFile(file, isSettled);
    return source === null || (await this.sendFile(file, source, isSettled));
  }

  /**
   * Sends the complete lines of a file from its position on.
   * @param isEnded whether a last line without its end is sent too
   * @returns false when aborted
   */
  async sendFile(file: FileHandle, source: string, isEnded: boolean): Promise<boolean> {
    for (let stalls = 0; ; ) {
      const offset = this.#positions.of(source);
      const { size } = await file.stat();
      if (size <= offset) return true;
      const buffer = Buffer.allocUnsafe(Math.min(PART_BYTES, size - offset));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, offset);
      // Truncated in the meantime: these bytes are of the next log.
      if ((await nameLogFile(file, isEnded)) !== source) return true;
      const isLast = offset + bytesRead >= size;
      const bytes = completeLines(buffer.subarray(0, bytesRead), isEnded && isLast);
      if (bytes.length === 0) return true;
      const next = await this.#send(source, offset, bytes);
      if (next === null) return false;
      stalls = next > offset ? 0 : stalls + 1;
      if (stalls >= MAX_STALLS) throw new SendRefused('The service accepts the log but processes none of it.');
    }
  }

  /** Sends what a stream has, from its position on. @returns false when aborted */
  async #sendStream(stream: AsyncIterable<unknown>): Promise<boolean> {
    let source: string | null = null;
    /** Bytes that are not sent, and the offset of their first. */
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    const flush = async (isEnded: boolean): Promise<boolean> => {
      source ??= nameLog(rest, isEnded);
      for (let stalls = 0; source !== null; stalls++) {
        const skip = Math.min(rest.length, Math.max(0, this.#positions.of(source) - start));
        rest = rest.subarray(skip);
        start += skip;
        const bytes = completeLines(rest.subarray(0, PART_BYTES), isEnded && rest.length < PART_BYTES);
        const isPart = isEnded ? bytes.length > 0 : rest.length >= PART_BYTES;
        if (!isPart || this.#positions.of(source) > start) return true;
        const next = await this.#send(source, start, bytes);
        if (next === null) return false;
        if (next < start) throw new SendRefused('The service lacks an earlier part of the log. Send the file again.');
        if (next > start) stalls = 0;
        else if (stalls >= MAX_STALLS) throw new SendRefused('The service accepts the log but processes none of it.');
      }
      return true;
    };
    for await (const chunk of stream) {
      if (!(chunk instanceof Buffer)) throw new TypeError('A log is read as bytes.');
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (rest.length >= PART_BYTES && !(await flush(false))) return false;
    }
    return flush(true);
  }

  async #send(source: string, offset: number, bytes: Buffer): Promise<number | null> {
    // Known before it is sent: a log whose first part was sent must be found again after a crash, also when it was rotated.
    if (!this.#positions.has(source)) await this.#positions.set(source, offset);
    const sent: Sent | null = await this.#client.send({ source, offset, bytes });
    if (sent === null) return null;
    this.counts.bytes += Math.max(0, sent.nextOffset - offset);
    this.counts.accepted += sent.accepted;
    this.counts.ignored += sent.ignored;
    this.counts.badLines += sent.badLines;
    this.counts.withoutUserAgent += sent.withoutUserAgent;
    await this.#positions.set(source, sent.nextOffset);
    return sent.nextOffset;
  }
}

/** The bytes up to the last newline; all of them, with a newline, at the end of a log. */
function completeLines(bytes: Buffer, isEnd: boolean): Buffer {
  const end = bytes.lastIndexOf(10) + 1;
  if (end === bytes.length) return bytes;
  if (isEnd) return Buffer.concat([bytes, Buffer.from('\n')]);
  // A line without an end that is too long is sent all the same: the service skips it.
  return end === 0 && bytes.length > MAX_LINE_BYTES ? bytes : bytes.subarray(0, end);
}
