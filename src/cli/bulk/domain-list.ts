import type { DomainName } from '../../domain-name.ts';
import { parsePastedSite } from '../../domain-name.ts';
import { quote } from '../../untrusted-text.ts';
import { linesOf } from './lines.ts';

/** One site of a list, or what is none. */
export type ListedSite =
  | { readonly input: string; readonly domain: DomainName }
  /** `problem` is one sentence. */
  | { readonly input: string; readonly domain: null; readonly problem: string };

export interface DomainList {
  /** In the order of the list, each once. */
  readonly sites: readonly ListedSite[];
  /** How many lines named one again. */
  readonly duplicates: number;
}

/** The host of an address stands at its beginning: what is behind these is not looked at. */
const MAX_LINE_BYTES = 4_096;
const MAX_INPUT = 260;

/**
 * Reads one domain a line, or the address of a page, which is reduced to its site. Blank lines count for nothing, nor does
 * what is behind a `#` that begins a line or follows a space. What is no public website is listed with the reason.
 *
 * @param allowPrivate see `parseDomainName`
 */
export async function readDomainList(
  source: AsyncIterable<Uint8Array>,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<DomainList> {
  const sites = new Map<string, ListedSite>();
  let duplicates = 0;
  for await (const { text } of linesOf(source, MAX_LINE_BYTES)) {
    const line = withoutComment(text);
    if (line === '') continue;
    const input = quote(line, MAX_INPUT);
    const parsed = parsePastedSite(line, { allowPrivate });
    const site = parsed.ok ? { input, domain: parsed.domain } : { input, domain: null, problem: parsed.problem };
    const key = keyOf(site);
    if (sites.has(key)) duplicates += 1;
    else sites.set(key, site);
  }
  return { sites: [...sites.values()], duplicates };
}

/** What is the same for all lines that mean the same site, and for results of it. */
export function keyOf({ input, domain }: { readonly input: string; readonly domain: string | null }): string {
  return domain === null ? `refused ${input}` : domain;
}

/** A byte order mark, which editors put before the first line, goes with white space. */
function withoutComment(text: string): string {
  const line = text.trim();
  if (line.startsWith('#')) return '';
  const comment = line.search(/\s#/);
  return (comment === -1 ? line : line.slice(0, comment)).trim();
}
