import { languageSegments, sitePath } from '../../site/inventory/site-sections.ts';
import { type PageDate, pageDate } from '../../site/page/page-date.ts';
import type { PageFacts } from '../../site/page/page-facts.ts';
import { metaContent } from '../../site/page/page-labels.ts';
import { pageKey } from '../../site/page/page-url.ts';
import { countCjk } from '../../site/page/words.ts';
import { siteIdentity } from '../../site/site-identity.ts';
import type { Page } from '../site-facts.ts';
import { codeOwners } from './code-hosts.ts';
import { withHiddenText } from './hidden-text.ts';
import { choosePack } from './page-language.ts';

/** Facts about all judged pages together. They tell the text of a template from that of a page. */
export interface SharedText {
  readonly origin: string;
  /** The name that the site gives itself; null where it has none. */
  readonly name: string | null;
  /** The first label of the site's host: its name, often together with a place or a trade. */
  readonly hostLabel: string;
  /** Returns whether a page is the home page, or the home page in another language. */
  isHomePage(page: Page): boolean;
  /** Returns whether a URL is that of a judged article. */
  isArticle(url: string): boolean;
  /** True when a judged page is that of a product. */
  readonly hasProducts: boolean;
  /** Returns whether a text block of the page also is on another judged page, as a menu or a motto is. */
  isRepeated(text: string, page: Page): boolean;
  /** Returns whether a text block of the page is on three judged pages or more. Here and elsewhere, pages that show the page whole do not count. */
  isOnSeveralPages(text: string, page: Page): boolean;
  /** Returns whether a text block is on most judged pages, three or more. */
  isOnMostPages(text: string, page: Page): boolean;
  /** Returns whether most judged pages but overviews, three or more, have a value in their text: the first pages tell. */
  isInMostTexts(value: string): boolean;
  /**
   * Returns whether a part of a title is in the titles of several judged pages, as the name of a site or a section is. Where another part is in
   * most titles, the first part of a title that no other page has is what a series of pages is about.
   */
  isInOtherTitles(part: string, title: string): boolean;
  /** Returns whether a part of a title is in most titles of the judged pages, three or more, as the site's name is. */
  isInMostTitles(part: string): boolean;
  /** Returns the meta description of a page; empty where it has none, and where three pages or more have it and it is not a home page. */
  descriptionOf(page: Page): string;
  /** URLs outside the site that every judged page links to: profiles in a footer. Empty for one page. */
  readonly linkedEverywhere: ReadonlySet<string>;
  /** True when all links of the texts to other sites are marked nofollow, as some generators mark them: it says nothing. */
  readonly marksAllLinks: boolean;
  /** The `sameAs` URLs of all judged pages. */
  readonly profiles: readonly string[];
  /** Accounts of the site on code hosts, such as `github.com/owner`. */
  readonly codeOwners: readonly string[];
  /** Returns whether a date has a time that nearly all dated pages share to the minute: then it is a build's. */
  isBuildTime(date: PageDate): boolean;
}

/** Minimum number of pages with a text that make it part of the template. */
const SEVERAL = 3;
/** Minimum length of a paragraph, in characters. Shorter text is a motto, a label or a button. */
const PARAGRAPH = 60;
/** Minimum length of a paragraph that is a page's own though another page has it too. */
const LONG_PARAGRAPH = 200;
/** Separators between a site's name and the subject of a page. */
const TITLE_SEPARATOR = /\s+[|–—·•:»›/-]\s+|\s*[|｜»]\s*/;
const MAX_TITLE = 500;

/** By home page: several checks ask for the same facts of an audit. */
const KNOWN = new WeakMap<Page, { readonly pages: readonly Page[]; readonly shared: SharedText }>();

/** Collects the facts of all judged pages, the home page first. */
export function sharedText(pages: readonly [Page, ...Page[]], origin: string): SharedText {
  const known = KNOWN.get(pages[0]);
  if (known !== undefined && known.pages.length === pages.length && pages.every((page, i) => page === known.pages[i])) {
    return known.shared;
  }
  const shared = collect(pages, origin);
  KNOWN.set(pages[0], { pages, shared });
  return shared;
}

