import { availability, type Exchange } from '../../fetch/exchange.ts';
import { readPage, readTextSize } from '../html/html.ts';
import type { TextSize } from '../html/text/text-extractor.ts';
import { looksLikeHtml } from '../html-shape.ts';
import type { PageFacts } from './page-facts.ts';

/** Whether an answer is a page: a 2xx body that its media type, or failing that its shape, calls HTML. */
export function isHtmlAnswer(exchange: Exchange): boolean {
  if (availability(exchange) !== 'present' || exchange.body === null) return false;
  const mediaType = exchange.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return true;
  return (mediaType === '' || mediaType === 'text/plain') && looksLikeHtml(exchange.body);
}

const factsOfExchange = new WeakMap<Exchange, PageFacts>();

/**
 * Returns the facts of the page in a response. Cached as long as the exchange lives, because gathering follows the links of
 * pages that are judged afterwards. `page-limits.ts` bounds their size.
 */
export function pageFactsOf(exchange: Exchange): PageFacts {
  const known = factsOfExchange.get(exchange);
  if (known !== undefined) return known;
  const facts = readPage(exchange.body ?? '', exchange.finalUrl);
  factsOfExchange.set(exchange, facts);
  return facts;
}

/** Measures the main text of the page in a response. Caches nothing. */
export function textSizeOf({ body }: Exchange): TextSize {
  return readTextSize(body ?? '');
}
