import type { TextBlock } from '../../../site/page/page-facts.ts';
import { writtenDates } from '../../../site/page/written-date.ts';

/** A reference of a list of publications: the year in parentheses. */
const REFERENCE = /\((?:19|20)\d\d[a-z]?\)/;
/** Minimum number of terms of a glossary, each a heading with a text or two below it. */
const LEAST_TERMS = 5;
/** Characters of an item in which its year may stand. */
const HEAD_OF_ITEM = 1_000;

const ITEMS: ReadonlySet<TextBlock['kind']> = new Set(['list_item', 'table_cell', 'definition']);
/** Minimum number of items of a list. */
const LEAST_ITEMS = 3;
/** Characters at the beginning of a dated item that contain its date. */
const DATE = 40;

/**
 * Returns whether a text is a list, a table or dated items, by its first block and by most of its words. Below a heading such
 * as "Downloads", that is what the heading announces.
 *
 * @param first the block below the heading
 */
export function isList(blocks: readonly TextBlock[], first: TextBlock): boolean {
  if (!isItem(first)) return false;
  const texts = blocks.filter(({ kind }) => kind !== 'heading');
  const items = texts.filter(isItem);
  return items.length >= LEAST_ITEMS && size(items) * 2 > size(texts);
}

/** Returns whether a text is pairs of a term and what it means, directly below its h1: a glossary, or questions with answers. */
export function isGlossary(blocks: readonly TextBlock[]): boolean {
  const below = blocks.slice(blocks.findIndex(({ level }) => level === 1) + 1);
  const level = below[0]?.level ?? null;
  const terms = below.filter((block) => level !== null && block.level === level).length;
  const texts = below.filter(({ kind }) => kind !== 'heading').length;
  return terms >= LEAST_TERMS && texts >= terms && texts <= 2 * terms;
}

function isItem({ kind, text }: TextBlock): boolean {
  if (ITEMS.has(kind)) return true;
  return (
    kind !== 'heading' && (writtenDates(text.slice(0, DATE)).length > 0 || REFERENCE.test(text.slice(0, HEAD_OF_ITEM)))
  );
}

function size(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}
