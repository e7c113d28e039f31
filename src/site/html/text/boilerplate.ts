import { BESIDE, BESIDE_BY_ID } from '../element-context.ts';
import { type Part, sumUp } from './page-regions.ts';

/** Least size of an article that can have something beside it: about sixty words. */
const ARTICLE_SIZE = 300;
/**
 * Least size of an article beside which longer teasers are left out: 150 words. A shorter text may introduce the cards of a
 * landing page or a shop, which are the page's own text.
 */
const LONG_ARTICLE = 800;
/** Least share of a page's paragraphs inside its article. */
const BULK = 0.75;
/** Least number of links in a list of links. */
const LIST_LINKS = 3;
/** Least share of a list of links that is link text. */
const LINK_SHARE = 0.5;
/** Longest average link text of a menu, and longest average teaser of a linked page. */
const MENU_ITEM = 20;
const TEASER = 160;
const LISTS_AND_TABLES = new Set('ul ol dl dir menu form table'.split(' '));
const TABLE_PARTS = new Set(['table', 'td', 'th']);

/**
 * Leaves out of the main text what is beside an article: comments, related pages, sharing, menus.
 *
 * The article is the smallest part with most of the page's paragraphs. A page without such a part, such as a landing page,
 * keeps all its text. Left out are parts whose class names them as such, lists of links before the headline and after the
 * last paragraph, and menus in between. Lists inside the article stay.
 *
 * @param parts in document order, with `isMain` set; it is cleared for what is left out
 */
export function leaveOutBesides(parts: readonly Part[]): void {
  if (proseOf(parts) < ARTICLE_SIZE) return;
  sumUp(parts, ({ isMain }) => isMain);
  const named = namedBeside(parts);
  if (named.size > 0) sumUp(parts, (part) => part.isMain && !named.has(part));
  const article = findArticle(parts);
  if (article === null) return;
  let left: Part | undefined;
  for (const part of parts) {
    if (left?.contains(part) !== true) {
      const isAround = part.contains(article.body) || (article.headline !== null && part.contains(article.headline));
      if (isAround || !isBeside(part, article, named)) continue;
      left = part;
    }
    part.isMain = false;
  }
}

function proseOf(parts: readonly Part[]): number {
  let prose = 0;
  for (const { isMain, own } of parts) if (isMain) prose += own.prose;
  return prose;
}

interface Article {
  readonly body: Part;
  readonly headline: Part | null;
  /** Offset of the headline, or of the first paragraph. */
  readonly start: number;
  readonly size: number;
}

/**
 * Collects the parts whose names say that they are beside an article, with the parts inside them. A part with half of the
 * paragraphs belongs to them only if an article, with its headline, is left without it.
 */
function namedBeside(parts: readonly Part[]): ReadonlySet<Part> {
  const all = parts[0]?.total.prose ?? 0;
  const title = parts.find(({ anyH1 }) => anyH1 !== -1);
  const named = new Set<Part>();
  for (const part of parts) {
    const { prose } = part.total;
    const isPage = prose >= all / 2 && (all - prose < LONG_ARTICLE || title === undefined || part.contains(title));
    const isNamed = (part.context & (BESIDE | BESIDE_BY_ID)) !== 0 && !isPage;
    if (isNamed || (part.outer !== null && named.has(part.outer))) named.add(part);
  }
  return named;
}

function findArticle(parts: readonly Part[]): Article | null {
  const size = parts[0]?.total.prose ?? 0;
  const body = parts.findLast(({ name, total }) => total.prose >= BULK * size && !LISTS_AND_TABLES.has(name));
  if (body === undefined || size < ARTICLE_SIZE) return null;
  // A sidebar with most of a page's text is not its article.
  const title = parts.find(({ anyH1 }) => anyH1 !== -1);
  for (let part: Part | null = body; part !== null; part = part.outer) {
    const isNamed = (part.context & (BESIDE | BESIDE_BY_ID)) !== 0;
    if (isNamed && (title === undefined || !part.contains(title))) return null;
  }
  const headline = parts.find(({ h1, isMain }) => h1 !== -1 && isMain) ?? null;
  return { body, headline, start: Math.min(headline?.h1 ?? body.total.firstProse, body.total.firstProse), size };
}

function isBeside(part: Part, article: Article, named: ReadonlySet<Part>): boolean {
  const isInside = article.body.contains(part);
  // Sections of documents have ids such as "comments" and "related-work".
  if (named.has(part)) return (part.context & BESIDE) !== 0 || !isInside;
  const { size, linkSize, links } = part.total;
  if (isInside || links < LIST_LINKS || TABLE_PARTS.has(part.name)) return false;
  const isMenu = linkSize < MENU_ITEM * links;
  if (!isMenu && article.size < LONG_ARTICLE) return false;
  const isBehind = part.start > article.body.total.lastProse;
  const isList = linkSize >= LINK_SHARE * size && (isMenu || isBehind || part.start < article.start);
  return isList || (isBehind && size < TEASER * links);
}
