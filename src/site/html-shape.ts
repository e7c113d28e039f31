/** How much of a body is looked at: a page says what it is early. */
const MAX_LOOKED_AT = 64 * 1024;

const HTML_DOCTYPE = /^<!doctype\s+html\b/i;
/** Elements that a page begins with, and that no text file does. */
const PAGE_TAG = /^<(?:html|head|body|title|meta|link|base|script|style|noscript|frameset)(?=[\s/>])/i;
/** Elements that a fragment of a page may begin with; Markdown may too, so they must not stand before Markdown. */
const BLOCK_TAG = /^<(?:div|main|header|nav|section|article|table|center|form|h[1-6]|p|iframe|svg|template)(?=[\s/>])/i;
const XML_DECLARATION = /^<\?xml\b[^>]*\?>/i;
const CLOSING_PAGE_TAG = /<\/(?:html|body|head)\s*>/i;
const MARKDOWN_LINE = /^(?:#{1,6}\s|>\s|[-*]\s|\[)/m;
const ROBOTS_LINE = /^\s*(?:user-agent|disallow|allow|sitemap)\s*:/im;

/**
 * Whether a body that was to be a text file (robots.txt, llms.txt) is an HTML page: a soft 404, a sign-in page, an
 * application's shell. Byte order mark, white space, comments and an XML declaration may come first. A text file that
 * begins with an HTML comment, or holds some HTML, stays a text file.
 */
export function looksLikeHtml(body: string): boolean {
  const head = body.slice(0, MAX_LOOKED_AT);
  const start = head.slice(startOfContent(head));
  if (HTML_DOCTYPE.test(start)) return true;
  if (PAGE_TAG.test(start)) return true;
  if (!BLOCK_TAG.test(start)) return false;
  return CLOSING_PAGE_TAG.test(head) || !(MARKDOWN_LINE.test(start) || ROBOTS_LINE.test(start));
}

/** Where white space, comments, and the declaration of XHTML end. */
function startOfContent(head: string): number {
  let at = 0;
  for (;;) {
    const rest = head.slice(at, at + 200);
    const trimmed = rest.trimStart();
    if (trimmed !== rest || rest.startsWith('\ufeff')) {
      at += Math.max(rest.length - trimmed.length, 1);
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
