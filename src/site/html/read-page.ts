import type { PageFacts } from '../page/page-facts.ts';
import type { Attributes } from './attributes.ts';
import { NONE_UNREAD } from './bounded-facts.ts';
import { ContentFacts } from './content-facts.ts';
import { NOT_RENDERED, SVG } from './context-bits.ts';
import { DateFacts } from './date-facts.ts';
import { ContextReader, type UnclosedElements } from './element-context.ts';
import { byType } from './element-types.ts';
import { HeadFacts } from './head-facts.ts';
import type { Reading } from './hidden-uses.ts';
import { type MarkupHandler, readMarkup } from './markup.ts';
import type { OpenElement } from './open-element.ts';
import { withoutParagraphs } from './paragraphs-in-headings.ts';
import { LineIndex, type ParsedPage, UrlResolver } from './parsed-page.ts';
import { PassageFacts } from './passage-facts.ts';
import { ShellReader } from './shell/shell-facts.ts';
import { isJsonLd, StructuredDataReader } from './structured-data/structured-data.ts';
import { withEmbeddedText } from './text/embedded-text.ts';
import { TextExtractor } from './text/text-extractor.ts';
import { TextLog } from './text/text-log.ts';
import { withoutFiller } from './text/without-filler.ts';

/** Extractor of each element, by its name. */
const EXTRACTORS = byType<'head' | 'link' | 'image' | 'field' | 'script' | 'noscript' | 'time' | 'passage'>([
  ['html body meta link base title', 'head'],
  ['a frame', 'link'],
  ['img', 'image'],
  ['input select textarea', 'field'],
  ['script', 'script'],
  ['noscript', 'noscript'],
  ['time', 'time'],
  ['ul ol dl menu li dt table tr td th caption blockquote q cite figure figcaption', 'passage'],
]);

/**
 * Reads an HTML page in one pass.
 *
 * Takes any string, however long and broken; never throws. Takes time linear in its length.
 *
 * @param html the decoded page
 * @param url the absolute URL that it was served from
 * @param reading what it is read for. Default: the text that readers are shown
 * @param unclosed what a first reading finds
 */
export function readPage(
  html: string,
  url: string,
  reading: Reading = 'shown',
  unclosed: UnclosedElements = new Map(),
): PageFacts {
  const known = unclosed.size;
  const reader = new PageReader(html, url, reading, unclosed);
  const notFollowed = readMarkup(html, reader);
  return known === 0 && unclosed.size > 0 ? readPage(html, url, reading, unclosed) : reader.facts(notFollowed);
}

/** An open script element, and the offsets of its content. */
interface OpenScript {
  readonly element: OpenElement;
  start: number;
  end: number;
}

/** Passes the markup of a page to the extractors. */
class PageReader implements MarkupHandler {
  readonly #html: string;
  readonly #url: string;
  readonly #reading: Reading;
  readonly #unclosed: UnclosedElements;
  readonly #contexts: ContextReader;
  readonly #log: TextLog;
  readonly #text: TextExtractor;
  readonly #head: HeadFacts;
  readonly #content: ContentFacts;
  readonly #passages: PassageFacts;
  readonly #dates: DateFacts;
  readonly #structured: StructuredDataReader;
  readonly #shell: ShellReader;
  #script: OpenScript | null = null;
  /** Resolves against the base element as far as it is known. */
  #urls: UrlResolver;

  constructor(html: string, url: string, reading: Reading, unclosed: UnclosedElements) {
    this.#html = html;
    this.#url = url;
    this.#reading = reading;
    this.#unclosed = unclosed;
    this.#contexts = new ContextReader(html, reading, unclosed);
    this.#urls = new UrlResolver(url, null);
    this.#log = new TextLog(html);
    this.#text = new TextExtractor(html, this.#log);
    this.#head = new HeadFacts(this.#log);
    this.#content = new ContentFacts(this.#log);
    this.#passages = new PassageFacts(this.#log);
    this.#dates = new DateFacts(this.#log);
    this.#structured = new StructuredDataReader(html, this.#log, (href) => this.#urls.resolve(href) ?? href);
    this.#shell = new ShellReader(html, this.#log);
  }

