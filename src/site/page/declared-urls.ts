import type { Exchange } from '../../fetch/exchange.ts';
import { parseUrl } from '../../values/web-url.ts';
import type { PageFacts, StructuredNode } from './page-facts.ts';
import { pageKey } from './page-url.ts';

/** A canonical URL that a page declares. */
export interface DeclaredCanonical {
  readonly href: string;
  /** Resolved; null when it is not a URL. */
  readonly url: string | null;
  /** Null when it is in the Link header. */
  readonly line: number | null;
}

/** Characters of a Link header that are read. */
const MAX_LINK_HEADER = 8192;

/**
 * Returns the canonical URLs that a page declares, in the Link header and in `<link>` elements of its head (RFC 6596, RFC 8288).
 * Google documents that it reads none in the body.
 */
export function declaredCanonicals(exchange: Exchange, facts: PageFacts): readonly DeclaredCanonical[] {
  return [...headerCanonicals(exchange), ...facts.canonicals.filter(({ inBody }) => inBody !== true)];
}

function headerCanonicals(exchange: Exchange): DeclaredCanonical[] {
  return headerLinks(exchange, 'canonical').map((link) => ({ ...link, line: null }));
}

/** Returns the targets of the Link header with a relation type among theirs (RFC 8288 §3), in order. @param relation in lower case */
export function headerLinks(
  { headers, finalUrl }: Pick<Exchange, 'headers' | 'finalUrl'>,
  relation: string,
): Pick<DeclaredCanonical, 'href' | 'url'>[] {
  const links = (headers['link'] ?? '').slice(0, MAX_LINK_HEADER).matchAll(/<([^<>]*)>([^<]*)/g);
  return [...links].flatMap(([, target = '', params = '']) => {
    const [, quoted, bare] = /(?:^|;)\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(params) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (!relations.includes(relation)) return [];
    return [{ href: target, url: parseUrl(target, finalUrl)?.href ?? null }];
  });
}

/** Maximum delay of a refresh that counts as a redirect, in seconds. */
const MAX_DELAY = 5;
/** Characters of a refresh that are read. */
const MAX_REFRESH = 2_000;

/**
 * Returns the URL that a page refreshes to within five seconds, without a fragment; null when it stays. A refresh to the
 * same path after a delay is a reload, not a redirect.
 *
 * HTML, "shared declarative refresh steps": https://html.spec.whatwg.org/multipage/document-lifecycle.html
 */
export function refreshTarget({ headers }: Pick<Exchange, 'headers'>, facts: PageFacts): string | null {
  const metas = facts.metas.filter(({ key, attribute }) => attribute === 'http-equiv' && key === 'refresh');
  const [refresh] = [headers['refresh'], ...metas.map(({ content }) => content)].flatMap((text) =>
    text === undefined ? [] : (parseRefresh(text.slice(0, MAX_REFRESH)) ?? []),
  );
  if (refresh === undefined || refresh.seconds > MAX_DELAY) return null;
  const target = parseUrl(refresh.href, facts.url);
  const own = URL.parse(facts.url);
  if (target === null || own === null || !/^https?:$/.test(target.protocol)) return null;
  target.hash = '';
  own.hash = '';
  const isSamePath = target.origin === own.origin && target.pathname === own.pathname;
  return target.href === own.href || (isSamePath && refresh.seconds > 0) ? null : target.href;
}

/** Parses `0; url=/there`. Returns null when it has no URL. */
function parseRefresh(text: string): { readonly seconds: number; readonly href: string } | null {
  const [delay = '', digits = ''] = /^\s*(\d*)[\d.]*/.exec(text) ?? [];
  if (delay.trim() === '') return null;
  const rest = text.slice(delay.length);
  if (!/^[\s;,]/.test(rest)) return null;
  const named = rest.trimStart().replace(/^[;,]/, '').trimStart();
  const value = named.replace(/^url\s*=/i, '').trimStart();
  const quote = value.startsWith('"') ? '"' : value.startsWith("'") ? "'" : null;
  const href = (quote === null ? value : (value.slice(1).split(quote, 1)[0] ?? '')).trim();
  return href === '' ? null : { seconds: Number(digits), href };
}

/** Returns whether a node of structured data has the url of another page: not that of this one, of its canonical or of a home page. */
export function isOfOtherPage({ properties }: StructuredNode, { url, canonicals, metas }: PageFacts): boolean {
  const named = properties['url']?.find((value) => typeof value === 'string');
  const path = named === undefined ? null : pathKey(named, url);
  if (path === null || path === '') return false;
  const ofPage = metas.flatMap(({ key, content }) => (key === 'og:url' ? content : []));
  return ![url, ...canonicals.flatMap((one) => one.url ?? []), ...ofPage].some((one) => pathKey(one, url) === path);
}

/** Returns the key of a URL without its host, which may be that of a staging site. */
function pathKey(url: string, base: string): string | null {
  const parsed = URL.parse(url, base);
  return parsed === null ? null : pageKey(`http://_${parsed.pathname}${parsed.search}`).slice(1);
}
