import { availability, type Exchange } from '../fetch/exchange.ts';
import { declaredLanguage } from '../site/language/declared-language.ts';
import { primaryLanguage } from '../site/language/language-tag.ts';
import { pageKind } from '../site/page/page-kind.ts';
import { pageKey } from '../site/page/page-url.ts';
import {
  isHtmlInstead,
  isHtmlResponse,
  measureText,
  readLlmsTxtFile,
  readPageFacts,
  readRobotsRules,
} from '../site/read-response.ts';
import type { Probe, Site } from '../site/site.ts';
import { detectStack } from '../site/stack.ts';
import { withContactPages } from './content/contact-pages.ts';
import { withoutMenus } from './content/shared-menus.ts';
import { findGonePages, listContentPages } from './content-pages.ts';
import { isRightlyNoindex } from './eligibility.ts';
import { isClosedByLogin, separatePages } from './judged-pages.ts';
import { withListedPosts } from './listed-posts.ts';
import { unreadPages } from './shut-pages.ts';
import type { LlmsFacts, Page, ProbeFacts, RobotsFacts, SiteFacts, SoftNotFound } from './site-facts.ts';

/** Minimum number of pages behind a login. Fewer do not count as content. */
const LEAST_CLOSED = 3;

/**
 * Reads a Site with the parsers: once for all checks. The home page must be a readable HTML page.
 *
 * @param pages the further pages to judge. Default: those of the score
 */
export function readSite(site: Site, pages: readonly Exchange[] = site.pages): SiteFacts {
  const softNotFound: SoftNotFound = {
    flagged: site.softNotFound.some((exchange) => availability(exchange) === 'present'),
    exchanges: site.softNotFound,
  };
  const readable = pages.filter(isHtmlResponse);
  const unreadable = pages.filter((exchange) => !readable.includes(exchange));
  const unread = unreadPages(site);
  const [home, ...further] = withoutMenus([
    readPage(site.home, true),
    ...readable.map((exchange) => readPage(exchange, false)),
  ]);
  const read = withContactPages(withListedPosts(further, site.sitemaps));
  // A login that most pages lead to stands for their content. One or two may be links to an account.
  const closed = read.filter(isClosedByLogin).length;
  const areMostClosed = closed >= LEAST_CLOSED && 2 * closed >= read.length;
  // Their titles tell what some paths do not.
  const legal = new Set(read.filter(({ kind }) => kind === 'legal').map(({ url }) => pageKey(url)));
  const isSetAside = (page: Page) =>
    isRightlyNoindex(page, home, site.origin) && !(areMostClosed && isClosedByLogin(page));
  const { judged, excluded } = separatePages(
    home,
    read.filter((page) => !isSetAside(page)),
  );
  return {
    domain: site.domain,
    origin: site.origin,
    source: site.source ?? 'web',
    staging: site.staging ?? null,
    gatheredAt: Date.parse(site.gatheredAt),
    stack: detectStack(site.home, home.facts, site.builderFile),
    known: site.choice?.known ?? null,
    isKnownAtLeast: site.inventory?.isCut === true,
    contentPages: listContentPages(site.inventory).filter((url) => !legal.has(pageKey(url))),
    gonePages: findGonePages(site.inventory, site.choice?.urls ?? []),
    unknownPages:
      unread.closedToCitable.length +
      unread.leftOut.length +
      unreadable.filter((page) => availability(page) !== 'absent').length,
    unread,
    home,
    samplePages: judged,
    noindexPages: distinct(read.filter(isSetAside), home),
    excludedPages: excluded,
    unreadablePages: unreadable,
    probes: site.probes.map((probe) => readProbe(probe, home)),
    robots: readRobotsTxt(site.robotsTxt),
    llms: readLlmsTxt(site, softNotFound),
    sitemaps: site.sitemaps,
    sitemapSample: site.sitemapSample,
    canonicalTargets: site.canonicalTargets,
    softNotFound,
  };
}

function readPage(exchange: Exchange, isHome: boolean): Page {
  const facts = readPageFacts(exchange);
  return {
    url: exchange.finalUrl,
    exchange,
    facts,
    kind: pageKind(facts, isHome),
    language: primaryLanguage(declaredLanguage(exchange, facts)?.text ?? null),
  };
}

/** Removes duplicates: several URLs may redirect to one page, or to the home page. */
function distinct(pages: readonly Page[], home: Page): readonly Page[] {
  const seen = new Set([home.url]);
  return pages.filter((page) => !seen.has(page.url) && seen.add(page.url));
}

function readProbe({ productToken, exchange, sameBodyAsHome, repeat }: Probe, home: Page): ProbeFacts {
  const ownText = sameBodyAsHome ? home.facts : isHtmlResponse(exchange) ? measureText(exchange) : null;
  const full = home.facts.textLength;
  return {
    productToken,
    exchange,
    availability: availability(exchange),
    textRatio: sameBodyAsHome ? 1 : ownText === null || full === 0 ? null : ownText.textLength / full,
    words: ownText?.words ?? null,
    ...(repeat && { repeat }),
  };
}

function readRobotsTxt(exchange: Exchange): RobotsFacts {
  return {
    exchange,
    availability: availability(exchange),
    isHtml: isHtmlInstead(exchange),
    file: readRobotsRules(exchange),
  };
}

function readLlmsTxt(site: Site, softNotFound: SoftNotFound): LlmsFacts {
  const exchange = site.llmsTxt;
  const isHtml = isHtmlInstead(exchange);
  return {
    exchange,
    // A site that answers every path with a page has no llms.txt, whatever the status says.
    availability: isHtml && softNotFound.flagged ? 'absent' : availability(exchange),
    isHtml,
    file: readLlmsTxtFile(exchange),
    links: site.llmsTxtLinks,
  };
}
