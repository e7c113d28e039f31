import { RobotsBudget } from '../site/gather/gather-pages.ts';
import { pageCandidate, sampleByHash } from '../site/gather/sample.ts';
import { isSecondaryPath } from '../site/page/page-kind.ts';
import { onOrigin, pageKey } from '../site/page/page-url.ts';
import { sitemapEntries } from '../site/sitemap/sitemap.ts';
import type { SiteFacts } from './site-facts.ts';

type Facts = Pick<SiteFacts, 'home' | 'sitemaps' | 'robots' | 'origin'>;

/** Links that their author does not recommend. */
const NOT_RECOMMENDED = ['nofollow', 'sponsored', 'ugc'];

/** The content pages of a site other than the home page, by their addresses. */
export interface ContentPages {
  /** Those whose rules of robots.txt are decided: all, or a sample by hash where there are too many URLs or rules. */
  readonly decided: readonly string[];
  /** Number of all that are known. */
  readonly known: number;
}

/**
 * Returns the pages that a sitemap lists or the home page links to, other than listing, tag, contact and legal pages by their
 * paths. Whether they may be fetched plays no part.
 *
 * @param rules number of rules of robots.txt that each URL is compared with
 */
export function contentPagesOf({ home, sitemaps, origin }: Facts, rules: number): ContentPages {
  const links = home.facts.links
    .filter(({ rel }) => !rel.some((value) => NOT_RECOMMENDED.includes(value)))
    .flatMap(({ url }) => url ?? []);
  const listed = sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : sitemapEntries(document).map(({ url }) => url),
  );
  const byKey = new Map<string, string>();
  for (const url of [...links, ...listed]) {
    const page = pageCandidate(onOrigin(url, origin), origin, home.url);
    if (page !== null && !byKey.has(pageKey(page)) && !isSecondaryPath(page)) byKey.set(pageKey(page), page);
  }
  const budget = new RobotsBudget(rules);
  const decided = sampleByHash(byKey.values(), byKey.size).filter((url) => budget.spend(url));
  return { decided, known: byKey.size };
}
