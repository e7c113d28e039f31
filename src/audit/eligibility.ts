import { CORE_SEARCH_TOKENS } from '../crawlers/registry.ts';
import { pageCandidate } from '../site/gather/sample.ts';
import { type Directive, directivesFor, effectiveDirectives, hasPassed } from '../site/page/directives.ts';
import { isFormPath, isThanksPath } from '../site/page/form-pages.ts';
import { hasLegalTitle } from '../site/page/page-kind.ts';
import type { Observation } from './check.ts';
import { observe } from './observe.ts';
import { isSecondary, type Page, type SiteFacts } from './site-facts.ts';

/** A page that may not be indexed or quoted by an answer engine. */
export interface IneligiblePage {
  readonly page: Page;
  readonly barriers: readonly Barrier[];
  /** A kind of page that is rightly excluded from indexes: it is reported and not scored. */
  readonly excepted: boolean;
}

interface Barrier {
  /** `noindex`, `max-snippet:0`, with the crawler that it is addressed to. */
  readonly name: string;
  readonly seen: Observation;
}

/** Only Bing is documented to leave such pages out of its answers. */
const READS_NOARCHIVE = 'bingbot';
/** Only Google documents that it leaves pages out after this date. */
const READS_UNAVAILABLE_AFTER = 'Googlebot';

/** The pages that a directive keeps out of an answer engine, for all crawlers or for one of the core search crawlers. */
export function ineligiblePages(
  home: Page,
  samplePages: readonly Page[],
  { origin, gatheredAt }: Pick<SiteFacts, 'origin' | 'gatheredAt'>,
): readonly IneligiblePage[] {
  return [home, ...samplePages].flatMap((page) => {
    const barriers = findBarriers(page, gatheredAt);
    if (barriers.length === 0) return [];
    return [{ page, barriers, excepted: page !== home && mayBeExcluded(page, home, origin) }];
  });
}

/** Returns whether a page asks not to be indexed, as pages of its kind may: such a page is not judged at all. */
export function isRightlyNoindex(page: Page, home: Page, origin: string): boolean {
  return mayBeExcluded(page, home, origin) && isNoindexForAll(page);
}

/** Contact, legal and listing pages, forms, baskets and accounts, and login or search pages that a URL may have led to. */
function mayBeExcluded(page: Page, home: Page, origin: string): boolean {
  const { pathname } = new URL(page.url);
  return (
    isSecondary(page) ||
    hasLegalTitle(page.facts) ||
    page.facts.isTransaction ||
    isFormPath(pathname) ||
    isThanksPath(pathname) ||
    pageCandidate(page.url, origin, home.url) === null
  );
}

/** Returns whether the page asks every crawler not to index it. */
export function isNoindexForAll(page: Page): boolean {
  return directivesFor(readDirectives(page), '*').noindex !== null;
}

/** Returns the limits on quoting, short of forbidding it, for any core search crawler. */
export function listQuoteLimits(page: Page): readonly string[] {
  const directives = readDirectives(page);
  const limits = CORE_SEARCH_TOKENS.flatMap((token) => {
    const { maxSnippet, nocache } = directivesFor(directives, token);
    return [
      ...(maxSnippet === null ? [] : [`max-snippet:${maxSnippet.characters}`]),
      ...(nocache === null ? [] : ['nocache']),
    ];
  });
  return [...new Set(limits)];
}

function findBarriers(page: Page, now: number): readonly Barrier[] {
  const directives = readDirectives(page);
  const barring = CORE_SEARCH_TOKENS.flatMap((token) => {
    const { noindex, nosnippet, noarchive, unavailableAfter } = directivesFor(directives, token);
    const isGone = token === READS_UNAVAILABLE_AFTER && unavailableAfter !== null && hasPassed(unavailableAfter, now);
    const others = [token === READS_NOARCHIVE ? noarchive : null, isGone ? unavailableAfter : null];
    return [noindex, nosnippet, ...others].filter((one) => one !== null);
  });
  const barriers = [...new Set(barring)].map((directive) => {
    const name = nameDirective(directive);
    return { name, seen: seenAt(page, directive, name) };
  });
  return page.facts.unquotableLength * 2 > page.facts.textLength ? [...barriers, unquotable(page)] : barriers;
}

function unquotable({ exchange, facts: { textLength, unquotableLength } }: Page): Barrier {
  const share = Math.round((100 * unquotableLength) / textLength);
  return {
    name: 'data-nosnippet',
    seen: observe(exchange, { note: `data-nosnippet is on ${share} % of its main text, so that cannot be quoted.` }),
  };
}

function readDirectives({ exchange, facts }: Page): readonly Directive[] {
  return effectiveDirectives(exchange.headers, facts);
}

function nameDirective({ name, agent }: Directive): string {
  if (name === 'unavailable_after') return 'unavailable_after, a date in the past, for Googlebot';
  const directive = name === 'max-snippet' ? 'max-snippet:0' : name;
  const token = CORE_SEARCH_TOKENS.find((core) => core.toLowerCase() === agent);
  return token === undefined ? directive : `${directive} for ${token}`;
}

function seenAt({ exchange }: Page, { source }: Directive, name: string): Observation {
  return source.kind === 'header'
    ? observe(exchange, { note: `X-Robots-Tag says ${name}.`, header: 'x-robots-tag', text: source.value })
    : observe(exchange, { note: `A meta element says ${name}.`, line: source.line, text: source.content });
}
