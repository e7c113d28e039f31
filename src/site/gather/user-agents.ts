import { AUDITED_CRAWLERS } from '../../crawlers/registry.ts';
import { VERSION } from '../../version.ts';

/** The product token that robots.txt addresses us by (RFC 9309 §2.2.1). */
export const OWN_TOKEN = 'Citable';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The crawlers whose user agents the home page is asked for with, in the order they are asked. */
export const PROBED_TOKENS = ['GPTBot', 'OAI-SearchBot', 'ClaudeBot', 'PerplexityBot', 'bingbot', 'Googlebot'] as const;

export type ProbedToken = (typeof PROBED_TOKENS)[number];

/** The User-Agent headers of one audit. Each ends in our own token, so that nobody is deceived about who asks. */
export interface UserAgents {
  /** As a browser sends it. */
  readonly browser: string;
  /** As that crawler sends it. */
  crawler(token: ProbedToken): string;
}

/** @param about where a site's owner can read who we are and how to refuse us; null when nothing is published */
export function userAgents(about: string | null): UserAgents {
  const own = `${OWN_TOKEN}/${VERSION} (${about === null ? 'AEO audit' : `+${about}`})`;
  return {
    browser: `${BROWSER} ${own}`,
    crawler: (token) => `${AUDITED_CRAWLERS.find((crawler) => crawler.token === token)?.userAgent ?? token} ${own}`,
  };
}
