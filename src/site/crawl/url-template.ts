import { decodeSegment } from '../page/page-url.ts';

/** Maximum number of segments of a template, and maximum length of a segment in characters. The rest is cut. */
const MAX_SEGMENTS = 8;
const MAX_SEGMENT = 80;

const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
/** Names of months: `/2024/may/`. */
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

let names: Intl.DisplayNames | undefined;

/**
 * Returns the template of a URL: its directory, with digits, dates and a language folded. `/de/blog/2024/05/x` is `/blog/#/#/*`,
 * `/de/x` is `/*`, and so is `/x/`. Depends on the URL alone.
 *
 * @param url absolute
 */
export function toTemplate(url: string): string {
  const segments = splitSegments(url);
  // `/blog/a/` is a page of `/blog/`, as `/blog/a` is.
  const folders = segments.slice(0, segments.at(-1) === '' ? -2 : -1);
  if (languageIn(folders[0] ?? '') !== null) folders.shift();
  const folded = folders.slice(0, MAX_SEGMENTS).map((segment, index) => {
    if (MONTH.test(segment) && /^\d{4}$/.test(folders[index - 1] ?? '')) return '#';
    return segment.slice(0, MAX_SEGMENT).replace(/\d+/g, '#');
  });
  return `/${[...folded, '*'].join('/')}`;
}

/** Returns the language that the path of a URL begins with, as `de` or `pt-br`; null when it begins with none. */
export function languageOfUrl(url: string): string | null {
  return languageIn(splitSegments(url)[0] ?? '');
}

function splitSegments(url: string): string[] {
  const [, ...segments] = (URL.parse(url)?.pathname ?? '/').replace(/\/{2,}/g, '/').split('/');
  return segments.map(decodeSegment);
}

/** Memoized: a site has few first segments. Bounded, because a hostile one has many. */
const known = new Map<string, string | null>();
const MAX_MEMOIZED = 2_000;

/** Returns a segment as a language of ISO 639-1, with a region or script; null for other segments. */
function languageIn(segment: string): string | null {
  if (!LANGUAGE.test(segment)) return null;
  const name = segment.toLowerCase().replace('_', '-');
  const memoized = known.get(name);
  if (memoized !== undefined) return memoized;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const language = names.of(name.slice(0, 2)) === undefined ? null : name;
  if (known.size < MAX_MEMOIZED) known.set(name, language);
  return language;
}
