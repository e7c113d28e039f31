import { availability, type Exchange, withoutBody } from '../../fetch/exchange.ts';
import type { Probe, Repeat } from '../site.ts';
import type { SiteRequests } from './site-requests.ts';
import { PROBED_TOKENS, type ProbedToken } from './user-agents.ts';

type CrawlerProbe = Probe & { readonly productToken: ProbedToken };

/** Delay between two requests of a confirmation, in milliseconds. */
const CONFIRM_DELAY = 1_000;

/** Requests the home page with the user agent of each crawler. */
export function probeCrawlers(home: Exchange, requests: SiteRequests): Promise<CrawlerProbe[]> {
  return Promise.all(
    PROBED_TOKENS.map(async (productToken) => {
      const exchange = await requests.pageAsCrawler(home.finalUrl, productToken);
      const sameBodyAsHome = exchange.body !== null && exchange.body === home.body;
      return { productToken, exchange: sameBodyAsHome ? withoutBody(exchange) : exchange, sameBodyAsHome };
    }),
  );
}

/**
 * Repeats refused probes, one at a time and a second apart, between two requests as a browser. A refusal proves a rule about
 * user agents only if it repeats while the browser is served before and after: a server that limits bursts refuses everyone.
 * Call it while no other requests run. Sends nothing if no probe was refused.
 */
export async function confirmRefusals(
  probes: readonly CrawlerProbe[],
  homeUrl: string,
  requests: Pick<SiteRequests, 'page' | 'pageAsCrawler' | 'fetcher'>,
): Promise<readonly Probe[]> {
  const refused = probes.filter(({ exchange }) => isRefused(exchange));
  if (refused.length === 0) return probes;
  const before = await requests.page(homeUrl);
  const repeated = new Map<string, Exchange>();
  if (availability(before) === 'present') {
    for (const { productToken } of refused) {
      await requests.fetcher.pause(CONFIRM_DELAY);
      repeated.set(productToken, await requests.pageAsCrawler(homeUrl, productToken));
    }
    await requests.fetcher.pause(CONFIRM_DELAY);
  }
  const after = repeated.size === 0 ? before : await requests.page(homeUrl);
  const isBrowserServed = availability(before) === 'present' && availability(after) === 'present';
  return probes.map((probe): Probe => {
    if (!refused.includes(probe)) return probe;
    const exchange = repeated.get(probe.productToken) ?? null;
    const repeat: Repeat = { exchange: exchange === null ? null : withoutBody(exchange), isBrowserServed };
    return { ...probe, repeat };
  });
}

/** Returns whether the server responded with anything but the page. A failed or unsent request is not a refusal. */
export function isRefused(exchange: Exchange): boolean {
  return !['present', 'unreachable', 'not_asked'].includes(availability(exchange));
}
