/**
 * Keeps the home page of each audit as it was fetched, as UTF-8. What is written is whole or not there. The ids are
 * UUIDs in lower case. Whatever fails rejects; nothing waits for ever.
 */
export interface SnapshotStore {
  /** Keeps a page; one of the same id is replaced. The page is durable when the promise resolves. */
  write(id: string, html: string): Promise<void>;
  /** The page as UTF-8; null when there is none. */
  read(id: string): Promise<Uint8Array | null>;
  /** Removes pages; one that is not there is no error. */
  delete(ids: readonly string[]): Promise<void>;
  /** Resolves when the store is there. @throws with what is wrong */
  check(): Promise<void>;
}
