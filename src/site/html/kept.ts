import type { FactLimit } from '../page-limits.ts';

/** What was seen of one kind of fact, up to its limit. What is beyond is counted. */
export class Kept<T> {
  readonly items: T[] = [];
  readonly #limit: FactLimit;
  /** How many were not kept. */
  unread = 0;

  constructor(limit: FactLimit) {
    this.#limit = limit;
  }

  /** Whether there is room for another one; counts it as unread when there is none. To be called once for each. */
  hasRoom(): boolean {
    if (this.items.length < this.#limit.items) return true;
    this.unread++;
    return false;
  }

  /** Adds one, for which there is room. */
  add<Item extends T>(item: Item): Item {
    this.items.push(item);
    return item;
  }

  /**
   * The facts that are made of the items, until their strings are too long together: the rest is unread.
   *
   * @param charactersOf the length of the strings of a fact
   */
  facts<Fact>(make: (item: T) => Fact, charactersOf: (fact: Fact) => number): Fact[] {
    const facts: Fact[] = [];
    let characters = 0;
    for (const item of this.items) {
      const fact = make(item);
      characters += charactersOf(fact);
      if (characters > this.#limit.characters) break;
      facts.push(fact);
    }
    this.unread += this.items.length - facts.length;
    return facts;
  }
}
