import { FILLER } from '../../data/read/languages.ts';
import type { TextBlock } from '../../site/page/page-facts.ts';
import { sumOfTexts, type TextAmount, textSize, textWithout } from '../../site/page/words.ts';
import { isSecondary, type Page } from '../site-facts.ts';
import { type TextOwners, textOwners } from './text-owners.ts';

/** Main text that no page judged before has. */
export interface UniqueText extends TextAmount {
  /** Words in repeated blocks. They count for the earlier page that has them. */
  readonly repeatedWords: number;
  /** Words in blocks of filler, and of a sentence that stands on the page three times or more, after the first. */
  readonly fillerWords: number;
}

/** Minimum length of a sentence, in words, and minimum number of times it stands on a page, that make it a repetition. */
const REPEATED_WORDS = 5;
const REPEATED_TIMES = 3;
/** Minimum length of a text, in words, that counts once where it stands twice: a copy for telephones beside one for large screens. */
const LONG_WORDS = 15;
/** Maximum length of the beginning of a block that is compared, in characters. */
const MAX_COMPARED = 500;
/** Maximum number of blocks of a page that are compared; the others count as its own. */
const MAX_BLOCKS = 2_000;
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

/** Measures the text of a page by itself: nothing is repeated. */
function ownText({ facts }: Page): UniqueText {
  const filler = sumOfTexts([...facts.blocks.filter(({ text }) => isFiller(text)), ...repetitions(facts.blocks)]);
  return { ...textWithout(facts, filler), repeatedWords: 0, fillerWords: filler.words };
}

/**
 * Measures the text that is a page's own. Filler does not count. A repeated block counts once, if it is on at least three
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
    const { blocks, all, fillerWords } = this.#read.get(page) ?? readBlocks(page, () => page);
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
    return { ...textWithout(all, ofOthers), repeatedWords: ofOthers.words, fillerWords };
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
  /** The main text without filler. */
  readonly all: TextAmount;
  /** Blocks that are compared, by their text. */
  readonly blocks: ReadonlyMap<string, TextAmount & { readonly owner: Page }>;
  readonly fillerWords: number;
}

/** Returns the blocks that repeat a sentence of the page which stands there three times or more, or is long: all but the first of each. */
function repetitions(blocks: readonly TextBlock[]): ReadonlySet<TextBlock> {
  const sentences = blocks.filter((block) => textSize(block) >= REPEATED_WORDS && !isFiller(block.text));
  const byText = Map.groupBy(sentences, ({ text }) => text);
  const isRepeated = (same: readonly TextBlock[]) =>
    same.length >= REPEATED_TIMES || same.some((block) => textSize(block) >= LONG_WORDS);
  return new Set([...byText.values()].flatMap((same) => (isRepeated(same) ? same.slice(1) : [])));
}

function readBlocks(page: Page, findOwner: TextOwners): PageBlocks {
  const { facts } = page;
  const blocks = new Map<string, TextAmount & { readonly owner: Page }>();
  const repeated = isSecondary(page) ? new Set<TextBlock>() : repetitions(facts.blocks);
  const filler: TextAmount[] = [...repeated];
  for (const block of facts.blocks) {
    const { text } = block;
    if (repeated.has(block)) continue;
    if (isFiller(text)) {
      filler.push(block);
    } else if (!isSecondary(page) && blocks.size < MAX_BLOCKS) {
      const key = text.slice(0, MAX_COMPARED).toLowerCase();
      const before = blocks.get(key);
      blocks.set(key, {
        ...sumOfTexts(before === undefined ? [block] : [before, block]),
        owner: before?.owner === page ? page : findOwner(page, block),
      });
    }
  }
  const all = sumOfTexts(filler);
  return { blocks, all: textWithout(facts, all), fillerWords: all.words };
}

