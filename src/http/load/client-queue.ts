/** One client's entries, the oldest first. */
interface Line<Entry> {
  readonly client: string;
  readonly entries: Entry[];
}

/**
 * A bounded round-robin queue: serves the first entry of each client, then the second of each. When it is full, an entry of a
 * client with fewer entries replaces the newest entry of the client with the most.
 */
export class ClientQueue<Entry> {
  readonly #bound: number;
  /** Entries by client. The client to serve next is first. */
  readonly #lines = new Map<string, Line<Entry>>();
  #size = 0;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get isFull(): boolean {
    return this.#size >= this.#bound;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Returns whether an entry of this client would be accepted, perhaps in place of another client's. */
  hasRoomFor(client: string): boolean {
    if (!this.isFull) return true;
    const own = this.#lines.get(client)?.entries.length ?? 0;
    return (this.#longest()?.entries.length ?? 0) > own + 1;
  }

  /** Adds an entry. @returns the entry that was evicted or rejected; null when there was room */
  push(client: string, entry: Entry): Entry | null {
    if (!this.hasRoomFor(client)) return entry;
    const evicted = this.isFull ? this.#dropNewest() : null;
    const line = this.#lines.get(client) ?? { client, entries: [] };
    line.entries.push(entry);
    this.#lines.set(client, line);
    this.#size += 1;
    return evicted;
  }

  /** The next entry; null when there is none. */
  shift(): Entry | null {
    const [line] = this.#lines.values();
    const entry = line?.entries.shift();
    if (line === undefined || entry === undefined) return null;
    this.#size -= 1;
    this.#lines.delete(line.client);
    if (line.entries.length > 0) this.#lines.set(line.client, line);
    return entry;
  }

  #dropNewest(): Entry | null {
    const line = this.#longest();
    const entry = line?.entries.pop();
    if (line === undefined || entry === undefined) return null;
    this.#size -= 1;
    if (line.entries.length === 0) this.#lines.delete(line.client);
    return entry;
  }

  #longest(): Line<Entry> | undefined {
    let longest: Line<Entry> | undefined;
    for (const line of this.#lines.values()) {
      if (line.entries.length > (longest?.entries.length ?? 0)) longest = line;
    }
    return longest;
  }
}
