import { availability, type Exchange } from '../../../fetch/exchange.ts';
import { type DeclaredCanonical, declaredCanonicals } from '../../../site/page/declared-urls.ts';
import { withoutFragment } from '../../../site/page/page-url.ts';
import { isTruncated } from '../../content/page-text.ts';
import { isInconclusive } from '../../observe.ts';
import { isSameSite } from '../../registrable-domain.ts';
import type { Page } from '../../site-facts.ts';
import { inBodyFault } from './head-end.ts';
import type { LabelFault } from './label-fault.ts';

const NONE: LabelFault = {
  note: 'It lacks a canonical URL.',
  problem: ['lacks a canonical URL', 'lack a canonical URL'],
};
export const ELSEWHERE: LabelFault = {
  note: 'Its canonical is on another site.',
  problem: ['has a canonical on another site', 'have a canonical on another site'],
};
/** The address of a generator's preview, left in its settings. */
export const DEVELOPMENT: LabelFault = {
  note: 'Its canonical is on a host that exists only on a developer’s machine or network.',
  problem: ['has a canonical on a development host', 'have canonicals on a development host'],
};
/** Hosts that no public name server has: RFC 6761, RFC 6762, private addresses (RFC 1918). */
const DEVELOPMENT_HOST =
  /(?:^|\.)(?:localhost|local|test|internal|lan)$|^(?:127|10)\.[\d.]+$|^192\.168\.[\d.]+$|^172\.(?:1[6-9]|2\d|3[01])\.[\d.]+$|^\[::1\]$/;
/** The canonical of a mirror or a mobile host, or a wrong base URL: the page leaves its place in indexes to another host. */
export const OTHER_HOST: LabelFault = {
  note: 'Its canonical is on another host, so it declares itself a copy of a page there.',
  problem: ['has a canonical on another host', 'have canonicals on another host'],
};
/** A base URL and a path that were joined without a slash: `https://example.comindex.html`. */
const JOINED: LabelFault = {
  note: 'Its canonical lacks the slash after the host name, so it names a host that does not exist.',
  problem: [
    'has a canonical without a slash after the host name',
    'have canonicals without a slash after the host name',
  ],
};
/** A whole URL after a scheme: `https://https://example.com/`. */
const TWO_SCHEMES: LabelFault = {
  note: 'Its canonical has two schemes, so it is not a URL of this site.',
  problem: ['has a canonical with two schemes', 'have canonicals with two schemes'],
};
const REDIRECTED: LabelFault = {
  note: 'Its canonical is redirected.',
  problem: ['has a canonical URL that is redirected', 'have a canonical URL that is redirected'],
};

/** The page’s own address with http, as an application behind a proxy writes it. */
const UNENCRYPTED: LabelFault = {
  note: 'Its canonical has http, and the page itself has https.',
  problem: ['has a canonical with http in place of https', 'have canonicals with http in place of https'],
};

/** The canonical URL that a page declares, and its fault. */
export interface CanonicalReading {
  /** Resolved, without a fragment; null unless exactly one URL is declared. */
  readonly url: string | null;
  /** The first declaration; null when there is none. */
  readonly first: DeclaredCanonical | null;
  readonly fault: LabelFault | null;
}

/**
 * Reads the canonical of a page, from `<link>` elements and the Link header alike (RFC 6596, RFC 8288).
 * @param known responses of this audit, which show whether the target exists
 */
export function readCanonical(page: Page, known: ReadonlyMap<string, Exchange>): CanonicalReading {
  const declared = declaredCanonicals(page.exchange, page.facts);
  const [first = null] = declared;
  if (first === null) return { ...ofNone(page), url: null };
  const urls = new Set(declared.map(({ url }) => (url === null ? null : withoutFragment(url))));
  if (urls.size > 1)
    return { url: null, first, fault: { note: `It declares ${urls.size} canonical URLs that differ.` } };
  const url = first.url === null ? null : withoutFragment(first.url);
  return { url, first, fault: findFault(page, url, known.get(url ?? '')) };
}

/** Returns the reading of a page that declares none where it counts. */
function ofNone({ facts }: Page): Pick<CanonicalReading, 'first' | 'fault'> {
  if (isTruncated(facts, 'canonicals')) return { first: null, fault: null };
  const [first = null] = facts.canonicals;
  return { first, fault: first === null ? NONE : inBodyFault('canonical', facts) };
}

/** Returns the fault of an address that is meant to be on the page's site; null where it is on another one. */
function misspelt(url: string, pageUrl: string): LabelFault | null {
  const { hostname } = new URL(url);
  const own = new URL(pageUrl).hostname.replace(/^www\./, '');
  const named = hostname.replace(/^www\./, '');
  if (hostname === 'http' || hostname === 'https') return TWO_SCHEMES;
  return named.startsWith(own) && /^[^.]/.test(named.slice(own.length)) ? JOINED : null;
}

function findFault(page: Page, url: string | null, target: Exchange | undefined): LabelFault | null {
  if (url === null || !/^https?:/.test(url)) return { note: 'Its canonical is not a URL.' };
  if (!isSameSite(url, page.url)) {
    return misspelt(url, page.url) ?? (DEVELOPMENT_HOST.test(new URL(url).hostname) ? DEVELOPMENT : ELSEWHERE);
  }
  const isAnswered = target !== undefined && target.status !== null;
  const isServed = isAnswered && target.redirects.length === 0;
  if (!isServed && url !== page.url && url === page.url.replace(/^https:/, 'http:')) return UNENCRYPTED;
  // Any other URL that was not requested, or gave no response, costs the page nothing.
  if (!isAnswered || isInconclusive(target)) return null;
  const [hop] = target.redirects;
  if (hop !== undefined && hop.status < 300) return { note: 'Its canonical is a page that refreshes to another one.' };
  if (hop !== undefined) return REDIRECTED;
  return availability(target) === 'present' ? null : { note: `Its canonical returns ${target.status}.` };
}
