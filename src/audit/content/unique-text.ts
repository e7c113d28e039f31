import { sumOfTexts, type TextAmount, textSize, textWithout } from '../../site/page/words.ts';
import { sum } from '../arithmetic.ts';
import { isSecondary, type Page } from '../site-facts.ts';
import { withHiddenText } from './hidden-text.ts';
import { type TextOwners, textOwners } from './text-owners.ts';

/** Main text that no page judged before has. */
export interface UniqueText extends TextAmount {
  /** Words in repeated blocks. They count for the earlier page that has them. */
  readonly repeatedWords: number;
  /** Words in blocks that the page has a second time: copies for phones, for example. */
  readonly secondWords: number;
}

/** Maximum length of the beginning of a block that is compared, in characters. */
const MAX_COMPARED = 500;
/** Maximum number of blocks of a page that are compared; the others count as its own. */
const MAX_BLOCKS = 2_000;
/** Minimum length of a block that counts once if its page repeats it, in words. Cells and labels are shorter. */
const LEAST_REPEATED = 6;
/** Minimum number of pages with a block that make it part of the template. */
const TEMPLATE_PAGES = 3;

/** By the first page: several checks measure the same pages. */
const KNOWN = new WeakMap<Page, { readonly pages: readonly Page[]; readonly texts: UniqueTexts }>();

/** Measures the text of pages. @param pages in the order in which they are judged, the home page first */
export function uniqueTexts(pages: readonly Page[]): Pick<UniqueTexts, 'of'> {
  const [first] = pages;
  if (first === undefined || pages.length === 1) return { of: ownText };
  const known = KNOWN.get(first);
  if (known?.pages.length === pages.length && pages.every((page, i) => page === known.pages[i])) return known.texts;
  const texts = new UniqueTexts(pages);
  KNOWN.set(first, { pages, texts });
  return texts;
}

/** Returns the length of a page's text in words, with what its HTML hides. */
export function wholeSize(page: Page): number {
  return textSize((withHiddenText(page) ?? page).facts);
}

/** Returns the length of the content pages' text in words, with what their HTML hides. Text that they share counts once. */
export function ownSize(pages: readonly Page[]): number {
  const whole = pages.map((page) => withHiddenText(page) ?? page);
  const texts = uniqueTexts(whole);
  return sum(whole.filter((page) => !isSecondary(page)).map((page) => textSize({ ...page.facts, ...texts.of(page) })));
}

/** Measures the text of a page by itself: nothing is repeated. */
function ownText(page: Page): UniqueText {
  const { all, secondWords } = readBlocks(page, () => page);
  return { ...all, repeatedWords: 0, secondWords };
}

/**
 * Measures the text that is a page's own. A repeated block counts once, if it is on at least three
 * judged pages, or on two that share most of their text: on the first page that has it and does not show it as another's, below
 * that page's h1. So an article's text counts although archives show it before. It also counts on the very first page that has
 * it, such as the home page of a blog. Contact, legal and listing pages neither lose text nor take it from others.
 */
class UniqueTexts {
  readonly #read: ReadonlyMap<Page, PageBlocks>;
  /** The pages that have each block. */
  readonly #pagesWith: ReadonlyMap<string, readonly PageWithBlock[]>;

  constructor(pages: readonly Page[]) {
    const owners = textOwners(pages);
    this.#read = new Map(pages.map((page) => [page, readBlocks(page, owners)]));
    const owned = [...this.#read].flatMap(([page, { blocks }]) =>
      [...blocks].map(([key, { owner }]) => ({ key, page, owner })),
    );
    this.#pagesWith = Map.groupBy(owned, ({ key }) => key);
  }

  of(page: Page): UniqueText {
    const { blocks, all, secondWords } = this.#read.get(page) ?? readBlocks(page, () => page);
    const twins = this.#twins(page, blocks);
    const repeated: TextAmount[] = [];
    for (const [key, amount] of blocks) {
      const pages = this.#pagesWith.get(key) ?? [];
      const first = pages[0]?.page;
      if (first === undefined || first === page || this.#findOwner(key) === page) continue;
      if (pages.length < TEMPLATE_PAGES && !twins.has(first)) continue;
      repeated.push(amount);
    }
    const ofOthers = sumOfTexts(repeated);
    return { ...textWithout(all, ofOthers), repeatedWords: ofOthers.words, secondWords };
  }

  /** Returns the first page that has a block as its own: the others show it as the text of a page that has it too. */
  #findOwner(key: string): Page | undefined {
    const pages = this.#pagesWith.get(key) ?? [];
    return pages.find(({ page, owner }) => owner === page || !pages.some((other) => other.page === owner))?.page;
  }

  /** Returns the earlier pages that share at least half of their text with this page, and half of this page's text. */
  #twins(page: Page, blocks: PageBlocks['blocks']): ReadonlySet<Page> {
    const shared = new Map<Page, number>();
    for (const [key, { words }] of blocks) {
      const first = this.#pagesWith.get(key)?.[0]?.page;
      if (first !== undefined && first !== page) shared.set(first, (shared.get(first) ?? 0) + words);
    }
    const isMajority = (words: number, one: Page): boolean => 2 * words >= (this.#read.get(one)?.all.words ?? 0);
    const twins = [...shared].filter(([first, words]) => isMajority(words, first) && isMajority(words, page));
    return new Set(twins.map(([first]) => first));
  }
}

interface PageWithBlock {
  readonly page: Page;
  /** The page below whose headline it stands. */
  readonly owner: Page;
}

interface PageBlocks {
  /** The main text, without what it repeats. */
  readonly all: TextAmount;
  readonly secondWords: number;
  /** Blocks that are compared, by their text. */
  readonly blocks: ReadonlyMap<string, TextAmount & { readonly owner: Page }>;
}

function readBlocks(page: Page, findOwner: TextOwners): PageBlocks {
  const { facts } = page;
  const blocks = new Map<string, TextAmount & { readonly owner: Page }>();
  const second: TextAmount[] = [];
  for (const block of isSecondary(page) ? [] : facts.blocks) {
    if (blocks.size >= MAX_BLOCKS) break;
    const key = block.text.slice(0, MAX_COMPARED).toLowerCase();
    const before = blocks.get(key);
    const isSecond = before !== undefined && textSize(block) >= LEAST_REPEATED;
    if (isSecond) second.push(block);
    blocks.set(key, {
      ...sumOfTexts(before === undefined ? [block] : isSecond ? [before] : [before, block]),
      owner: before?.owner === page ? page : findOwner(page, block),
    });
  }
  const twice = sumOfTexts(second);
  return { blocks, all: textWithout(facts, twice), secondWords: twice.words };
}
