import { MAX_CLASS_NAMES, MAX_CLASS_VALUE } from '../page/page-limits.ts';

/** Reads values of `class` and `id`, and memoizes what they mean: the elements of a page repeat a few. One for each page. */
export class NamesMemo<Meaning> {
  readonly #read: (names: string) => Meaning;
  readonly #meanings = new Map<string, Meaning>();

  constructor(read: (names: string) => Meaning) {
    this.#read = read;
  }

  /** @param value of the attribute; null, where there is none, counts as empty */
  meaning(value: string | null): Meaning {
    const names = value ?? '';
    const known = this.#meanings.get(names);
    if (known !== undefined) return known;
    const meaning = this.#read(names);
    if (this.#meanings.size < MAX_CLASS_NAMES && names.length <= MAX_CLASS_VALUE) this.#meanings.set(names, meaning);
    return meaning;
  }
}
