import type { LimitedFact } from './page-limits.ts';

/**
 * Facts of one HTML page, read in a single pass (`read-page.ts`). Plain data: every check reads these facts, and none parses
 * HTML again. Strings are as in the page (decoded, white space collapsed where noted). They are a stranger's words, shown
 * only through `quote`. Lines count from 1 in the HTML as sent.
 */
export interface PageFacts {
  /** The URL that the page was served from; relative links resolve against `<base href>` or this. */
  readonly url: string;
  /** Length of the HTML in UTF-16 code units. */
  readonly htmlLength: number;
  /** The `lang` of the root element, trimmed (`hasSpace`), else its `xml:lang` (`isXml`); null when missing. */
  readonly lang: (Located & { readonly isXml?: true; readonly hasSpace?: true }) | null;
  /** True when the body has the class that WordPress or Ghost gives to the page of a post. */
  readonly isPost: boolean;
  /** True when the body has the classes that WordPress gives to a page, and not to a post. */
  readonly isWordPressPage: boolean;
  /** True when the body has the class that WordPress gives to the page of a file. */
  readonly isAttachment: boolean;
  /** True when the body has the classes that WordPress gives to lists of posts: of a category, a tag, an author, a date. */
  readonly isArchive: boolean;
  /** True when the body has a class that shop systems give to baskets, checkouts and accounts. */
  readonly isTransaction: boolean;
  /** Every `<title>` in the document's own tree (not in svg), white space collapsed. */
  readonly titles: readonly Located[];
  readonly metas: readonly Meta[];
  /** Where the head ends; null when it has no end, because nothing follows that cannot be in it. */
  readonly headEnd: HeadEnd | null;
  /** Where an element in noscript ends it for readers that run no scripts; null for none. */
  readonly noscriptEnd: HeadEnd | null;
  /** Every `<link rel=canonical>`, in order. The Link header is the exchange's. */
  readonly canonicals: readonly Reference[];
  /** `<link rel=alternate hreflang=…>`. */
  readonly hreflangs: readonly (Reference & { readonly hreflang: string })[];
  /** `<link rel="describedby">` and `<link rel="alternate" type="text/markdown|text/plain">`, which may announce an llms.txt (v2); and `<link rel="ai-catalog">`. */
  readonly describedBy: readonly (Reference & { readonly rel: string; readonly type: string | null })[];
  /** h1–h6 and role=heading, anywhere, also in nav, header and footer. Excludes hidden ones and those in template, noscript and svg. */
  readonly headings: readonly Heading[];
  /** The first h1 with text that is hidden by itself, and not by what is around it; null when there is none. */
  readonly hiddenH1: Located | null;
  readonly landmarks: Landmarks;
  /** Names of nav, header, footer and aside elements without an end tag that have the page's article, footer or h1 in them. */
  readonly unclosed: readonly Located[];
  /**
   * The main text by the one extractor (`main-text.ts`, `boilerplate.ts`): without script, style, template, svg,
   * noscript, hidden elements, nav, footer, dialogs and consent banners, and without asides and the page's header, unless
   * most text is there.
   *
   * It comes from main / role=main if there is more than a headline in it, else from the articles if they have at least
   * half of the text apart from comments, else from the body. It includes the block of the page's only h1, and leaves out
   * what is beside an article. Filler is left out. Blocks are joined by newlines, and white space inside a block is collapsed. Of a long text,
   * only the beginning is stored, as in `blocks`.
   */
  readonly text: string;
  /** Characters (UTF-16 code units) of the whole main text. */
  readonly textLength: number;
  /** Those of them in the main element. */
  readonly inMainLength: number;
  /** Those of them in article elements. */
  readonly articleLength: number;
  /** Those of the main text under `data-nosnippet`. */
  readonly unquotableLength: number;
  /** Blocks of `text` in document order, headings included. */
  readonly blocks: readonly TextBlock[];
  /** Words of the whole main text by Intl.Segmenter (word-like segments). */
  readonly words: number;
  /** Those of them that begin with a CJK character. */
  readonly cjkWords: number;
  /** Han, Hiragana, Katakana and Hangul characters of the whole main text. */
  readonly cjkCharacters: number;
  /** Words of filler, such as `Lorem ipsum`, in place of main text. Two CJK characters count as one. */
  readonly fillerWords: number;
  /** `<a href>` and `<frame src>` anywhere in the page. */
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  /** Names of the fields for text, numbers, dates, files and choices in the main text, up to 20. */
  readonly fields: readonly string[];
  readonly lists: readonly ListFacts[];
  readonly tables: readonly TableFacts[];
  readonly times: readonly TimeFacts[];
  /** Elements that itemprop, class or id mark as a date. Excludes time elements without any of these. */
  readonly markedDates: readonly MarkedDate[];
  /** `rel=author` links, itemprop=author and elements whose class or id names an author or byline, with their text. */
  readonly bylines: readonly Located[];
  /** Blockquotes and q elements in the main text: their text, and cite attribute or `<cite>` text. */
  readonly quotations: readonly (Located & { readonly attribution: string | null })[];
  readonly structuredData: StructuredData;
  readonly shell: ShellFacts;
  /**
   * Number of facts of each kind beyond the limits of `page-limits.ts`, and of elements nested too deeply. Nothing is known
   * about them. Blocks that were cut are included.
   */
  readonly unread: Readonly<Record<LimitedFact | 'elements', number>>;
}

