import { constants, gunzipSync } from 'node:zlib';

/** DEFLATE makes at most 258 bytes of two bits. */
const GREATEST_RATIO = 1_032;

export interface Inflated {
  readonly bytes: Uint8Array;
  /** There is more than `maxBytes`, and this is only its beginning. */
  readonly isCut: boolean;
}

/**
 * Inflates a gzip file, at most `maxBytes` of it; of a file that stops short all that is there. Where there would be
 * more, as much of the compressed bytes is inflated as should fit by the length in the trailer (RFC 1952 §2.3.1), and
 * if that length is a lie, as much as fits however dense it is: three attempts, none of which makes more than `maxBytes`.
 *
 * @returns null when the bytes are damaged
 */
export function inflate(bytes: Buffer, maxBytes: number): Inflated | null {
  const claimed = bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
  const byTrailer = Math.floor((bytes.length * 0.9 * maxBytes) / Math.max(claimed, maxBytes));
  const surely = Math.floor(maxBytes / GREATEST_RATIO);
  for (const end of [bytes.length, byTrailer, surely]) {
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
