import { availability, type Exchange, type Fetcher } from '../../fetch/exchange.ts';
import { userAgents } from '../gather/user-agents.ts';
import type { InventoryPage, PageInventory } from './inventory.ts';
import { InventoryBuilder } from './inventory-builder.ts';
import { isLargeSite } from './listed-pages.ts';
import { pagePolicy } from './page-policy.ts';
import {
  isCategory,
  type LanguageSegments,
  languageSegments,
  rankPages,
  sitePath,
  spreadOverSections,
} from './site-sections.ts';

/** Maximum number of pages requested beyond those of the audit. */
export const FURTHER_PAGES = 60;
/** Pages requested at a time: their links are known before the next are chosen. */
const BATCH = 15;
const PAGE_BYTES = 2 * 1024 * 1024;

/** Folders and names of listings and legal pages, which come after all others. */
const SECONDARY =
  /^(?:tags?|categor(?:y|ies|ia|ias|ie|ien)|kategorien?|topics?|authors?|archives?|page|legal|privacy.*|terms.*|cookies?.*|privacidade|termos)$/i;

export interface FurtherPagesOptions {
  /** Made for these pages alone: they have budgets of their own. */
  readonly fetcher: Fetcher;
  /** URL where a site's owner can read about our crawler; null when nothing is published. */
  readonly about: string | null;
}

/**
 * Requests up to 60 further pages of an inventory, each once, and adds them. Requests only what robots.txt allows our own
 * token, and stops as soon as the site refuses. Never rejects for anything a site does.
 */
export async function readFurtherPages(
  inventory: PageInventory,
  { fetcher, about }: FurtherPagesOptions,
): Promise<PageInventory> {
  const userAgent = userAgents(about).browser;
  const homeUrl = inventory.pages.find(({ place }) => place === 'home')?.url ?? `${inventory.origin}/`;
  const { origin, robotsTxt, pages, notFoundHash } = inventory;
  const builder = new InventoryBuilder(origin, homeUrl, pagePolicy(robotsTxt), pages, notFoundHash ?? null);
  const isLarge = isLargeSite(inventory);
  const languages = languageSegments([inventory.site.lang], inventory.site.languages);
  const requested = new Set<string>();
  let isRefused = false;
  while (!isRefused && requested.size < FURTHER_PAGES) {
    const unread = builder.unread().filter(({ url }) => !requested.has(url));
    const urls = inOrder(unread, languages, isLarge).slice(0, Math.min(BATCH, FURTHER_PAGES - requested.size));
    if (urls.length === 0) break;
    for (const url of urls) requested.add(url);
    const request = (url: string) => fetcher.fetch({ url, userAgent, maxBodyBytes: PAGE_BYTES, maxAttempts: 1 });
    const exchanges = await Promise.all(urls.map(request));
    // In the order of the requests, so that the same responses give the same inventory.
    for (const exchange of exchanges) builder.add(exchange);
    isRefused = exchanges.some(isRefusal);
  }
  const disallowed = Math.max(inventory.disallowed ?? 0, builder.disallowed);
  return { ...inventory, pages: builder.pages(), isComplete: true, disallowed };
}

/** Returns whether to stop: too many requests, a server error, a challenge, or the end of our own budget. */
function isRefusal(exchange: Exchange): boolean {
  const result = availability(exchange);
  return result === 'server_error' || result === 'not_asked' || exchange.failure?.kind === 'challenge';
}

/**
 * Orders pages: first those that the home page links to, then the rest, then listings and legal pages; in each group the
 * most prominent first. Categories of a large site come earlier, because they link to all of it.
 */
function inOrder(pages: readonly InventoryPage[], languages: LanguageSegments, isLarge: boolean): readonly string[] {
  const tier = ({ url, place }: InventoryPage): number => {
    const path = sitePath(url, languages);
    const isSecondary = [...path.folders, path.name].some((part) => SECONDARY.test(part));
    if (isSecondary && !(isLarge && isCategory(path))) return 3;
    return place === 'navigation' || place === 'main' ? 0 : place === 'footer' ? 2 : 1;
  };
  const ofTier = (rank: number) => pages.filter((page) => tier(page) === rank);
  const secondary = ofTier(3).map(({ url }) => url);
  return [
    ...[0, 1, 2].flatMap((rank) => rankPages(ofTier(rank), languages)),
    ...spreadOverSections(secondary, languages),
  ];
}
