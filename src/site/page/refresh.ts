import type { Exchange } from '../../fetch/exchange.ts';
import type { PageFacts } from './page-facts.ts';

/** Longest delay of a refresh at once. A page that stays longer is a separate page. */
const AT_ONCE_SECONDS = 5;
/** Characters of a refresh that are read. */
const READ = 2_000;

/**
 * Returns the URL that a page refreshes to within five seconds, without a fragment; null when it stays. A refresh to the
 * same path after a delay is a reload, not a redirect.
 *
 * HTML, "shared declarative refresh steps": https://html.spec.whatwg.org/multipage/document-lifecycle.html
 */
export function refreshTarget({ headers }: Pick<Exchange, 'headers'>, facts: PageFacts): string | null {
  const metas = facts.metas.filter(({ key, attribute }) => attribute === 'http-equiv' && key === 'refresh');
  const [refresh] = [headers['refresh'], ...metas.map(({ content }) => content)].flatMap((text) =>
    text === undefined ? [] : (parseRefresh(text.slice(0, READ)) ?? []),
  );
  if (refresh === undefined || refresh.seconds > AT_ONCE_SECONDS) return null;
  const target = URL.parse(refresh.href, facts.url);
  const own = URL.parse(facts.url);
  if (target === null || own === null || !/^https?:$/.test(target.protocol)) return null;
  target.hash = '';
  own.hash = '';
  const isSamePath = target.origin === own.origin && target.pathname === own.pathname;
  return target.href === own.href || (isSamePath && refresh.seconds > 0) ? null : target.href;
}

/** Reads `0; url=/there`; null when it has no URL. */
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
