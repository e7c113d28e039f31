import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { LineSplitter } from '../../logs/line-splitter.ts';

/** Strings of more than 128 KiB are freed late, so that memory would grow. */
const CHUNK_BYTES = 96 * 1024;
/** The current file's name, and the number or the date that logrotate adds (`dateext`), with its hour or second if any. */
const ROTATED = /^(.*?)(?:\.(\d{1,6})|-(\d{4}-?\d\d-?\d\d(?:-\d{1,10})?))(?:\.(?:gz|zst))?$/;

/** A log file, or a part of one. */
export interface LogSource {
  /** Path; `-` for standard input. */
  readonly path: string;
  /** First byte of the part; the line that it is in belongs to the part before, unless it begins there. */
  readonly from: number;
  /** First byte after the part; the line that it is in belongs to this part. Null for the end of the file. */
  readonly to: number | null;
}

/**
 * Sorts each rotated set, oldest first: by number (`access.log.2.gz`, `access.log.1`, `access.log`) or by date
 * (`access.log-20261001.gz`, `access.log`). Sets and other files stay in the order given.
 */
export function inOrder(files: readonly string[]): string[] {
  const parsed = files.map((path) => {
    const [, base = path, number, date] = ROTATED.exec(path) ?? [];
    return { path, base, number: Number(number ?? 0), date: date ?? '~' };
  });
  return [...Map.groupBy(parsed, ({ base }) => base).values()].flatMap((set) =>
    set
      .toSorted((a, b) => b.number - a.number || (a.date < b.date ? -1 : Number(a.date > b.date)))
      .map(({ path }) => path),
  );
}

type Compression = 'gzip' | 'zstd' | null;

/** Tells how a file is compressed, by its first bytes. @throws what opening it throws */
export async function detectCompression(path: string): Promise<Compression> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return compressionIn(buffer);
}

/** A file is compressed or encoded in a way that is not read. */
export class UnsupportedEncoding extends Error {
  readonly code = 'UNSUPPORTED_ENCODING';
}

/**
 * Recognizes a compression by the first bytes of a file (RFC 1952 §2.3.1, RFC 8878 §3.1.1).
 * @throws UnsupportedEncoding for bzip2, xz and UTF-16
 */
function compressionIn(head: Buffer): Compression {
  const text = head.toString('latin1');
  const other = text.startsWith('BZh') ? 'bzip2' : text.startsWith('\xfd7zX') ? 'xz' : null;
  if (other !== null)
    throw new UnsupportedEncoding(`it is compressed with ${other}; decompress it first: ${other} -dc`);
  if (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff'))
    throw new UnsupportedEncoding('it is in UTF-16; convert it first: iconv -f UTF-16 -t UTF-8');
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head.length >= 4 && head.readUInt32LE(0) === 0xfd2fb528 ? 'zstd' : null;
}

/**
 * Reads the lines of a log as Latin-1 strings, in which each character is a byte. Memory stays flat, whatever the file's size.
 *
 * @param onLine receives each line without its line break; returns false to stop
 * @param onTooLong called for each line of more than `MAX_LINE_BYTES`
 * @throws what reading or decompressing throws
 */
export async function readLines(
  source: LogSource,
  onLine: (line: string) => boolean,
  onTooLong: () => void,
): Promise<void> {
  const { path, from, to } = source;
  // One byte earlier, to see whether a line begins at the part's first byte.
  const start = Math.max(0, from - 1);
  let isOver = false;
  const isInPart = () => {
    isOver ||= to !== null && start + lines.consumed >= to;
    return !isOver;
  };
  const lines = new LineSplitter(
    (line) => {
      if (isInPart() && onLine(line) === false) isOver = true;
    },
    () => {
      if (isInPart()) onTooLong();
    },
    from > 0,
  );
  for await (const chunk of readChunks(path, start)) {
    if (!(chunk instanceof Buffer)) throw new TypeError('A log is read as bytes.');
    lines.add(chunk);
    if (isOver) return;
  }
  lines.end();
}

async function* readChunks(path: string, start: number): AsyncGenerator<unknown> {
  if (path === '-') yield* await standardInput();
  else if ((await detectCompression(path)) !== null) yield* decompressedFile(path);
  else yield* createReadStream(path, { start, highWaterMark: CHUNK_BYTES });
}

/** Standard input, decompressed if its first bytes say that it is compressed. */
export async function standardInput(): Promise<AsyncIterable<unknown>> {
  const { stdin } = process;
  for (;;) {
    const head: unknown = stdin.read();
    if (head instanceof Buffer) {
      stdin.unshift(head);
      const compression = compressionIn(head);
      if (compression === 'zstd') return firstFrame(stdin);
      return compression === null ? stdin : unpack(stdin, compression);
    }
    if (stdin.readableEnded || stdin.destroyed) return stdin;
    await new Promise<void>((resolve) => {
      stdin.once('readable', resolve);
      stdin.once('end', resolve);
    });
    if (stdin.readableLength === 0) return stdin;
  }
}

/** Bytes of a compressed file. @throws what reading or decompressing throws */
export async function* decompressedFile(path: string): AsyncGenerator<unknown> {
  if ((await detectCompression(path)) === 'zstd') yield* zstdFrames(path);
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

/** Decompresses a stream of one frame. @throws UnsupportedEncoding for several frames: Node's decoder would read only the first */
async function* firstFrame(stream: Readable): AsyncGenerator<unknown> {
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  const decoder = unpack(stream, 'zstd');
  yield* decoder;
  if (size > decoder.bytesWritten)
    throw new UnsupportedEncoding('it has several frames of zstd; decompress it first: zstd -dc');
}

function unpack(stream: Readable, compression: 'gzip' | 'zstd'): Gunzip | ZstdDecompress {
  const decoder = compression === 'gzip' ? createGunzip({ chunkSize: CHUNK_BYTES }) : createZstdDecompress();
  stream.on('error', (error) => decoder.destroy(error));
  return stream.pipe(decoder);
}
