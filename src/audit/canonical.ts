import { availability, type Exchange } from '../fetch/exchange.ts';
import type { Page } from './facts.ts';
import { saysNothing } from './no-verdict.ts';
import { isSameSite } from './registrable-domain.ts';

/** What a page declares as its canonical URL. */
export interface CanonicalReading {
  /** Resolved, without a fragment; null unless exactly one URL is declared. */
  readonly url: string | null;
  /** The first declaration; null when there is none. */
  readonly first: Declaration | null;
  /** What is wrong with it, as a sentence; null when nothing is. */
  readonly problem: string | null;
}

interface Declaration {
  readonly href: string;
  readonly url: string | null;
  /** Null when it stands in the Link header. */
  readonly line: number | null;
}

/** So much of a Link header is read. */
const HEADER_LENGTH = 8192;

/**
 * Reads the canonical of a page, from `<link>` elements and the Link header alike (RFC 6596, RFC 8288).
 * @param known answers of this audit, by which it is known whether the target is there
 */
export function readCanonical(page: Page, known: ReadonlyMap<string, Exchange>): CanonicalReading {
  const declared = [...headerCanonicals(page), ...page.facts.canonicals];
  const [first = null] = declared;
  if (first === null) return { url: null, first, problem: 'It declares no canonical URL.' };
  const urls = new Set(declared.map(({ url }) => (url === null ? null : withoutFragment(url))));
  if (urls.size > 1) return { url: null, first, problem: `It declares ${urls.size} canonical URLs that differ.` };
  const url = first.url === null ? null : withoutFragment(first.url);
  return { url, first, problem: problemOf(page, first, url, known.get(url ?? '')) };
}

/** Answers by the URL that was asked for, and of those that were not redirected only: of a page that is there. */
export function answersByUrl(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const answers = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    answers.set(exchange.url, exchange);
    // A page that a redirect led to is itself there.
    if (exchange.redirects.length > 0 && !answers.has(exchange.finalUrl)) {
      answers.set(exchange.finalUrl, { ...exchange, url: exchange.finalUrl, redirects: [] });
    }
  }
  return answers;
}

function problemOf(page: Page, { href }: Declaration, url: string | null, target: Exchange | undefined): string | null {
  if (url === null || !/^https?:/.test(url)) return 'Its canonical is not a URL.';
  if (!/^\s*https?:\/\//i.test(href)) return 'Its canonical is not an absolute URL.';
  if (!isSameSite(url, page.url)) return 'Its canonical is on another site.';
  // What was not asked for, or gave no answer, is not held against the page.
  if (target === undefined || target.status === null || saysNothing(target)) return null;
  if (target.redirects.length > 0) return 'Its canonical is redirected.';
  return availability(target) === 'present' ? null : `Its canonical answers ${target.status}.`;
}

/** Targets of the Link header with `canonical` among their relation types (RFC 8288 §3). */
function headerCanonicals({ url, exchange }: Page): Declaration[] {
  return linkValues(exchange.headers['link'] ?? '').flatMap(({ target, params }) => {
    const [, quoted, bare] = /(?:^|;)\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(params) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (!relations.includes('canonical')) return [];
    return [{ href: target, url: URL.parse(target, url)?.href ?? null, line: null }];
  });
}

/** The link-values of a Link header: `<target>` and the parameters up to the next one. */
function linkValues(header: string): { target: string; params: string }[] {
  const values: { target: string; params: string }[] = [];
  const text = header.slice(0, HEADER_LENGTH);
  let open = text.indexOf('<');
  while (open !== -1) {
    const close = text.indexOf('>', open);
    if (close === -1) break;
    const next = text.indexOf('<', close);
    values.push({ target: text.slice(open + 1, close), params: text.slice(close + 1, next === -1 ? undefined : next) });
    open = next;
  }
  return values;
}

function withoutFragment(url: string): string {
  const end = url.indexOf('#');
  return end === -1 ? url : url.slice(0, end);
}