/** Text and the line it starts on. */
export interface Located {
  readonly text: string;
  readonly line: number;
}

export interface Meta {
  /** name, property, itemprop or http-equiv, in lower case. */
  readonly key: string;
  readonly attribute: 'name' | 'property' | 'itemprop' | 'http-equiv';
  readonly content: string;
  readonly line: number;
  /** True after the end of the head. */
  readonly inBody?: true;
}

/**
 * The end of a head (HTML §13.2.6.4.4). Google documents that it reads no canonical, hreflang or description after an element that
 * may not be in the head.
 */
export interface HeadEnd {
  /** Name of the element that ends it though it may not be there, or `text`; null for an end tag or the start of the body. */
  readonly cause: string | null;
  readonly line: number;
}

export interface Reference {
  /** True for a link element after the end of the head. */
  readonly inBody?: true;
  /** The href as written. */
  readonly href: string;
  /** Resolved and serialised; null when it is not a URL. */
  readonly url: string | null;
  readonly line: number;
}

export interface Heading extends Located {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** True when its text is part of the main text. */
  readonly inMain: boolean;
  /** True in an article element. */
  readonly inArticle: boolean;
  /**
   * Why an h1 is not the heading of the page: it is a `logo`, which has no text but the alternative text of a picture; the `name` of
   * the site, which is a link to the home page from another page; or it stands
   * in a `menu`, a footer, a dialog or something else beside the page's text. Absent for the others.
   */
  readonly notOfPage?: 'logo' | 'name' | 'menu';
}

/** Number of landmarks of each kind, by element or role. */
export interface Landmarks {
  readonly main: number;
  readonly article: number;
  readonly nav: number;
  readonly header: number;
  readonly footer: number;
}

export interface TextBlock extends Located {
  readonly kind:
    | 'heading'
    | 'paragraph'
    | 'list_item'
    | 'table_cell'
    | 'quotation'
    | 'definition'
    | 'preformatted'
    | 'caption'
    | 'other';
  readonly words: number;
  /** Those of them that begin with a CJK character. */
  readonly cjkWords: number;
  readonly cjkCharacters: number;
  /** For a heading 1 to 6, else null. */
  readonly level: number | null;
  /** True where it is links and nothing else. Absent for other text. */
  readonly isLink?: true;
}

export interface Link extends Reference {
  /** Its text, else the alt of an image in it, else aria-label; collapsed, at most 200 characters. */
  readonly text: string;
  readonly rel: readonly string[];
  /** True when it is in the main text. */
  readonly inMain: boolean;
}

export interface Image {
  readonly src: string;
  /** Null when there is no alt attribute; `''` is a decision that the image is decoration, by alt, role or aria-hidden. */
  readonly alt: string | null;
  readonly line: number;
  readonly inMain: boolean;
}

export interface ListFacts {
  readonly kind: 'ul' | 'ol' | 'dl';
  readonly items: number;
  /** True when it consists of links up to the length of titles and is less than half of the page's text, or has no text. */
  readonly isMenu: boolean;
  readonly line: number;
  readonly inMain: boolean;
}

export interface TableFacts {
  readonly rows: number;
  /** Has th cells, a caption or short texts in rows of several cells, and is not role=presentation. */
  readonly isData: boolean;
  readonly line: number;
  readonly inMain: boolean;
}

export interface TimeFacts extends Located {
  /** The datetime attribute, trimmed; null when missing. */
  readonly datetime: string | null;
  /** True when it is in the main text, or in the footer of an article or of the main content. */
  readonly inMain: boolean;
  /** True in a quotation, or inside an element whose class or id names comments or reviews. */
  readonly inComments: boolean;
}

