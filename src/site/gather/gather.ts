import { type Exchange, type Fetcher, withoutBody } from '../../fetch/exchange.ts';
import { createFetcher, type FetcherOptions } from '../../fetch/fetcher.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { isHtmlResponse, pageFactsOf, robotsRulesOf } from '../read-response.ts';
import type { GatheredSitemap, Site } from '../site.ts';
import {
  PAGES_FETCHED,
  requestAllPages,
  requestEarlierPages,
  requestFurtherPages,
  requestLinkedPages,
  requestPage,
} from './gather-pages.ts';
import { gatherSitemaps, ListedPages } from './gather-sitemaps.ts';
import { LinkChecks } from './link-checks.ts';
import { confirmRefusals, probeCrawlers } from './probes.ts';
import { finishedInventory, readChoice, siteChoice } from './read-choice.ts';
import { SiteRequests } from './site-requests.ts';
import { requestRoot, type SiteRoot } from './site-root.ts';

export type GatherStage = 'home page' | 'crawlers and sitemaps' | 'pages and links';

export interface GatherOptions {
  /** Fetcher made for this audit: its budgets are the audit's. */
  readonly fetcher: Fetcher;
  /** URL for site owners who want to know who sends these requests; null when there is none. */
  readonly about?: string | null;
  readonly onStage?: (stage: GatherStage) => void;
  /** Where the fetcher reads the site: a folder sends no requests, so all its pages are read. Default: the web. */
  readonly source?: 'folder';
  /** The time that `gatheredAt` records; default now. */
  readonly now?: Date;
  /** URLs of the pages that an earlier audit judged: they are read again, so that the two can be compared. */
  readonly earlierPages?: readonly string[];
  /** Of pages that are not part of the score yet, keep only what is read from them: the Site will not be saved. */
  readonly releasesPages?: boolean;
}

/** Called when an audit enters a stage or sends a request. @param requests number of requests sent so far */
export type OnProgress = (stage: GatherStage, requests: number) => void;

export interface GatherSiteOptions
  extends FetcherOptions,
    Pick<GatherOptions, 'about' | 'earlierPages' | 'releasesPages'> {
  readonly onProgress?: OnProgress;
}

/** Gathers a site as {@link gather} does, with its own connections and budgets. */
export async function gatherSite(domain: DomainName, options: GatherSiteOptions = {}): Promise<Site> {
  const { about = null, earlierPages, releasesPages, onProgress, onRequest, ...fetcherOptions } = options;
  let stage: GatherStage = 'home page';
  let requests = 0;
  const fetcher = createFetcher({
    ...fetcherOptions,
    onRequest: (request) => {
      onRequest?.(request);
      requests = request.requests;
      onProgress?.(stage, requests);
    },
  });
  const onStage = (next: GatherStage) => {
    stage = next;
    onProgress?.(stage, requests);
  };
  try {
    const site = await gather(domain, {
      fetcher,
      about,
      onStage,
      ...(earlierPages && { earlierPages }),
      ...(releasesPages && { releasesPages }),
    });
    const { staging } = options;
    if (staging === undefined) return site;
    return { ...site, staging: { origin: staging.origin, robotsTag: staging.robotsTag } };
  } finally {
    await fetcher.close();
  }
}

/**
 * Fetches what the rubric needs of a site. Requests run in parallel where they can, so that an audit takes a few round trips.
 * Never rejects because of a site: failures are part of the Site.
 */
