import type { Crawler } from '../crawlers/crawler.ts';
import { crawlerByToken } from '../crawlers/registry.ts';
import { matchesPath, pathPattern, patternTarget } from '../site/robots/path-pattern.ts';
import type { RobotsTxt, Rule } from '../site/robots/robots-txt.ts';
import { normalPath } from './request-path.ts';

/** Decision of robots.txt on logged requests for a path, of whose queries nothing is known. */
export type PathDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'forbidden'; readonly rule: Rule; readonly crawler: Crawler }
  /** It depends on the query. */
  | { readonly kind: 'unknown' };

/**
 * Decides whether robots.txt forbids a crawler the requests for a path. Lines that only Google is known to read do not count.
 *
 * @param token product token of the crawler
 * @param path without its query
 * @param hasQueries false when no request had a query
 */
export function decideOnPath(
  robotsTxt: RobotsTxt,
  token: string | null,
  path: string,
  hasQueries: boolean,
): PathDecision {
  const crawler = token === null ? undefined : crawlerByToken(token);
  if (crawler === undefined || !path.startsWith('/')) return { kind: 'allowed' };
  const obeyed = tokenObeyed(crawler, robotsTxt);
  const { rule, group } = robotsTxt.decideStrictly(obeyed, path);
  if (hasQueries && (group?.rules ?? []).some((other) => couldDecide(other, rule, path))) return { kind: 'unknown' };
  return rule?.type === 'disallow' ? { kind: 'forbidden', rule, crawler } : { kind: 'allowed' };
}

/** The token whose group the crawler obeys: its own, or another's where robots.txt does not name it. */
function tokenObeyed({ token, fallbackToken }: Crawler, robotsTxt: RobotsTxt): string {
  const group = robotsTxt.groupFor(token);
  const isNamed = group !== null && group.token !== '*';
  return isNamed || fallbackToken === null ? token : fallbackToken;
}

/**
 * Returns whether a rule could decide on the path with some query, and not with another: it names a query or the end of the path,
 * and is no shorter than the rule that decides without a query (RFC 9309 §2.2.2).
 */
function couldDecide(rule: Rule, decided: Rule | null, path: string): boolean {
  const pattern = normalPattern(rule);
  const literal = pattern.search(/[*?$]/);
  if (literal === -1 || !normalPath(path).startsWith(pattern.slice(0, literal))) return false;
  if (decided !== null && pattern.length < normalPattern(decided).length) return false;
  // Without an end, what matches the path matches it with every query.
  return pattern.endsWith('$') || !matchesPath(pathPattern(pattern), patternTarget(path));
}

/** Rules are compared with many paths. */
const normalPatterns = new WeakMap<Rule, string>();

function normalPattern(rule: Rule): string {
  const known = normalPatterns.get(rule);
  if (known !== undefined) return known;
  const pattern = normalPath(rule.pattern);
  normalPatterns.set(rule, pattern);
  return pattern;
}
