import { type Exchange, type Fetcher, withoutBody } from '../../fetch/exchange.ts';
import type { AuditFetcher, FetcherOptions } from '../../fetch/fetcher.ts';
import type { CrawlProgress } from '../../values/crawl-progress.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { readCrawlDelay } from '../crawl/crawl-pace.ts';
import type { Inventory } from '../crawl/site-inventory.ts';
import { headerLinks } from '../page/declared-urls.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { isHtmlResponse, readPageFacts, readRobotsRules } from '../read-response.ts';
import type { GatheredSitemap, Site } from '../site.ts';
import { type Crawl, crawlBudgets, crawledInventory } from './crawl-site.ts';
import { requestEarlierPages, requestMorePages, requestPage } from './gather-pages.ts';
import { gatherSitemaps, ListedPages } from './gather-sitemaps.ts';
import { LinkChecks } from './link-checks.ts';
import { confirmRefusals, probeCrawlers } from './probes.ts';
import { finishedInventory, type ReadChoice, readChoice } from './read-choice.ts';
import { SiteRequests } from './site-requests.ts';
import { requestRoot, type SiteRoot } from './site-root.ts';
import { OWN_TOKEN } from './user-agents.ts';

export type GatherStage = 'home page' | 'crawlers and sitemaps' | 'pages and links' | 'more pages';

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
  /** Reads more pages than the choice. */
  readonly crawl?: Crawl;
  /** Lists the pages of a folder by their URLs. Default: not known. */
  readonly files?: () => Promise<readonly string[]>;
  /** Creates the fetcher of the crawl, whose time starts then. Default: that of the audit. */
  readonly openCrawl?: (crawlDelay: number) => AuditFetcher;
}

/**
 * Called when an audit enters a stage, sends a request or reads a further page.
 *
 * @param requests number of requests sent so far
 * @param crawl how far the crawl is, in the stage `more pages`
 */
export type OnProgress = (stage: GatherStage, requests: number, crawl?: CrawlProgress) => void;

export interface GatherSiteOptions extends FetcherOptions, Pick<GatherOptions, 'about' | 'earlierPages' | 'crawl'> {
  readonly onProgress?: OnProgress;
}

/** Gathers a site as {@link gather} does, with its own connections and budgets. */
export async function gatherSite(domain: DomainName, options: GatherSiteOptions = {}): Promise<Site> {
  const { about = null, earlierPages, crawl, onProgress, onRequest, ...fetcherOptions } = options;
  // Audits of folders and of saved sites do not load it.
  const { createFetcher } = await import('../../fetch/fetcher.ts');
  let stage: GatherStage = 'home page';
  let requests = 0;
  let crawled: CrawlProgress | undefined;
  const tell = () => onProgress?.(stage, requests, crawled);
  const open = (own: Partial<FetcherOptions> = {}) => {
    const before = requests;
    return createFetcher({
      ...fetcherOptions,
      ...own,
      onRequest: (request) => {
        onRequest?.(request);
        requests = before + request.requests;
        tell();
      },
    });
  };
  const fetcher = open();
  const onStage = (next: GatherStage) => {
    stage = next;
    tell();
  };
  const { staging, budgets, signal } = options;
  const withStaging = (site: Site): Site =>
    staging === undefined ? site : { ...site, staging: { origin: staging.origin, robotsTag: staging.robotsTag } };
  const crawling = crawl && {
    crawl: {
      ...crawl,
      onPages: (site: Site, pages: readonly Exchange[]) => crawl.onPages(withStaging(site), pages),
      onProgress: (progress: CrawlProgress) => {
        crawl.onProgress?.(progress);
        crawled = progress;
        tell();
      },
    },
    openCrawl: (crawlDelay: number) =>
      open({
        budgets: { ...crawlBudgets(crawl, crawlDelay), ...budgets },
        signal: AbortSignal.any([signal, crawl.signal].filter((one) => one !== undefined)),
      }),
  };
  try {
    const site = await gather(domain, {
      fetcher: crawl?.around?.(fetcher) ?? fetcher,
      about,
      onStage,
      ...(earlierPages && { earlierPages }),
      ...crawling,
    });
    return withStaging(site);
  } finally {
    await fetcher.close();
  }
}

/**
 * Fetches what the rubric needs of a site. Requests run in parallel where they can, so that an audit takes a few round trips.
 * Never rejects because of a site: failures are part of the Site.
 */
