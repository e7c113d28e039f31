import type { PageFacts, TextBlock } from './page-facts.ts';
import { pageKey } from './page-url.ts';
import { textSize } from './words.ts';

/** Number of words from which the page of a section is more than a list. */
const SECTION_WORDS = 150;

/**
 * Returns whether an index of products or posts has them whole: it has text, and fewer than half as many links to pages as sections.
 * What lists links to pages is a listing; a catalogue of one page is what people ask of.
 */
export function isCatalogue(facts: PageFacts): boolean {
  if (isShortIndex(facts) || facts.unread.links > 0) return false;
  const own = pageKey(facts.url);
  const [host = ''] = own.split('/', 1);
  const linked = new Set(facts.links.flatMap(({ inMain, url }) => (inMain && url !== null ? pageKey(url) : [])));
  const pages = [...linked].filter((key) => key !== own && key.startsWith(`${host}/`)).length;
  const sections = facts.headings.filter(({ level, text, inMain }) => inMain && level > 1 && text !== '').length;
  return 2 * pages < Math.max(1, sections);
}

/** Minimum number of pages that a list of pages leads to. */
const LISTED_PAGES = 2;

/**
 * Returns whether a page leads to others: three quarters of its text, without headings, are links to other pages of its site, apart from the home page, or stand
 * below headings that are such links.
 */
export function isListOfPages({ url, links, blocks }: PageFacts): boolean {
  const own = pageKey(url);
  const [host = ''] = own.split('/', 1);
  const others = links.flatMap(({ inMain, text, url: to }) => {
    const key = inMain && to !== null ? pageKey(to) : '';
    return key.startsWith(`${host}/`) && key !== own && key !== `${host}/` ? { key, text } : [];
  });
  if (new Set(others.map(({ key }) => key)).size < LISTED_PAGES) return false;
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

/** Returns whether the main text links to a page below the page's own path. */
export function hasPagesBelow({ url, links }: PageFacts): boolean {
  const own = url.replace(/[?#].*/, '').replace(/(?:\/index)?\.\w+$|\/$/, '');
  return links.some(
    ({ inMain, url: to }) => inMain && to?.startsWith(own) === true && /^\/[^?#]/.test(to.slice(own.length)),
  );
}

/** Returns whether a page has less text than a page of a section that is more than a list. */
export function isShortIndex(facts: PageFacts): boolean {
  return textSize(facts) < SECTION_WORDS;
}

/** Minimum and maximum number of words that say that an index has no entries, and maximum number of links in it, such as one back to the shop. */
const EMPTY_INDEX_SAYS = 4;
const EMPTY_INDEX_WORDS = 50;
const EMPTY_INDEX_LINKS = 1;

/** Returns whether an index has nothing to list: "No products yet." */
export function isEmptyIndex(facts: PageFacts): boolean {
  const { words, cjkCharacters, links, images, times, unread } = facts;
  const entries = links.filter(({ inMain, url }) => inMain && url !== null).length;
  const pictures = images.filter(({ inMain }) => inMain).length;
  if (words < EMPTY_INDEX_SAYS && cjkCharacters < EMPTY_INDEX_SAYS) return false;
  const hasNone = entries <= EMPTY_INDEX_LINKS && pictures <= EMPTY_INDEX_LINKS && times.length === 0;
  return textSize(facts) < EMPTY_INDEX_WORDS && hasNone && unread.links === 0;
}

/** Returns the number of characters of some blocks. */
export function countCharacters(blocks: readonly TextBlock[]): number {
  return blocks.reduce((characters, { text }) => characters + text.length, 0);
}
