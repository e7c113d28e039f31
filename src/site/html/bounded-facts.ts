import type { PageFacts } from '../page/page-facts.ts';
import { FACT_LIMITS, type LimitedFact } from '../page/page-limits.ts';

/** Number of facts of each kind beyond their limit. */
export type UnreadFacts = { -readonly [Kind in keyof PageFacts['unread']]: number };

export const NONE_UNREAD: Readonly<UnreadFacts> = {
  elements: 0,
  blocks: 0,
  links: 0,
  headings: 0,
  images: 0,
  lists: 0,
  tables: 0,
  times: 0,
  markedDates: 0,
  bylines: 0,
  quotations: 0,
  titles: 0,
  metas: 0,
  canonicals: 0,
  hreflangs: 0,
  describedBy: 0,
};

/** Collects facts of one kind up to their limit, and counts the rest. */
export class BoundedFacts<Item> {
  readonly #kind: LimitedFact;
  readonly #items: Item[] = [];
  #unread = 0;

  constructor(kind: LimitedFact) {
    this.#kind = kind;
  }

  /** Returns whether there is room for another fact; if not, counts it as unread. Call once for each. */
  hasRoom(): boolean {
    if (this.#items.length < FACT_LIMITS[this.#kind].items) return true;
    this.#unread++;
    return false;
  }

  /** Adds a fact. There must be room for it. */
  add<Added extends Item>(item: Added): Added {
    this.#items.push(item);
    return item;
  }

  /**
   * Returns the facts made from the items, until their strings exceed the limit together.
   *
   * @param unread receives the number of all others
   */
  facts<Fact extends object>(unread: UnreadFacts, make: (item: Item) => Fact): Fact[] {
    const facts: Fact[] = [];
    let length = 0;
    for (const item of this.#items) {
      const fact = make(item);
      length += countCharacters(fact);
      if (length > FACT_LIMITS[this.#kind].characters) break;
      facts.push(fact);
    }
    unread[this.#kind] = this.#unread + this.#items.length - facts.length;
    return facts;
  }
}

/** Returns the characters in the strings of a fact. */
function countCharacters(fact: object): number {
  let length = 0;
  for (const value of Object.values(fact)) {
    if (typeof value === 'string') length += value.length;
    else if (Array.isArray(value)) length += countCharacters(value);
  }
  return length;
}
