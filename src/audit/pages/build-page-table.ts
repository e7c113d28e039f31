import { type KnownPage, knownPages } from '../../site/crawl/known-pages.ts';
import type { Inventory, KnownUrl } from '../../site/crawl/site-inventory.ts';
import { mayBeRead } from '../../site/crawl/site-inventory.ts';
import { toTemplate } from '../../site/crawl/url-template.ts';
import { pageKey } from '../../site/page/page-url.ts';
import type { Site } from '../../site/site.ts';
import { quote } from '../../values/untrusted-text.ts';
import type { Report } from '../report/report.ts';
import { findConflicts } from './conflicts.ts';
import { findDuplicates } from './duplicates.ts';
import { folderSummaries } from './folder-summaries.ts';
import { linkIssues } from './links.ts';
import { findOutliers, lossGroups } from './loss-groups.ts';
import type { JudgedPages } from './page-losses.ts';
import {
  type Indexability,
  type LossCause,
  MAX_ROWS,
  MAX_TABLE,
  type PageRow,
  type PageTable,
  type RowLoss,
} from './page-table.ts';
import { isGone, isListed, isUnknown, SiteIndex } from './site-index.ts';
import { withFewerPlaces } from './site-issue.ts';

/** Maximum length of the site's own words in a row, in characters. */
const MAX_TITLE = 120;
const MAX_TEXT = 80;
const MAX_TEMPLATE = 200;

/** Makes the page table of a site: from what is known of its URLs, and from what its pages lose. Pure. */
export function buildPageTable(
  { domain, origin, gatheredAt }: Pick<Site, 'domain' | 'origin' | 'gatheredAt'>,
  inventory: Inventory,
  { report, allPages }: { readonly report: Report; readonly allPages: JudgedPages | null },
): PageTable {
  const index = new SiteIndex(inventory);
  const causes = new Causes();
  const all = buildRows(index, allPages, causes);
  const rows = withinBounds(all);
  const scored = new Set(report.pages);
  const isOfAll = allPages?.urls.some((url) => !scored.has(url)) === true;
  const everyCrawler = 2 ** (inventory.tokens.length - 1) - 1;
  const shut = new Set(all.filter(({ closed }) => closed === everyCrawler).map(({ url }) => pageKey(url)));
  const issues = [
    ...findConflicts(index),
    ...linkIssues(index),
    ...findDuplicates(index),
    ...findOutliers(allPages, templateOfPage, (url) => shut.has(pageKey(url))),
  ];
  return {
    format: 1,
    domain,
    origin,
    gatheredAt,
    counts: {
      // A URL that does not exist has a row, but is not a page.
      known: all.filter(({ indexability }) => indexability !== 'gone').length,
      isAtLeast: inventory.isCut,
      read: all.filter(isRead).length,
      scored: report.pages.length,
      withoutRow: all.length - rows.length,
    },
    ended: inventory.ended === 'chosen' && all.every(isAnswered) ? 'read' : inventory.ended,
    allPagesScore: isOfAll ? allPages.score : null,
    crawlers: inventory.tokens.slice(1),
    causes: causes.list,
    groups: lossGroups(allPages, templateOfPage),
    issues: withFewerPlaces(issues),
    folders: folderSummaries(all, isRead),
    rows,
  };
}

/** Returns the template of a page as the table has it. */
function templateOfPage(url: string): string {
  return quote(toTemplate(url), MAX_TEMPLATE);
}

/** Returns whether the page itself was read. */
function isRead({ indexability, words }: PageRow): boolean {
  return words !== null && indexability !== 'redirect';
}

/** Returns whether nothing is left to read of a page. */
function isAnswered({ indexability }: PageRow): boolean {
  return indexability !== 'unread';
}

/** Causes of losses, each once. */
class Causes {
  readonly list: LossCause[] = [];
  readonly #indexes = new Map<string, number>();

  add(question: string, note: string): number {
    const key = `${question} ${note}`;
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.#indexes.set(key, this.list.push({ question, note }) - 1);
    return this.list.length - 1;
  }
}

