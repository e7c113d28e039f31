import { availability, type Exchange } from '../../fetch/exchange.ts';
import { type DomainName, firstOrigin } from '../../values/domain-name.ts';
import { isSameHost, urlHash } from '../page/page-url.ts';
import { followRefresh } from './gather-pages.ts';
import type { SiteRequests } from './site-requests.ts';

/** The home page, and the files at the root of its origin, which are still being requested. */
export interface SiteRoot {
  readonly home: Exchange;
  /** Origin of the home page after redirects. */
  readonly origin: string;
  readonly robotsTxt: Promise<Exchange>;
  readonly llmsTxt: Promise<Exchange>;
  /** A path that does not exist on any site, the same for a domain in every audit. */
  readonly notFoundPath: string;
  readonly notFound: Promise<Exchange>;
}

/**
 * Requests the home page and, at the same time, the files at the root. If the home page turns out to be on another origin, the
 * files are requested again there.
 */
export async function requestRoot(domain: DomainName, requests: SiteRequests): Promise<SiteRoot> {
  const notFoundPath = `/${randomName(domain)}`;
  const request = (origin: string) => ({
    home: requests.page(`${origin}/`),
    robotsTxt: requests.textFile(`${origin}/robots.txt`),
    llmsTxt: requests.textFile(`${origin}/llms.txt`),
    notFound: requests.pageStart(`${origin}${notFoundPath}`),
  });
  let root = request(firstOrigin(domain));
  let home = await root.home;
  if (mayServeOtherScheme(home)) {
    const other = request(firstOrigin(domain).startsWith('https:') ? `http://${domain}` : `https://${domain}`);
    const otherHome = await other.home;
    if (availability(otherHome) !== 'unreachable' && otherHome.failure?.kind !== 'egress_proxy') {
      root = other;
      home = otherHome;
    }
  }
  home = await followRefresh(
    home,
    (url) => requests.page(url),
    (url) => isSameHost(url, home.finalUrl),
  );

  const { origin } = new URL(home.finalUrl);
  const atOrigin = async (early: Promise<Exchange>, path: string, request: (url: string) => Promise<Exchange>) => {
    const exchange = await early;
    const isThere = new URL(exchange.url).origin === origin || exchange.finalUrl === origin + path;
    return isThere ? exchange : request(origin + path);
  };
  return {
    home,
    origin,
    robotsTxt: atOrigin(root.robotsTxt, '/robots.txt', (url) => requests.textFile(url)),
    llmsTxt: atOrigin(root.llmsTxt, '/llms.txt', (url) => requests.textFile(url)),
    notFoundPath,
    notFound: atOrigin(root.notFound, notFoundPath, (url) => requests.pageStart(url)),
  };
}

/**
 * Returns whether nothing serves this scheme, so that the other one is worth a try. A bad certificate means that something
 * does. An egress proxy does not tell whether the site refused the connection.
 */
function mayServeOtherScheme({ failure, redirects }: Exchange): boolean {
  if (failure === null || redirects.length > 0) return false;
  if (failure.kind === 'timeout') return failure.stage === 'connect' || failure.stage === 'tls';
  return ['connection_refused', 'connection_reset', 'unreachable', 'protocol', 'egress_proxy'].includes(failure.kind);
}

function randomName(domain: DomainName): string {
  const part = (salt: string) => (urlHash(`${salt} ${domain}`) % 0xffff_ffff).toString(36);
  return `${part('not')}-${part('found')}-${part('probe')}`;
}
