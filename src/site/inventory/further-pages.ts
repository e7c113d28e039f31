import { availability, type Exchange, type Fetcher } from '../../fetch/exchange.ts';
import { userAgents } from '../gather/user-agents.ts';
import type { InventoryPage, PageInventory } from './inventory.ts';
import { InventoryDraft } from './inventory-draft.ts';
import { isLargeSite } from './listed-pages.ts';
import { pagePolicy } from './page-policy.ts';
import { acrossSections, isCategory, type LanguageSegments, languageSegments, sitePlace } from './site-sections.ts';
import { mostProminent } from './sitemap-choice.ts';

/** Pages that are asked for beyond the audit's. */
export const FURTHER_PAGES = 60;
/** So many are chosen at a time: what they link to is known before the next are. */
const WAVE = 15;
const PAGE_BYTES = 2 * 1024 * 1024;

/** Listings and rules of the house: worth a place after everything else has one. */
const SECONDARY =
  /^(?:tags?|categor(?:y|ies|ia|ias|ie|ien)|kategorien?|topics?|authors?|archives?|page|legal|privacy.*|terms.*|cookies?.*|privacidade|termos)$/i;

export interface FurtherPagesOptions {
  /** Made for this alone: its budgets are these pages'. */
  readonly fetcher: Fetcher;
  /** Where a site's owner can read who asks; null when nothing is published. */
  readonly about: string | null;
}

/**
 * Asks for up to 60 further pages of an inventory, each once, and adds what they say. Only pages that robots.txt opens to
 * our own token are asked for, and none any more once the site turns us away. Never rejects for anything a site does.
 */
export async function readFurtherPages(
  inventory: PageInventory,
  { fetcher, about }: FurtherPagesOptions,
): Promise<PageInventory> {
  const userAgent = userAgents(about).browser;
  const homeUrl = inventory.pages.find(({ place }) => place === 'home')?.url ?? `${inventory.origin}/`;
  const { origin, robotsTxt, pages, notFoundHash } = inventory;
  const draft = new InventoryDraft(origin, homeUrl, pagePolicy(robotsTxt), pages, notFoundHash ?? null);
  const isLarge = isLargeSite(inventory);
  const languages = languageSegments([inventory.site.lang], inventory.site.languages);
  const asked = new Set<string>();
  let isWelcome = true;
  while (isWelcome && asked.size < FURTHER_PAGES) {
    const open = draft.unread().filter(({ url }) => !asked.has(url));
    const urls = mostTelling(open, Math.min(WAVE, FURTHER_PAGES - asked.size), { languages, isLarge });
    if (urls.length === 0) break;
    for (const url of urls) asked.add(url);
    const ask = (url: string) => fetcher.fetch({ url, userAgent, maxBodyBytes: PAGE_BYTES, maxAttempts: 1 });
    const answers = await Promise.all(urls.map(ask));
    // In the order they were chosen, not that of arrival: the same answers give the same inventory.
    for (const answer of answers) draft.add(answer);
    isWelcome = !answers.some(turnsAway);
  }
  const disallowed = Math.max(inventory.disallowed ?? 0, draft.disallowed);
  return { ...inventory, pages: draft.pages(), isComplete: true, disallowed };
}

/** Too many requests, a challenge, a server that gives up, or our own budget at its end. */
function turnsAway(answer: Exchange): boolean {
  const means = availability(answer);
  return means === 'server_error' || means === 'not_asked' || answer.failure?.kind === 'challenge';
}

/**
 * Orders pages: first those that the home page links to, then the rest, then listings and legal pages; in each group the most
 * prominent first. Categories of a large site come earlier, because they link to all of it.
 */
function mostTelling(
  pages: readonly InventoryPage[],
  size: number,
  { languages, isLarge }: { readonly languages: LanguageSegments; readonly isLarge: boolean },
): readonly string[] {
  const tier = ({ url, place }: InventoryPage): number => {
    const at = sitePlace(url, languages);
    const isSecondary = [...at.folders, at.name].some((part) => SECONDARY.test(part));
    if (isSecondary && !(isLarge && isCategory(at))) return 3;
    return place === 'navigation' || place === 'main' ? 0 : place === 'footer' ? 2 : 1;
  };
  const tiers = [0, 1, 2, 3].map((wanted) => pages.filter((page) => tier(page) === wanted));
  return tiers
    .flatMap((members, wanted) =>
      wanted === 3
        ? acrossSections(
            members.map(({ url }) => url),
            members.length,
            languages,
          )
        : mostProminent(members, languages),
    )
    .slice(0, size);
}
