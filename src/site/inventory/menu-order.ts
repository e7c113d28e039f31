import type { InventoryPage } from './inventory.ts';

/** Maximum number of menus, and of pages in one. */
const MAX_MENUS = 100;
const MAX_ENTRIES = 500;

/**
 * The order in which the menus of a site name its pages: by the median of their places in these. Where a page is the next of
 * another, it stands elsewhere in that one's links.
 */
export class MenuOrder {
  readonly #places = new Map<string, number[]>();
  #menus = 0;

  /** @param pages those of an earlier inventory, with their order */
  constructor(pages: readonly Pick<InventoryPage, 'url' | 'menuIndex'>[] = []) {
    for (const { url, menuIndex } of pages)
      if (menuIndex !== undefined) this.#places.set(url.replace(/\/$/, ''), [menuIndex]);
  }

  /** Adds the menus of a page: URLs without a slash at their end, in the order of its links outside its text, each once. */
  add(urls: readonly string[]): void {
    if (this.#menus === MAX_MENUS) return;
    this.#menus++;
    for (const [place, url] of urls.slice(0, MAX_ENTRIES).entries()) {
      const places = this.#places.get(url);
      if (places !== undefined) places.push(place);
      else if (this.#places.size < MAX_ENTRIES) this.#places.set(url, [place]);
    }
  }

  /** Returns the place of each URL without a slash at its end, from 0. */
  indexes(): ReadonlyMap<string, number> {
    const medians = [...this.#places].map(([url, places]) => ({ url, median: median(places) }));
    return new Map(medians.toSorted((a, b) => a.median - b.median).map(({ url }, index) => [url, index]));
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
