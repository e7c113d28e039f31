import type { TextBlock } from '../../page/page-facts.ts';
import type { TextAmount as WordAmount } from '../../page/words.ts';
import { ARTICLE, ASIDE, COMMENTS, HEADER, MAIN, UNCOVERED } from '../context-bits.ts';
import { excludeBoilerplate } from './boilerplate.ts';
import { markApart } from './over-the-page.ts';
import { addTotals, type PageRegion, TextAmount } from './page-regions.ts';
import type { ElementPosition } from './text-log.ts';

export interface MainText extends WordAmount {
  /** Characters (UTF-16 code units), with line feeds between the blocks. */
  readonly textLength: number;
  /** Those of them in the main element; all where it is the main text. */
  readonly inMainLength: number;
  /** Those of them in article elements. */
  readonly articleLength: number;
  /** Those of the main text under `data-nosnippet`. */
  readonly unquotable: number;
  /** The first blocks, up to the limit. */
  readonly blocks: readonly TextBlock[];
  /** Offset of the first block; the end of a page without text. */
  readonly start: number;
  /** Number of blocks beyond the limit, and of blocks that were cut. */
  readonly unread: number;
  /** Returns whether an element at this position is in a menu, a footer, a dialog or something else that lies over the page. */
  isApart(position: Pick<ElementPosition, 'context' | 'region'>): boolean;
  /** Returns whether an element at this position is in the main text. */
  includes(position: Omit<ElementPosition, 'start'>): boolean;
}

/** Offsets of a part of the HTML. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** Minimum size of the paragraphs outside `main` that make them the page's own text: about a hundred words. */
const MIN_OWN_TEXT = 500;
/** Minimum ratio of the text in asides, or in the page's header, to the rest of the page that makes it main text. */
const MIN_RATIO = 3;
/** Minimum number of links of a menu, and minimum share of its text that they make up. */
const MIN_MENU_LINKS = 3;
const MIN_MENU_SHARE = 0.5;

/**
 * Sets `isMain` of the regions that are the main text of a page.
 *
 * Leaves out what lies over the page. Takes `main` if it has text, unless it is a small part of the page's. Else takes the articles if they
 * have at least half of the text and are not cards below an h1; if not, the text around them is the page's own too. Else takes everything. Excludes
 * asides and the page's header, unless most text is there. Adds what is hidden, in a reading of all text. Adds the only h1 with its block, wherever it is. Last,
 * excludes what belongs to other pages, and the boilerplate of an article.
 *
 * @param all in document order
 * @param afterMain what is between a stray end tag that ends `main` and its own end tag
 * @returns whether it took `main`
 */
export function chooseMainText(all: readonly PageRegion[], afterMain: SourceRange | null): boolean {
  markApart(all);
  const regions = all.filter(({ isApart }) => !isApart);
  const scope = chooseScope(regions);
  const isOfMain = ({ start }: PageRegion): boolean =>
    scope === MAIN && afterMain !== null && start > afterMain.start && start < afterMain.end;
  for (const region of regions) {
    const isInScope = scope === 0 || (region.context & (scope | UNCOVERED)) !== 0 || isOfMain(region);
    region.isMain = isPlain(region) && isInScope;
  }
  for (const kind of [HEADER, ASIDE]) addIfMostText(regions, kind);
  addHeadline(regions);
  excludeBoilerplate(regions);
  return scope === MAIN;
}

function isPlain({ context }: PageRegion): boolean {
  return (context & (HEADER | ASIDE)) === 0;
}

/** Returns the contexts of which main text has one; 0 for the whole page. */
function chooseScope(regions: readonly PageRegion[]): number {
  const main = new TextAmount();
  const articles = new TextAmount();
  const around = new TextAmount();
  let outsideMain = 0;
  const isHeaded = regions.some(({ context, anyH1 }) => (context & MAIN) !== 0 && anyH1 !== null);
  for (const { blocks, context, own } of regions.filter(isPlain)) {
    if (blocks === 0 || (context & UNCOVERED) !== 0) continue;
    if ((context & MAIN) !== 0) main.add(own);
    if ((context & COMMENTS) !== 0) continue;
    if ((context & MAIN) === 0) outsideMain += own.prose;
    if ((context & ARTICLE) !== 0) articles.add(own);
    else around.add(own);
  }
  // A `main` with only a headline, or with a small part that lacks the h1, does not contain the page's text.
  const mayBePart = main.prose === 0 || !isHeaded;
  const isPart = mayBePart && outsideMain >= MIN_OWN_TEXT && outsideMain > 2 * main.size;
  if (main.size > 0 && !isPart) return MAIN;
  return articles.size > 0 && articles.size >= around.size && !areCards(regions) ? MAIN | ARTICLE : 0;
}

/** Returns whether the articles of a page are cards below its headline: several, and the h1, unless it is a link, stands outside them. */
function areCards(regions: readonly PageRegion[]): boolean {
  const isArticle = (region: PageRegion | null) => region !== null && (region.context & ARTICLE) !== 0;
  const headlines = regions.filter((region) => region.h1 !== null && isPlain(region));
  const articles = regions.filter((region) => isArticle(region) && !isArticle(region.outer));
  return articles.length > 1 && headlines.length > 0 && !headlines.some(isArticle);
}

/** Adds the asides, or the page's header, where they have most of the page's text. */
function addIfMostText(regions: readonly PageRegion[], kind: number): void {
  let chosen = 0;
  let prose = 0;
  for (const { isMain, context, own } of regions) {
    if (isMain) chosen += own.size;
    else if ((context & kind) !== 0) prose += own.prose;
  }
  if (prose < MIN_OWN_TEXT || prose < MIN_RATIO * chosen) return;
  for (const region of regions) if ((region.context & kind) !== 0) region.isMain = true;
}

/** Adds the block of the page's only h1, up to where the main text or a menu begins. An h1 that consists of a link is a logo. */
function addHeadline(regions: readonly PageRegion[]): void {
  const [headline, another] = regions.filter(({ anyH1 }) => anyH1 !== null);
  if (headline === undefined || another !== undefined || headline.isMain || headline.h1 === null) return;
  addTotals(regions, () => true);
  const main = regions.find(({ isMain, blocks }) => isMain && blocks > 0);
  let hero = headline;
  for (let { outer } = hero; outer !== null && isHero(outer, main); { outer } = outer) hero = outer;
  let menu: PageRegion | undefined;
  for (const region of regions) {
    if (!hero.contains(region) || menu?.contains(region) === true) continue;
    if (!region.contains(headline) && isMenu(region)) menu = region;
    else region.isMain = true;
  }
}

function isHero(region: PageRegion, main: PageRegion | undefined): boolean {
  return (
    region.outer !== null && (main === undefined || !region.contains(main)) && region.name !== 'body' && !isMenu(region)
  );
}

function isMenu({ total }: PageRegion): boolean {
  return total.links >= MIN_MENU_LINKS && total.linkSize >= MIN_MENU_SHARE * total.size;
}