function collect(pages: readonly [Page, ...Page[]], origin: string): SharedText {
  const byTitle = Map.groupBy(pages, ({ facts }) => facts.titles[0]?.text ?? '');
  const titles = titleParts(byTitle);
  const isInMostTitles = (part: string) => (titles.get(part) ?? 0) >= Math.max(SEVERAL, pages.length / 2);
  const linkedEverywhere = commonLinks(pages, origin);
  const isHomePage = homePages(pages);
  const described = Map.groupBy(pages, ({ facts }) => metaContent(facts, 'description'));
  const host = new URL(origin).hostname.replace(/^www\./, '');
  const name = siteIdentity(
    pages.map(({ facts }) => facts),
    host,
  ).name;
  const hostLabel = host.split('.', 1)[0] ?? '';
  const articles = new Set(pages.filter(({ kind }) => kind === 'article').map(({ url }) => pageKey(url)));
  const owners = Map.groupBy(pages.flatMap(listTexts), ({ text }) => text);
  const overviews = new Map(pages.map((page) => [page.url, overviewsOf(page, owners)]));
  const ownersOf = (text: string, { url }: Page) =>
    (owners.get(text) ?? []).filter(({ page }) => overviews.get(url)?.has(page) !== true);
  const ofHome = pages[0].kind === 'home' ? openingTexts(pages[0]) : new Set<string>();
  return {
    origin,
    name,
    hostLabel,
    isHomePage,
    isArticle: (url) => articles.has(pageKey(url)),
    hasProducts: pages.some(({ kind }) => kind === 'product'),
    isRepeated: (text, page) => {
      const isOfHome = ofHome.has(text);
      if (isOfHome && page.kind === 'home') return false;
      const isOfOther = isOfHome && pages[0].url !== page.url && findH1(pages[0]) !== findH1(page);
      const others = ownersOf(text, page).flatMap((one) => (one.page.url === page.url ? [] : one.page));
      // Each of two pages may be the right place of a long paragraph.
      const most = pages.length > SEVERAL && isLongAs(text, LONG_PARAGRAPH) ? 1 : 0;
      // One text under several titles is a placeholder.
      return (
        isOfOther ||
        hasMore(others, most, (other) => isTemplateText(text, page, other)) ||
        hasMore(others, SEVERAL - 2, (other) => isCopy(page, other))
      );
    },
    isOnSeveralPages: (text, page) => ownersOf(text, page).length >= SEVERAL,
    isOnMostPages: (text, page) => ownersOf(text, page).length >= Math.max(SEVERAL, pages.length / 2),
    isInMostTexts: inMostTexts(pages.filter((page) => !isOverview(page)).slice(0, READ_PAGES)),
    isInOtherTitles: (part, title) => {
      const [first, ...others] = partsOfTitle(title);
      const isOwn = byTitle.get(title)?.length === 1;
      const isOfSeries = isOwn && part === first && !isInMostTitles(part) && others.some(isInMostTitles);
      return (titles.get(part) ?? 0) > 1 && !isOfSeries;
    },
    isInMostTitles,
    descriptionOf: (page) => {
      const description = metaContent(page.facts, 'description');
      const isOwn = isHomePage(page) || (described.get(description)?.length ?? 0) < SEVERAL;
      return isOwn ? (description ?? '') : '';
    },
    linkedEverywhere,
    marksAllLinks: marksAllLinks(pages, origin),
    profiles: pages.flatMap(({ facts }) => sameAs(facts)),
    codeOwners: codeOwners(pages, origin, [name ?? '', hostLabel]),
    isBuildTime: buildTime(pages),
  };
}

/** Maximum number of pages in whose texts a value is looked up. */
const READ_PAGES = 25;

/** Maximum number of places at which a value is looked at in a text: one of parts of words alone would cost too much. */
const MOST_PLACES = 100;

