import type { FactLimit } from '../page/page-limits.ts';

/** Collects facts of one kind up to their limit, and counts the rest. */
export class Kept<T> {
  readonly items: T[] = [];
  readonly #limit: FactLimit;
  /** Number of facts beyond the limit. */
  unread = 0;

  constructor(limit: FactLimit) {
    this.#limit = limit;
  }

  /** Returns whether there is room for another fact; if not, counts it as unread. Call once for each. */
  hasRoom(): boolean {
    if (this.items.length < this.#limit.items) return true;
    this.unread++;
    return false;
  }

  /** Adds a fact. There must be room for it. */
  add<Item extends T>(item: Item): Item {
    this.items.push(item);
    return item;
  }

  /**
   * Returns the facts made from the items, until their strings exceed the limit together. The rest counts as unread.
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
