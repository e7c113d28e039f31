import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';

/** Longest line that is read, in bytes. A longer one is counted as bad, without being held in memory. */
export const MAX_LINE_BYTES = 64 * 1024;
/** Strings of more than 128 KiB are freed late, so that memory would grow. */
const CHUNK_BYTES = 96 * 1024;
const NEWLINE = 10;

/** A log file, or a part of one. */
export interface LogSource {
  /** Path; `-` for standard input. */
  readonly path: string;
  /** First byte of the part; the line that it is in belongs to the part before, unless it begins there. */
  readonly from: number;
  /** First byte after the part; the line that it is in belongs to this part. Null for the end of the file. */
  readonly to: number | null;
}

export type Compression = 'gzip' | 'zstd' | null;

/** Tells how a file is compressed, by its first bytes. @throws what opening it throws */
export async function compressionOf(path: string): Promise<Compression> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'gzip';
    return buffer.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
  } finally {
    await file.close();
  }
}

/**
 * Reads the lines of a log as Latin-1 strings, in which each character is a byte. Memory stays flat, whatever the file's size.
 *
 * @param onLine receives each line without its line break; returns false to stop
 * @param onTooLong is called for each line of more than {@link MAX_LINE_BYTES}
 * @throws what reading or decompressing throws
 */
export async function readLines(
  source: LogSource,
  onLine: (line: string) => boolean | undefined,
  onTooLong: () => void,
): Promise<void> {
  const lines = new LineSplitter(source, onLine, onTooLong);
  for await (const chunk of chunksOf(source)) {
    if (!(chunk instanceof Buffer)) throw new TypeError('A log is read as bytes.');
    if (!lines.add(chunk)) return;
  }
  lines.end();
}

async function* chunksOf({ path, from }: LogSource): AsyncGenerator<unknown> {
  if (path === '-') yield* await standardInput();
  else if ((await compressionOf(path)) !== null) yield* decompressedFile(path);
  else yield* createReadStream(path, { start: Math.max(0, from - 1), highWaterMark: CHUNK_BYTES });
}

/** Standard input, decompressed if its first bytes say that it is compressed. */
export function standardInput(): Promise<Readable> {
  return decompressed(process.stdin);
}

/** Bytes of a compressed file. @throws what reading or decompressing throws */
export async function* decompressedFile(path: string): AsyncGenerator<unknown> {
  if ((await compressionOf(path)) === 'zstd') yield* zstdFrames(path);
  else yield* unpack(createReadStream(path), 'gzip');
}

/** Decompresses every frame of a file: Node's decoder stops after the first (RFC 8878 §3). */
async function* zstdFrames(path: string): AsyncGenerator<unknown> {
  const { size } = await stat(path);
  for (let start = 0; start < size; ) {
    const decoder = unpack(createReadStream(path, { start }), 'zstd');
    yield* decoder;
    if (decoder.bytesWritten === 0) return;
    start += decoder.bytesWritten;
  }
}

/** Standard input may be compressed too: its first bytes tell. */
async function decompressed(stream: NodeJS.ReadStream): Promise<Readable> {
  for (;;) {
    const head: unknown = stream.read();
    if (head instanceof Buffer) {
      stream.unshift(head);
      if (head[0] === 0x1f && head[1] === 0x8b) return unpack(stream, 'gzip');
      return head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528 ? unpack(stream, 'zstd') : stream;
    }
    if (stream.readableEnded || stream.destroyed) return stream;
    await new Promise<void>((resolve) => {
      stream.once('readable', resolve);
      stream.once('end', resolve);
    });
    if (stream.readableLength === 0) return stream;
  }
}

function unpack(stream: Readable, compression: 'gzip' | 'zstd'): Gunzip | ZstdDecompress {
  const decoder = compression === 'gzip' ? createGunzip({ chunkSize: CHUNK_BYTES }) : createZstdDecompress();
  stream.on('error', (error) => decoder.destroy(error));
  return stream.pipe(decoder);
}

/** Splits chunks into lines. */
class LineSplitter {
  readonly #onLine: (line: string) => boolean | undefined;
  readonly #onTooLong: () => void;
  readonly #to: number | null;
  /** Offset of the next byte in the file. */
  #offset: number;
  /** The part of a line at the end of the chunks so far. */
  #rest = '';
  /** True until the end of a line that is not read: one that is too long, or the first of a part. */
  #isSkipping: boolean;

  constructor({ from, to }: LogSource, onLine: (line: string) => boolean | undefined, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
    this.#to = to;
    this.#offset = Math.max(0, from - 1);
    this.#isSkipping = from > 0;
  }

  /** Returns false when no more is needed. */
  add(chunk: Buffer): boolean {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    const text = chunk.toString('latin1', 0, end);
    for (let at = 0; at < end; ) {
      const lineEnd = text.indexOf('\n', at);
      // A part ends with the line in which its last byte is.
      if (this.#to !== null && this.#rest === '' && !this.#isSkipping && this.#offset + at >= this.#to) return false;
      if (!this.#line(text.slice(at, lineEnd))) return false;
      at = lineEnd + 1;
    }
    if (end < chunk.length && !this.#isSkipping) {
      if (this.#to !== null && this.#rest === '' && this.#offset + end >= this.#to) return false;
      this.#rest += chunk.toString('latin1', end);
      if (this.#rest.length > MAX_LINE_BYTES) this.#tooLong();
    }
    this.#offset += chunk.length;
    return true;
  }

  end(): void {
    if (this.#rest !== '') this.#line('');
  }

  #line(text: string): boolean {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return true;
    }
    const line = this.#rest === '' ? text : this.#rest + text;
    this.#rest = '';
    if (line.length > MAX_LINE_BYTES) {
      this.#onTooLong();
      return true;
    }
    return this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line) !== false;
  }

  #tooLong(): void {
    this.#onTooLong();
    this.#rest = '';
    this.#isSkipping = true;
  }
}
