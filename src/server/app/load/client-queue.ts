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

  /** Adds an entry. @returns the entry that was evicted or rejected; null when there was room */
  push(client: string, entry: Entry): Entry | null {
    const line = this.#lines.get(client) ?? { client, entries: [] };
    const longest = this.#size < this.#bound ? null : this.#longest();
    if (longest !== null && longest.entries.length <= line.entries.length + 1) return entry;
    line.entries.push(entry);
    this.#lines.set(client, line);
    this.#size += 1;
    return longest === null ? null : this.#take(longest, longest.entries.pop());
  }

  /** Removes the next entry. @returns null when there is none */
  shift(): Entry | null {
    const [line] = this.#lines.values();
    if (line === undefined) return null;
    // Its client is the last in the next round.
    this.#lines.delete(line.client);
    this.#lines.set(line.client, line);
    return this.#take(line, line.entries.shift());
  }

  #take(line: Line<Entry>, entry: Entry | undefined): Entry | null {
    if (line.entries.length === 0) this.#lines.delete(line.client);
    if (entry === undefined) return null;
    this.#size -= 1;
    return entry;
  }

  #longest(): Line<Entry> | null {
    let longest: Line<Entry> | null = null;
    for (const line of this.#lines.values()) {
      if (line.entries.length > (longest?.entries.length ?? 0)) longest = line;
    }
    return longest;
  }
}