/** Words of `Lorem ipsum` and of generators of more of it. Real Latin shares the short ones. */
const LATIN = new Set(
  `lorem ipsum dolor sit amet consectetur consetetur sadipscing adipiscing adipisicing elit elitr sed do diam nonumy eiusmod
  eirmod tempor incididunt invidunt ut labore et dolore magna aliqua aliquyam erat voluptua enim ad minim veniam quis nostrud
  exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse
  cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id
  est laborum at vero eos accusam justo duo dolores rebum stet clita kasd gubergren no sea takimata sanctus vestibulum
  pellentesque curabitur vivamus phasellus praesent suspendisse maecenas mauris nullam donec aenean integer morbi fusce quisque
  proin etiam nunc nam cras aliquam lectus ligula tellus turpis tortor vitae viverra volutpat vulputate venenatis varius
  ultrices ultricies tristique tincidunt sollicitudin semper sapien rutrum rhoncus quam purus pulvinar porttitor porta placerat
  pharetra orci ornare odio nibh neque metus mattis massa malesuada luctus lobortis lacus laoreet interdum imperdiet hendrerit
  habitant habitasse gravida fermentum felis faucibus facilisis euismod egestas efficitur dui dictum dapibus cursus convallis
  congue blandit bibendum auctor augue arcu ante accumsan ac a vel si tempus sem nec elementum sagittis libero lacinia eget per
  suscipit risus mi class aptent taciti sociosqu litora torquent conubia nostra inceptos himenaeos iaculis aliquet feugiat
  mollis ullamcorper sodales dignissim facilisi scelerisque condimentum urna fringilla potenti primis posuere cubilia curae
  molestie pede nisl consectetuer leo eleifend hac platea dictumst fames senectus netus natoque penatibus magnis dis parturient
  montes nascetur ridiculus mus pretium vehicula eros exercitationem perferendis perspiciatis eveniet iure nobis eum cum officiis
  excepturi quasi aut quisquam eligendi itaque odit tempore quaerat dignissimos facilis nihil expedita cumque modi natus iusto
  eaque sequi illo voluptatibus tempora veritatis ratione assumenda incidunt nostrum aliquid fuga provident praesentium rem
  necessitatibus adipisci quidem possimus voluptas debitis sint accusantium unde sapiente aspernatur laudantium soluta quo saepe
  ipsa dicta reiciendis nesciunt doloribus autem impedit minima maiores repudiandae ipsam obcaecati ullam totam delectus ducimus
  voluptates molestiae harum dolorem quia voluptatem molestias magni distinctio omnis illum dolorum voluptatum quas corporis
  quae blanditiis atque laboriosam earum consequuntur hic cupiditate quibusdam accusamus rerum error minus eius ab nemo fugit
  quos numquam iste inventore beatae repellendus magnam recusandae quod explicabo doloremque aperiam consequatur asperiores
  commodi optio temporibus repellat architecto mollitia similique alias tenetur deleniti porro facere maxime corrupti`
    .trim()
    .split(/\s+/),
);

/** Word beginnings of filler, which meaningful Latin has not. */
const LATIN_SIGN = /\b(?:lorem|ipsum|adipisci|adipisici|sadipscing|consectetu|consetetur|pellentesque|vestibulum)/;
const WORD = /\p{L}+/gu;

/** Minimum share of filler words in a filler text with one of these, and in one without, in percent. */
const MOST_LATIN = 70;
const ALL_LATIN = 90;
/** Minimum number of different words of a filler text without such a word, and number of its words that are read. */
const LEAST_LATIN = 6;
const LATIN_READ = 30;
const MOST_OTHERS = (LATIN_READ * (100 - ALL_LATIN)) / 100;

/** Maximum length of a text that is searched, in characters. */
const MAX_TEXT = 20_000;

/** The name of a picture's file, as cameras and scripts give it: `1064_2_img_0907_2`, `DSC01234.JPG`. */
const FILE_NAME = /^[a-z\d]+(?:[_-][a-z\d]+)*(?:\.(?:jpe?g|png|webp))?$/;
/** Maximum length of such a name, and number of words of a block that are compared with names. */
const LONGEST_NAME = 80;
const NAMES = 50;

/** Returns whether a text is nothing but names of files. At least half of their characters are digits. */
function isOfFileNames(plain: string): boolean {
  const words = plain.split(/\s+/, NAMES);
  return words.every((word) => {
    const digits = word.replace(/\D/g, '').length;
    const isNamed = /[_a-z]/.test(word) && digits >= 3 && 2 * digits >= word.replace(/\.\w+$|[_-]/g, '').length;
    return (
      isNamed &&
      word.length > 6 &&
      word.length <= LONGEST_NAME &&
      /_|^(?:img|dsc|pict)/.test(word) &&
      FILE_NAME.test(word)
    );
  });
}

/** Returns whether a block of text is filler: "Lorem ipsum", the sample text of a template, or names of files. */
export function isFiller(text: string): boolean {
  const plain = text.slice(0, MAX_TEXT).toLowerCase().trim();
  if (isOfFileNames(plain)) return true;
  if (FILLER.some((beginning) => plain.startsWith(beginning))) return true;
  if (!LATIN_SIGN.test(plain)) return beginsWithLatin(plain);
  const words = plain.match(WORD) ?? [];
  const filler = words.filter((word) => LATIN.has(word)).length;
  return filler >= 2 && filler * 100 >= words.length * MOST_LATIN;
}

/** Returns whether nearly all different words among the first ones of a text are words of filler. Most texts show early that they are not. */
function beginsWithLatin(text: string): boolean {
  const words = new Set<string>();
  let others = 0;
  WORD.lastIndex = 0;
  for (let read = 0; read < LATIN_READ && others <= MOST_OTHERS; read += 1) {
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    if (!words.has(word) && !LATIN.has(word)) others += 1;
    words.add(word);
  }
  return words.size >= LEAST_LATIN && (words.size - others) * 100 >= words.size * ALL_LATIN;
}
