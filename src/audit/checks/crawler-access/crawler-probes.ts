import { CORE_SEARCH_TOKENS, type Crawler, crawlerByToken } from '../../../crawlers/registry.ts';
import { RobotsBudget } from '../../../site/gather/gather-pages.ts';
import { isRefused } from '../../../site/gather/probes.ts';
import { sampleByHash } from '../../../site/gather/sample.ts';
import { CONTROL_TOKEN } from '../../../site/gather/user-agents.ts';
import type { Decision, RobotsTxt, Rule } from '../../../site/robots/robots-txt.ts';
import { sum } from '../../arithmetic.ts';
import type { Share } from '../../check.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { ProbeFacts, SiteFacts } from '../../site-facts.ts';

/** Under this share of the browser's main text, a crawler was served another page. */
const SAME_TEXT = 0.6;

/** Treatment of one crawler by robots.txt and the server. */
export interface CrawlerAccess {
  readonly crawler: Crawler;
  /** True when robots.txt closes the home page to it. */
  readonly isHomeClosed: boolean;
  /** The content pages that robots.txt closes to it, the home page first. */
  readonly closed: readonly ClosedPage[];
  /** Number of content pages that were decided, without the home page. */
  readonly further: number;
  /** True when it may not fetch the home page, or at least 90 % of three or more other content pages. */
  readonly isShutOut: boolean;
  /** Part of its points that robots.txt lets it earn: half for the home page, half for the other content pages. */
  readonly share: Share;
  /** The probe with its user agent; null when there is none that proves anything. */
  readonly probe: JudgedProbe | null;
}

interface ClosedPage {
  readonly url: string;
  /** The token that its group names; null when the file is unreachable. */
  readonly group: string | null;
  readonly rule: Rule | null;
}

export interface JudgedProbe {
  readonly probe: ProbeFacts;
  /** `limited`: 429 without Retry-After, which may be a rule about the user agent or a limit that our requests ran into. */
  readonly outcome: 'served' | 'refused' | 'thin' | 'limited';
}

type Needed = Pick<SiteFacts, 'robots' | 'home' | 'contentPages' | 'probes'>;

/** Minimum number of content pages beside the home page. With fewer, only the home page tells whether a crawler is shut out. */
const SEVERAL = 3;

/** Returns how the site treats several crawlers, on the home page and the other content pages. */
export function judgeAccess(crawlers: readonly Crawler[], site: Needed): readonly CrawlerAccess[] {
  const { robots, home, contentPages, probes } = site;
  const tokens = crawlers.map((crawler) => tokenObeyed(crawler, robots.file));
  const rules = sum(tokens.map((token) => robots.file.groupFor(token)?.rules.length ?? 0));
  const budget = new RobotsBudget(rules);
  const decided = sampleByHash(contentPages, contentPages.length).filter((url) => budget.spend(url));
  const closesAll = robotsAccess(robots) === 'unreachable';
  return crawlers.map((crawler, i) => {
    const closed = [home.url, ...decided].flatMap((url): ClosedPage[] => {
      if (closesAll) return [{ url, group: null, rule: null }];
      const { allowed, group, rule } = decideForCrawler(robots.file, tokens[i] ?? crawler.token, crawler.vendor, url);
      return allowed ? [] : [{ url, group: group?.token ?? null, rule }];
    });
    const further = decided.length;
    const isHomeClosed = closed[0]?.url === home.url;
    const closedFurther = closed.length - Number(isHomeClosed);
    const probe = probes.find(({ productToken }) => productToken === crawler.token);
    return {
      crawler,
      isHomeClosed,
      closed,
      further,
      isShutOut: isHomeClosed || (further >= SEVERAL && 10 * closedFurther >= 9 * further),
      share:
        further === 0
          ? { earned: Number(!isHomeClosed), of: 1 }
          : { earned: (isHomeClosed ? 0 : further) + further - closedFurther, of: 2 * further },
      probe: probe === undefined ? null : judgeProbe(probe),
    };
  });
}

/** Decides for a crawler. What a misspelt line closes is closed to Google's crawlers only: it is not known whether others read it. */
export function decideForCrawler(file: RobotsTxt, token: string, vendor: string, url: string): Decision {
  return vendor === 'Google' ? file.decide(token, url) : file.decideStrictly(token, url);
}

/** The lines of robots.txt that keep any of them out: `line 3`. */
export function closingLines(entries: readonly CrawlerAccess[]): readonly string[] {
  const lines = new Set(entries.flatMap(({ closed }) => closed.flatMap(({ rule }) => rule?.line ?? [])));
  return [...lines].sort((a, b) => a - b).map((line) => `line ${line}`);
}