export async function gather(domain: DomainName, options: GatherOptions): Promise<Site> {
  const {
    fetcher,
    about = null,
    onStage = () => undefined,
    source,
    now = new Date(),
    earlierPages,
    releasesPages,
  } = options;
  const requests = new SiteRequests(fetcher, about);

  onStage('home page');
  const root = await requestRoot(domain, requests);
  const { home, origin } = root;
  const base = { format: 1, ...(source && { source }), domain, gatheredAt: now.toISOString(), origin, home } as const;
  if (!isHtmlResponse(home)) return { ...base, ...(await withoutPages(root)) };

  onStage('crawlers and sitemaps');
  // A folder serves every user agent the same.
  const probing = source === 'folder' ? [] : probeCrawlers(home, requests);
  const notFoundText = requests.pageStart(`${origin}${root.notFoundPath}.txt`);
  const homeFacts = pageFactsOf(home);
  const llmsTxtRequest = requestLlmsTxt(root, homeFacts, requests);
  const robotsTxt = await root.robotsTxt;
  const robots = robotsRulesOf(robotsTxt);
  const listed = new ListedPages();
  const sitemaps = await gatherSitemaps({ fetcher, userAgent: requests.userAgent, origin, robots, listed });

  onStage('pages and links');
  const sitemapUrls = pageUrls(sitemaps);
  const pagesOptions = { home, homeFacts, origin, robots, sitemapUrls, source };
  const pageRequests =
    source === 'folder' ? await requestAllPages(pagesOptions, requests) : requestFurtherPages(pagesOptions, requests);
  // Checks read the HTML of the pages of the score. Links of pages may still lead to more of them.
  const isOfScore = (url: string) => pageRequests.size < PAGES_FETCHED || pageRequests.has(url);
  const choosing = readChoice({
    home,
    origin,
    robots,
    listed,
    request: (url) => requestPage(url, pagesOptions, requests),
    ...(releasesPages && { release: (url, page) => (isOfScore(url) ? page : requests.release(url, page)) }),
  });
  // A link to the URL that the home page was redirected to is not a redirect.
  const homeWithoutRedirects: Exchange = { ...home, url: home.finalUrl, redirects: [] };
  const links = new LinkChecks(
    requests,
    [[home.finalUrl, Promise.resolve(homeWithoutRedirects)], ...pageRequests],
    source,
  );
  const sitemapSample = links.sitemapSample(sitemapUrls);
  const llmsTxt = await llmsTxtRequest;
  const llmsTxtLinks = links.llmsTxtLinks(llmsTxt, origin);
  const allPages = source === 'folder' ? pageRequests : await requestLinkedPages(pageRequests, pagesOptions, requests);
  const pages = await Promise.all(allPages.values());
  const canonicalTargets = links.canonicalTargets([home, ...pages]);

  const fetched = {
    llmsTxtLinks: (await llmsTxtLinks).map(withoutBody),
    sitemaps,
    sitemapSample: (await sitemapSample).map(withoutBody),
    pages,
    canonicalTargets: (await canonicalTargets).map(withoutBody),
    softNotFound: await Promise.all([root.notFound, notFoundText]),
    ...(earlierPages && { earlierPages: await requestEarlierPages(earlierPages, pages, pagesOptions, requests) }),
  };
  const chosen = await choosing;
  const { llmsTxtLinks: ofLlmsTxt, sitemapSample: ofSitemap, canonicalTargets: ofCanonicals } = fetched;
  const choice = siteChoice(chosen, pages);
  const inventory = await finishedInventory(
    chosen,
    { llmsTxt, pages, presence: [...ofLlmsTxt, ...ofSitemap, ...ofCanonicals] },
    requests,
  );
  // Last, when no other request runs.
  const probes = await confirmRefusals(await probing, home.finalUrl, requests);
  return { ...base, robotsTxt, llmsTxt, probes, ...fetched, choice, inventory };
}

/** Returns the rest of a Site whose home page is not an HTML page: only the files at the root. */
async function withoutPages(root: SiteRoot) {
  const [robotsTxt, llmsTxt, notFound] = await Promise.all([root.robotsTxt, root.llmsTxt, root.notFound]);
  return {
    robotsTxt,
    llmsTxt,
    probes: [],
    llmsTxtLinks: [],
    sitemaps: [],
    sitemapSample: [],
    pages: [],
    canonicalTargets: [],
    softNotFound: [notFound],
  };
}

/** Requests the llms.txt that the home page announces (version 2 of the convention), else returns that of the root. */
async function requestLlmsTxt(root: SiteRoot, homeFacts: PageFacts, requests: SiteRequests): Promise<Exchange> {
  const atRoot = await root.llmsTxt;
  const announced = homeFacts.describedBy.find(
    ({ url }) => url !== null && /\/llms\.txt$/i.test(new URL(url).pathname),
  );
  const url = announced?.url ?? null;
  return url === null || url === atRoot.url || url === atRoot.finalUrl ? atRoot : requests.textFile(url);
}

/** Lists the pages in sitemaps. The entries of an index are sitemaps. */
function pageUrls(sitemaps: readonly GatheredSitemap[]): readonly string[] {
  return sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : document.entries.map(({ url }) => url),
  );
}
