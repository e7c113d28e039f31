import { withAsciiDigits } from '../../../site/page/written-date.ts';

/** A part of a text, and where it begins. */
export interface Found {
  readonly at: number;
  readonly text: string;
}

/**
 * A text prepared for patterns: normalized, with ASCII digits and without web addresses. Both spellings have the same
 * length. Most patterns are written for lower case, because patterns without case are slow to set up.
 */
export interface PlainText {
  readonly lower: string;
  readonly written: string;
}

/**
 * Letters of Latin, combining marks, Greek, Cyrillic, Hebrew and Arabic in lower case, as ranges for a class: classes such as
 * \p{L} take long to compile. Chinese, Japanese and Korean are written without spaces, so their letters do not extend a
 * number or unit.
 */
export const LETTER = String.raw`a-zªº\u00c0-\u024f\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u05d0-\u05ea\u0610-\u065f\u066e-\u06d3\u1e00-\u1eff`;

const IS_ASCII = /^[\0-\x7f]*$/;
/** Web addresses and runs of percent-encoded bytes. Numbers in them do not count. */
const ADDRESSES = /(?:https?:\/\/|www\.)[^\s"<>]{1,2000}|(?:%[0-9a-f]{2}){2,1000}/gi;

export function plainText(text: string): PlainText {
  const normal = IS_ASCII.test(text)
    ? text
    : withAsciiDigits(text.replace(/(\d)(?=[¼-¾⅐-⅞])/g, '$1 ').normalize('NFKC'))
        .replaceAll('\u066b', '.')
        .replaceAll('\u066c', ',')
        .replaceAll('\u066a', '%')
        // Marks of the direction of writing, which stand beside amounts.
        .replace(/[\u061c\u200e\u200f]/g, '')
        // The only letter whose lower case has another length.
        .replaceAll('İ', 'I');
  const written = normal.replace(ADDRESSES, ' ');
  return { lower: written.toLowerCase(), written };
}

export function findMatches(pattern: RegExp, text: string): Found[] {
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ at: index, text: match }));
}

/** Returns the text with each found part replaced by bars of the same length. The parts do not overlap. */
export function without(found: readonly Found[], { lower, written }: PlainText): PlainText {
  if (found.length === 0) return { lower, written };
  const inOrder = found.toSorted((a, b) => a.at - b.at);
  return { lower: blanked(lower, inOrder), written: blanked(written, inOrder) };
}

function blanked(text: string, found: readonly Found[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const one of found) {
    parts.push(text.slice(end, one.at), '|'.repeat(one.text.length));
    end = one.at + one.text.length;
  }
  return parts.join('') + text.slice(end);
}