/**
 * The outcome of a probe; null when it proves nothing: it failed on the network, was never sent, was told to come back
 * later ({@link wasPutOff}), or was refused by a limit on bursts ({@link wasBurst}). Any other response than the page, 404 and
 * 5xx among them, is not what a browser was served.
 */
export function judgeProbe(probe: ProbeFacts): JudgedProbe | null {
  if (wasBurst(probe)) return null;
  switch (probe.availability) {
    case 'not_asked':
    case 'unreachable':
      return null;
    case 'present':
      return { probe, outcome: probe.textRatio !== null && probe.textRatio < SAME_TEXT ? 'thin' : 'served' };
    case 'server_error':
      if (wasPutOff(probe)) return null;
      return { probe, outcome: probe.exchange.status === 429 ? 'limited' : 'refused' };
    default:
      return { probe, outcome: 'refused' };
  }
}

/**
 * Returns whether the probe was asked to retry later (429 with Retry-After, RFC 6585 §4), as any client with too many
 * requests is.
 */
export function wasPutOff({ availability, exchange }: ProbeFacts): boolean {
  return availability === 'server_error' && exchange.status === 429 && exchange.headers['retry-after'] !== undefined;
}

/**
 * Returns whether the refusal did not repeat once requests came slowly, or also hit a browser: then it is not a rule about
 * user agents.
 */
export function wasBurst({ repeat }: ProbeFacts): boolean {
  if (repeat === undefined) return false;
  return !repeat.isBrowserServed || repeat.exchange === null || !isRefused(repeat.exchange);
}

/** The token whose group the crawler obeys: its own, or another's where robots.txt does not name it. */
export function tokenObeyed(crawler: Crawler, file: RobotsTxt): string {
  const group = file.groupFor(crawler.token);
  const isNamed = group !== null && group.token !== '*';
  return isNamed || crawler.fallbackToken === null ? crawler.token : crawler.fallbackToken;
}

/** Search crawlers whose engine gives only AI answers. */
export const ANSWER_TOKENS: readonly string[] = ['OAI-SearchBot', 'PerplexityBot', 'Claude-SearchBot'];

/** Crawlers whose probes must be served before refusals say something about AI names: web search, and a name of no crawler. */
const CONTROLS: readonly string[] = ['Googlebot', 'bingbot', CONTROL_TOKEN];

/**
 * Returns the AI search crawlers that the server seems to block by name: two or more of their names are refused, repeatedly,
 * while Googlebot, bingbot and a name of no crawler are served. Empty otherwise. Servers rightly refuse impostors, so a refusal
 * of a name alone proves nothing.
 */
export function blockedByName(probes: readonly ProbeFacts[]): readonly JudgedProbe[] {
  const judged = probes.flatMap((probe) => judgeProbe(probe) ?? []);
  const outcomeFor = (token: string) => judged.find(({ probe }) => probe.productToken === token)?.outcome;
  if (!CONTROLS.every((token) => outcomeFor(token) === 'served')) return [];
  const refused = judged.filter(({ probe, outcome }) => {
    return ANSWER_TOKENS.includes(probe.productToken) && outcome !== 'served' && !asksToBePaid(probe);
  });
  return refused.length > 1 ? refused : [];
}

/** Returns whether the server asks crawlers to pay: 402 with a `crawler-price`. */
export function asksToBePaid({ exchange }: ProbeFacts): boolean {
  return exchange.status === 402 && exchange.headers['crawler-price'] !== undefined;
}

/** The search crawlers that answer engines build on. */
export const CORE_SEARCH_CRAWLERS: readonly Crawler[] = CORE_SEARCH_TOKENS.map(known);

/** Those that fetch a page for one person's question. Not all are documented to obey robots.txt. */
export const USER_FETCHERS: readonly Crawler[] = [
  'ChatGPT-User',
  'Claude-User',
  'Perplexity-User',
  'MistralAI-User',
  'DuckAssistBot',
].map(known);

/** Those of them whose vendors document that they obey robots.txt. */
export const OBEDIENT_USER_FETCHERS: readonly Crawler[] = USER_FETCHERS.filter(({ robots }) => robots === 'obeys');

function known(token: string): Crawler {
  const crawler = crawlerByToken(token);
  if (crawler === undefined) throw new Error(`The registry of crawlers does not know ${token}.`);
  return crawler;
}
