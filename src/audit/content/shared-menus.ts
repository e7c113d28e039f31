import type { PageFacts } from '../../site/page/page-facts.ts';
import { pageKind } from '../../site/page/page-kind.ts';
import { sumOfTexts, textWithout } from '../../site/page/words.ts';
import type { Page } from '../site-facts.ts';

/** Maximum length of a link of a menu, in characters. */
const MAX_LINK = 40;
/** Minimum number of pages with a link that make it part of a menu. */
const SEVERAL = 3;
/** Maximum number of pages whose links are compared. Menus are on the first pages already. */
const MAX_COMPARED = 25;
/** Kinds of pages that may say themselves what others have in their frame, such as an address. */
const UNFRAMED: ReadonlySet<Page['kind']> = new Set(['home', 'contact', 'legal']);

/**
 * Returns pages without the lines of menus in their text: they have only the words of short links that lead to pages of the site
 * on three pages that have three of its links together, and that this page has nowhere else. Headings stay, and the home page and
 * lists of pages, which share their entries, are not counted. So a menu is one on each page, whatever elements it is made of.
 * Pages are without their frame too.
 */
export function withoutMenus(pages: readonly [Page, ...Page[]]): readonly [Page, ...Page[]] {
  const counted = pages.filter(({ kind }) => kind !== 'home' && kind !== 'listing').slice(0, MAX_COMPARED);
  const linksOfPages = counted.map((page) => new Set(linksOfMenus(page).map(toKey)));
  const ofFrame = headingsOfFrame(counted);
  const words = new Map<Page, ReadonlySet<string>>();
  const wordsOf = (page: Page): ReadonlySet<string> => {
    const known = words.get(page) ?? new Set(splitWords(page.exchange.body ?? ''));
    words.set(page, known);
    return known;
  };
  const listMenu = (page: Page): readonly string[] => {
    const links = linksOfMenus(page);
    const elsewhere = new Set(links.filter(({ inMain }) => !inMain).map(toKey));
    const inText = links.filter((link) => link.inMain && !elsewhere.has(toKey(link)));
    const keys = new Set(inText.map(toKey));
    const menus = linksOfPages.filter((others) => others.intersection(keys).size >= SEVERAL);
    const own = inText.filter((link) => menus.filter((others) => others.has(toKey(link))).length >= SEVERAL);
    if (own.length < SEVERAL) return [];
    const words = new Set(own.flatMap(({ text }) => splitWords(text)));
    const lines = page.facts.blocks.filter(
      ({ level, text }) => level === null && splitWords(text).every((word) => words.has(word)),
    );
    return [...lines, ...own].map(({ text }) => text);
  };
  const read = (page: Page): Page => {
    const found = UNFRAMED.has(page.kind) ? [] : findFrame(page, ofFrame);
    const frame = isOfAnother(page, found, counted, wordsOf) ? found : [];
    const menu = new Set([...listMenu(page), ...frame.map(toLine)]);
    if (menu.size === 0) return page;
    const facts = withoutLines(page.facts, menu);
    return { ...page, facts, menu, kind: pageKind(facts, page.kind === 'home') };
  };
  const [home, ...further] = pages;
  return [read(home), ...further.map(read)];
}

/** Returns the headings, but h1, that most pages, three or more, have beside their text. */
function headingsOfFrame(pages: readonly Page[]): readonly string[] {
  const beside = pages.flatMap(({ facts }) => [...headingsBeside(facts)]);
  const least = Math.max(SEVERAL, pages.length / 2);
  return [...Map.groupBy(beside, (text) => text)].flatMap(([text, all]) => (all.length >= least ? text : []));
}

function headingsBeside({ headings }: PageFacts): ReadonlySet<string> {
  return new Set(headings.flatMap(({ text, level, inMain }) => (level > 1 && !inMain ? text : [])));
}

/**
 * Returns the end of a page's text from where the frame of the site begins, such as a footer made of plain elements. A short text leaves its
 * reader in doubt about what is beside it: all headings of the frame that the page does not have beside its text stand there, and no others.
 */
function findFrame({ facts }: Page, ofFrame: readonly string[]): PageFacts['blocks'] {
  const beside = headingsBeside(facts);
  const left = new Set(ofFrame.filter((text) => !beside.has(text)));
  const { blocks } = facts;
  const isOwn = ({ level, text }: PageFacts['blocks'][number]) => level !== null && !left.has(text);
  const end = blocks.findLastIndex(isOwn);
  const start = blocks.findIndex(({ level }, i) => i > end && level !== null);
  const frame = start > 0 ? blocks.slice(start) : [];
  return ofFrame.length > 1 && left.size > 0 && frame.filter(({ level }) => level !== null).length >= left.size
    ? frame
    : [];
}

/** Returns whether another page, the first that has the headings of a frame beside its text, has all of its words in the HTML. */
function isOfAnother(
  page: Page,
  frame: PageFacts['blocks'],
  pages: readonly Page[],
  wordsOf: (page: Page) => ReadonlySet<string>,
): boolean {
  const headings = new Set(frame.flatMap(({ level, text }) => (level === null ? [] : text)));
  if (headings.size === 0) return false;
  const other = pages.find((one) => one !== page && headings.isSubsetOf(headingsBeside(one.facts)));
  if (other === undefined) return false;
  const words = wordsOf(other);
  return frame.every(({ text }) => splitWords(text).every((word) => words.has(word)));
}

/** Returns the facts of a page without the lines and the links of its menus. */
export function withoutLines(facts: PageFacts, menu: ReadonlySet<string>): PageFacts {
  const isOfMenu = (block: PageFacts['blocks'][number]) => menu.has(toLine(block));
  const blocks = facts.blocks.filter((block) => !isOfMenu(block));
  const hasItems = blocks.some(({ kind }) => kind === 'list_item');
  const left = blocks.length === facts.blocks.length ? 0 : facts.text.length;
  const text = left === 0 ? facts.text : blocks.map((block) => block.text).join('\n');
  return {
    ...facts,
    ...textWithout(facts, sumOfTexts(facts.blocks.filter(isOfMenu))),
    blocks,
    text,
    textLength: facts.textLength - (facts.text.length - text.length),
    headings: facts.headings.map((one) => (one.inMain && menu.has(toLine(one)) ? { ...one, inMain: false } : one)),
    links: facts.links.map((link) => (link.inMain && menu.has(link.text) ? { ...link, inMain: false } : link)),
    lists: hasItems ? facts.lists : facts.lists.map((list) => ({ ...list, isMenu: list.isMenu || left > 0 })),
  };
}

/** Returns a block as it stands in a menu: headings apart, which links may have the text of. */
function toLine({ level, text }: Pick<PageFacts['blocks'][number], 'level' | 'text'>): string {
  return level === null ? text : `${level} ${text}`;
}

/** Returns the short links of a page to pages of its site. */
function linksOfMenus({ url, facts }: Page): PageFacts['links'] {
  const origin = `${new URL(url).origin}/`;
  return facts.links.filter(
    (link) => link.text !== '' && link.text.length <= MAX_LINK && link.url?.startsWith(origin) === true,
  );
}

function toKey({ text, url }: PageFacts['links'][number]): string {
  return `${text} ${url}`;
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
