import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { firstGzipMember } from './gzip-member.ts';

/** How decoding ended. `too_large`: there was more than the budget, which was given out to the last byte. */
export type DecodingEnd = 'complete' | 'too_large' | 'broken';

export interface DecoderEvents {
  /** Decoded bytes, in order; never more than the budget in all. */
  data(bytes: Buffer): void;
  /** {@link Decoder.write} may be called again after it returned false. */
  drain(): void;
  /** Called once, after the last `data`; never after {@link Decoder.destroy}. */
  end(how: DecodingEnd): void;
}

export interface Decoder {
  /** Takes encoded bytes. Returns false when it holds enough for now. */
  write(bytes: Uint8Array): boolean;
  /** There are no more bytes. */
  end(): void;
  /** Stops at once and without a word. */
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

/** The codings of a Content-Encoding field in the order they were applied (RFC 9110 §8.4), `identity` left out. */
export function codingsOf(contentEncoding: string | undefined): string[] {
  if (contentEncoding === undefined) return [];
  return contentEncoding
    .split(',', 64)
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Whether {@link createDecoder} can undo these codings: gzip, deflate, br, zstd, at most three of them. */
export function canDecode(codings: readonly string[]): boolean {
  return codings.length <= MAX_CODINGS && codings.every((coding) => Object.hasOwn(OPENERS, coding));
}

/**
 * Undoes content codings as bytes arrive. Memory is bounded whatever comes: a bomb ends at the budget, in the inner
 * codings as well.
 *
 * @param codings as {@link codingsOf} gives them, at least one, all of which {@link canDecode}
 * @param maxBytes the most decoded bytes that are given out
 */
export function createDecoder(codings: readonly string[], maxBytes: number, events: DecoderEvents): Decoder {
  const stages: Transform[] = [];
  let over = false;
  // Kept for what zlib gives up at the end of a gzip member: never more than the wire budget.
  const keepsEncoded = codings.length === 1 && /^(?:x-)?gzip$/.test(codings[0] ?? '');
  const encoded: Uint8Array[] = [];

  const destroy = (): void => {
    over = true;
    for (const stage of stages) stage.destroy();
  };
  const finish = (how: DecodingEnd): void => {
    if (over) return;
    destroy();
    events.end(how);
  };

  /** Undoes `codings[index]`, the last one applied first; made when its first byte is known. */
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
      if (keepsEncoded) encoded.push(bytes);
      return outermost.write(bytes);
    },
    end() {
      if (outermost === undefined) finish('complete');
      else outermost.end();
    },
    destroy,
  };
}

/** What zlib says of bytes behind a gzip member that begin no other, or are too few to tell. It says so of no gzip too. */
function isTrailingData({ message }: Error): boolean {
  return message === 'incorrect header check' || message === 'unexpected end of file';
}
