import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from '../app/errors.ts';

/** Maximum size of the logs in a body, decompressed, in bytes. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;
/** Maximum size of a JSON array in bytes, which is parsed in one piece. */
const MAX_ARRAY_BYTES = 1024 * 1024;
const MIB = 1024 * 1024;

/** Returns the chunks of a body of log lines. Can be called again to read them again. */
export type Chunks = () => AsyncIterable<Buffer>;

/**
 * Decodes the content coding of a body. The bytes are decompressed as they are read, so that a body never takes more memory than it
 * has on the wire.
 *
 * @throws Refusal 415 for another coding; while reading, 400 for a body that cannot be decompressed, and 413 beyond 64 MiB
 */
export function decodedBody(body: Buffer, coding = 'identity'): Chunks {
  switch (coding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return async function* () {
        yield body;
      };
    case 'gzip':
    case 'x-gzip':
      return () => gunzip(body);
    default:
      throw new Refusal(415, 'The body may only be compressed with gzip.', { 'accept-encoding': 'gzip' });
  }
}

async function* gunzip(body: Buffer): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    for await (const chunk of Readable.from([body]).pipe(createGunzip({ chunkSize: 64 * 1024 }))) {
      if (!(chunk instanceof Buffer)) throw new TypeError('A stream of bytes was expected.');
      length += chunk.length;
      if (length > MAX_DECODED_BYTES) {
        throw new Refusal(
          413,
          `The body has more than ${MAX_DECODED_BYTES / MIB} MiB when decompressed; send it in parts.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new Refusal(400, 'The body is not valid gzip.');
    }
    throw error;
  }
}

/** Reads a body that begins with `[` as a JSON array, and returns its items, a line each; null for any other. @throws Refusal */
export async function linesOfArray(chunks: Chunks): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks()) {
    if (length === 0 && !/^\s*\[/.test(chunk.toString('latin1', 0, 100))) return null;
    parts.push(chunk);
    length += chunk.length;
    if (length > MAX_ARRAY_BYTES) {
      throw new Refusal(
        413,
        'A JSON array may have 1 MiB; send more as application/x-ndjson, with one object on each line.',
      );
    }
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString());
    if (Array.isArray(value)) return Buffer.from(value.map((item) => `${JSON.stringify(item)}\n`).join(''));
  } catch {
    // Not JSON, or nested too deeply to be an array of log entries.
  }
  throw new Refusal(400, 'The body begins like a JSON array but is not valid JSON; send one JSON object per line.');
}
