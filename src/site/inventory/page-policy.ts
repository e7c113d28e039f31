import { CORE_SEARCH_TOKENS } from '../../crawlers/registry.ts';
import { availability, type Exchange } from '../../fetch/exchange.ts';
import { OWN_TOKEN } from '../gather/user-agents.ts';
import { readTextResponse } from '../read-response.ts';
import { parseRobotsTxt } from '../robots/robots-txt.ts';

/** Permissions of robots.txt for pages. */
export interface PagePolicy {
  /** Number of rules that a URL is matched against, an upper bound. */
  readonly rules: number;
  /**
   * Returns whether a list may name a page: everyone may fetch it, and so may each core search crawler that may fetch the home
   * page. A crawler that is blocked from the whole site does not count.
   */
  mayBeListed(url: string): boolean;
  /** Returns whether we may fetch a page. */
  mayBeFetched(url: string): boolean;
}

/** Rules of robots.txt are about paths (RFC 9309 §2.2.2): the host does not matter. */
const ANY_HOME = 'https://host.example/';

/** Returns the robots.txt of a response, empty when it is missing; null when it could not be read (RFC 9309 §2.3.1.4). */
export function readRobotsTxt(exchange: Exchange): string | null {
  const means = availability(exchange);
  if (means === 'server_error' || means === 'unreachable' || means === 'not_asked') return null;
  return readTextResponse(exchange) ?? '';
}

/**
 * Creates the policy of a robots.txt.
 *
 * @param robotsTxt null when it could not be read: pages that were read may be listed, and no more may be fetched
 */
export function pagePolicy(robotsTxt: string | null): PagePolicy {
  const robots = parseRobotsTxt(robotsTxt ?? '');
  // Most tokens share a group, which is evaluated once.
  const byGroup = (tokens: readonly string[]) =>
    new Map(
      tokens.flatMap((token) => {
        const group = robots.groupFor(token);
        return group === null ? [] : [[group.lines.join(), { token, rules: group.rules.length }]];
      }),
    );
  const tokens = ['*', ...CORE_SEARCH_TOKENS.filter((token) => robots.isAllowed(token, ANY_HOME))];
  const groups = [...byGroup(tokens).values()];
  return {
    rules: [...byGroup([...tokens, OWN_TOKEN]).values()].reduce((sum, { rules }) => sum + rules, 0),
    mayBeListed: (url) => groups.every(({ token }) => robots.isAllowed(token, url)),
    mayBeFetched: (url) => robotsTxt !== null && robots.isAllowed(OWN_TOKEN, url),
  };
}
