import { pageKey } from '../../site/page/page-url.ts';
import { isSecondary, type Page } from '../site-facts.ts';

/** An amount of main text. */
export interface TextAmount {
  readonly words: number;
  readonly cjkCharacters: number;
}

/** Main text that no page judged before has. */
export interface UniqueText extends TextAmount {
  /** Words in repeated blocks. They count for the earlier page that has them. */
  readonly repeatedWords: number;
  /** Words in blocks of filler. */
  readonly fillerWords: number;
}

/** Longest beginning of a block that is compared, in characters. */
const MAX_COMPARED = 500;
/** Most blocks of a page that are compared; the others count as its own. */
const MAX_BLOCKS = 2_000;
/** Minimum size of an archive, as a multiple of the page that it shows in full. */
const ARCHIVE_SIZE = 1.5;
/** Least number of pages with a block that make it part of the template. */
const TEMPLATE_PAGES = 3;

/**
 * Measures the text that is a page's own. Filler does not count. A repeated block counts once, on the first page that has
 * it, if it is on at least three judged pages, or on two that share most of their text. So an article's text counts
 * although the home page of a blog shows it too. Contact, legal and listing pages neither lose text nor take it from
 * others.
 */
export class UniqueTexts {
  readonly #read: ReadonlyMap<Page, PageBlocks>;
  readonly #links = new Map<Page, ReadonlySet<string>>();
  /** The pages that have each block. */
  readonly #pagesWith: ReadonlyMap<string, readonly { readonly page: Page }[]>;

