import type { Crawler } from '../crawlers/crawler.ts';
import { CRAWLERS, crawlerByToken } from '../crawlers/registry.ts';
import { parseRobotsTxt, type RobotsTxt, type Rule } from '../site/robots/robots-txt.ts';
import { quote } from '../values/untrusted-text.ts';
import { decodeBytes } from './request-path.ts';

/**
 * What robots.txt says about a request, as it is counted: one of the three below, or the rule that forbids it behind its line, such as
 * `12 Disallow: /private/`.
 */
export type RobotsVerdict = string;

/** There was no robots.txt to decide by, or the crawler has no product token. */
export const NOT_DECIDED = '';
export const ALLOWED = '+';
/** Forbidden by a rule that was not stored. */
export const FORBIDDEN = '-';

/** Maximum length of a rule that is stored, in characters. */
const MAX_RULE_LENGTH = 200;

/** A robots.txt as it was at a time. */
export interface RobotsVersion {
  /** When it was read, in milliseconds since the epoch. */
  readonly readAt: number;
  readonly text: string;
}

/** Decides whether robots.txt forbids logged requests, each by the file that was valid at its time. */
export class RobotsDecider {
  readonly #versions: readonly RobotsVersion[];
  readonly #parsed = new Map<string, RobotsTxt>();
  #comparisonsLeft: number;

  /**
   * @param versions in the order of their times. The first also holds for earlier requests
   * @param maxComparisons rules that requests are compared with in all; later requests are not decided
   */
  constructor(versions: readonly RobotsVersion[], maxComparisons = Number.POSITIVE_INFINITY) {
    this.#versions = versions;
    this.#comparisonsLeft = maxComparisons;
  }

  /**
   * Decides on one request.
   *
   * @param token product token of the crawler; null for one that the registry does not know
   * @param target path with its query, each character a byte
   * @param time in milliseconds since the epoch; null when it is not known: then the newest version decides
   */
  decide(token: string | null, target: string, time: number | null): RobotsVerdict {
    const crawler = token === null ? undefined : crawlerByToken(token);
    const version = this.#versions.findLast(({ readAt }) => time === null || readAt <= time) ?? this.#versions[0];
    if (crawler === undefined || version === undefined || this.#comparisonsLeft <= 0) return NOT_DECIDED;
    if (!target.startsWith('/')) return ALLOWED;
    const { rule, group } = decisionOn(this.#parseOnce(version.text), crawler, decodeBytes(target));
    this.#comparisonsLeft -= 1 + (group?.rules.length ?? 0);
    return rule?.type === 'disallow' ? formatVerdict(rule) : ALLOWED;
  }

  #parseOnce(text: string): RobotsTxt {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const file = parseRobotsTxt(text);
    this.#parsed.set(text, file);
    return file;
  }
}

/** Lines that only Google is known to read do not count. A crawler that robots.txt does not name may obey the group of another. */
function decisionOn(file: RobotsTxt, { token, fallbackToken }: Crawler, target: string) {
  const own = file.decideAsMeant(token, target);
  const isNamed = own.group !== null && own.group.token !== '*';
  return isNamed || fallbackToken === null ? own : file.decideAsMeant(fallbackToken, target);
}

/** Rules are the site's text, and are compared with many requests. */
const verdicts = new WeakMap<Rule, RobotsVerdict>();

function formatVerdict(rule: Rule): RobotsVerdict {
  const known = verdicts.get(rule);
  if (known !== undefined) return known;
  const verdict = `${rule.line} Disallow: ${quote(rule.pattern, MAX_RULE_LENGTH)}`;
  verdicts.set(rule, verdict);
  return verdict;
}

/** The line and the text of a rule in a verdict; null for other verdicts. */
export function ruleIn(verdict: RobotsVerdict): { readonly line: number; readonly rule: string } | null {
  const [, line, rule] = /^(\d+) (.*)$/s.exec(verdict) ?? [];
  return line === undefined || rule === undefined ? null : { line: Number(line), rule };
}

/** Returns the verdict that is counted where rules are not told apart. */
export function withoutRule(verdict: RobotsVerdict): RobotsVerdict {
  return verdict === NOT_DECIDED || verdict === ALLOWED ? verdict : FORBIDDEN;
}

/**
 * Returns the crawlers of the registry that a robots.txt names with their digits, such as AI2Bot. RFC 9309 §2.2.1 has no digits in product
 * tokens, so some crawlers read such a name up to its first digit.
 */
export function namesWithDigits(robotsTxt: string): readonly string[] {
  const file = parseRobotsTxt(robotsTxt);
  return CRAWLERS.map(({ token }) => token).filter(
    (token) => /\d/.test(token) && file.decideAsMeant(token, '/').group?.token === token.toLowerCase(),
  );
}
