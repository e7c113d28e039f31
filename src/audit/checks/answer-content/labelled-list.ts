import type { TextBlock } from '../../../site/page/page-facts.ts';
import { writtenDates } from '../../../site/page/written-date.ts';

/** A reference of a list of publications: the year in parentheses. */
const REFERENCE = /\((?:19|20)\d\d[a-z]?\)/;
/** Minimum number of terms of a glossary, each a heading with a text or two below it. */
const LEAST_TERMS = 5;
/** Characters of an item in which its year may stand. */
const HEAD_OF_ITEM = 1_000;

const ITEMS: ReadonlySet<TextBlock['kind']> = new Set(['list_item', 'table_cell', 'definition']);
const LINES: ReadonlySet<TextBlock['kind']> = new Set(['paragraph', 'other']);
/** Minimum number of items of a list. */
const LEAST_ITEMS = 3;
/** Characters at the beginning of a dated item that contain its date. */
const DATE = 40;
const BEGINS_WITH_YEAR = /^(?:19|20)\d\d(?!\d)/;
/** A number at the beginning, or of two digits, or an e-mail address. */
const HAS_NUMBER = /^\d|\d\d|\S@\S/;

/**
 * Returns whether most words below a heading are a list, a table, dated items, or lines with numbers, and no sentence stands above
 * the first of these. Below a heading such as "Downloads", that is what the heading announces.
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
  const texts = below.filter(({ kind }) => kind !== 'heading');
  const items = new Set<TextBlock>();
  for (const [i, block] of below.entries()) {
    if (isItem(block) || (isLine(block) && !endsSentence(block.text))) items.add(block);
    const next = below[i + 1];
    const isDate =
      (block.kind === 'heading' && BEGINS_WITH_YEAR.test(block.text)) || (!isSentence(block) && hasDate(block));
    if (isDate && next !== undefined && next.kind !== 'heading') items.add(next);
  }
  const first = texts.find((block) => items.has(block) || isSentence(block));
  return first !== undefined && items.has(first) && items.size >= LEAST_ITEMS && size([...items]) * 2 > size(texts);
}

/** Returns whether a text is pairs of a term and what it means, directly below its h1: a glossary, or questions with answers. */
export function isGlossary(blocks: readonly TextBlock[]): boolean {
  const below = blocks.slice(blocks.findIndex(({ level }) => level === 1) + 1);
  const level = below[0]?.level ?? null;
  const terms = below.filter((block) => level !== null && block.level === level).length;
  const texts = below.filter(({ kind }) => kind !== 'heading').length;
  return terms >= LEAST_TERMS && texts >= terms && texts <= 2 * terms;
}

function isItem(block: TextBlock): boolean {
  if (ITEMS.has(block.kind)) return true;
  return block.kind !== 'heading' && (hasDate(block) || REFERENCE.test(block.text.slice(0, HEAD_OF_ITEM)));
}

/** Returns whether a block is a line of a price list, an address or a telephone number, unless it ends as a sentence does. */
function isLine({ kind, text }: TextBlock): boolean {
  return LINES.has(kind) && HAS_NUMBER.test(text.slice(0, HEAD_OF_ITEM));
}

function hasDate({ text }: TextBlock): boolean {
  return writtenDates(text.slice(0, DATE)).length > 0;
}

function size(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}
