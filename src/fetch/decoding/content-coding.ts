import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  inflateRawSync,
} from 'node:zlib';

/** Result of decoding. `too_large`: there was more than the budget, all of which was given out. */
export type DecodingResult = 'complete' | 'too_large' | 'broken';

export interface DecoderEvents {
  /** Decoded bytes, in order; never more than the budget in all. */
  data(bytes: Buffer): void;
  /** {@link Decoder.write} may be called again after it returned false. */
  drain(): void;
  /** Called once, after the last `data`; never after {@link Decoder.destroy}. */
  end(result: DecodingResult): void;
}

export interface Decoder {
  /** Decodes bytes. Returns false when the caller should wait for `drain`. */
  write(bytes: Uint8Array): boolean;
  /** Signals the end of the bytes. */
  end(): void;
  /** Stops at once, without an event. */
  destroy(): void;
}

const MAX_CODINGS = 3;
const chunkSize = 65_536;

const OPENERS: Readonly<Record<string, (first: number) => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  'x-gzip': () => createGunzip({ chunkSize }),
  // RFC 9110 §8.4.1.2: deflate is the zlib format, but some send the bare stream. The low bits of a zlib header say 8.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })),
  br: () => createBrotliDecompress({ chunkSize }),
  // RFC 9659 §3: no larger window than 8 MiB; the format itself would allow gigabytes.
  zstd: () => createZstdDecompress({ chunkSize, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/** Lists the codings of a Content-Encoding field in the order they were applied (RFC 9110 §8.4), without `identity`. */
export function listCodings(contentEncoding: string | undefined): string[] {
  if (contentEncoding === undefined) return [];
  return contentEncoding
    .split(',', 64)
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Returns whether {@link createDecoder} supports these codings: gzip, deflate, br, zstd, at most three of them. */
export function canDecode(codings: readonly string[]): boolean {
  return codings.length <= MAX_CODINGS && codings.every((coding) => Object.hasOwn(OPENERS, coding));
}

/**
 * Creates a decoder of content codings for bytes as they arrive. Memory is bounded for any input: a decompression bomb ends at
 * the budget, in the inner codings as well.
 *
 * @param codings as {@link listCodings} gives them, at least one, all of which {@link canDecode}
 * @param maxBytes most decoded bytes that are given out
 */
export function createDecoder(codings: readonly string[], maxBytes: number, events: DecoderEvents): Decoder {
  const stages: Transform[] = [];
  let over = false;
  // Stored because zlib fails at data after a gzip member. Never more than the wire budget.
  const storesEncoded = codings.length === 1 && /^(?:x-)?gzip$/.test(codings[0] ?? '');
  const encoded: Uint8Array[] = [];

  const destroy = (): void => {
    over = true;
    for (const stage of stages) stage.destroy();
  };
  const finish = (result: DecodingResult): void => {
    if (over) return;
    destroy();
    events.end(result);
  };

  /** Opens the decoder of `codings[index]` when its first byte is known. The coding applied last is decoded first. */
  const open = (index: number, first: number): Transform => {
    const opener = OPENERS[codings[index] ?? ''];
    if (opener === undefined) throw new TypeError('a coding that canDecode refuses');
    const stage = opener(first);
    stages.push(stage);
    let given = 0;
    let next: Transform | undefined;
    stage.on('data', (bytes: Buffer) => {
      if (over) return;
      const room = maxBytes - given;
      const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
      given += part.length;
      if (index === 0) {
        if (part.length > 0) events.data(part);
      } else {
        next ??= open(index - 1, bytes[0] ?? 0);
        if (!next.write(part)) stage.pause();
      }
      if (part.length < bytes.length) finish('too_large');
    });
    stage.on('end', () => {
      if (next === undefined) finish('complete');
      else next.end();
    });
    stage.on('error', (error) => {
      const whole = isTrailingData(error) && !over ? firstGzipMember(Buffer.concat(encoded), maxBytes) : null;
      if (whole === null) return finish('broken');
      if (whole.length > given) events.data(whole.subarray(given));
      finish('complete');
    });
    stage.on('drain', () => {
      const before = stages[stages.indexOf(stage) - 1];
      if (over) return;
      if (before === undefined) events.drain();
      else before.resume();
    });
    return stage;
  };

  let outermost: Transform | undefined;
  return {
    write(bytes) {
      if (over || bytes.length === 0) return true;
      outermost ??= open(codings.length - 1, bytes[0] ?? 0);
      if (storesEncoded) encoded.push(bytes);
      return outermost.write(bytes);
    },
    end() {
      if (outermost === undefined) finish('complete');
      else outermost.end();
    },
    destroy,
  };
}

/** Returns whether zlib may have failed at data after a gzip member. It gives the same errors for data that is not gzip. */
function isTrailingData({ message }: Error): boolean {
  return message === 'incorrect header check' || message === 'unexpected end of file';
}

// Flags of a member's header (RFC 1952 §2.3.1).
const HAS_HEADER_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const FIXED_HEADER = 10;

/**
 * Decodes the first member of a gzip file. Returns null when there is no complete member of at most `maxBytes`. Browsers ignore
 * what follows it, such as a line break from a template, which zlib takes for the broken header of a further member.
 */
export function firstGzipMember(file: Buffer, maxBytes: number): Buffer | null {
  const start = headerLength(file);
  if (start === null) return null;
  try {
    return inflateRawSync(file.subarray(start), { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return null;
  }
}

function headerLength(file: Buffer): number | null {
  if (file.length < FIXED_HEADER || file[0] !== 0x1f || file[1] !== 0x8b || file[2] !== 8) return null;
  const flags = file[3] ?? 0;
  let at = FIXED_HEADER;
  if ((flags & HAS_EXTRA) !== 0) {
    if (file.length < at + 2) return null;
    at += 2 + file.readUInt16LE(at);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = file.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  return (flags & HAS_HEADER_CRC) !== 0 ? at + 2 : at;
}
