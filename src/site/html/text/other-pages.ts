import { ARTICLE } from '../context-bits.ts';
import type { PageRegion } from './page-regions.ts';

/** Returns the article element that the page's headline stands in: the first h1 that is not just a link; null for none. */
export function ownArticle(regions: readonly PageRegion[]): PageRegion | null {
  let region = regions.find(({ h1, isMain }) => h1 !== null && isMain) ?? null;
  while (region !== null && !isArticle(region)) region = region.outer;
  return region;
}

/**
 * Returns the article elements of other pages: those beside the one that the headline stands in, whose heading is a link.
 *
 * @param regions in document order, with `isMain` and totals set
 * @param own result of {@link ownArticle}
 */
export function articlesOfOtherPages(regions: readonly PageRegion[], own: PageRegion | null): ReadonlySet<PageRegion> {
  const isOther = (region: PageRegion) =>
    own !== null && isArticle(region) && !region.contains(own) && !own.contains(region);
  return new Set(regions.filter((region) => isOther(region) && region.total.heading?.isLink === true));
}

function isArticle({ name, context, outer }: PageRegion): boolean {
  return name === 'article' || ((context & ARTICLE) !== 0 && ((outer?.context ?? 0) & ARTICLE) === 0);
}
