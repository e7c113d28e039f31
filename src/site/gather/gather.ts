import type { DomainName } from '../../domain-name.ts';
import { availability, type Exchange, type Fetcher, withoutBody } from '../../fetch/exchange.ts';
import { declaredCanonicals } from '../page/declared-urls.ts';
import { urlHash, withoutFragment } from '../page/page-url.ts';
import { isHtmlResponse, llmsTxtOf, pageFactsOf, robotsRulesOf } from '../read-response.ts';
import type { Probe, Site } from '../site.ts';
import { confirmRefusals } from './confirm-refusals.ts';
import { followRefresh, furtherPages, isSameHost, PAGES_FETCHED } from './gather-pages.ts';
import { gatherSitemaps } from './gather-sitemaps.ts';
import { pageCandidate, sampleByHash } from './sample.ts';
import { OWN_TOKEN, PROBED_TOKENS, type ProbedToken, userAgents } from './user-agents.ts';

export type GatherStage = 'home page' | 'crawlers and sitemaps' | 'pages and links';

export interface GatherOptions {
  /** Fetcher made for this audit: its budgets are the audit's. */
  readonly fetcher: Fetcher;
  /** URL for site owners who want to know who sends these requests; null when there is none. */
  readonly about?: string | null;
  readonly onStage?: (stage: GatherStage) => void;
  /** The time that `gatheredAt` records; default now. */
  readonly now?: Date;
}

const PAGE_BYTES = 5 * 1024 * 1024;
/** Twice what crawlers promise to read, so that a file that is too long is seen to be. */
const ROBOTS_TXT_BYTES = 1024 * 1024;
const LLMS_TXT_BYTES = 1024 * 1024;
/** Enough to see that something is there. */
const PRESENCE_BYTES = 64 * 1024;

export const SITEMAP_SAMPLE = 10;
export const LLMS_TXT_SAMPLE = 20;
/** Most canonical URLs fetched: one for the home page and each further page. */
export const CANONICAL_SAMPLE = PAGES_FETCHED + 1;

/**
 * Fetches what the rubric asks of a site: everything that can go in parallel does, so that an audit takes a few round
 * trips. Never rejects for anything that a site does; what failed is in the Site.
 */
