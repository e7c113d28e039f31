import type { TextBlock } from '../../../site/page/page-facts.ts';
import { writtenDates } from '../../../site/page/written-date.ts';

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

function isItem({ kind, text }: TextBlock): boolean {
  return ITEMS.has(kind) || (kind !== 'heading' && writtenDates(text.slice(0, DATE)).length > 0);
}

function size(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}
