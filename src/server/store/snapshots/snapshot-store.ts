import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What is stored of an audit: its home page as it was fetched, and the pictures of its pages as JSON. */
export const SNAPSHOT_KINDS = ['html', 'pictures'] as const;
export type SnapshotKind = (typeof SNAPSHOT_KINDS)[number];

/**
 * Stores what an audit saw of its site, as UTF-8. A text is stored whole or not at all. The ids are UUIDs in lower case. Every failure
 * rejects, also a time-out.
 */
export interface SnapshotStore {
  /**
   * Stores a text, in place of an earlier one of the same id. It is on the disk when the promise resolves.
   * @returns its size as stored, in bytes
   */
  write(id: string, text: string, kind?: SnapshotKind): Promise<number>;
  /** Reads a text, as UTF-8; null when there is none. */
  read(id: string, kind?: SnapshotKind): Promise<Uint8Array | null>;
  /** Deletes all kinds of audits. Ignores missing ones. */
  delete(ids: readonly string[]): Promise<void>;
  /** Resolves when the store can be used. @throws the reason when it cannot */
  check(): Promise<void>;
}

/** Returns the path of a text under the root of any store, so that one store can be copied to another: `ab/abcdef….html.zst`. */
export function snapshotPath(id: string, kind: SnapshotKind): string {
  return `${id.slice(0, 2)}/${id}.${kind}.zst`;
}

/** Encodes a text as every store saves it: UTF-8, compressed with zstd (RFC 8878). */
export function encodeSnapshot(text: string): Promise<Buffer> {
  return compress(Buffer.from(text));
}

/** Decodes a stored text. @returns UTF-8 @throws when the bytes are damaged */
export function decodeSnapshot(bytes: Uint8Array): Promise<Buffer> {
  return decompress(bytes);
}
