import { ARTICLE } from '../context-bits.ts';
import type { PageRegion, RegionHeading } from './page-regions.ts';

/** Minimum share of a heading's words that a title has which names it. */
const NAMED_SHARE = 0.5;
/** Minimum length of a word that may be a part of a title's word. */
const LONG_WORD = 3;

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

/** Returns whether a title has most words of a heading. */
export function isNamedBy(title: string, { text }: RegionHeading): boolean {
  const words = splitWords(text);
  const lower = title.toLowerCase();
  const ofTitle = new Set(splitWords(title));
  // Chinese and Japanese have no spaces between words.
  const named = words.filter((word) => ofTitle.has(word) || (word.length >= LONG_WORD && lower.includes(word)));
  return words.length > 0 && named.length >= NAMED_SHARE * words.length;
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isArticle({ name, context, outer }: PageRegion): boolean {
  return name === 'article' || ((context & ARTICLE) !== 0 && ((outer?.context ?? 0) & ARTICLE) === 0);
}
