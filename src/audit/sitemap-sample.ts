import { availability, type Exchange } from '../fetch/exchange.ts';
import { directivesFor, effectiveDirectives } from '../site/directives.ts';
import { pageFactsOf } from '../site/pages.ts';
import type { Observation } from './check.ts';
import type { Page, SiteFacts } from './facts.ts';
import { saysNothing } from './no-verdict.ts';
import { observe, outcomeOf } from './observe.ts';
import { place } from './wording.ts';

type Needed = Pick<SiteFacts, 'sitemapSample' | 'home' | 'samplePages' | 'origin'>;

/** What came back for the sampled URLs of the sitemaps. */
export interface JudgedSample {
  /** Those whose answer says something about the site. */
  readonly counted: number;
  /** One for each that is redirected, does not answer 2xx or is noindex. */
  readonly bad: readonly Observation[];
}

export function judgeSample(site: Needed): JudgedSample {
  const counted = site.sitemapSample.filter((exchange) => !saysNothing(exchange));
  const bad = counted.flatMap((exchange) => {
    const why = whyBad(exchange, site);
    return why === null ? [] : [observe(exchange, { note: why })];
  });
  return { counted: counted.length, bad };
}

function whyBad(exchange: Exchange, { home, samplePages, origin }: Needed): string | null {
  if (exchange.redirects.length > 0) {
    const [{ url, status } = { url: exchange.url, status: 0 }] = exchange.redirects;
    return `${place(url, origin)} is listed and answers with a redirect (${status}).`;
  }
  if (availability(exchange) !== 'present') return outcomeOf(exchange);
  const page = [home, ...samplePages].find(({ url }) => url === exchange.finalUrl);
  return isNoindex(exchange, page) ? 'It is listed and asks not to be indexed (noindex).' : null;
}

/** By X-Robots-Tag; by meta elements too where the page itself was read. */
function isNoindex(exchange: Exchange, page: Page | undefined): boolean {
  const directives = effectiveDirectives(exchange.headers, page?.facts ?? pageFactsOf(exchange));
  return INDEXERS.some((agent) => directivesFor(directives, agent).noindex !== null);
}

/** The crawlers of the indexes that answers are made from. */
const INDEXERS = ['Googlebot', 'bingbot'];
