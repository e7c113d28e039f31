import { isSameHost, pageKey } from '../../../site/page/page-url.ts';
import { lost, NONE, type QuestionResult } from '../../check.ts';
import { type Cause, type Fix, fixAt } from '../../fixes/fix.ts';
import { findWrongBase, WRONG_BASE, wrongBaseOfUrls } from '../../fixes/wrong-base.ts';
import { count } from '../../formatting.ts';
import { baseElsewhere, type LinkFacts, linksBelow, linksToOtherPages, missingKeys } from '../../linked-pages.ts';
import { observe } from '../../observe.ts';
import { isPlatformHost, isSameSite } from '../../registrable-domain.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** Fewer links to another host may be what a page of contacts has, and fewer missing pages no more than old links. */
const LEAST_LINKS = 3;

type Facts = Pick<LinkFacts, 'home' | 'samplePages' | 'noindexPages' | 'unreadablePages' | 'origin'> &
  Pick<SiteFacts, 'excludedPages'>;

/** Result of a home page whose links lead to no page of the site. */
export interface StrandedLinks {
  readonly result: QuestionResult;
  /** The links lead to three pages or more, so the site has further pages, and crawlers do not find them. */
  readonly isSiteWide: boolean;
}

/** Returns the result of a home page all of whose links to the site's pages lead to another host, or to missing pages. Null for others. */
export function strandedLinks(site: Facts): StrandedLinks | null {
  const links = linksToOtherPages(site.home);
  if (links.length > 0) return deadLinks(links, site);
  return site.home.facts.shell.hashRoutes === 0 ? linksElsewhere(site) : null;
}

/** The fix where only some of the links lead to missing pages. */
export const CORRECT_LINKS = fixAt(
  'page_template',
  'Correct the links of the home page that lead to missing pages (404).',
  {
    cause: 'links',
  },
);

const WRONG_PATH =
  'If a setting of the site’s generator writes the path with which these links begin (base, base path, base URL), set it to the path at which the site is published. Otherwise correct the links, or publish the pages at these addresses.';

/**
 * Returns the result of a home page all of whose links lead to missing pages. Links that were not requested belong to them only where most
 * links do, and all begin with one path below which no page was found. Null for others.
 */
function deadLinks(links: readonly string[], site: Facts): StrandedLinks | null {
  const { home, samplePages, noindexPages, excludedPages, origin } = site;
  const missing = missingKeys(site);
  const dead = links.filter((url) => missing.has(pageKey(url)));
  const isSiteWide = new Set(dead.map(pageKey)).size >= LEAST_LINKS;
  const base = isSiteWide ? commonBase(dead, origin) : null;
  const read = [...samplePages, ...noindexPages, ...excludedPages.map(({ page }) => page)];
  const isFound = (path: string) =>
    read.some(({ url, exchange }) => [url, exchange.url].some((one) => one.startsWith(path)));
  const areBelow = base !== null && links.every((url) => url.startsWith(`${base}/`)) && !isFound(`${base}/`);
  if (dead.length < links.length && !(areBelow && 2 * dead.length > links.length)) return null;
  const note = areBelow
    ? `${count(links.length, 'link')} to other pages of the site begin with the same path, below which no page was found; ${dead.length} of them lead to missing pages.`
    : `${count(links.length, 'link')} to other pages of the site, all to missing pages.`;
  const fix = areBelow
    ? fixAt('site_address', WRONG_PATH, { cause: findWrongBase([{ url: `${base}/`, path: '/' }], origin) })
    : CORRECT_LINKS;
  const what = dead.length === links.length ? 'exists' : 'was found';
  const problem = `No link of the home page leads to a page that ${what}.`;
  return {
    result: lost(NONE, [observe(home.exchange, { note, text: areBelow ? base : null })], fix, problem),
    isSiteWide,
  };
}

/** Returns the longest folder that all URLs are in, without a slash at its end; null where that is the root. */
function commonBase(urls: readonly string[], origin: string): string | null {
  const folders = urls.map((url) => new URL(url).pathname.split('/').slice(1, -1));
  const [first = []] = folders;
  const differs = first.findIndex((name, i) => !folders.every((segments) => segments[i] === name));
  const shared = differs === -1 ? first : first.slice(0, differs);
  return shared.length === 0 ? null : `${origin}/${shared.join('/')}`;
}

/**
 * Returns the result of a site whose links lead to another host, as with a wrong base URL: to the one that its canonical or og:url
 * names or the base element, or all to one of a hosting platform or of the same site. Null for other sites.
 */
function linksElsewhere({ home, origin }: Facts): StrandedLinks | null {
  const links = home.facts.links.flatMap(({ url, line, href }) =>
    url !== null && /^https?:/.test(url) ? { url, line, href } : [],
  );
  const led = links.filter(({ href, url }) => !/^\s*(?:[a-z]+:|\/\/)/i.test(href) && !isSameHost(url, origin));
  const [first] = led;
  if (first !== undefined) return elsewhere(led, `base ${new URL(first.url).origin}`, links.length, home, BASE_ELEMENT);
  const base = baseElsewhere(home, origin);
  const below = new Set(base === null ? [] : linksBelow(base, home));
  const own = links.filter(({ url }) => below.has(url));
  if (base !== null && own.length > 0) return elsewhere(own, `base ${base}`, links.length, home);
  const cause = platformBase(links, origin);
  return cause === null ? null : elsewhere(links, cause, links.length, home);
}

const BASE_ELEMENT = fixAt(
  'head',
  'Remove the base element of the page, or let its href be the address of this site: it leads the relative links to another host.',
);

function elsewhere(
  links: readonly { readonly url: string; readonly line: number }[],
  cause: Cause,
  all: number,
  home: Facts['home'],
  { instruction, place }: Pick<Fix, 'instruction' | 'place'> = WRONG_BASE,
): StrandedLinks {
  const note = 'A link of the home page that leads to another host.';
  const observed = links.map(({ url, line }) => observe(home.exchange, { note, line, text: url }));
  const which = links.length === all ? 'of the home page' : 'of the home page to the site’s pages';
  const problem = `All ${count(links.length, 'link')} ${which} lead to another host.`;
  const isSiteWide = new Set(links.map(({ url }) => pageKey(url))).size >= LEAST_LINKS;
  return { result: lost(NONE, observed, fixAt(place, instruction, { cause }), problem), isSiteWide };
}

type Urls = readonly { readonly url: string }[];

function platformBase(urls: Urls, origin: string): Cause | null {
  const [first] = urls;
  if (first === undefined || urls.length < LEAST_LINKS) return null;
  if (!isPlatformHost(new URL(first.url).host) && !isSameSite(first.url, origin)) return null;
  return wrongBaseOfUrls(urls, [], origin);
}
