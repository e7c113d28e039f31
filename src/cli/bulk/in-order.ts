/**
 * Puts results in the order of a list. Results that come early are retained until those before them have come.
 */
export class InOrder<T> {
  readonly #order: readonly string[];
  readonly #early = new Map<string, T>();
  #next = 0;

  /** @param order the keys of all results, each once */
  constructor(order: readonly string[]) {
    this.#order = order;
  }

  /** Adds a result. @returns the results whose turn it is now */
  add(key: string, result: T): T[] {
    this.#early.set(key, result);
    const due: T[] = [];
    for (; this.#next < this.#order.length; this.#next += 1) {
      const nextKey = this.#order[this.#next] ?? '';
      const next = this.#early.get(nextKey);
      if (next === undefined) break;
      this.#early.delete(nextKey);
      due.push(next);
    }
    return due;
  }

  /** Returns the results that came early and are still retained, in order. */
  rest(): T[] {
    return this.#order.slice(this.#next).flatMap((key) => this.#early.get(key) ?? []);
  }
}
