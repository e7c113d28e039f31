import { createFetcher, type FetcherOptions } from '../../fetch/fetcher.ts';
import { readFurtherPages } from '../../site/inventory/further-pages.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';

/** Budgets for further pages: a few redirects beside the pages, and two connections at once. */
export const FURTHER_BUDGETS = { requests: 80, audit: 40_000, connectionsPerHost: 2 };

/**
 * Fetches further pages of an inventory, with its own connections and budget.
 * @param options.about URL that tells a site's owner who sends these requests
 */
export async function completeInventory(
  inventory: PageInventory,
  options: FetcherOptions & { readonly about?: string | null } = {},
): Promise<PageInventory> {
  const { about = null, ...fetcherOptions } = options;
  const fetcher = createFetcher({ ...fetcherOptions, budgets: FURTHER_BUDGETS });
  try {
    return await readFurtherPages(inventory, { fetcher, about });
  } finally {
    await fetcher.close();
  }
}
