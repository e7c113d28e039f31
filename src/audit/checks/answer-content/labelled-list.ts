import type { TextBlock } from '../../../site/page/page-facts.ts';
import { writtenDates } from '../../../site/page/written-date.ts';

/** A reference of a list of publications: the year in parentheses. */
const REFERENCE = /\((?:19|20)\d\d[a-z]?\)/;
/** Minimum number of terms of a glossary, each a heading with a text or two below it. */
const LEAST_TERMS = 5;
/** Characters of an item in which its year may stand. */
const HEAD_OF_ITEM = 1_000;

export const ITEMS: ReadonlySet<TextBlock['kind']> = new Set(['list_item', 'table_cell', 'definition']);
const LINES: ReadonlySet<TextBlock['kind']> = new Set(['paragraph', 'other']);
/** Minimum number of items of a list. */
const LEAST_ITEMS = 3;
/** Characters at the beginning of a dated item that contain its date. */
const DATE = 40;
const BEGINS_WITH_YEAR = /^(?:19|20)\d\d(?!\d)/;
/** A number at the beginning, or of two digits, or an e-mail address. */
const HAS_NUMBER = /^\d|\d\d|\S@\S/;
/** Maximum number of blocks of a card below its heading. */
const CARD_BLOCKS = 4;
/** Two parts with a divider between: `Title — Author`. */
const HAS_PARTS = /\S\s(?:\/\/?|[|·–—-])\s\S/;
/** Maximum number of words of such a line. */
const WORDS_OF_PARTS = 12;

/**
 * Returns whether most words below a heading are a list, a table, dated items, lines with numbers, or cards, each a heading and a few
 * texts with such a line (a price), and no sentence stands above the first of these. Labels that stand below three things do not count.
 * Below a heading such as "Downloads", that is what the heading announces.
 *
 * @param below the blocks below the heading
 * @param isSentence whether a line has the length of a sentence
 * @param endsSentence whether a line ends as a sentence does
 */
export function isList(
  below: readonly TextBlock[],
  isSentence: (block: TextBlock) => boolean,
  endsSentence: (text: string) => boolean,
): boolean {
  const owners = Map.groupBy(below, ({ text }) => text);
  const isLabel = (block: TextBlock) =>
    (owners.get(block.text)?.length ?? 0) >= LEAST_ITEMS && !isItem(block, endsSentence);
  const texts = below.filter((block) => block.kind !== 'heading' && !isLabel(block));
  const items = new Set<TextBlock>();
  for (const [i, block] of below.entries()) {
    if (isItem(block, endsSentence)) items.add(block);
    const next = below[i + 1];
    const isDate =
      (block.kind === 'heading' && BEGINS_WITH_YEAR.test(block.text)) || (!isSentence(block) && hasDate(block.text));
    if (isDate && next !== undefined && next.kind !== 'heading') items.add(next);
    const card = block.kind === 'heading' ? sectionBelow(below, i) : [];
    if (card.length <= CARD_BLOCKS && card.some((one) => isLine(one, endsSentence) && !isSentence(one))) {
      for (const one of card) items.add(one);
    }
  }
  const first = texts.find((block) => items.has(block) || isSentence(block));
  const listed = texts.filter((block) => items.has(block));
  return first !== undefined && items.has(first) && listed.length >= LEAST_ITEMS && size(listed) * 2 > size(texts);
}

/** Returns whether a text is pairs of a term and what it means, directly below its h1: a glossary, or questions with answers. */
export function isGlossary(blocks: readonly TextBlock[]): boolean {
  const below = blocks.slice(blocks.findIndex(({ level }) => level === 1) + 1);
  const level = below[0]?.level ?? null;
  const terms = below.filter((block) => level !== null && block.level === level).length;
  const texts = below.filter(({ kind }) => kind !== 'heading').length;
  return terms >= LEAST_TERMS && texts >= terms && texts <= 2 * terms;
}

/** Returns whether a block is an item of a list, begins with a date, is a reference, or is a line with a number or of two parts that is not a sentence. */
function isItem(block: TextBlock, endsSentence: (text: string) => boolean): boolean {
  const { kind, text, words } = block;
  if (ITEMS.has(kind)) return true;
  const read = text.slice(0, HEAD_OF_ITEM);
  const hasParts = LINES.has(kind) && words <= WORDS_OF_PARTS && HAS_PARTS.test(read) && !endsSentence(text);
  return kind !== 'heading' && (hasParts || isLine(block, endsSentence) || REFERENCE.test(read) || hasDate(text));
}

/** Returns whether a block is a line with a number that is not a sentence: a price, a telephone number. */
function isLine({ kind, text }: TextBlock, endsSentence: (text: string) => boolean): boolean {
  return LINES.has(kind) && HAS_NUMBER.test(text.slice(0, HEAD_OF_ITEM)) && !endsSentence(text);
}

/** Returns the blocks below a heading up to the next one. */
function sectionBelow(blocks: readonly TextBlock[], heading: number): readonly TextBlock[] {
  const end = blocks.findIndex(({ kind }, i) => i > heading && kind === 'heading');
  return blocks.slice(heading + 1, end === -1 ? undefined : end);
}

function hasDate(text: string): boolean {
  return writtenDates(text.slice(0, DATE)).length > 0;
}

function size(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}
