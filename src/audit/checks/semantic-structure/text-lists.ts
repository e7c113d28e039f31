import type { TextBlock } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { withPlainNumbers } from '../../content/plain-numbers.ts';

/** A run of blocks of plain text that is a list or a table in all but its elements. */
export interface TextList {
  readonly kind: 'bullets' | 'numbers' | 'columns';
  readonly items: number;
  /** The first of them, or the block that holds them all. */
  readonly block: TextBlock;
  readonly isWithin: boolean;
}

/** Fewer in a row may be chance. */
const LEAST_ITEMS = 3;
/** Maximum number of words of an item with a number. What is longer is a numbered paragraph, as legal texts have. */
const LONGEST_ITEM = 30;

// A long dash opens direct speech in many languages, so it marks no list. The asterisk needs a space after, and the hyphen that or a letter.
const BULLET = /^(?:([•●○▪▫■□◦‣⁃∙·・►▶➤➔→✓✔✅☑★])(?!\1)|[-–*+](?=\s)|-(?=\p{L}))/u;
/** A sentence with a dash. In a quotation, it is direct speech. */
const SPEECH = /^[-–].*[.!?…][»”"]?$/s;
const NUMBER = /^\(?(\d{1,2})[.)、．](?!\d)/;
/** A label before the first item of a block: `Services: - dig - wait`. Numbers in parentheses after a colon are those of a sentence. */
const LABEL = /^[^:：]{1,200}[:：]\s?(?=[•●○▪▫■□◦‣⁃∙·・►▶➤➔→✓✔✅☑★]|[-–*+]\s|1[.、．]\s)/u;
/** Page builders set whole lists as headings. */
const MAY_HOLD_ITEMS: ReadonlySet<TextBlock['kind']> = new Set([
  'paragraph',
  'other',
  'quotation',
  'heading',
  'list_item',
]);
const PIPE = /\|/g;
/** The rule below the head of a table in Markdown: `| --- | :-: |`. */
const RULE = /\|\s?(?::?-{2,}:?\s?\|\s?)+/;
const LEAST_COLUMNS = 3;
/** Dots or dashes that lead to a price, a time or a page. */
const LEADER = /(?:[.…·_]{4,}|\s[-–—]{2,})\s?[^\s\d]{0,3}\s?\d/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

/**
 * Finds three or more consecutive blocks of text that begin with a bullet, or with numbers that count up, or that have
 * the same number of columns between pipes, or leaders before numbers; and single blocks that hold such items one after the other, as lines broken
 * by br do, also after a label. Signs with no letter or digit after them are ornaments. Code and what already stands in a list or a table are
 * not looked at, nor are numbered paragraphs.
 */
export function textLists(blocks: readonly TextBlock[]): readonly TextList[] {
  const found: TextList[] = [];
  let run: TextBlock[] = [];
  let mark: Mark | null = null;
  const close = () => {
    const [block] = run;
    if (mark !== null && block !== undefined && run.length >= LEAST_ITEMS) {
      found.push({ kind: mark.kind, items: run.length, block, isWithin: false });
    }
    run = [];
    mark = null;
  };
  for (const block of blocks) {
    const text = withPlainNumbers(block.text);
    const next = findMark(block, text);
    const within = listWithin(block, text, next);
    if (within !== null) {
      close();
      found.push(within);
      continue;
    }
    const isNoItem =
      block.kind === 'heading' ||
      block.kind === 'list_item' ||
      (block.kind === 'quotation' && SPEECH.test(text)) ||
      (next?.kind === 'numbers' && textSize(block) > LONGEST_ITEM);
    const item = isNoItem ? null : next;
    if (item === null || mark === null || !continues(mark, item)) close();
    mark = item;
    if (item !== null) run.push(block);
  }
  close();
  return found;
}

interface Mark {
  readonly kind: TextList['kind'];
  /** The number or the number of columns; 0 for a bullet, 1 for one that begins its line as a part of a word does. */
  readonly value: number;
  /** The bullet or the number as written. */
  readonly sign: string;
}

function listWithin(block: TextBlock, all: string, own: Mark | null): TextList | null {
  const mayBeLed = MAY_HOLD_ITEMS.has(block.kind) && (own === null || own.kind === 'columns');
  const rows = mayBeLed ? Math.max(countLeaders(all), countRows(all)) : 0;
  if (rows >= LEAST_ITEMS) return { kind: 'columns', items: rows, block, isWithin: true };
  for (const label of ['', LABEL.exec(all)?.[0] ?? '']) {
    const text = all.slice(label.length);
    const mark = label === '' ? own : findMark(block, text);
    const items = mark === null ? 0 : itemsWithin(text, mark);
    if (mark !== null && items >= LEAST_ITEMS) return { kind: mark.kind, items, block, isWithin: true };
  }
  return null;
}

/** @param text of the block, or its end */
function findMark({ kind }: TextBlock, text: string): Mark | null {
  if (!MAY_HOLD_ITEMS.has(kind)) return null;
  const mark = readMark(text);
  return mark !== null && LETTER_OR_DIGIT.test(text.slice(mark.sign.length)) ? mark : null;
}

function readMark(text: string): Mark | null {
  const start = text.slice(0, 8);
  const bullet = BULLET.exec(start);
  if (bullet !== null) return { kind: 'bullets', value: /^-\p{L}/u.test(start) ? 1 : 0, sign: bullet[0] };
  const number = NUMBER.exec(start);
  if (number !== null) return { kind: 'numbers', value: Number(number[1]), sign: number[0] };
  const columns = countPipes(text.slice(0, 1000)) + 1;
  if (columns >= LEAST_COLUMNS) return { kind: 'columns', value: columns, sign: '' };
  return countLeaders(text) === 1 ? { kind: 'columns', value: 1, sign: '' } : null;
}

/** Counts the rows of a table in Markdown whose lines run on in one block, without the rule below its head. */
function countRows(text: string): number {
  const rule = RULE.exec(text)?.[0] ?? '';
  return rule === '' ? 0 : Math.floor(countPipes(text) / countPipes(rule)) - 1;
}

function countPipes(text: string): number {
  return text.match(PIPE)?.length ?? 0;
}

function countLeaders(text: string): number {
  return text.slice(0, 1000).match(LEADER)?.length ?? 0;
}

/** Counts the items that follow one another inside a block that begins with the first of them. */
function itemsWithin(text: string, { kind, value, sign }: Mark): number {
  if (kind === 'columns' || value !== (kind === 'numbers' ? 1 : 0)) return 0;
  const formatSign = (item: number) => ` ${kind === 'numbers' ? sign.replace('1', String(item)) : sign}`;
  let items = 0;
  let start = sign.length;
  for (let item = 2; ; item++) {
    const end = text.indexOf(formatSign(item), start);
    if (LETTER_OR_DIGIT.test(text.slice(start, end === -1 ? text.length : end))) items++;
    if (end === -1) return items;
    start = end + formatSign(item).length;
  }
}

function continues(mark: Mark, next: Mark): boolean {
  return mark.kind === next.kind && next.value === (mark.kind === 'numbers' ? mark.value + 1 : mark.value);
}
