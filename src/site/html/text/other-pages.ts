import { ARTICLE } from '../context-bits.ts';
import type { PageRegion, RegionHeading } from './page-regions.ts';

/** Minimum share of a heading's words that a title has which names it. */
const NAMED_SHARE = 0.5;
/** Minimum length of a word that may be a part of a title's word. */
const LONG_WORD = 3;
/** Maximum number of h1 that are compared with the first one. */
const MAX_H1 = 100;

/** Returns the article element that the page's headline stands in: the first h1 that is not just a link; null for none. */
export function ownArticle(regions: readonly PageRegion[]): PageRegion | null {
  let region = regions.find(({ h1, isMain }) => h1 !== null && isMain) ?? null;
  while (region !== null && !isArticle(region)) region = region.outer;
  return region;
}

/**
 * Returns the outermost regions of a page's main text that belong to other pages.
 *
 * Where the headline stands in an article element, these are the other article elements whose heading is a link. Where the
 * title names the first h1, they are also the parts of further h1 that the title does not name: those that consist of a link, and
 * those of articles with a date or byline where such an article begins at the first h1. A site appends both to each article.
 *
 * @param regions in document order, with `isMain` and totals set
 * @param own result of {@link ownArticle}
 * @param title the page's title
 */
export function regionsOfOtherPages(
  regions: readonly PageRegion[],
  own: PageRegion | null,
  title: string,
): ReadonlySet<PageRegion> {
  const linked = regions.filter(
    (region) =>
      own !== null &&
      isArticle(region) &&
      !region.contains(own) &&
      !own.contains(region) &&
      region.total.heading?.isLink === true,
  );
  return new Set([...linked, ...appendedArticles(regions, title)]);
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

/** Returns the parts of the page's further h1, without those that do not look like the part of its first. */
function appendedArticles(regions: readonly PageRegion[], title: string): readonly PageRegion[] {
  const [first, ...further] = regions.filter(({ h1, isMain }) => h1 !== null && isMain).slice(0, MAX_H1);
  if (first?.h1 == null || !isNamedBy(title, first.h1)) return [];
  const signed = further.flatMap((region) => {
    if (region.h1 === null || isNamedBy(title, region.h1)) return [];
    const [own, other] = [findOutermost(first, region), findOutermost(region, first)];
    return own !== null && other !== null && isSignedArticle(regions, own) && isSignedArticle(regions, other)
      ? other
      : [];
  });
  const linked = regions.filter(({ anyH1, h1, isMain }) => anyH1 !== null && h1 === null && isMain).slice(0, MAX_H1);
  return [...signed, ...linked.flatMap((region) => linkedPart(region, first, title) ?? [])];
}

/** Returns the outermost region that begins with an h1 that is a link, behind the first h1; null where the title names it. */
function linkedPart(region: PageRegion, first: PageRegion, title: string): PageRegion | null {
  const { anyH1 } = region;
  if (anyH1 === null || anyH1.at < (first.h1?.at ?? 0) || isNamedBy(title, anyH1)) return null;
  let part: PageRegion | null = null;
  for (let outer: PageRegion | null = region; outer !== null && beginsWith(outer, anyH1); { outer } = outer)
    part = outer;
  return part;
}

function beginsWith({ total: { heading, firstProse } }: PageRegion, { at }: RegionHeading): boolean {
  return heading?.at === at && firstProse > at;
}

/** Returns the outermost region around one that does not contain another; null where the region itself contains it. */
function findOutermost(region: PageRegion, another: PageRegion): PageRegion | null {
  let part: PageRegion | null = null;
  for (let outer: PageRegion | null = region; outer !== null && !outer.contains(another); { outer } = outer)
    part = outer;
  return part;
}

/** Returns whether a part has, or is in, an article element, with text and with a date or byline. */
function isSignedArticle(regions: readonly PageRegion[], part: PageRegion): boolean {
  const { prose, isSigned } = part.total;
  if (prose === 0 || !isSigned) return false;
  return regions.slice(part.index, part.last + 1).some(({ context }) => (context & ARTICLE) !== 0);
}

function isArticle({ name, context, outer }: PageRegion): boolean {
  return name === 'article' || ((context & ARTICLE) !== 0 && ((outer?.context ?? 0) & ARTICLE) === 0);
}
