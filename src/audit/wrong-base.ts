import type { Cause } from './check.ts';

/** An address that the site gives one of its own pages or files, and that is wrong. */
export interface WrongAddress {
  readonly url: string;
  /** The path that it should have, as the audit knows it. */
  readonly path: string;
}

/**
 * Returns the wrong base that these addresses share: another origin, the site's origin with a path before the right one,
 * or both. Null where there is no address, where one is not explained by a base alone, or where the bases differ.
 *
 * @param origin of the audited site
 */
export function sharedBase(addresses: readonly WrongAddress[], origin: string): Cause | null {
  const [first = null, ...others] = new Set(addresses.map((address) => baseOf(address)));
  return first === null || first === origin || others.length > 0 ? null : `base ${first}`;
}

function baseOf({ url, path }: WrongAddress): string | null {
  const parsed = URL.parse(url);
  return parsed?.pathname.endsWith(path) === true
    ? `${parsed.origin}${parsed.pathname.slice(0, parsed.pathname.length - path.length)}`
    : null;
}

/**
 * Returns a wrong address with the path of the page among these that it stands for: the longest that its own path ends
 * with. Where it ends with none, its whole path counts as right.
 *
 * @param pages URLs of pages that are known to answer
 */
export function addressOfPage(url: string, pages: readonly string[]): WrongAddress {
  const pathname = URL.parse(url)?.pathname ?? '';
  const paths = pages.map((page) => new URL(page).pathname).filter((path) => path !== '/' && pathname.endsWith(path));
  return {
    url,
    path: paths.reduce((found, path) => (path.length > found.length ? path : found), paths[0] ?? pathname),
  };
}
