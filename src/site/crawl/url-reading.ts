import { CORE_SEARCH_TOKENS } from '../../crawlers/registry.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { declaredCanonicals } from '../page/declared-urls.ts';
import { directivesFor, effectiveDirectives } from '../page/directives.ts';
import { pageDate } from '../page/page-date.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { metaContent } from '../page/page-labels.ts';
import { urlHash, withoutFragment } from '../page/page-url.ts';
import { mediaType } from '../read-response.ts';
import { MAX_KNOWN_URL, type PageReading, type UrlReading } from './site-inventory.ts';
import { textHash } from './text-hash.ts';

const MAX_TITLE = 200;
const MAX_LANGUAGE = 35;
const MAX_TYPE = 100;

/** Summarizes a response for an inventory. @param page what its HTML says; null for anything but a page */
export function urlReading(exchange: Exchange, page: PageReading | null): UrlReading {
  const { method, url, finalUrl, status, failure, redirects, bytes } = exchange;
  return {
    method,
    status,
    failure: failure?.kind ?? null,
    redirect: redirects.length === 0 || finalUrl === url ? null : finalUrl.slice(0, MAX_KNOWN_URL),
    hops: redirects.length,
    type: mediaType(exchange).slice(0, MAX_TYPE),
    bytes: bytes.decoded,
    page,
  };
}

/** Summarizes a page for an inventory. @param alternates indexes of the URLs of its hreflang links */
export function pageReading(exchange: Exchange, facts: PageFacts, alternates: readonly number[]): PageReading {
  const directives = effectiveDirectives(exchange.headers, facts);
  const noindex = ['*', ...CORE_SEARCH_TOKENS].filter((agent) => directivesFor(directives, agent).noindex !== null);
  const [canonical] = declaredCanonicals(exchange, facts).flatMap(({ url }) => url ?? []);
  const title = facts.titles[0]?.text ?? null;
  const description = metaContent(facts, 'description');
  // A copy: a substring would retain the whole page.
  return structuredClone({
    noindex: noindex.includes('*') ? ['*'] : noindex,
    canonical: canonical === undefined ? null : withoutFragment(canonical).slice(0, MAX_KNOWN_URL),
    alternates,
    language: facts.lang?.text.slice(0, MAX_LANGUAGE) ?? null,
    title: title?.slice(0, MAX_TITLE) ?? null,
    titleHash: title === null ? null : urlHash(title),
    descriptionHash: description === null ? null : urlHash(description),
    textHash: textHash(facts.text),
    words: facts.words,
    date: pageDate(facts)?.iso ?? null,
  });
}
