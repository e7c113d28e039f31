import { availability, type Exchange, type Fetcher, withoutBody } from '../../fetch/exchange.ts';
import type { Probe, Repeat } from '../site.ts';

/** Between two requests of a confirmation, in milliseconds. */
const APART_MS = 1_000;

export interface ConfirmOptions<Token extends string> {
  readonly fetcher: Fetcher;
  /** Sends a request for the home page as a browser. */
  readonly askAsBrowser: () => Promise<Exchange>;
  /** Sends a request for the home page as that crawler. */
  readonly askAsCrawler: (productToken: Token) => Promise<Exchange>;
}

/**
 * Repeats refused probes, one at a time and a second apart, between two requests as a browser. A refusal proves a rule about
 * user agents only if it repeats while the browser is served before and after: a server that limits bursts refuses everyone.
 * Call it while no other requests run. Sends nothing if no probe was refused.
 */
export async function confirmRefusals<Token extends string>(
  probes: readonly (Probe & { readonly productToken: Token })[],
  { fetcher, askAsBrowser, askAsCrawler }: ConfirmOptions<Token>,
): Promise<readonly Probe[]> {
  const refused = probes.filter(({ exchange }) => isRefused(exchange));
  if (refused.length === 0) return probes;
  const before = await askAsBrowser();
  const repeated = new Map<string, Exchange>();
  if (availability(before) === 'present') {
    for (const { productToken } of refused) {
      await fetcher.pause(APART_MS);
      repeated.set(productToken, await askAsCrawler(productToken));
    }
    await fetcher.pause(APART_MS);
  }
  const after = repeated.size === 0 ? before : await askAsBrowser();
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