export async function gather(domain: DomainName, options: GatherOptions): Promise<Site> {
  const { fetcher, about = null, onStage = () => undefined, now = new Date() } = options;
  const agents = userAgents(about);
  const ask = (url: string, maxBodyBytes: number): Promise<Exchange> =>
    fetcher.fetch({ url, userAgent: agents.browser, maxBodyBytes });
  const askText = (url: string, maxBodyBytes: number): Promise<Exchange> =>
    fetcher.fetch({ url, userAgent: agents.browser, maxBodyBytes, accept: 'text/plain, */*;q=0.8', charset: 'utf-8' });

  // The files of the root are requested at the same time as the home page. If that turns out to be on another origin, they
  // are requested again there.
  onStage('home page');
  const notFoundPath = `/${randomName(domain)}`;
  const askRoot = (origin: string) => ({
    home: ask(`${origin}/`, PAGE_BYTES),
    robotsTxt: askText(`${origin}/robots.txt`, ROBOTS_TXT_BYTES),
    llmsTxt: askText(`${origin}/llms.txt`, LLMS_TXT_BYTES),
    notFound: ask(`${origin}${notFoundPath}`, PRESENCE_BYTES),
  });
  let asked = askRoot(firstOrigin(domain));
  let home = await asked.home;
  if (speaksAnotherScheme(home)) {
    const other = askRoot(otherOrigin(domain));
    const otherHome = await other.home;
    if (availability(otherHome) !== 'unreachable' && otherHome.failure?.kind !== 'egress_proxy') {
      asked = other;
      home = otherHome;
    }
  }
  home = await followRefresh(
    home,
    (url) => ask(url, PAGE_BYTES),
    (url) => isSameHost(url, home.finalUrl),
  );
  const origin = new URL(home.finalUrl).origin;
  const onOrigin = async (early: Promise<Exchange>, path: string, again: (url: string) => Promise<Exchange>) => {
    const exchange = await early;
    return new URL(exchange.url).origin === origin || exchange.finalUrl === origin + path
      ? exchange
      : again(origin + path);
  };
  const robotsTxtAsked = onOrigin(asked.robotsTxt, '/robots.txt', (url) => askText(url, ROBOTS_TXT_BYTES));
  const llmsTxtAsked = onOrigin(asked.llmsTxt, '/llms.txt', (url) => askText(url, LLMS_TXT_BYTES));
  const notFoundAsked = onOrigin(asked.notFound, notFoundPath, (url) => ask(url, PRESENCE_BYTES));

  const base = { format: 1, domain, gatheredAt: now.toISOString(), origin, home } as const;
  if (!isHtmlResponse(home)) {
    const [robotsTxt, llmsTxt, notFound] = await Promise.all([robotsTxtAsked, llmsTxtAsked, notFoundAsked]);
    return {
      ...base,
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

  onStage('crawlers and sitemaps');
  const askAsCrawler = (productToken: ProbedToken): Promise<Exchange> =>
    fetcher.fetch({ url: home.finalUrl, userAgent: agents.crawler(productToken), maxBodyBytes: PAGE_BYTES });
  const probesAsked = Promise.all(
    PROBED_TOKENS.map(async (productToken): Promise<Probe & { readonly productToken: ProbedToken }> => {
      const exchange = await askAsCrawler(productToken);
      const sameBodyAsHome = exchange.body !== null && exchange.body === home.body;
      return { productToken, exchange: sameBodyAsHome ? withoutBody(exchange) : exchange, sameBodyAsHome };
    }),
  );
  const notFoundTextAsked = ask(`${origin}${notFoundPath}.txt`, PRESENCE_BYTES);
  const homeFacts = pageFactsOf(home);
  const llmsTxtFound = llmsTxtAsked.then((atRoot) => {
    const announced = homeFacts.describedBy.find(
      ({ url }) => url !== null && /\/llms\.txt$/i.test(new URL(url).pathname),
    );
    const url = announced?.url ?? null;
    // Version 2 of the convention: the file that the page announces is the more specific one.
    return url === null || url === atRoot.url || url === atRoot.finalUrl ? atRoot : askText(url, LLMS_TXT_BYTES);
  });
  const robotsTxt = await robotsTxtAsked;
  const robots = robotsRulesOf(robotsTxt);
  const sitemaps = await gatherSitemaps({ fetcher, userAgent: agents.browser, origin, robots });

  onStage('pages and links');
  const sitemapUrls = sitemaps.flatMap(({ document }) =>
    document === null || document.kind === 'sitemapindex' ? [] : document.entries.map((entry) => entry.url),
  );
  const isOpen = (url: string) =>
    pageCandidate(url, origin, home.finalUrl) !== null && robots.isAllowed(OWN_TOKEN, url);
  const askedOnce = new Map<string, Promise<Exchange>>();
  const askOnce = (url: string): Promise<Exchange> => {
    const asked = askedOnce.get(url) ?? ask(url, PAGE_BYTES);
    askedOnce.set(url, asked);
    return asked;
  };
  const pagesAsked = new Map(
    furtherPages({ home, homeFacts, origin, robots, sitemapUrls }).map((url) => [
      url,
      askOnce(url).then((page) => followRefresh(page, askOnce, isOpen)),
    ]),
  );

  // One request per URL, whoever wants to know whether it is there.
  // Whoever lists the address that the home page was redirected to lists no redirect.
  const homeItself: Exchange = { ...home, url: home.finalUrl, redirects: [] };
  const presence = new Map<string, Promise<Exchange>>([[home.finalUrl, Promise.resolve(homeItself)], ...pagesAsked]);
  const isThere = (url: string): Promise<Exchange> => {
    const known = presence.get(url);
    if (known !== undefined) return known;
    const answer = askPresence(fetcher, url, agents.browser);
    presence.set(url, answer);
    return answer;
  };
  const sitemapSampleAsked = sampleByHash(sitemapUrls, SITEMAP_SAMPLE).map(isThere);
  const llmsTxt = await llmsTxtFound;
  const llmsTxtLinksAsked = llmsTxtSample(llmsTxt, origin).map(isThere);
  const pages = await Promise.all(pagesAsked.values());
  const isFetched = (url: string) => [home, ...pages].some((page) => page.url === url || page.finalUrl === url);
  const canonicalTargetsAsked = canonicalUrls([home, ...pages])
    .filter((url) => !isFetched(url))
    .slice(0, CANONICAL_SAMPLE)
    .map(isThere);

  const [firstProbes, sitemapSample, llmsTxtLinks, canonicalTargets, softNotFound] = await Promise.all([
    probesAsked,
    Promise.all(sitemapSampleAsked),
    Promise.all(llmsTxtLinksAsked),
    Promise.all(canonicalTargetsAsked),
    Promise.all([notFoundAsked, notFoundTextAsked]),
  ]);
  const askAsBrowser = () => ask(home.finalUrl, PAGE_BYTES);
  const probes = await confirmRefusals(firstProbes, { fetcher, askAsBrowser, askAsCrawler });
  return {
    ...base,
    robotsTxt,
    llmsTxt,
    probes,
    llmsTxtLinks: llmsTxtLinks.map(withoutBody),
    sitemaps,
    sitemapSample: sitemapSample.map(withoutBody),
    pages,
    canonicalTargets: canonicalTargets.map(withoutBody),
    softNotFound,
  };
}

/** A named port is a developer's own server, which rarely speaks TLS. */
function firstOrigin(domain: DomainName): string {
  return /:\d+$/.test(domain) && !domain.endsWith(':443') ? `http://${domain}` : `https://${domain}`;
}

function otherOrigin(domain: DomainName): string {
  const first = firstOrigin(domain);
  return first.startsWith('https:') ? `http://${domain}` : `https://${domain}`;
}

/**
 * Returns whether nothing serves that scheme, so that the other one is worth a try. A bad certificate means that something
 * does. An egress proxy does not tell whether the site refused the connection.
 */
function speaksAnotherScheme({ failure, redirects }: Exchange): boolean {
  if (failure === null || redirects.length > 0) return false;
  if (failure.kind === 'timeout') return failure.stage === 'connect' || failure.stage === 'tls';
  return ['connection_refused', 'connection_reset', 'unreachable', 'protocol', 'egress_proxy'].includes(failure.kind);
}

/** A path that no site has, the same for a domain on every run. */
function randomName(domain: DomainName): string {
  const part = (salt: string) => (urlHash(`${salt} ${domain}`) % 0xffff_ffff).toString(36);
  return `${part('not')}-${part('found')}-${part('probe')}`;
}

/** Same-origin links first, because the site's owner can fix them. */
function llmsTxtSample(llmsTxt: Exchange, origin: string): readonly string[] {
  const urls = (llmsTxtOf(llmsTxt)?.links ?? []).flatMap(({ url }) => (url === null ? [] : withoutFragment(url)));
  const own = sampleByHash(
    urls.filter((url) => url.startsWith(`${origin}/`)),
    LLMS_TXT_SAMPLE,
  );
  const others = sampleByHash(
    urls.filter((url) => !url.startsWith(`${origin}/`)),
    LLMS_TXT_SAMPLE - own.length,
  );
  return [...own, ...others];
}

function canonicalUrls(pages: readonly Exchange[]): readonly string[] {
  const declared = pages.filter(isHtmlResponse).flatMap((page) => declaredCanonicals(page, pageFactsOf(page)));
  return [...new Set(declared.flatMap(({ url }) => (url === null ? [] : withoutFragment(url))))].filter((url) =>
    /^https?:/.test(url),
  );
}

/** HEAD, and GET where that was not answered 2xx: servers that mishandle HEAD are common. */
async function askPresence(fetcher: Fetcher, url: string, userAgent: string): Promise<Exchange> {
  const head = await fetcher.fetch({ url, method: 'HEAD', userAgent, maxBodyBytes: 0 });
  const means = availability(head);
  if (means === 'present' || means === 'not_asked' || (head.failure !== null && head.failure.kind !== 'challenge'))
    return head;
  return fetcher.fetch({ url, userAgent, maxBodyBytes: PRESENCE_BYTES });
}
