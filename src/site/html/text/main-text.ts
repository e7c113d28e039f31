import { ARTICLE, ASIDE, COMMENTS, HEADER, MAIN } from '../element-context.ts';
import { leaveOutBesides } from './boilerplate.ts';
import { type Amount, type Part, sumUp } from './page-regions.ts';

/** Least size of the paragraphs outside `main` that make them the page's own text: about a hundred words. */
const OWN_TEXT = 500;
/** Least ratio of the text in asides, or in the page's header, to the rest of the page that makes it the page's own. */
const TIMES_AS_MUCH = 3;
/** Least number of links of a menu, and least share of its text that they make up. */
const MENU_LINKS = 3;
const MENU_SHARE = 0.5;

/**
 * Chooses the parts of a page that are its main text, and sets `isMain` of each.
 *
 * Takes `main` if it has text. Else takes the articles if they have at least half of the text; if not, they are teasers,
 * and the text around them is the page's own too. Else takes everything. Leaves out asides and the page's header, unless
 * most text is there. Adds the only h1 with its block, wherever it is. Last, leaves out what is beside an article.
 *
 * @param parts in document order
 */
export function chooseMainText(parts: readonly Part[]): void {
  const region = chooseRegion(parts);
  for (const part of parts) part.isMain = isPlain(part) && (region === 0 || (part.context & region) !== 0);
  for (const kind of [HEADER, ASIDE]) addWhereThePageStands(parts, kind);
  addHeadline(parts);
  leaveOutBesides(parts);
}

function isPlain({ context }: Part): boolean {
  return (context & (HEADER | ASIDE)) === 0;
}

/** Returns the context bits of the region: its parts have at least one of them. 0 is the whole page. */
function chooseRegion(parts: readonly Part[]): number {
  const main = { size: 0, prose: 0 };
  const articles = { size: 0, prose: 0 };
  const around = { size: 0, prose: 0 };
  let outsideMain = 0;
  for (const part of parts) {
    if (part.blocks === 0 || !isPlain(part)) continue;
    const { context, own } = part;
    if ((context & MAIN) !== 0) addTo(main, own);
    if ((context & COMMENTS) !== 0) continue;
    if ((context & MAIN) === 0) outsideMain += own.prose;
    addTo((context & ARTICLE) === 0 ? around : articles, own);
  }
  // A `main` with only a headline does not contain the page's text.
  const isHeadline = main.prose === 0 && outsideMain >= OWN_TEXT && outsideMain > 2 * main.size;
  if (main.size > 0 && !isHeadline) return MAIN;
  return articles.size > 0 && articles.size >= around.size ? MAIN | ARTICLE : 0;
}

function addTo(sum: { size: number; prose: number }, { size, prose }: Amount): void {
  sum.size += size;
  sum.prose += prose;
}

/** Adds the asides, or the page's header, where they have most of the page's text. */
function addWhereThePageStands(parts: readonly Part[], kind: number): void {
  let chosen = 0;
  let prose = 0;
  for (const { isMain, context, own } of parts) {
    if (isMain) chosen += own.size;
    else if ((context & kind) !== 0) prose += own.prose;
  }
  if (prose < OWN_TEXT || prose < TIMES_AS_MUCH * chosen) return;
  for (const part of parts) if ((part.context & kind) !== 0) part.isMain = true;
}

/** Adds the block of the page's only h1, up to where the main text or a menu begins. An h1 that consists of a link is a logo. */
function addHeadline(parts: readonly Part[]): void {
  const [headline, another] = parts.filter(({ anyH1 }) => anyH1 !== -1);
  if (headline === undefined || another !== undefined || headline.isMain || headline.h1 === -1) return;
  sumUp(parts, () => true);
  const main = parts.find(({ isMain, blocks }) => isMain && blocks > 0);
  let hero = headline;
  for (let { outer } = hero; outer !== null && isHero(outer, main); { outer } = outer) hero = outer;
  let menu: Part | undefined;
  for (const part of parts) {
    if (!hero.contains(part) || menu?.contains(part) === true) continue;
    if (!part.contains(headline) && isMenu(part)) menu = part;
    else part.isMain = true;
  }
}

function isHero(part: Part, main: Part | undefined): boolean {
  return part.outer !== null && (main === undefined || !part.contains(main)) && part.name !== 'body' && !isMenu(part);
}

function isMenu({ total }: Part): boolean {
  return total.links >= MENU_LINKS && total.linkSize >= MENU_SHARE * total.size;
}
