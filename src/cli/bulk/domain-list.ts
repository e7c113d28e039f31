import type { DomainName } from '../../values/domain-name.ts';
import { parsePastedSite } from '../../values/domain-name.ts';
import { quote } from '../../values/untrusted-text.ts';

/** Entry of a list: a site, or a line that is none, with one sentence that says why. */
export type ListedSite =
  | { readonly input: string; readonly domain: DomainName }
  | { readonly input: string; readonly domain: null; readonly problem: string };

export interface DomainList {
  /** In the order of the list, without duplicates. */
  readonly sites: readonly ListedSite[];
  /** Number of duplicates. */
  readonly duplicates: number;
}

/** Maximum length of a part of a line that is read, in bytes. The host is at the beginning of a URL. */
const MAX_LINE_BYTES = 4_096;
/** Maximum length of an input in results, in characters. */
const MAX_INPUT = 260;

/**
 * Reads a list of one domain or URL per line. A URL is reduced to its site. Blank lines, and comments after a `#` that begins a line or
 * follows a space, are skipped.
 *
 * @param allowPrivate see `parseDomainName`
 */
export async function readDomainList(
  source: AsyncIterable<Uint8Array>,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<DomainList> {
  const sites = new Map<string, ListedSite>();
  let duplicates = 0;
  for await (const { text } of readLines(source, MAX_LINE_BYTES)) {
    const line = withoutComment(text);
    if (line === '') continue;
    const input = quote(line, MAX_INPUT);
    const parsed = parsePastedSite(line, { allowPrivate });
    const site = parsed.ok ? { input, domain: parsed.domain } : { input, domain: null, problem: parsed.problem };
    const key = toSiteKey(site);
    if (sites.has(key)) duplicates += 1;
    else sites.set(key, site);
  }
  return { sites: [...sites.values()], duplicates };
}

/** Returns a key that is equal for lines that mean the same site, and for results of it. */
export function toSiteKey({ input, domain }: { readonly input: string; readonly domain: string | null }): string {
  return domain === null ? `refused ${input}` : domain;
}

/** Removes a comment, white space, and the byte order mark that editors put before the first line. */
function withoutComment(text: string): string {
  const line = text.trim();
  if (line.startsWith('#')) return '';
  const comment = line.search(/\s#/);
  return (comment === -1 ? line : line.slice(0, comment)).trim();
}

/** A line of a file, without its line break. */
export interface Line {
  readonly text: string;
  /** Offset in the file after its line break. */
  readonly end: number;
  /** It has a line break; only the last line may have none. */
  readonly isWhole: boolean;
}

const LINE_FEED = 10;

/**
 * Splits UTF-8 into lines at LF or CRLF.
 *
 * @param maxBytes longer lines are cut, so that a file without line breaks does not fill the memory
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Line, void> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let offset = 0;
  let lineStart = 0;
  const append = (bytes: Uint8Array): void => {
    const part = bytes.subarray(0, Math.max(0, maxBytes - length));
    length += part.length;
    if (part.length > 0) parts.push(part);
  };
  const endLine = (end: number, isWhole: boolean): Line => {
    const text = Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    lineStart = end;
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text, end, isWhole };
  };
  for await (const chunk of source) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      append(chunk.subarray(start, at));
      start = at + 1;
      yield endLine(offset + start, true);
    }
    append(chunk.subarray(start));
    offset += chunk.length;
  }
  if (offset > lineStart) yield endLine(offset, false);
}