/** The home page, the pages that were read, then the others, by their URL. */
function buildRows(index: SiteIndex, judged: JudgedPages | null, causes: Causes): readonly PageRow[] {
  const known = knownPages(index.inventory);
  const judgedByKey = new Map((judged?.urls ?? []).map((url) => [pageKey(url), url]));
  const listLosses = (url: string | undefined): PageRow['losses'] | null => {
    if (url === undefined) return null;
    return (judged?.losses.get(url) ?? []).map(({ question, points, seen: { note, line, text } }): RowLoss => {
      const cause = causes.add(question, note);
      return [cause, Math.round(points * 10_000) / 10_000, line, text === null ? null : quote(text, MAX_TEXT)];
    });
  };
  const rows = known.map((page) => {
    const members = page.members.flatMap((i) => index.urls[i] ?? []);
    // A URL may redirect to another form of it, which nothing else names.
    const best = members.find(({ read }) => read?.page && read.redirect === null) ?? index.pageAt(page.url);
    return buildRow(index, page, members, best, listLosses(judgedByKey.get(pageKey(page.url))));
  });
  const withRow = new Set(known.map(({ url }) => pageKey(url)));
  for (const [key, url] of judgedByKey) {
    const found = withRow.has(key) ? undefined : index.find(url);
    const one = found === undefined ? undefined : index.urls[found];
    if (one !== undefined) rows.push(buildRow(index, { ...one, isHome: false }, [one], one, listLosses(url)));
  }
  const rank = (row: PageRow) => (isRead(row) ? 0 : row.status !== null ? 1 : 2);
  const [home, ...others] = rows;
  const sorted = others.toSorted((a, b) => rank(a) - rank(b) || (a.url < b.url ? -1 : 1));
  return home === undefined ? [] : [home, ...sorted];
}

function buildRow(
  index: SiteIndex,
  { url }: Pick<KnownPage, 'url' | 'isHome'>,
  members: readonly KnownUrl[],
  best: KnownUrl | undefined,
  losses: readonly RowLoss[] | null,
): PageRow {
  const one = best ?? members.find(({ read }) => read !== null) ?? members[0];
  const read = one?.read ?? null;
  const page = best?.read?.page ?? null;
  const { tokens, verdicts } = index.inventory;
  const ofTokens = members[0]?.robots == null ? null : (verdicts[members[0].robots] ?? null);
  const depths = members.flatMap(({ depth }) => depth ?? []);
  return {
    url,
    template: templateOfPage(url),
    indexability: one === undefined ? 'unread' : judgeIndexability(index, one),
    status: read?.status ?? null,
    title: page?.title == null ? null : quote(page.title, MAX_TITLE),
    words: page?.words ?? null,
    language: page?.language == null ? null : quote(page.language),
    date: page?.date ?? null,
    depth: depths.length === 0 ? null : Math.min(...depths),
    linksIn: members.reduce((sum, { linksIn }) => sum + linksIn, 0),
    inSitemap: members.some(isListed),
    target: one === undefined ? null : (read?.redirect ?? index.canonicalElsewhere(one)),
    closed:
      ofTokens === null
        ? null
        : tokens.slice(1).reduce((bits, _, i) => bits | (ofTokens[i + 1]?.isAllowed === false ? 1 << i : 0), 0),
    lost: losses === null ? null : Math.round(losses.reduce((sum, [, points]) => sum + points, 0) * 1000) / 1000,
    losses: losses ?? [],
  };
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;

function judgeIndexability(index: SiteIndex, one: KnownUrl): Indexability {
  const { read } = one;
  const unread = one.robots !== null && !mayBeRead(index.inventory, one) ? 'closed' : 'unread';
  if (read === null) return unread;
  if (isGone(one)) return 'gone';
  if (isUnknown(one) || read.failure === 'redirect_loop') return 'error';
  if (read.redirect !== null) return 'redirect';
  // Of a page whose presence alone was checked, nothing is known.
  if (read.page === null) return read.method === 'HEAD' || HTML.test(read.type) ? unread : 'no_page';
  if (read.page.noindex.length > 0) return 'noindex';
  return index.canonicalElsewhere(one) === null ? 'indexable' : 'canonical';
}

function withinBounds(rows: readonly PageRow[]): readonly PageRow[] {
  let size = 0;
  const end = rows.slice(0, MAX_ROWS).findIndex((row) => {
    size += JSON.stringify(row).length;
    return size > MAX_TABLE;
  });
  return rows.slice(0, end === -1 ? MAX_ROWS : end);
}
