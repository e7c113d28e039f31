import { commonValue } from '../collections.ts';
import { type Cause, type Fix, fixAt } from './fix.ts';

/** Maximum length of a base, in characters. A cause is stored with each fix, and no real base is longer. */
const LONGEST = 200;

/** A wrong address that the site gives one of its pages, and the path of the page. */
export interface WrongAddress {
  readonly url: string;
  readonly path: string;
}

/**
 * Returns the wrong base that all these addresses have before the right path: another origin, the site's own origin
 * followed by a path, or both. Null where there is none, or where one base does not explain all addresses.
 *
 * @param origin of the audited site
 */
export function findWrongBase(addresses: readonly WrongAddress[], origin: string): Cause | null {
  const base = commonValue(addresses.map(({ url, path }) => findBase(url, path)));
  return base === null || base === origin || base.length > LONGEST ? null : `base ${base}`;
}

/**
 * Returns the wrong base of addresses whose right paths are not known. The base comes from addresses that end with the path
 * of a known page, and all addresses must begin with it. Where no address ends so, it is the one other origin that all
 * have.
 *
 * @param pages pages of the site that responded
 * @param origin of the audited site
 */
export function wrongBaseOfUrls(
  addresses: readonly { readonly url: string }[],
  pages: readonly { readonly url: string }[],
  origin: string,
): Cause | null {
  const paths = pages.map(({ url }) => new URL(url).pathname).filter((path) => path !== '/');
  const known = addresses.flatMap(({ url }) => {
    const path = paths.filter((one) => findBase(url, one) !== null).reduce((a, b) => (a.length > b.length ? a : b), '');
    return path === '' ? [] : { url, path };
  });
  const bases = new Set(known.map(({ url, path }) => findBase(url, path)));
  // The path of a page may also end that of a version in another language: then its base is not that of all.
  const [base] = [...bases]
    .filter((one) => one !== null && addresses.every(({ url }) => url.startsWith(`${one}/`)))
    .sort((one, other) => (other?.length ?? 0) - (one?.length ?? 0));
  if (known.length > 0) return base == null || base === origin || base.length > LONGEST ? null : `base ${base}`;
  return findWrongBase(
    addresses.map(({ url }) => ({ url, path: URL.parse(url)?.pathname ?? '' })),
    origin,
  );
}

/** Returns the base of a cause that {@link findWrongBase} returned; null for another cause. */
export function baseFrom(cause: Cause): string | null {
  return cause.startsWith('base ') ? cause.slice('base '.length) : null;
}

function findBase(url: string, path: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || !parsed.pathname.endsWith(path)) return null;
  return `${parsed.origin}${parsed.pathname.slice(0, parsed.pathname.length - path.length)}`;
}

/** The one change for addresses in several files that have the same wrong base. */
export const WRONG_BASE: Fix = fixAt(
  'site_address',
  'Set the site’s base URL correctly, in one place, and build its links, canonicals, sitemap, robots.txt and structured data from it. The evidence shows the wrong base, which is the same in all of them. Afterwards, no link to a page of the site, canonical, sitemap entry or url of structured data may have that base.',
);