  opened(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    if (this.#head.isOpen && !this.#isEndTag(element)) this.#head.sawElement(element, parent);
    const use = this.#contexts.read(element, parent, attributes);
    this.#text.opened(element, parent, use);
    this.#openedByName(element, parent, attributes);
    if (element.listPart !== null) this.#passages.opened(element, attributes);
    const isHeading = element.level > 0 && (parent.level === 0 || element.type.headingLevel > 0);
    if (isHeading) this.#content.openedHeading(element, parent, attributes);
    if (!attributes.isEmpty && (element.context & NOT_RENDERED) === 0) {
      this.#structured.opened(element, attributes);
      this.#dates.opened(element, attributes, use);
    }
    this.#shell.opened(element, parent, attributes);
  }

  closed(element: OpenElement, at: number): void {
    if (element.type.name === 'head') this.#head.closedHead();
    this.#contexts.closed(element, at);
    this.#text.closed(element, at);
  }

  text(start: number, end: number, parent: OpenElement): void {
    if (this.#script?.element === parent) {
      if (this.#script.start === this.#script.end) this.#script.start = start;
      this.#script.end = end;
      return;
    }
    if (this.#head.isOpen && !isBlank(this.#html, start, end)) this.#head.sawText(start, parent);
    this.#text.text(start, end, parent);
    this.#shell.text(start, end, parent);
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    if (this.#head.isOpen && !BLANK.includes(String.fromCodePoint(codePoint))) this.#head.sawText(end - 1, parent);
    this.#text.codePoint(codePoint, end, parent);
    this.#shell.containers.codePoint(codePoint, parent);
  }

  facts(notFollowed: number): PageFacts {
    const lines = new LineIndex(this.#html);
    const shown = this.#text.mainText(lines);
    const main = this.#reading === 'all' ? withEmbeddedText(shown, this.#shell.embeddedTexts(shown)) : shown;
    const unread = { ...NONE_UNREAD, elements: notFollowed, blocks: main.unread };
    const page: ParsedPage = { url: this.#url, log: this.#log, main, lines, urls: this.#urls, unread };
    const content = this.#content.facts(page);
    const own = withoutFiller(main);
    const { blocks, headings } = withoutParagraphs(own.blocks, content.headings);
    return {
      url: this.#url,
      htmlLength: this.#html.length,
      ...this.#head.facts(page),
      landmarks: this.#contexts.landmarks,
      unclosed: [...this.#unclosed].map(([start, text]) => ({ text, line: lines.at(start) })),
      text: own.blocks.map(({ text }) => text).join('\n'),
      textLength: own.textLength,
      inMainLength: main.inMainLength,
      articleLength: main.articleLength,
      unquotableLength: main.unquotable,
      blocks,
      words: own.words,
      cjkWords: own.cjkWords,
      cjkCharacters: own.cjkCharacters,
      fillerWords: own.fillerWords,
      ...content,
      headings,
      ...this.#passages.facts(page),
      ...this.#dates.facts(page),
      structuredData: this.#structured.facts(lines),
      shell: this.#shell.facts(page, content.links),
      unread,
    };
  }

  /** Returns whether an end tag made the element. In the head, `</p>` makes none. */
  #isEndTag({ start }: OpenElement): boolean {
    return this.#html.charAt(start + 1) === '/';
  }

  #openedByName(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    switch (EXTRACTORS[element.type.id]) {
      case 'head':
        this.#openedInHead(element, attributes);
        return;
      case 'link':
        this.#content.openedLink(element, attributes);
        return;
      case 'image':
        this.#content.openedImage(element, attributes);
        return;
      case 'field':
        this.#content.openedField(element, parent, attributes);
        return;
      case 'script':
        this.#openedScript(element, parent, attributes);
        return;
      case 'noscript':
        this.#shell.openedNoscript(element, parent);
        return;
      case 'time':
        this.#dates.openedTime(element, attributes);
        return;
      case 'passage':
        this.#passages.opened(element, attributes);
    }
  }

  #openedInHead(element: OpenElement, attributes: Attributes): void {
    const before = this.#head.baseHref;
    this.#head.opened(element, attributes);
    if (this.#head.baseHref !== before) this.#urls = new UrlResolver(this.#url, this.#head.baseHref);
  }

  #openedScript(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    if ((parent.context & (NOT_RENDERED | SVG)) !== 0) return;
    const script: OpenScript = { element, start: element.start, end: element.start };
    this.#script = script;
    const kind = isJsonLd(attributes.get('type')) ? 'json-ld' : this.#shell.openedScript(element, attributes);
    element.onClose(() => {
      this.#script = null;
      if (kind === 'json-ld') {
        this.#structured.readJsonLd(script.start, script.end);
        this.#shell.readStructuredData(script.start, script.end);
      } else {
        this.#structured.readOther(script.start, script.end);
        this.#shell.readScript(script.start, script.end, kind);
      }
    });
  }
}

/** White space of HTML, which may stand in the head. */
const BLANK = ' \t\n\f\r';

function isBlank(html: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!BLANK.includes(html.charAt(at))) return false;
  return true;
}
