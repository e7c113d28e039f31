import { AUDITED_CRAWLERS } from '../../crawlers/registry.ts';
import { VERSION } from '../../package.ts';

/** Our own product token in robots.txt (RFC 9309 §2.2.1). */
export const OWN_TOKEN = 'Citable';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A name of no crawler. A server that serves it does not refuse every name that it does not know. */
export const CONTROL_TOKEN = 'Controlbot';

/** Crawlers with whose user agents the home page is requested, in that order. */
export const PROBED_TOKENS = [
  'OAI-SearchBot',
  'PerplexityBot',
  'Claude-SearchBot',
  'Googlebot',
  'bingbot',
  'GPTBot',
  'ClaudeBot',
  CONTROL_TOKEN,
] as const;

export type ProbedToken = (typeof PROBED_TOKENS)[number];

/**
 * Creates the User-Agent headers of a browser and of crawlers. Each ends in our own product token, so that it deceives nobody.
 *
 * @param about URL of a page for site owners about these requests; null when there is none
 */
export function userAgents(about: string | null) {
  const own = `${OWN_TOKEN}/${VERSION} (${about === null ? 'AEO audit' : `+${about}`})`;
  return {
    browser: `${BROWSER} ${own}`,
    crawler: (token: ProbedToken) =>
      `${AUDITED_CRAWLERS.find((crawler) => crawler.token === token)?.userAgent ?? token} ${own}`,
  };
}
