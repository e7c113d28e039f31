import type { KnownUrl } from '../../site/crawl/site-inventory.ts';
import { count, list } from '../formatting.ts';
import { type Closed, isGone, isListed, type SiteIndex } from './site-index.ts';
import { type IssuePlace, issue, type Obstacle, type Reference, type SiteIssue } from './site-issue.ts';

/** What names pages, as the beginning of a statement; the rest is about one page unless it says `are`. */
const NAMED_BY: Readonly<Record<Reference, (n: number) => readonly [subject: string, isMany: boolean]>> = {
  sitemap: (n) => [`${count(n, 'page')} in the sitemap`, n !== 1],
  canonical: (n) => [`${count(n, 'page')} ${n === 1 ? 'names' : 'name'} a canonical URL that`, false],
  redirect: (n) => [`${count(n, 'address', 'addresses')} ${n === 1 ? 'redirects' : 'redirect'} to a page that`, false],
  hreflang: (n) => [`${count(n, 'page')} ${n === 1 ? 'links' : 'link'} by hreflang to a page that`, false],
};

/** An obstacle of a URL: a group of its own for each set of crawlers. */
interface Found {
  readonly obstacle: Obstacle;
  readonly closed: Closed | null;
  /** The URL that stands in its place, where there is one. */
  readonly other: string | null;
}

interface Group extends Found {
  readonly reference: Reference;
  readonly places: IssuePlace[];
  /** The lines of robots.txt that close the URLs. */
  readonly lines: Set<number>;
}

/**
 * Compares what names pages (sitemaps, canonical URLs, redirects, hreflang) with what the pages themselves and robots.txt say. Nothing
 * is said of pages that were not requested, except what robots.txt says.
 */
export function findConflicts(index: SiteIndex): readonly SiteIssue[] {
  const groups = new Map<string, Group>();
  const add = (reference: Reference, from: KnownUrl, to: KnownUrl | undefined) => {
    if (to === undefined) return;
    for (const found of findObstacles(to, index)) {
      const { obstacle, closed } = found;
      const key = [reference, obstacle, ...(closed?.tokens ?? [])].join(' ');
      const group = groups.get(key) ?? { ...found, reference, places: [], lines: new Set() };
      groups.set(key, group);
      for (const line of closed?.lines ?? []) group.lines.add(line);
      group.places.push({ url: from.url, other: from === to ? found.other : to.url, line: closed?.lines[0] ?? null });
    }
  };
  for (const one of index.urls) {
    if (isListed(one)) add('sitemap', one, one);
    const canonical = index.canonicalElsewhere(one);
    if (canonical !== null) add('canonical', one, urlAt(index, canonical));
    const redirect = one.read?.redirect ?? null;
    if (redirect !== null) add('redirect', one, urlAt(index, redirect));
    else for (const alternate of one.read?.page?.alternates ?? []) add('hreflang', one, index.urls[alternate]);
  }
  const issues = [...groups.values()].flatMap(({ reference, obstacle, closed, places, lines }) => {
    const [subject, isMany] = NAMED_BY[reference](new Set(places.map(({ url }) => url)).size);
    return issue(
      `${reference}_${obstacle}`,
      places,
      `${subject} ${predicate(obstacle, closed, isMany)}${obstacle === 'closed' ? describeLines(lines) : ''}.`,
    );
  });
  return [...issues, ...onOnePage(index), ...oneWayAlternates(index)];
}

function urlAt(index: SiteIndex, url: string): KnownUrl | undefined {
  const at = index.find(url);
  return at === undefined ? undefined : index.urls[at];
}

function findObstacles(one: KnownUrl, index: SiteIndex): readonly Found[] {
  const { read } = one;
  const closed = index.closedFor(one);
  const found: Found[] = closed === null ? [] : [{ obstacle: 'closed', closed, other: null }];
  const add = (obstacle: Obstacle, other: string | null = null) => found.push({ obstacle, closed: null, other });
  if (isGone(one)) add('gone');
  else if (read?.redirect != null) add('redirect', read.redirect);
  else if (read?.page != null) {
    if (read.page.noindex.length > 0) add('noindex');
    const canonical = index.canonicalElsewhere(one);
    if (canonical !== null) add('canonical', canonical);
  }
  return found;
}

function predicate(obstacle: Obstacle, closed: Closed | null, isMany: boolean): string {
  const are = isMany ? 'are' : 'is';
  switch (obstacle) {
    case 'closed':
      return `${are} closed to ${describeCrawlers(closed)}`;
    case 'noindex':
      return `${are} noindex`;
    case 'canonical':
      return isMany ? 'name another page as canonical' : 'names another page as canonical';
    case 'redirect':
      return isMany ? 'redirect' : 'redirects';
    case 'gone':
      return isMany ? 'do not exist (404 or 410)' : 'does not exist (404 or 410)';
  }
}

/** Returns `OAI-SearchBot and bingbot`, or `all core search crawlers`. */
export function describeCrawlers(closed: Closed | null): string {
  return closed === null || closed.isForAll ? 'all core search crawlers' : list(closed.tokens, closed.tokens.length);
}

/** Returns ` by line 12 of robots.txt`. */
function describeLines(lines: ReadonlySet<number>): string {
  if (lines.size === 0) return ' because robots.txt cannot be read';
  const ordered = [...lines].sort((a, b) => a - b).map(String);
  return ` by ${lines.size === 1 ? 'line' : 'lines'} ${list(ordered)} of robots.txt`;
}

/** Conflicts of one page with itself. */
function onOnePage(index: SiteIndex): readonly SiteIssue[] {
  const closedNoindex: IssuePlace[] = [];
  const noindexCanonical: IssuePlace[] = [];
  for (const one of index.urls) {
    const noindex = one.read?.redirect === null ? (one.read.page?.noindex ?? []) : [];
    if (noindex.length === 0) continue;
    if (index.closedFor(one) !== null) closedNoindex.push({ url: one.url, other: null, line: null });
    const other = index.canonicalElsewhere(one);
    if (other !== null) noindexCanonical.push({ url: one.url, other, line: null });
  }
  const closed = count(closedNoindex.length, 'page');
  const both = count(noindexCanonical.length, 'page');
  return [
    ...issue(
      'closed_noindex',
      closedNoindex,
      `${closed} ${closedNoindex.length === 1 ? 'is' : 'are'} noindex, which crawlers that robots.txt keeps out cannot see.`,
    ),
    ...issue(
      'noindex_canonical',
      noindexCanonical,
      `${both} ${noindexCanonical.length === 1 ? 'is' : 'are'} noindex and ${noindexCanonical.length === 1 ? 'names' : 'name'} another page as canonical: search engines may apply the noindex to that page.`,
    ),
  ];
}

/** Pages that another page names by hreflang, and that were read and do not name it. */
function oneWayAlternates(index: SiteIndex): readonly SiteIssue[] {
  const places = index.urls.flatMap((one, from): IssuePlace[] => {
    if (one.read?.redirect !== null) return [];
    const key = index.keyAt(from);
    return (one.read.page?.alternates ?? []).flatMap((to) => {
      const other = index.urls[to];
      if (other?.read?.redirect !== null || other.read.page === null || index.keyAt(to) === key) return [];
      const isReturned = other.read.page.alternates.some((back) => index.keyAt(back) === key);
      return isReturned ? [] : [{ url: one.url, other: other.url, line: null }];
    });
  });
  const n = places.length;
  return issue(
    'hreflang_one_way',
    places,
    `${count(n, 'hreflang link')} ${n === 1 ? 'is' : 'are'} not returned by the page that ${n === 1 ? 'it names' : 'they name'}.`,
  );
}
