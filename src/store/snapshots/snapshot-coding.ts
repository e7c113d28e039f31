import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Path of a page under the root of any store, so that one store can be copied to another: `ab/abcdef….html.zst`. */
export function snapshotPath(id: string): string {
  return `${id.slice(0, 2)}/${id}.html.zst`;
}

/** Encodes a page as every store saves it: UTF-8, compressed with zstd (RFC 8878). */
export function encodeSnapshot(html: string): Promise<Buffer> {
  return compress(Buffer.from(html));
}

/** What {@link encodeSnapshot} was given, as UTF-8. @throws when the bytes are damaged */
export function decodeSnapshot(bytes: Uint8Array): Promise<Buffer> {
  return decompress(bytes);
}
