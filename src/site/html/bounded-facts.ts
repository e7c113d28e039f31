import { FACT_LIMITS, type LimitedFact } from '../page/page-limits.ts';

/** Collects facts of one kind up to their limit, and counts the rest. */
export class BoundedFacts<Item> {
  readonly #kind: LimitedFact;
  readonly #items: Item[] = [];
  /** Number of facts beyond the limit, complete after `facts`. */
  unread = 0;

  constructor(kind: LimitedFact) {
    this.#kind = kind;
  }

  /** Returns whether there is room for another fact; if not, counts it as unread. Call once for each. */
  hasRoom(): boolean {
    if (this.#items.length < FACT_LIMITS[this.#kind].items) return true;
    this.unread++;
    return false;
  }

  /** Adds a fact. There must be room for it. */
  add<Added extends Item>(item: Added): Added {
    this.#items.push(item);
    return item;
  }

  /**
   * Returns the facts made from the items, until their strings exceed the limit together. The rest counts as unread.
   *
   * @param lengthOf returns the length of the strings of a fact
   */
  facts<Fact>(make: (item: Item) => Fact, lengthOf: (fact: Fact) => number): Fact[] {
    const facts: Fact[] = [];
    let length = 0;
    for (const item of this.#items) {
      const fact = make(item);
      length += lengthOf(fact);
      if (length > FACT_LIMITS[this.#kind].characters) break;
      facts.push(fact);
    }
    this.unread += this.#items.length - facts.length;
    return facts;
  }
}
