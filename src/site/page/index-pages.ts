import type { Link, PageFacts, TextBlock } from './page-facts.ts';
import { isSameHost, PICTURE, pageKey, toHost } from './page-url.ts';
import { textSize } from './words.ts';

/** Number of words from which the page of a section is more than a list. */
const SECTION_WORDS = 150;

/** Minimum number of pages that a list of pages leads to. */
const LISTED_PAGES = 2;

/**
 * Returns the links of a page's text to other pages, apart from the home page and pictures; null where they lead to one at most.
 *
 * @param isCounted whether a link to this URL may be one
 */
function linksToOthers(
  { url, links }: PageFacts,
  isCounted = (to: string) => isSameHost(to, url),
): readonly Link[] | null {
  const [own, home] = [pageKey(url), toHost(url)];
  const keyOf = ({ inMain, url: to }: Link) =>
    inMain && to !== null && !PICTURE.test(to) && isCounted(to) ? pageKey(to) : own;
  const others = links.filter((link) => ![own, home].includes(keyOf(link)));
  return new Set(others.map(keyOf)).size < LISTED_PAGES ? null : others;
}

/** Minimum number of words of a page that says something. */
const SOME_WORDS = 4;

/** Returns whether a page at the path of an index lists none, but says something: that it is empty, or all that there is. */
export function isIndexOfNothing(facts: PageFacts): boolean {
  return textSize(facts) >= SOME_WORDS && facts.unread.links === 0 && linksToOthers(facts) === null;
}

/**
 * Returns whether a page leads to others: three quarters of its text, without headings, are links to other pages of its site, or stand
 * below headings that are such links; or if it is a list of links.
 */
export function isListOfPages(facts: PageFacts): boolean {
  const { blocks } = facts;
  if (isListOfLinks(facts)) return true;
  const others = linksToOthers(facts);
  if (others === null) return false;
  const titles = new Set(others.map(({ text }) => text));
  const first = blocks.find(({ level }) => level !== null);
  let entry: number | null = null;
  const inEntries = blocks.filter((block) => {
    const isTitle = block.level !== null && titles.has(block.text) && (block !== first || block.level > 1);
    if (isTitle) entry = block.level;
    else if (block.level !== null && block.level <= (entry ?? 0)) entry = null;
    return entry !== null && !isTitle;
  });
  const listed = others.reduce((sum, { text }) => sum + text.length, countCharacters(inEntries));
  const text = blocks.filter((block) => block.level === null || titles.has(block.text));
  return 4 * listed >= 3 * countCharacters(text);
}

/** Returns whether three quarters of a page's text, without the h1, are lines that are links to any pages, three or more, and no sentences. */
function isListOfLinks(facts: PageFacts): boolean {
  const below = facts.blocks.filter(({ level }) => level !== 1);
  const lines = below.filter(({ isLink, text }) => isLink && !/[.。]$/.test(text));
  if (4 * countCharacters(lines) < 3 * countCharacters(below)) return false;
  return (linksToOthers(facts, () => true) ?? []).length > LISTED_PAGES;
}

/** Returns whether a page has less text than a page of a section that is more than a list. */
export function isShortIndex(facts: PageFacts): boolean {
  return textSize(facts) < SECTION_WORDS;
}

/** Returns the number of characters of some blocks. */
export function countCharacters(blocks: readonly TextBlock[]): number {
  return blocks.reduce((characters, { text }) => characters + text.length, 0);
}
