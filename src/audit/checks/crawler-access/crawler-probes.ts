import { CORE_SEARCH_TOKENS, type Crawler, crawlerByToken } from '../../../crawlers/registry.ts';
import { isRefused } from '../../../site/gather/probes.ts';
import type { Decision, RobotsTxt, Rule } from '../../../site/robots/robots-txt.ts';
import { robotsAccess } from '../../robots-access.ts';
import type { Page, ProbeFacts, SiteFacts } from '../../site-facts.ts';

/** Under this share of the browser's main text, a crawler was served another page. */
const SAME_TEXT = 0.6;

/** Treatment of one crawler by robots.txt and the server. */
export interface CrawlerAccess {
  readonly crawler: Crawler;
  /** The judged pages that robots.txt closes to it. */
  readonly disallowed: readonly DisallowedPage[];
  /** True when it may not fetch the home page, or none of several further pages. */
  readonly isShutOut: boolean;
  /** The probe for it that got a response; null when there is none. */
  readonly probe: JudgedProbe | null;
}

interface DisallowedPage {
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

type Needed = Pick<SiteFacts, 'robots' | 'home' | 'samplePages' | 'probes' | 'origin'>;

/** Returns how the site treats a crawler, on the home page and the further pages of its origin. */
export function accessOf(crawler: Crawler, site: Needed): CrawlerAccess {
  const { robots, origin, home } = site;
  const further = site.samplePages.filter(({ url }) => url.startsWith(`${origin}/`));
  const closesAll = robotsAccess(robots) === 'unreachable';
  const disallowed = [home, ...further].flatMap(({ url }: Page): DisallowedPage[] => {
    if (closesAll) return [{ url, group: null, rule: null }];
    const token = tokenObeyed(crawler, robots.file);
    const { allowed, group, rule } = ruleOf(robots.file, token, crawler.vendor, url);
    return allowed ? [] : [{ url, group: group?.token ?? null, rule }];
  });
  const homeIsClosed = disallowed.some(({ url }) => url === home.url);
  return {
    crawler,
    disallowed,
    isShutOut: homeIsClosed || (further.length > 1 && disallowed.length === further.length),
    probe: probeFor(crawler, site),
  };
}

/** Decides for a crawler. A misspelt Disallow counts for Google's crawlers only: it is not known whether others read it. */
export function ruleOf(file: RobotsTxt, token: string, vendor: string, url: string): Decision {
  return vendor === 'Google' ? file.decide(token, url) : file.decideStrictly(token, url);
}

/** The lines of robots.txt that keep any of them out: `line 3`. */
export function closingLines(entries: readonly CrawlerAccess[]): readonly string[] {
  const lines = new Set(entries.flatMap(({ disallowed }) => disallowed.flatMap(({ rule }) => rule?.line ?? [])));
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
 * Returns whether the refusal did not repeat once requests came slowly, or also hit a browser: then it is no rule about
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

/**
 * The probe with the crawler's own user agent, else one with another user agent of its vendor, unless robots.txt closes
 * the site to that other crawler: refusing it too is then the owner's choice and says nothing about this one.
 */
function probeFor(crawler: Crawler, { probes, robots, home }: Needed): JudgedProbe | null {
  const own = probes.find(({ productToken }) => productToken === crawler.token);
  if (own !== undefined) return judgeProbe(own);
  const vendorProbe = probes.find(
    ({ productToken }) =>
      crawlerByToken(productToken)?.vendor === crawler.vendor && robots.file.isAllowed(productToken, home.url),
  );
  return vendorProbe === undefined ? null : judgeProbe(vendorProbe);
}

/** The search crawlers that answer engines build on. */
export const CORE_SEARCH_CRAWLERS: readonly Crawler[] = CORE_SEARCH_TOKENS.map(known);

/** Those that fetch a page for one person's question and are documented to obey robots.txt. */
export const OBEDIENT_USER_FETCHERS: readonly Crawler[] = ['Claude-User', 'MistralAI-User', 'DuckAssistBot'].map(known);

function known(token: string): Crawler {
  const crawler = crawlerByToken(token);
  if (crawler === undefined) throw new Error(`The registry of crawlers does not know ${token}.`);
  return crawler;
}
