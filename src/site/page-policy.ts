import { CORE_SEARCH_TOKENS } from '../crawlers/core-search.ts';
import { availability, type Exchange } from '../fetch/exchange.ts';
import { parseRobotsTxt } from './robots-txt.ts';
import { textFileOf } from './text-files.ts';
import { OWN_TOKEN } from './user-agents.ts';

/** What robots.txt lets be done with a page. */
export interface PagePolicy {
  /** Whether it may be named: everyone and every core search crawler may fetch it. */
  mayBeListed(url: string): boolean;
  /** Whether we may fetch it. */
  mayBeFetched(url: string): boolean;
}

/** The robots.txt that was answered, empty where there is none; null when it could not be read (RFC 9309 §2.3.1.4). */
export function robotsTxtOf(exchange: Exchange): string | null {
  const means = availability(exchange);
  if (means === 'server_error' || means === 'unreachable' || means === 'not_asked') return null;
  return textFileOf(exchange) ?? '';
}

/** @param robotsTxt null when it could not be read: what was read already may be named, and nothing more be fetched */
export function pagePolicy(robotsTxt: string | null): PagePolicy {
  const robots = parseRobotsTxt(robotsTxt ?? '');
  // Most tokens share a group: it is asked once.
  const groups = new Map(['*', ...CORE_SEARCH_TOKENS].map((token) => [robots.groupFor(token), token]));
  groups.delete(null);
  const tokens = [...groups.values()];
  return {
    mayBeListed: (url) => tokens.every((token) => robots.isAllowed(token, url)),
    mayBeFetched: (url) => robotsTxt !== null && robots.isAllowed(OWN_TOKEN, url),
  };
}
