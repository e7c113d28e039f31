/** A cached response about a domain. */
interface CachedEntry {
  readonly domain: string;
  /** Memory that it uses. */
  readonly bytes: number;
}

/** Cache of responses up to a number of bytes. The oldest are dropped first. */
export class BoundedCache<Entry extends CachedEntry> {
  readonly #maxBytes: number;
  readonly #maxOfDomain: number;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** The keys of each domain, the oldest first. */
  readonly #keys = new Map<string, Set<string>>();
  #bytes = 0;

  /** @param maxOfDomain maximum number of entries of one domain */
  constructor(maxBytes: number, maxOfDomain = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
    this.#maxOfDomain = maxOfDomain;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Does nothing where the entry is larger than the cache. */
  add(key: string, entry: Entry): void {
    if (entry.bytes > this.#maxBytes) return;
    this.drop(key);
    const keys = this.#keys.get(entry.domain) ?? new Set();
    for (const oldest of keys) if (keys.size >= this.#maxOfDomain) this.drop(oldest);
    this.#keys.set(entry.domain, keys.add(key));
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    const keys = this.#keys.get(entry.domain);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(entry.domain);
  }

  dropDomain(domain: string): void {
    for (const key of this.#keys.get(domain) ?? []) this.drop(key);
  }
}
