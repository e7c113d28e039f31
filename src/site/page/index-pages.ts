import type { PageFacts, TextBlock } from './page-facts.ts';
import { pageKey } from './page-url.ts';
import { textSize } from './words.ts';

/** Minimum number of pages that a section has, and number of words from which its page is more than their list. */
const SECTION_PAGES = 3;
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

/** Returns whether a page is short and links to several pages directly below its own path: `/doctors/` to `/doctors/marlow`. */
export function isIndexOfSection(facts: PageFacts): boolean {
  return isShortIndex(facts) && pagesBelow(facts) >= SECTION_PAGES;
}

/** Returns whether a page is mostly `article` elements, and links to a page directly below its own path for each. */
export function isIndexOfCards(facts: PageFacts): boolean {
  const { landmarks, articleLength, textLength } = facts;
  if (landmarks.article < SECTION_PAGES || 2 * articleLength < textLength) return false;
  return pagesBelow(facts) >= landmarks.article;
}

/** Returns the number of pages directly below a page's own path that its text links to. */
export function pagesBelow(facts: PageFacts): number {
  const below = linksBelow(facts).flatMap(({ path }) => /^\/[^/?#]+(?=\/?(?:$|[?#]))/.exec(path)?.[0] ?? []);
  return new Set(below).size;
}

/** Number of pages below that make a long page of links their list. */
const MANY_PAGES = 10;

/** Returns whether at least half of a page's text apart from headings links to pages below its own path, and it is short or they are many. */
export function isListOfPagesBelow(facts: PageFacts): boolean {
  const linked = linksBelow(facts).reduce((sum, { text }) => sum + text.length, 0);
  const all = countCharacters(facts.blocks.filter(({ kind }) => kind !== 'heading'));
  return linked > 0 && 2 * linked >= all && (isShortIndex(facts) || pagesBelow(facts) >= MANY_PAGES);
}

/** Returns whether a page has less text than a page of a section that is more than a list. */
export function isShortIndex(facts: PageFacts): boolean {
  return textSize(facts) < SECTION_WORDS;
}

/** Returns the links of the main text to pages below the page's own path, with the rest of their URLs. */
function linksBelow({ url, links }: PageFacts): { readonly path: string; readonly text: string }[] {
  const own = url.replace(/[?#].*/, '').replace(/(?:\/index)?\.\w+$|\/$/, '');
  return links.flatMap(({ inMain, text, url: to }) => {
    const path = to?.startsWith(own) === true ? to.slice(own.length) : '';
    return inMain && /^\/[^?#]/.test(path) ? { path, text } : [];
  });
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