  /** @param pages in the order in which they are judged, the home page first */
  constructor(pages: readonly Page[]) {
    this.#read = new Map(pages.map((page) => [page, readBlocks(page)]));
    const owned = [...this.#read].flatMap(([page, { blocks }]) => [...blocks.keys()].map((key) => ({ key, page })));
    this.#pagesWith = Map.groupBy(owned, ({ key }) => key);
  }

  of(page: Page): UniqueText {
    const { blocks, words, cjkCharacters, fillerWords } = this.#read.get(page) ?? readBlocks(page);
    const twins = this.#twins(page, blocks);
    let repeatedWords = 0;
    let repeatedCjk = 0;
    for (const [key, amount] of blocks) {
      const pages = (this.#pagesWith.get(key) ?? []).filter((other) => !this.#isArchiveOf(other.page, page));
      const first = pages[0]?.page;
      if (first === undefined || first === page) continue;
      if (pages.length < TEMPLATE_PAGES && !twins.has(first)) continue;
      repeatedWords += amount.words;
      repeatedCjk += amount.cjkCharacters;
    }
    return { words: words - repeatedWords, cjkCharacters: cjkCharacters - repeatedCjk, repeatedWords, fillerWords };
  }

  /** Returns whether a page shows another page in full and links to it, as an archive of posts does: the text is the other page's. */
  #isArchiveOf(page: Page, other: Page): boolean {
    const [size, otherSize] = [this.#read.get(page)?.words ?? 0, this.#read.get(other)?.words ?? 0];
    if (page === other || size < ARCHIVE_SIZE * otherSize) return false;
    const links =
      this.#links.get(page) ?? new Set(page.facts.links.flatMap(({ url }) => (url === null ? [] : pageKey(url))));
    this.#links.set(page, links);
    return links.has(pageKey(other.url));
  }

  /** Returns the earlier pages that share at least half of their text with this page, and half of this page's text. */
  #twins(page: Page, blocks: PageBlocks['blocks']): ReadonlySet<Page> {
    const shared = new Map<Page, number>();
    for (const [key, { words }] of blocks) {
      const first = this.#pagesWith.get(key)?.[0]?.page;
      if (first !== undefined && first !== page) shared.set(first, (shared.get(first) ?? 0) + words);
    }
    const isMostOf = (words: number, one: Page): boolean => 2 * words >= (this.#read.get(one)?.words ?? 0);
    const twins = [...shared].filter(([first, words]) => isMostOf(words, first) && isMostOf(words, page));
    return new Set(twins.map(([first]) => first));
  }
}

interface PageBlocks extends TextAmount {
  /** Blocks that are compared, by their text. */
  readonly blocks: ReadonlyMap<string, TextAmount>;
  readonly fillerWords: number;
}

function readBlocks(page: Page): PageBlocks {
  const { facts } = page;
  const blocks = new Map<string, TextAmount>();
  let fillerWords = 0;
  let fillerCjk = 0;
  for (const block of facts.blocks) {
    const { text, words, cjkCharacters } = block;
    if (isFiller(text)) {
      fillerWords += words;
      fillerCjk += cjkCharacters;
    } else if (!isSecondary(page) && blocks.size < MAX_BLOCKS) {
      const key = text.slice(0, MAX_COMPARED).toLowerCase();
      const before = blocks.get(key);
      blocks.set(key, {
        words: words + (before?.words ?? 0),
        cjkCharacters: cjkCharacters + (before?.cjkCharacters ?? 0),
      });
    }
  }
  return { blocks, words: facts.words - fillerWords, cjkCharacters: facts.cjkCharacters - fillerCjk, fillerWords };
}

/** Words of `Lorem ipsum` and of generators of more of it. Real Latin shares the short ones. */
const LATIN = new Set(
  `lorem ipsum dolor sit amet consectetur consetetur sadipscing adipiscing adipisicing elit elitr sed do diam nonumy eiusmod eirmod tempor
  incididunt invidunt ut labore et dolore magna aliqua aliquyam erat voluptua enim ad minim veniam quis nostrud exercitation ullamco
  laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur
  excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum at vero eos accusam justo
  duo dolores rebum stet clita kasd gubergren no sea takimata sanctus vestibulum pellentesque curabitur vivamus phasellus praesent
  suspendisse maecenas mauris nullam donec aenean integer morbi fusce quisque proin etiam nunc nam cras aliquam lectus ligula tellus
  turpis tortor vitae viverra volutpat vulputate venenatis varius ultrices ultricies tristique tincidunt sollicitudin semper sapien
  rutrum rhoncus quam purus pulvinar porttitor porta placerat pharetra orci ornare odio nibh neque metus mattis massa malesuada
  luctus lobortis lacus laoreet interdum imperdiet hendrerit habitant habitasse gravida fermentum felis faucibus facilisis euismod
  egestas efficitur dui dictum dapibus cursus convallis congue blandit bibendum auctor augue arcu ante accumsan ac a vel si tempus`
    .trim()
    .split(/\s+/),
);

/** Word beginnings of filler: all filler has at least one of them, and meaningful Latin has none. */
const LATIN_SIGN = /\b(?:lorem|ipsum|adipisci|adipisici|sadipscing|consectetu|consetetur|pellentesque|vestibulum)/i;

/** Least share of filler words in a filler text, in percent. */
const MOST_LATIN = 70;

/** Beginnings of the sample texts of themes and page builders, in lower case. A text that begins so is filler. */
const BEGINNINGS = [
  'i am text block. click edit button to change this text',
  "i'm a paragraph. click here to add your own text",
  'i’m a paragraph. click here to add your own text',
  'this is a paragraph. click here to add your own text',
  'sample text. click to select the text box',
  'click here to add your own text',
  'add your text here',
  'welcome to wordpress. this is your first post',
  'far far away, behind the word mountains',
  'weit hinten, hinter den wortbergen',
  'dies ist ein typoblindtext',
  'この文章はダミーです',
  'هذا النص هو مثال لنص يمكن أن يستبدل',
];

/** Longest text that is searched, in characters. */
const MAX_TEXT = 20_000;

/** Returns whether a block of text is filler: "Lorem ipsum" or the sample text of a template. */
export function isFiller(text: string): boolean {
  const plain = text.slice(0, MAX_TEXT).toLowerCase().trimStart();
  if (BEGINNINGS.some((beginning) => plain.startsWith(beginning))) return true;
  if (!LATIN_SIGN.test(plain)) return false;
  const words = plain.match(/\p{L}+/gu) ?? [];
  const filler = words.filter((word) => LATIN.has(word)).length;
  return filler >= 2 && filler * 100 >= words.length * MOST_LATIN;
}