/** An element marked as a date. Its text is the content, datetime or title attribute, else its own text. */
export interface MarkedDate extends Located {
  /** Property of schema.org in its itemprop; null where class or id mark it. */
  readonly property: 'datePublished' | 'dateModified' | 'dateCreated' | null;
  /** True when it is in the main text or before it, in the footer of an article or of the main content, or marked as the last change. */
  readonly inMain: boolean;
  readonly inComments: boolean;
}

/** One entity, flattened: `@graph` opened, nested nodes listed too, `@id` references resolved within the page. */
export interface StructuredNode {
  /** Syntax that described it first. Others may have added to it under the same id. */
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa';
  /** Type names without the schema.org prefix, e.g. `['Organization']`; other vocabularies keep their IRI. Empty for typeless nodes. */
  readonly types: readonly string[];
  readonly id: string | null;
  /** Property name to values. A value is a string, or the index of another node of the page's list. Numbers and booleans are strings. */
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>;
  /** True for a node nested in another under a property such as `publisher` or `author`. It may be incomplete. */
  readonly nested: boolean;
  readonly line: number;
  /** Line on which the element of a Microdata or RDFa node ends; absent where that is the line on which it starts. */
  readonly lastLine?: number;
}

export type StructuredValue = string | { readonly node: number };

export interface StructuredData {
  readonly nodes: readonly StructuredNode[];
  /** JSON-LD script elements, parsed or not. */
  readonly jsonLdBlocks: number;
  /** Number of blocks that do not parse. */
  readonly jsonLdBroken: number;
  /** Number of blocks that parse without the marks of a comment or CDATA around them. */
  readonly jsonLdWrapped: number;
  /** Errors of the first of these: the message, and the text at the error. */
  readonly jsonLdErrors: readonly (Located & { readonly message: string })[];
  /** Nodes or nesting beyond the limits were left out (hostile depth or number). */
  readonly truncated: boolean;
}

/** Signs that the page is a shell which scripts fill. */
export interface ShellFacts {
  readonly markers: readonly ShellMarker[];
  /**
   * Empty containers with an id, a skeleton or a placeholder, and custom elements, in the place of the page's content.
   * Counted only on pages with scripts and less than 150 words (300 CJK characters).
   */
  readonly emptyContainers: number;
  /** True when `main`, or else the body, has nothing but navigation and empty containers. */
  readonly areOnlyContainers: boolean;
  /** True when there are more empty containers than blocks of main text. */
  readonly areMostlyContainers: boolean;
  /** Characters of text in `aside` elements, which is not main text, without short links. */
  readonly asideCharacters: number;
  /** Characters of text in each place that hides it from readers of the page. */
  readonly hidden: Readonly<Record<HiddenPlace, number>>;
  /** Number of frames, and of iframes that are large enough to see. */
  readonly frames: number;
  /** True for a page with hardly any text and an inline script that leads to another page. */
  readonly isRedirect: boolean;
  readonly scripts: number;
  /** `<a href>` that lead to `#/…` or `#!…` routes. */
  readonly hashRoutes: number;
}

/**
 * `streamed`: HTML that React sends hidden, for a script to move it into its place;
 * `elements`: what hidden, aria-hidden or display:none hides, and no control of the page opens;
 * `shadow`: a declarative shadow root;
 * `noscript`;
 * `data`: inline JSON (`__NEXT_DATA__`, `application/json`, assigned state), and 2,000 characters or more in inline scripts.
 *   Only looked for on pages with less than 150 words (300 CJK characters).
 */
export type HiddenPlace = 'streamed' | 'elements' | 'shadow' | 'noscript' | 'data';

export interface ShellMarker extends Located {
  /**
   * `empty_root`: an element such as #root, #app, #__next, #__nuxt, app-root without text;
   * `empty_container`: another empty element in the place of the page's content;
   * `bare_container`: such an element without an id of content: scripts may fill it, or the page is just empty;
   * `placeholder`: an element whose whole text is "Loading…" or the like, or a template that Next.js leaves in place of it;
   * `enable_javascript`: words that ask for JavaScript;
   * `scripts_without_text`: module scripts, or inline scripts that build the page, and no text but perhaps a placeholder;
   * `inline_data`: 2,000 characters of text in inline scripts, and hardly any in the HTML.
   */
  readonly kind:
    | 'empty_root'
    | 'empty_container'
    | 'bare_container'
    | 'placeholder'
    | 'enable_javascript'
    | 'scripts_without_text'
    | 'inline_data';
}
