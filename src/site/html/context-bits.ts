// Contexts of an element, as bits: contents inherit them, and text is chosen by sets of them.
/** nav and footer. */
export const CHROME = 1;
/** Form controls, dialogs, consent banners, fallbacks of media, the title. */
export const CONTROL = 2;
/** hidden, aria-hidden, display:none, unless a control of the page shows it. */
export const HIDDEN = 4;
export const NOSCRIPT = 8;
/** script, style, template: not rendered, except for shadow roots. */
export const NOT_RENDERED = 16;
export const SVG = 32;
export const MAIN = 64;
export const ARTICLE = 128;
export const SECTION = 256;
export const COMMENTS = 512;
export const QUOTATION = 1024;
/** The footer of an article or of the main content: not main text, but it often contains its date. */
export const CONTENT_FOOTER = 2048;
export const LINK = 4096;
/** The header of the page. */
export const HEADER = 8192;
export const ASIDE = 16_384;
/** Class or id names boilerplate of an article: comments, related pages, sharing. Not inherited. */
export const BOILERPLATE = 32_768;
export const BOILERPLATE_BY_ID = 65_536;
/** `data-nosnippet`: not to be quoted. */
export const NO_SNIPPET = 131_072;
/** In HTML that is streamed hidden, for a script to move it into its place. */
export const STREAMED = 262_144;
/** In a declarative shadow root. */
export const SHADOW = 524_288;
/** Hidden from assistive technology alone: readers of the screen see it. */
export const ARIA_HIDDEN = 1_048_576;
/** Hidden, in a reading of all text: main text wherever it is. */
export const UNCOVERED = 2_097_152;
/** A hidden menu, dialog, message or icon: no part of the text, shown or hidden. */
export const APART = 4_194_304;
/** Class or id names a consent or age wall, a cookie notice, a modal window or an off-canvas menu. Not inherited. */
export const WALL = 8_388_608;
export const COOKIE_NOTICE = 16_777_216;
export const MODAL = 33_554_432;
export const OFF_CANVAS = 67_108_864;
/** Reviews or testimonials of customers. */
export const REVIEWS = 134_217_728;
/** In a button of the page's content. */
export const BUTTON = 268_435_456;
/** Contexts of an element's names, which its contents do not inherit. */
export const NAMED = BOILERPLATE | BOILERPLATE_BY_ID | WALL | COOKIE_NOTICE | MODAL | OFF_CANVAS;
/** Contexts whose text is excluded from the main text of every page. */
export const ALWAYS_EXCLUDED = CHROME | CONTROL | HIDDEN | NOSCRIPT | NOT_RENDERED | SVG;
/** Contexts whose text is excluded from the main text, unless most of the page's text is there. */
export const USUALLY_EXCLUDED = ALWAYS_EXCLUDED | HEADER | ASIDE;
/** Contexts that make an element a region of the page. */
export const REGION_CONTEXTS = MAIN | ARTICLE | COMMENTS | HEADER | ASIDE | UNCOVERED | NAMED;

/** Returns the context for dates: the footer of an article counts as part of it. */
export function dateContext(context: number): number {
  return (context & CONTENT_FOOTER) === 0 ? context : context & ~CHROME;
}
