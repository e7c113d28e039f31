import { knownPages } from '../../site/crawl/known-pages.ts';
import type { KnownUrl } from '../../site/crawl/site-inventory.ts';
import { pageKey } from '../../site/page/page-url.ts';
import { READ_BYTES } from '../content/raw-html.ts';
import { count } from '../formatting.ts';
import { isGone, isHome, isListed, isUnknown, LINKED, type SiteIndex } from './site-index.ts';
import { type IssuePlace, issue, type SiteIssue } from './site-issue.ts';

/** Faults of the links of a site, and pages that links or sitemaps do not lead to. */
export function linkIssues(index: SiteIndex): readonly SiteIssue[] {
  return [...deadLinks(index), ...redirects(index), ...httpLinks(index), ...unreached(index), ...largePages(index)];
}

/** The links to a URL with their lines, as far as they were stored. */
function placesOfLinks(one: KnownUrl, { urls }: SiteIndex): readonly IssuePlace[] {
  return (one.linkedFrom ?? []).map(([page, line]) => ({ url: urls[page]?.url ?? '', other: one.url, line }));
}

function deadLinks(index: SiteIndex): readonly SiteIssue[] {
  const linked = index.urls.filter(({ linksIn }) => linksIn > 0);
  const dead = linked.filter(isGone);
  const unknown = linked.filter(isUnknown);
  const links = dead.flatMap((one) => placesOfLinks(one, index));
  const unknownLinks = unknown.flatMap((one) => placesOfLinks(one, index));
  const pages = new Set(links.map(({ url }) => url)).size;
  const addresses = count(dead.length, 'address', 'addresses');
  const isOne = dead.length === 1;
  return [
    ...issue(
      'dead_link',
      links,
      `${count(links.length, 'link')} on ${count(pages, 'page')} ${links.length === 1 ? 'leads' : 'lead'} to ${addresses} of this site that ${isOne ? 'does' : 'do'} not exist (404 or 410).`,
    ),
    ...issue(
      'unknown_link',
      unknownLinks,
      `${count(unknownLinks.length, 'link')} ${unknownLinks.length === 1 ? 'leads' : 'lead'} to ${count(unknown.length, 'address', 'addresses')} whose response said neither that ${unknown.length === 1 ? 'it works nor that it is' : 'they work nor that they are'} gone (429, an error of the server, a refusal or no response).`,
    ),
  ];
}

function redirects({ urls }: SiteIndex): readonly SiteIssue[] {
  const chains = urls.filter(({ read }) => read !== null && read.hops > 1 && read.failure !== 'redirect_loop');
  const loops = urls.filter(({ read }) => read?.failure === 'redirect_loop');
  const toPlace = ({ url, read }: KnownUrl): IssuePlace => ({ url, other: read?.redirect ?? null, line: null });
  return [
    ...issue(
      'redirect_chain',
      chains.map(toPlace),
      `${count(chains.length, 'address', 'addresses')} ${chains.length === 1 ? 'redirects' : 'redirect'} more than once before a page is reached.`,
    ),
    ...issue(
      'redirect_loop',
      loops.map(toPlace),
      `${count(loops.length, 'address', 'addresses')} ${loops.length === 1 ? 'redirects' : 'redirect'} in a loop.`,
    ),
  ];
}

function httpLinks(index: SiteIndex): readonly SiteIssue[] {
  if (!index.inventory.origin.startsWith('https:')) return [];
  const links = index.urls.filter(({ url }) => url.startsWith('http:')).flatMap((one) => placesOfLinks(one, index));
  return issue(
    'http_link',
    links,
    `${count(links.length, 'link')} of this https site ${links.length === 1 ? 'leads' : 'lead'} to http addresses of it.`,
  );
}

/** Pages that a sitemap lists and no page links to, and the other way around; and files of a folder that nothing names. */
function unreached(index: SiteIndex): readonly SiteIssue[] {
  const { urls, inventory } = index;
  const read = new Set(urls.flatMap((one, i) => (one.read?.page && one.read.redirect === null ? index.keyAt(i) : [])))
    .size;
  const basis = `the ${count(read, 'page')} that ${read === 1 ? 'was' : 'were'} read`;
  // Several forms of one page are one page.
  const linked = new Set(
    urls.flatMap((one, i) => (one.linksIn > 0 || (one.found & LINKED) !== 0 ? index.keyAt(i) : [])),
  );
  const listed = new Set(urls.flatMap((one, i) => (isListed(one) ? index.keyAt(i) : [])));
  const findPlaces = (isFault: (one: KnownUrl, key: string) => boolean): readonly IssuePlace[] =>
    urls.flatMap((one, i) => (isFault(one, index.keyAt(i)) ? [{ url: one.url, other: null, line: null }] : []));
  // A sitemap may list files, such as an llms.txt.
  const pages = new Set(knownPages(inventory).map(({ url }) => pageKey(url)));
  const orphans = findPlaces(
    (one, key) =>
      isListed(one) && pages.has(key) && !isHome(one) && !linked.has(key) && !isGone(one) && one.read?.redirect == null,
  );
  const named = new Set(urls.flatMap((one, i) => (one.found === 0 ? [] : index.keyAt(i))));
  const unnamed = findPlaces((one, key) => one.found === 0 && !named.has(key));
  const hasList = listed.size > 0 && !inventory.isCut;
  const countClosed = (one: KnownUrl | undefined) => (one && index.closedFor(one)?.tokens.length) ?? 0;
  const ofHome = countClosed(urls.find(isHome));
  const isMissing = (one: KnownUrl, key: string) => !isHome(one) && linked.has(key) && !listed.has(key);
  const unlisted = hasList
    ? findPlaces((one, key) => isMissing(one, key) && index.isIndexable(one) && countClosed(one) <= ofHome)
    : [];
  return [
    ...issue(
      'orphan',
      orphans,
      `${count(orphans.length, 'page')} in the sitemap ${orphans.length === 1 ? 'is' : 'are'} linked from none of ${basis}.`,
    ),
    ...issue(
      'unnamed_file',
      unnamed,
      `${count(unnamed.length, 'page')} of the folder ${unnamed.length === 1 ? 'is' : 'are'} named by no sitemap or llms.txt, and by no link (links with a query aside) of ${basis}.`,
    ),
    ...issue(
      'linked_unlisted',
      unlisted,
      `${count(unlisted.length, 'page')} that may be indexed ${unlisted.length === 1 ? 'is' : 'are'} linked, and in no sitemap.`,
    ),
  ];
}

function largePages({ urls }: SiteIndex): readonly SiteIssue[] {
  const large = urls.filter(({ read }) => read?.page != null && read.redirect === null && read.bytes > READ_BYTES);
  const places = large.map(({ url }) => ({ url, other: null, line: null }));
  return issue(
    'large_page',
    places,
    `${count(places.length, 'page')} ${places.length === 1 ? 'has' : 'have'} more than 2 MB of HTML, and Googlebot reads the first 2 MB.`,
  );
}
