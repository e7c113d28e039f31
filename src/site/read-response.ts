import { availability, type Exchange } from '../fetch/exchange.ts';
import { readPage } from './html/read-page.ts';
import { type LlmsTxt, parseLlmsTxt } from './llms-txt/llms-txt.ts';
import type { PageFacts } from './page/page-facts.ts';
import { parseRobotsTxt, type RobotsTxt } from './robots/robots-txt.ts';

/** Returns whether a response is a page: a 2xx body that is HTML by its media type or, without one, by its shape. */
export function isHtmlResponse(exchange: Exchange): boolean {
  if (availability(exchange) !== 'present' || exchange.body === null) return false;
  const type = mediaType(exchange);
  if (type === 'text/html' || type === 'application/xhtml+xml') return true;
  return (type === '' || type === 'text/plain') && looksLikeHtml(exchange.body);
}

/** Returns the media type of a response in lower case, without parameters; empty when it has none. */
export function mediaType({ headers }: Pick<Exchange, 'headers'>): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Returns the facts of the page in a response. */
export const readPageFacts: (exchange: Exchange) => PageFacts = cached((exchange) =>
  readPage(exchange.body ?? '', exchange.finalUrl),
);

/**
 * Returns the facts of the page in a response with all text that its HTML hides (`ShellFacts.hidden`); null where it hides none.
 */
export const readFullFacts: (exchange: Exchange) => PageFacts | null = cached((exchange) =>
  Object.values(readPageFacts(exchange).shell.hidden).some((characters) => characters > 0)
    ? readPage(exchange.body ?? '', exchange.finalUrl, 'all')
    : null,
);

/** Measures the main text of the page in a response. Caches nothing. */
export function measureText({ body, finalUrl }: Exchange): Pick<PageFacts, 'words' | 'textLength'> {
  const { words, textLength } = readPage(body ?? '', finalUrl);
  return { words, textLength };
}

/**
 * Returns whether a page was sent in place of a text file. The shape of the body decides: a media type of text/html on
 * plain rules is only a wrong label.
 */
export function isHtmlInstead(exchange: Exchange): boolean {
  return availability(exchange) === 'present' && looksLikeHtml(exchange.body ?? '');
}

/** Returns the body of a text file with a 2xx status; null when there is none, or a page in its place. */
export function readTextResponse(exchange: Exchange): string | null {
  return availability(exchange) === 'present' && !isHtmlInstead(exchange) ? (exchange.body ?? '') : null;
}

/** Returns the rules of a robots.txt response; none when it is not such a file. */
export const readRobotsRules: (exchange: Exchange) => RobotsTxt = cached((exchange) =>
  parseRobotsTxt(readTextResponse(exchange) ?? ''),
);

/** Parses an llms.txt response. Returns null when it is not such a file. */
export const readLlmsTxtFile: (exchange: Exchange) => LlmsTxt | null = cached((exchange) => {
  const text = readTextResponse(exchange);
  return text === null ? null : parseLlmsTxt(text, exchange.finalUrl);
});

/** Caches what is read from a response as long as its exchange lives: gathering and judging both read it. */
function cached<Value>(read: (exchange: Exchange) => Value): (exchange: Exchange) => Value {
  const values = new WeakMap<Exchange, { readonly value: Value }>();
  return (exchange) => {
    const known = values.get(exchange);
    if (known !== undefined) return known.value;
    const value = read(exchange);
    values.set(exchange, { value });
    return value;
  };
}

/** Characters of a body that are examined: a page shows early what it is. */
const MAX_EXAMINED = 64 * 1024;

const HTML_DOCTYPE = /^<!doctype\s+html\b/i;
/** Elements that begin a page, and never a text file. */
const PAGE_TAG = /^<(?:html|head|body|title|meta|link|base|script|style|noscript|frameset)(?=[\s/>])/i;
/** Elements that begin a fragment of a page, or a Markdown file. */
const BLOCK_TAG = /^<(?:div|main|header|nav|section|article|table|center|form|h[1-6]|p|iframe|svg|template)(?=[\s/>])/i;
const CLOSING_PAGE_TAG = /<\/(?:html|body|head)\s*>/i;
const MARKDOWN_LINE = /^(?:#{1,6}\s|>\s|[-*]\s|\[)/m;
const ROBOTS_LINE = /^\s*(?:user-agent|disallow|allow|sitemap)\s*:/im;
const XML_DECLARATION = /^<\?xml\b[^>]*\?>/i;

/**
 * Returns whether a body expected to be a text file (robots.txt, llms.txt) is an HTML page: a soft 404, a sign-in page, an
 * application shell. A text file may begin with an HTML comment and contain some HTML.
 */
export function looksLikeHtml(body: string): boolean {
  const head = body.slice(0, MAX_EXAMINED);
  const start = head.slice(startOfContent(head));
  if (HTML_DOCTYPE.test(start) || PAGE_TAG.test(start)) return true;
  if (!BLOCK_TAG.test(start)) return false;
  return CLOSING_PAGE_TAG.test(head) || !(MARKDOWN_LINE.test(start) || ROBOTS_LINE.test(start));
}

/** Returns the offset after a byte order mark, white space, comments and an XML declaration. */
function startOfContent(head: string): number {
  let at = 0;
  for (;;) {
    const rest = head.slice(at, at + 200);
    const trimmed = rest.trimStart();
    if (trimmed !== rest) {
      at += rest.length - trimmed.length;
    } else if (rest.startsWith('<!--')) {
      const end = head.indexOf('-->', at + 4);
      if (end === -1) return head.length;
      at = end + 3;
    } else {
      const declaration = XML_DECLARATION.exec(rest);
      if (declaration === null) return at;
      at += declaration[0].length;
    }
  }
}