function inMostTexts(pages: readonly Page[]): SharedText['isInMostTexts'] {
  const most = Math.max(SEVERAL, pages.length / 2) - 1;
  return (value) => hasMore(pages, most, ({ facts }) => hasWhole(facts.text, value));
}

/** Returns whether a text has a value that is not a part of a longer word or number. */
function hasWhole(text: string, value: string): boolean {
  let at = -1;
  for (let place = 0; place < MOST_PLACES; place++) {
    at = value === '' ? -1 : text.indexOf(value, at + 1);
    if (at === -1) return false;
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1) + text.charAt(at + value.length))) return true;
  }
  return false;
}

/** Returns whether more than `most` pages fulfil a condition. Stops at the first of these that is one too many. */
function hasMore(pages: readonly Page[], most: number, fulfils: (page: Page) => boolean): boolean {
  return pages.values().filter(fulfils).drop(Math.ceil(most)).next().done === false;
}

/** Returns the parts of a title between its separators. */
export function partsOfTitle(title: string): readonly string[] {
  return title
    .slice(0, MAX_TITLE)
    .split(TITLE_SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Returns a function that recognizes the home pages of a site: the home page, its hreflang alternates, and the roots of the
 * languages that the site uses, such as `/en/`.
 */
function homePages(pages: readonly [Page, ...Page[]]): SharedText['isHomePage'] {
  const [{ kind, facts }] = pages;
  const alternates = (kind === 'home' ? facts.hreflangs : []).flatMap(({ hreflang, url }) =>
    url === null ? [] : { hreflang, url },
  );
  const langs = pages.flatMap((page) => [page.facts.lang?.text ?? null, choosePack(page)?.language ?? null]);
  const languages = languageSegments(langs, alternates);
  const named = new Set(alternates.map(({ url }) => pageKey(url)));
  return (page) => {
    const { language, folders, name } = sitePath(page.url, languages);
    const isRoot = language !== null && folders.length === 0 && name === '';
    return page.kind === 'home' || isRoot || named.has(pageKey(page.url));
  };
}

/** Number of pages with one title from which it is that of the site, and not of a page. */
const PAGES_OF_SITE_TITLE = 3;

/** Counts the different titles that contain each part. A title that is on all pages of a site counts once for each. */
function titleParts(titles: ReadonlyMap<string, readonly Page[]>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [title, owners] of titles) {
    const count = owners.length < PAGES_OF_SITE_TITLE ? 1 : owners.length;
    for (const part of new Set(partsOfTitle(title))) counts.set(part, (counts.get(part) ?? 0) + count);
  }
  return counts;
}

/** Returns the different texts of a page's blocks, hidden ones too, with the page. */
function listTexts(page: Page): readonly { readonly text: string; readonly page: Page }[] {
  const blocks = [...page.facts.blocks, ...(withHiddenText(page)?.facts.blocks ?? [])];
  return [...new Set(blocks.map((block) => block.text))].map((text) => ({ text, page }));
}

/** Returns the texts of a home page above its first heading below the h1: what stands there is its own, and no teaser of a page. */
function openingTexts({ facts: { blocks } }: Page): ReadonlySet<string> {
  const end = blocks.findIndex(({ level }) => level !== null && level > 1);
  const opening = end === -1 ? blocks : blocks.slice(0, end);
  return new Set(opening.filter(({ level }) => level === null).map(({ text }) => text));
}

/** The h1 of each page. It is asked for with each text that pages share. */
const H1S = new WeakMap<Page, string | null>();

function findH1(page: Page): string | null {
  const known = H1S.get(page);
  if (known !== undefined) return known;
  const h1 = page.facts.blocks.find(({ level }) => level === 1)?.text.toLowerCase() ?? null;
  H1S.set(page, h1);
  return h1;
}

/**
 * Returns whether a shared text belongs to the template. Home pages and listings quote the first paragraph of an article,
 * which still is the article's own text.
 */
function isTemplateText(text: string, page: Page, other: Page): boolean {
  if (isCopy(page, other)) return false;
  return !isOverview(other) || !isLongAs(text, PARAGRAPH);
}

/** Returns whether a text has a number of characters, or half as many CJK characters. */
function isLongAs(text: string, length: number): boolean {
  return text.length >= length || 2 * countCjk(text) >= length;
}

/** Returns the pages that show a page whole: overviews with its h1 below one of their own, and one that has its text and more. */
function overviewsOf(page: Page, owners: ReadonlyMap<string, readonly { readonly page: Page }[]>): ReadonlySet<Page> {
  const ownersOf = (text: string) => (owners.get(text) ?? []).flatMap((one) => (one.page === page ? [] : one.page));
  const { blocks, text } = page.facts;
  const shown = ownersOf(blocks.find(({ level }) => level === 1)?.text ?? '').filter(isOverview);
  const longest = blocks.reduce((long, block) => (block.text.length > long.length ? block.text : long), '');
  const [other, ...others] = ownersOf(longest);
  const isWhole = others.length === 0 && other !== undefined && isLonger(other.facts.text, text);
  return new Set([...shown.filter((one) => findH1(one) !== findH1(page)), ...(isWhole ? [other] : [])]);
}

/** Returns whether a text has another one and more. */
function isLonger(text: string, part: string): boolean {
  return text.length > part.length && text.includes(part);
}

function isOverview({ kind }: Page): boolean {
  return kind === 'home' || kind === 'listing';
}

/** Maximum difference in length of two copies of a page, in percent. */
const COPY_DIFFERS = 10;

/** Returns whether two pages have the same text, or the same title and h1 and texts of about one length. */
function isCopy(page: Page, other: Page): boolean {
  const [{ text, titles }, { text: otherText, titles: otherTitles }] = [page.facts, other.facts];
  if (text === otherText) return true;
  const isOfOneLength = Math.abs(text.length - otherText.length) * 100 <= text.length * COPY_DIFFERS;
  if (!isOfOneLength || titles[0]?.text !== otherTitles[0]?.text) return false;
  const h1 = findH1(page);
  return h1 !== null && h1 === findH1(other);
}

function commonLinks(pages: readonly Page[], origin: string): ReadonlySet<string> {
  if (pages.length < 2) return new Set();
  const [first = new Set<string>(), ...others] = pages.map(
    ({ facts }) =>
      new Set(facts.links.flatMap(({ url }) => (url?.startsWith('http') && !url.startsWith(`${origin}/`) ? url : []))),
  );
  return new Set([...first].filter((url) => others.every((links) => links.has(url))));
}

function marksAllLinks(pages: readonly Page[], origin: string): boolean {
  const linking = pages
    .map(({ facts }) =>
      facts.links.filter(({ inMain, url }) => inMain && url?.startsWith('http') && !url.startsWith(`${origin}/`)),
    )
    .filter((links) => links.length > 0);
  return linking.length >= SEVERAL && linking.every((links) => links.every(({ rel }) => rel.includes('nofollow')));
}

/** Minimum number of dated pages for a time that they share to be that of a build. */
const DATED_PAGES = 3;
/** Minimum share of the dated pages that have it, in percent. A few posts may have dates of their own. */
const MOST_DATED = 75;
const MINUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function buildTime(pages: readonly Page[]): SharedText['isBuildTime'] {
  const dates = pages.flatMap(({ facts }) => pageDate(facts) ?? []);
  const minutes = Map.groupBy(dates, ({ text }) => MINUTE.exec(text)?.[0] ?? null);
  const [shared = null, some = []] = [...minutes].find(([, some]) => 2 * some.length > dates.length) ?? [];
  const isShared = shared !== null && some.length >= DATED_PAGES && some.length * 100 >= dates.length * MOST_DATED;
  return ({ text }) => isShared && MINUTE.exec(text)?.[0] === shared;
}

function sameAs({ structuredData }: PageFacts): readonly string[] {
  return structuredData.nodes
    .flatMap(({ properties }) => properties['sameAs'] ?? [])
    .filter((value) => typeof value === 'string');
}
