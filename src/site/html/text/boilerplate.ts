import { wordSet } from '../../word-set.ts';
import { BOILERPLATE, BOILERPLATE_BY_ID } from '../context-bits.ts';
import { addTotals, type PageRegion } from './page-regions.ts';

/** Least size of an article that can have boilerplate: about sixty words. */
const MIN_ARTICLE = 300;
/**
 * Least size of an article whose teasers of other pages are excluded: 150 words. A shorter text may introduce the cards of a
 * landing page or a shop, which are the page's own text.
 */
const MIN_LONG_ARTICLE = 800;
/** Least share of a page's paragraphs inside its article. */
const MIN_SHARE = 0.75;
/** Least number of links in a list of links. */
const MIN_LIST_LINKS = 3;
/** Least share of a list of links that is link text. */
const MIN_LINK_SHARE = 0.5;
/** Greatest average size of the links of a menu, and of the teasers of linked pages. */
const MAX_MENU_ITEM = 20;
const MAX_TEASER = 160;
const LISTS_AND_TABLES = wordSet('ul ol dl dir menu form table');
const TABLE_PARTS = new Set(['table', 'td', 'th']);

/**
 * Excludes the boilerplate of an article from the main text: comments, related pages, sharing, menus.
 *
 * The article is the smallest region with most of the page's paragraphs. A page without such a region, such as a landing
 * page, has no boilerplate. Excluded are regions whose class or id names boilerplate, lists of links before the headline and
 * after the last paragraph, and menus in between. Lists inside the article stay.
 *
 * @param regions in document order, with `isMain` set; it is cleared for what is excluded
 */
export function excludeBoilerplate(regions: readonly PageRegion[]): void {
  addTotals(regions, ({ isMain }) => isMain);
  if ((regions[0]?.total.prose ?? 0) < MIN_ARTICLE) return;
  const named = namedBoilerplate(regions);
  if (named.size > 0) addTotals(regions, (region) => region.isMain && !named.has(region));
  const article = findArticle(regions);
  if (article === null) return;
  let excluded: PageRegion | undefined;
  for (const region of regions) {
    if (excluded?.contains(region) !== true) {
      const isAround =
        region.contains(article.body) || (article.headline !== null && region.contains(article.headline));
      if (isAround || !isBoilerplate(region, article, named)) continue;
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
  readonly size: number;
}

/**
 * Collects the regions whose names call them boilerplate, with the regions inside them. A region with half of the
 * paragraphs is one of them only if an article, with its headline, remains without it.
 */
function namedBoilerplate(regions: readonly PageRegion[]): ReadonlySet<PageRegion> {
  const all = regions[0]?.total.prose ?? 0;
  const title = regions.find(({ anyH1 }) => anyH1 !== -1);
  const named = new Set<PageRegion>();
  for (const region of regions) {
    const { prose } = region.total;
    const isPage =
      prose >= all / 2 && (all - prose < MIN_LONG_ARTICLE || title === undefined || region.contains(title));
    const isNamed = (region.context & (BOILERPLATE | BOILERPLATE_BY_ID)) !== 0 && !isPage;
    if (isNamed || (region.outer !== null && named.has(region.outer))) named.add(region);
  }
  return named;
}

function findArticle(regions: readonly PageRegion[]): Article | null {
  const size = regions[0]?.total.prose ?? 0;
  const body = regions.findLast(({ name, total }) => total.prose >= MIN_SHARE * size && !LISTS_AND_TABLES.has(name));
  if (body === undefined || size < MIN_ARTICLE) return null;
  // A sidebar with most of a page's text is not its article.
  const title = regions.find(({ anyH1 }) => anyH1 !== -1);
  for (let region: PageRegion | null = body; region !== null; region = region.outer) {
    const isNamed = (region.context & (BOILERPLATE | BOILERPLATE_BY_ID)) !== 0;
    if (isNamed && (title === undefined || !region.contains(title))) return null;
  }
  const headline = regions.find(({ h1, isMain }) => h1 !== -1 && isMain) ?? null;
  return { body, headline, start: Math.min(headline?.h1 ?? body.total.firstProse, body.total.firstProse), size };
}

function isBoilerplate(region: PageRegion, article: Article, named: ReadonlySet<PageRegion>): boolean {
  const isInside = article.body.contains(region);
  // Sections of documents have ids such as "comments" and "related-work".
  if (named.has(region)) return (region.context & BOILERPLATE) !== 0 || !isInside;
  const { size, linkSize, links } = region.total;
  if (isInside || links < MIN_LIST_LINKS || TABLE_PARTS.has(region.name)) return false;
  const isMenu = linkSize < MAX_MENU_ITEM * links;
  if (!isMenu && article.size < MIN_LONG_ARTICLE) return false;
  const isBehind = region.start > article.body.total.lastProse;
  const isList = linkSize >= MIN_LINK_SHARE * size && (isMenu || isBehind || region.start < article.start);
  return isList || (isBehind && size < MAX_TEASER * links);
}
