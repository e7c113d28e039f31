import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Stores the home page of each audit as it was fetched, as UTF-8. A page is stored whole or not at all. The ids are
 * UUIDs in lower case. Every failure rejects, also a time-out.
 */
export interface SnapshotStore {
  /**
   * Stores a page, in place of an earlier one of the same id. It is on the disk when the promise resolves.
   * @returns its size as stored, in bytes
   */
  write(id: string, html: string): Promise<number>;
  /** Reads a page, as UTF-8; null when there is none. */
  read(id: string): Promise<Uint8Array | null>;
  /** Deletes pages. Ignores missing ones. */
  delete(ids: readonly string[]): Promise<void>;
  /** Resolves when the store can be used. @throws the reason when it cannot */
  check(): Promise<void>;
}

/** Returns the path of a page under the root of any store, so that one store can be copied to another: `ab/abcdef….html.zst`. */
export function snapshotPath(id: string): string {
  return `${id.slice(0, 2)}/${id}.html.zst`;
}

/** Encodes a page as every store saves it: UTF-8, compressed with zstd (RFC 8878). */
export function encodeSnapshot(html: string): Promise<Buffer> {
  return compress(Buffer.from(html));
}

/** Decodes a stored page. @returns UTF-8 @throws when the bytes are damaged */
export function decodeSnapshot(bytes: Uint8Array): Promise<Buffer> {
  return decompress(bytes);
}
