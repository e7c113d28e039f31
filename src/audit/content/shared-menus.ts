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

/**
 * Returns pages without the lines of menus in their text: they have only the words of short links that lead to pages of the site
 * on three pages that have three of its links together, and that this page has nowhere else. Headings stay, and the home page and
 * lists of pages, which share their entries, are not counted. So a menu is one on each page, whatever elements it is made of.
 */
export function withoutMenus(pages: readonly [Page, ...Page[]]): readonly [Page, ...Page[]] {
  const counted = pages.filter(({ kind }) => kind !== 'home' && kind !== 'listing').slice(0, MAX_COMPARED);
  const linksOfPages = counted.map((page) => new Set(linksOfMenus(page).map(toKey)));
  const read = (page: Page): Page => {
    const links = linksOfMenus(page);
    const elsewhere = new Set(links.filter(({ inMain }) => !inMain).map(toKey));
    const inText = links.filter((link) => link.inMain && !elsewhere.has(toKey(link)));
    const keys = new Set(inText.map(toKey));
    const menus = linksOfPages.filter((others) => others.intersection(keys).size >= SEVERAL);
    const own = inText.filter((link) => menus.filter((others) => others.has(toKey(link))).length >= SEVERAL);
    if (own.length < SEVERAL) return page;
    const words = new Set(own.flatMap(({ text }) => splitWords(text)));
    const lines = page.facts.blocks.filter(
      ({ level, text }) => level === null && splitWords(text).every((word) => words.has(word)),
    );
    const menu = new Set([...lines, ...own].map(({ text }) => text));
    const facts = withoutLines(page.facts, menu);
    return { ...page, facts, menu, kind: pageKind(facts, page.kind === 'home') };
  };
  const [home, ...further] = pages;
  return [read(home), ...further.map(read)];
}

/** Returns the facts of a page without the lines and the links of its menus. */
export function withoutLines(facts: PageFacts, menu: ReadonlySet<string>): PageFacts {
  const isOfMenu = ({ level, text }: PageFacts['blocks'][number]) => level === null && menu.has(text);
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
    links: facts.links.map((link) => (link.inMain && menu.has(link.text) ? { ...link, inMain: false } : link)),
    lists: hasItems ? facts.lists : facts.lists.map((list) => ({ ...list, isMenu: list.isMenu || left > 0 })),
  };
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