export async function gather(domain: DomainName, options: GatherOptions): Promise<Site> {
  const { fetcher, about = null, onStage = () => undefined, source, now = new Date(), earlierPages, crawl } = options;
  const requests = new SiteRequests(fetcher, about);

  onStage('home page');
  const root = await requestRoot(domain, requests);
  const { home, origin } = root;
  const base = { format: 1, ...(source && { source }), domain, gatheredAt: now.toISOString(), origin, home } as const;
  if (!isHtmlResponse(home)) return { ...base, ...(await withoutPages(root)) };

  onStage('crawlers and sitemaps');
  const robotsTxt = await root.robotsTxt;
  const robots = readRobotsRules(robotsTxt);
  const listed = new ListedPages();
  // First, because the choice of pages waits for them.
  const listing = gatherSitemaps({ fetcher, userAgent: requests.userAgent, origin, robots, listed });
  // A folder serves every user agent the same.
  const probing = source === 'folder' ? [] : probeCrawlers(home, requests);
  const notFoundText = requests.pageStart(`${origin}${root.notFoundPath}.txt`);
  const llmsTxtRequest = requestLlmsTxt(root, readPageFacts(home), requests);
  const sitemaps = await listing;

  onStage('pages and links');
  const sitemapUrls = pageUrls(sitemaps);
  const pagesOptions = { home, origin, robots, source };
  const request = (url: string) => requests.pageOnce(url);
  const follow = (url: string) => requestPage(url, pagesOptions, requests);
  const chosen = await readChoice({ home, origin, robots, listed, request, follow });
  const { urls, known, tooLarge, pages: byUrl } = chosen;
  const pages = urls.flatMap((url) => byUrl.get(url) ?? []);
  const morePages = source === 'folder' ? await requestMorePages(chosen, pagesOptions, requests, crawl?.pages) : [];
  // A link to the URL that the home page was redirected to is not a redirect.
  const homeWithoutRedirects: Exchange = { ...home, url: home.finalUrl, redirects: [] };
  const read = new Map([...pages, ...morePages].map((page) => [page.url, page]));
  const links = new LinkChecks(
    requests,
    read.set(home.finalUrl, homeWithoutRedirects),
    (url) => !url.startsWith(`${origin}/`) || robots.isAllowed(OWN_TOKEN, url),
    source,
  );
  const llmsTxt = await llmsTxtRequest;
  const earlier = earlierPages === undefined ? null : requestEarlierPages(earlierPages, pages, pagesOptions, requests);
  const [sitemapSample, llmsTxtLinks, canonicalTargets] = await Promise.all([
    links.sitemapSample(sitemapUrls),
    links.llmsTxtLinks(llmsTxt, origin),
    links.canonicalTargets([home, ...pages, ...morePages]),
  ]);
  const notFound = await Promise.all([root.notFound, notFoundText]);
  const presence = [...llmsTxtLinks, ...sitemapSample, ...canonicalTargets];
  for (const url of (await options.files?.()) ?? []) chosen.collector.addFile(url);
  const inventory = await finishedInventory(chosen, { llmsTxt, presence }, requests);
  const fetched = {
    llmsTxtLinks: llmsTxtLinks.map(withoutBody),
    sitemaps,
    sitemapSample: sitemapSample.map(withoutBody),
    pages,
    ...(source === 'folder' && { morePages }),
    canonicalTargets: canonicalTargets.map(withoutBody),
    softNotFound: notFound,
    ...(earlier && { earlierPages: await earlier }),
    choice: { urls, known, ...(tooLarge && { tooLarge }) },
    inventory,
  };
  // Last, when no other request of the audit runs.
  const probes = await confirmRefusals(await probing, home.finalUrl, requests);
  const site: Site = { ...base, robotsTxt, llmsTxt, probes, ...fetched };
  if (crawl === undefined) return site;
  onStage('more pages');
  return { ...site, crawled: await crawlFurther(crawl, site, chosen, options) };
}

/** Reads more pages than the choice, with the fetcher of the crawl. */
async function crawlFurther(
  crawl: Crawl,
  site: Site,
  chosen: ReadChoice,
  { fetcher, openCrawl, about = null }: GatherOptions,
): Promise<Inventory> {
  const robots = readRobotsRules(site.robotsTxt);
  const own = openCrawl?.(readCrawlDelay(robots));
  try {
    return await crawledInventory(crawl, { site, chosen, robots, fetcher: own ?? fetcher, about });
  } finally {
    await own?.close();
  }
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

/**
 * Requests the llms.txt that the home page announces in its Link header or in a link element (version 2 of the convention), else
 * returns that of the root.
 */
async function requestLlmsTxt(root: SiteRoot, homeFacts: PageFacts, requests: SiteRequests): Promise<Exchange> {
  const atRoot = await root.llmsTxt;
  const announced = [...headerLinks(root.home, 'describedby'), ...homeFacts.describedBy].find(
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
