import { wordSet } from '../../word-set.ts';
import { BOILERPLATE, BOILERPLATE_BY_ID } from '../context-bits.ts';
import { articlesOfOtherPages, ownArticle } from './other-pages.ts';
import { addTotals, type PageRegion } from './page-regions.ts';

/** Minimum size of an article that can have boilerplate: about sixty words. */
const MIN_ARTICLE = 300;
/**
 * Minimum size of an article whose teasers of other pages are excluded: 150 words. A shorter text may introduce the cards of a
 * landing page or a shop, which are the page's own text.
 */
const MIN_LONG_ARTICLE = 800;
/** Minimum share of a page's paragraphs inside its article. */
const MIN_SHARE = 0.75;
/** Minimum number of links in a list of links. */
const MIN_LIST_LINKS = 3;
/** Minimum share of a list of links that is link text. */
const MIN_LINK_SHARE = 0.5;
/** Greatest average size of the links of a menu, and of the teasers of linked pages. */
const MAX_MENU_ITEM = 20;
const MAX_TEASER = 160;
const LISTS_AND_TABLES = wordSet('ul ol dl dir menu form table');
const TABLE_PARTS = new Set(['table', 'td', 'th']);

/**
 * Excludes from the main text what belongs to other pages, and the boilerplate of an article: comments, related pages, sharing,
 * menus.
 *
 * Excludes regions whose class names boilerplate from pages of any length, unless they are most of a page without an article
 * element. The rest needs an article: the smallest region with most of the page's paragraphs, or an article element around the
 * headline. A page without such a region, such as a landing page, has no other boilerplate. Excluded
 * are regions whose id names boilerplate, lists of links before the headline and after the last paragraph, and menus without a
 * date in between. Lists inside the article stay.
 *
 * @param regions in document order, with `isMain` set; it is cleared for what is excluded
 */
export function excludeBoilerplate(regions: readonly PageRegion[]): void {
  addTotals(regions, ({ isMain }) => isMain);
  const own = ownArticle(regions);
  const others = articlesOfOtherPages(regions, own);
  exclude(regions, (region) => others.has(region));
  addTotals(regions, ({ isMain }) => isMain);
  const all = regions[0]?.total.size ?? 0;
  const named = namedBoilerplate(regions, own);
  if (named.size > 0) addTotals(regions, (region) => region.isMain && !named.has(region));
  const rest = regions[0]?.total;
  if (own === null && rest !== undefined && rest.prose < MIN_ARTICLE && rest.size < all / 2) return;
  const article = findArticle(regions, own);
  exclude(regions, (region) => {
    const isAround =
      article !== null &&
      (region.contains(article.body) || (article.headline !== null && region.contains(article.headline)));
    return !isAround && isBoilerplate(region, article, named);
  });
}

/** Clears `isMain` of the outermost regions that `isExcluded` selects, with all that they contain. */
function exclude(regions: readonly PageRegion[], isExcluded: (region: PageRegion) => boolean): void {
  let excluded: PageRegion | undefined;
  for (const region of regions) {
    if (excluded?.contains(region) !== true) {
      if (!isExcluded(region)) continue;
      excluded = region;
    }
    region.isMain = false;
  }
}

interface Article {
  readonly body: PageRegion;
  readonly headline: PageRegion | null;
  /** Offset of the headline, or of the first paragraph. */
  readonly start: number;
  /** True when what links to other pages behind it is about other pages, with or without teasers. */
  readonly isLong: boolean;
}

/**
 * Collects the regions whose names call them boilerplate, with the regions inside them. A region with half of the
 * paragraphs, or of the text where there are none, is one of them only if an article, with its headline, remains without it.
 *
 * @param own the article element that the headline stands in; null for none
 */
function namedBoilerplate(regions: readonly PageRegion[], own: PageRegion | null): ReadonlySet<PageRegion> {
  const title = regions.find(({ anyH1 }) => anyH1 !== null);
  const named = new Set<PageRegion>();
  const isPage = (region: PageRegion): boolean => {
    const isOutside = own !== null && !own.contains(region);
    if (isOutside) return region.contains(own);
    const all = (own ?? regions[0])?.total ?? region.total;
    const { prose, size } = region.total;
    if (all.prose === 0 ? size < all.size / 2 : prose < all.prose / 2) return false;
    return all.prose - prose < MIN_LONG_ARTICLE || title === undefined || region.contains(title);
  };
  for (const region of regions) {
    const isNamed = (region.context & (BOILERPLATE | BOILERPLATE_BY_ID)) !== 0 && !isPage(region);
    if (isNamed || (region.outer !== null && named.has(region.outer))) named.add(region);
  }
  return named;
}

function findArticle(regions: readonly PageRegion[], own: PageRegion | null): Article | null {
  const size = regions[0]?.total.prose ?? 0;
  const isMost = ({ total }: PageRegion): boolean => total.prose >= MIN_SHARE * size;
  const longest = size < MIN_ARTICLE ? null : regions.findLast((one) => isMost(one) && !LISTS_AND_TABLES.has(one.name));
  const isOwn = own !== null && isMost(own);
  const body = longest ?? (isOwn ? own : null);
  if (body === null) return null;
  // A sidebar with most of a page's text is not its article.
  const first = regions.find(({ anyH1 }) => anyH1 !== null);
  for (let region: PageRegion | null = body; region !== null; region = region.outer) {
    const isNamed = (region.context & (BOILERPLATE | BOILERPLATE_BY_ID)) !== 0;
    if (isNamed && (first === undefined || !region.contains(first))) return null;
  }
  const headline = regions.find(({ h1, isMain }) => h1 !== null && isMain) ?? null;
  const start = Math.min(headline?.h1?.at ?? body.total.firstProse, body.total.firstProse);
  return { body, headline, start, isLong: isOwn || size >= MIN_LONG_ARTICLE };
}

function isBoilerplate(region: PageRegion, article: Article | null, named: ReadonlySet<PageRegion>): boolean {
  const isInside = article?.body.contains(region) === true;
  // Sections of documents have ids such as "comments" and "related-work".
  if (named.has(region)) return (region.context & BOILERPLATE) !== 0 || (article !== null && !isInside);
  const { size, linkSize, links } = region.total;
  if (article === null || isInside || links < MIN_LIST_LINKS || TABLE_PARTS.has(region.name)) return false;
  const isMenu = linkSize < MAX_MENU_ITEM * links;
  if (!isMenu && !article.isLong) return false;
  // Links around images alone are a gallery. A date between the headline and the text is the article's, whatever links stand beside it.
  if (size === 0) return false;
  if (region.total.isSigned && region.start > article.start && region.start < article.body.total.firstProse)
    return false;
  const isBehind = region.start > article.body.total.lastProse;
  const isList = linkSize >= MIN_LINK_SHARE * size && (isMenu || isBehind || region.start < article.start);
  return isList || (article.isLong && isBehind && size < MAX_TEASER * links);
}
