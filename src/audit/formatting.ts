import { formatCount } from '../values/format-count.ts';
import { readableUrl } from '../values/readable-url.ts';

/** Returns a number and its noun: `1 page`, `3 pages`. Irregular plurals are passed in. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

const SMALL_NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns a whole number as running text has it: in words up to twelve. */
export function inWords(n: number): string {
  return SMALL_NUMBERS[n] ?? formatCount(n);
}

/** `the one page`, `both pages`, `all 3 pages`. */
export function all(n: number, one: string): string {
  return n === 1 ? `the one ${one}` : n === 2 ? `both ${one}s` : `all ${count(n, one)}`;
}

/** `a`, `a and b`, `a, b and c`; with `most` items at most and a count of the rest. */
export function list(items: readonly string[], most = 5): string {
  const shown =
    items.length > most ? [...items.slice(0, most - 1), `${formatCount(items.length - most + 1)} more`] : [...items];
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Maximum length of an address in a sentence, in characters. */
const MAX_PLACE = 80;

/** A URL as a sentence names it: the path on the audited origin, else the whole URL. In its own script, see {@link readableUrl}. */
export function place(url: string, origin: string): string {
  const path = readableUrl(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  if (path.length <= MAX_PLACE) return path;
  const start = path.slice(0, MAX_PLACE - 1).replace(CUT_CHARACTER, '');
  return `${start}…`;
}

/** What a cut leaves of an escape, or of a character of two UTF-16 code units. */
const CUT_CHARACTER = /(?:%[\da-f]?|[\ud800-\udbff])$/i;

/** The places of pages as a sentence lists them, `most` of them at most. */
export function places(pages: readonly { readonly url: string }[], origin: string, most?: number): string {
  return list(
    pages.map(({ url }) => place(url, origin)),
    most,
  );
}

/** Returns the texts whose condition is met: `texts(n > 0 && 'Some.', 'Always.')`. */
export function texts(...parts: readonly (string | false)[]): string[] {
  return parts.filter((part) => part !== false);
}

/** `is` or `are`, as the number wants it. */
export function are(n: number): 'is' | 'are' {
  return n === 1 ? 'is' : 'are';
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A sentence of ours as part of another: `It answered 404.` becomes `it answered 404`. */
export function asClause(sentence: string): string {
  return (sentence.charAt(0).toLowerCase() + sentence.slice(1)).replace(/\.$/, '');
}

/** Returns `The page has no h1.`, `1 of 6 pages has no h1.`, `5 of 6 pages have no h1.` @param unit other than a page */
export function ofPages(failing: number, pages: number, one: string, many: string, unit = 'page'): string {
  if (pages === 1) return `The ${unit} ${one}.`;
  return `${formatCount(failing)} of ${count(pages, unit)} ${failing === 1 ? one : many}.`;
}
