import {
  FOUND,
  type FoundIn,
  type Inventory,
  type KnownUrl,
  type PageReading,
  type UrlReading,
} from '../../src/site/crawl/site-inventory.ts';
import { toTemplate } from '../../src/site/crawl/url-template.ts';

export const ORIGIN = 'https://www.example.com';
const CORE = ['Googlebot', 'OAI-SearchBot', 'bingbot', 'PerplexityBot', 'Claude-SearchBot', 'Applebot'];

/** A URL of a made inventory. */
export interface MadeUrl extends Partial<Pick<KnownUrl, 'linksIn' | 'depth'>> {
  readonly found?: readonly FoundIn[];
  /** The crawlers that robots.txt keeps out, by the line that does; `*` for all. */
  readonly closed?: Readonly<Record<string, number>>;
  /** Null for a URL that was not requested. Default: a page with status 200. */
  readonly read?: Partial<UrlReading> | null;
  readonly page?: Partial<PageReading>;
  /** Paths of its hreflang links. */
  readonly alternates?: readonly string[];
  /** Links to it, each a path and a line. */
  readonly from?: readonly (readonly [path: string, line: number])[];
}

/** Makes an inventory of these paths. The home page is added. Titles, descriptions and texts differ unless given. */
export function madeInventory(made: Readonly<Record<string, MadeUrl>>, isCut = false): Inventory {
  const all: Readonly<Record<string, MadeUrl>> = { '/': { found: ['home'] }, ...made };
  const paths = Object.keys(all).map((path) => ({ path, url: new URL(path, ORIGIN).href }));
  const sorted = paths.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  const findIndex = (path: string) => sorted.findIndex((one) => one.path === path);
  const verdicts: Inventory['verdicts'][number][] = [];
  const urls = sorted.map(({ path, url }, i): KnownUrl => {
    const {
      found = ['link'],
      closed = {},
      read = {},
      page = {},
      alternates = [],
      from,
      linksIn,
      depth,
    } = all[path] ?? {};
    const isPage = read !== null && (read.status ?? 200) === 200 && read.failure === undefined && page !== null;
    verdicts.push([
      { isAllowed: true, line: null },
      ...CORE.map((token) => {
        const line = closed[token] ?? closed['*'];
        return { isAllowed: line === undefined, line: line ?? null };
      }),
    ]);
    return {
      url,
      found: found.reduce((bits, name) => bits | FOUND[name], 0),
      template: toTemplate(url),
      robots: i,
      linksIn: linksIn ?? from?.length ?? (found.includes('link') ? 1 : 0),
      depth: depth ?? 1,
      read:
        read === null
          ? null
          : {
              method: 'GET',
              status: 200,
              failure: null,
              redirect: null,
              hops: 0,
              type: 'text/html',
              bytes: 1000,
              page: isPage
                ? {
                    noindex: [],
                    canonical: url,
                    alternates: alternates.map(findIndex),
                    language: 'en',
                    title: `Title ${i}`,
                    titleHash: i,
                    descriptionHash: i,
                    textHash: ((BigInt(i + 1) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn)
                      .toString(16)
                      .padStart(16, '0'),
                    words: 200,
                    date: null,
                    ...page,
                  }
                : null,
              ...read,
            },
      ...(from && { linkedFrom: from.map(([place, line]) => [findIndex(place), line] as const) }),
    };
  });
  return {
    format: 1,
    origin: ORIGIN,
    home: findIndex('/'),
    urls,
    found: urls.length,
    isCut,
    tokens: ['Citable', ...CORE],
    verdicts,
    ended: 'read',
  };
}
