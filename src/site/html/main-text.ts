import { leaveOutBesides } from './beside-article.ts';
import { type Amount, type Part, sumUp } from './part.ts';
import { ARTICLE, ASIDE, COMMENTS, HEADER, MAIN } from './place.ts';

/** Size of paragraphs from which text is the page's own, wherever it stands: about a hundred words. */
const OWN_TEXT = 500;
/** How many times as much text there must be in asides, or in the page's header, as in the rest of the page. */
const TIMES_AS_MUCH = 3;
/** A part with this many links, which are at least this share of its text, is a menu. */
const MENU_LINKS = 3;
const MENU_SHARE = 0.5;

/**
 * Chooses the parts of a page that are its main text, and sets `isMain` of each.
 *
 * main, where it has text; else the articles, where they have at least half of the text (teasers are articles too, and what
 * stands around them is then the page's own text); else everything. Asides and the page's header are left out, unless the
 * page stands in them. The only h1 is main text wherever it stands, with the block that it begins. Last, what stands beside
 * an article is left out.
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

/** Returns the bits of which a part in the region has one; 0 for all of the page. */
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
  // A main with nothing but a headline is not where the text is.
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

/** Adds the block of the page's only h1, up to where the main text or a menu begins. An h1 that is all link is a logo. */
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
