import type { TextBlock } from '../site/page-facts.ts';

/** A run of blocks of plain text that is a list or a table in all but its elements. */
export interface TextList {
  readonly kind: 'bullets' | 'numbers' | 'columns';
  readonly items: number;
  /** The first of them. */
  readonly block: TextBlock;
}

/** Fewer in a row may be chance. */
const LEAST_ITEMS = 3;

// A long dash opens direct speech in many languages, so it marks no list. The hyphen and asterisk need a space after.
const BULLET = /^(?:[•●○▪▫■□◦‣⁃∙·・►▶➤➔→✓✔✅☑★]|[-–*+](?=\s))/u;
const NUMBER = /^(?:\(?(\d{1,2})[.)、．](?!\d)|([①-⑳]))/u;
const PIPE = /\|/g;
const LEAST_COLUMNS = 3;

/**
 * Finds three or more consecutive blocks of text that begin with a bullet, or with numbers that count up, or that have
 * the same number of columns between pipes. Code and what already stands in a list or a table are not looked at.
 */
export function textLists(blocks: readonly TextBlock[]): readonly TextList[] {
  const found: TextList[] = [];
  let run: TextBlock[] = [];
  let mark: Mark | null = null;
  const close = () => {
    const [block] = run;
    if (mark !== null && block !== undefined && run.length >= LEAST_ITEMS) {
      found.push({ kind: mark.kind, items: run.length, block });
    }
    run = [];
    mark = null;
  };
  for (const block of blocks) {
    const next = markOf(block);
    if (next === null || mark === null || !continues(mark, next)) close();
    mark = next;
    if (next !== null) run.push(block);
  }
  close();
  return found;
}

interface Mark {
  readonly kind: TextList['kind'];
  /** The number or the number of columns; 0 for a bullet. */
  readonly value: number;
}

function markOf({ kind, text }: TextBlock): Mark | null {
  if (kind !== 'paragraph' && kind !== 'other') return null;
  const start = text.slice(0, 8);
  if (BULLET.test(start)) return { kind: 'bullets', value: 0 };
  const number = NUMBER.exec(start);
  if (number !== null)
    return { kind: 'numbers', value: number[1] === undefined ? circled(number[2]) : Number(number[1]) };
  const columns = (text.slice(0, 1000).match(PIPE)?.length ?? 0) + 1;
  return columns >= LEAST_COLUMNS ? { kind: 'columns', value: columns } : null;
}

function circled(sign: string | undefined): number {
  return (sign?.codePointAt(0) ?? 0x2460) - 0x2460 + 1;
}

function continues(mark: Mark, next: Mark): boolean {
  return mark.kind === next.kind && next.value === (mark.kind === 'numbers' ? mark.value + 1 : mark.value);
}
