import type { PageFacts } from '../page/page-facts.ts';
import { type Attributes, DESCRIBING } from './attributes.ts';
import { ContentFacts } from './content-facts.ts';
import { DateFacts } from './date-facts.ts';
import { byType } from './element-types.ts';
import { HeadFacts } from './head-facts.ts';
import { type MarkupHandler, readMarkup } from './markup.ts';
import type { OpenElement } from './open-element.ts';
import { PassageFacts } from './passage-facts.ts';
import { HIDDEN, INERT, NAMES_BYLINE, NAMES_DATE, Places, SVG } from './element-context.ts';
import { type ScriptKind, ShellReader } from './shell/shell-facts.ts';
import { isJsonLd, mayBeRdfa, StructuredDataReader } from './structured-data/structured-data.ts';
import { Lines } from './text/line-index.ts';
import type { PageContext } from './text/range.ts';
import { TextExtractor, type TextSize } from './text/text-extractor.ts';
import { TextLog } from './text/text-log.ts';
import { UrlResolver } from './url-resolver.ts';

// Extractors to notify when an element closes.
const TITLE = 1;
const HEADING = 2;
const LINK = 4;
const PASSAGE = 8;
const BYLINE = 16;
const ROOT = 32;
const NOSCRIPT = 64;
const SCRIPT = 128;
const ITEM = 256;
const ITEM_TEXT = 512;
const RDFA_SCOPE = 1024;
const RDFA_TEXT = 2048;
const ID = 4096;
const HIDDEN_PART = 8192;
const CONTAINER = 16_384;
const DATE = 32_768;

/** The trade that an element is for by its name. */
const TRADE = byType<'head' | 'link' | 'image' | 'script' | 'noscript' | 'passage'>([
  ['html meta link base title', 'head'],
  ['a', 'link'],
  ['img', 'image'],
  ['script', 'script'],
  ['noscript', 'noscript'],
  ['ul ol dl menu li dt table tr th caption time blockquote q cite figure figcaption', 'passage'],
]);

/**
 * Reads an HTML page in one pass (see {@link PageFacts} for what comes out).
 *
 * Takes any string, of any length and however broken; never throws. Work is linear in its length.
 *
 * @param html the page, decoded
 * @param url the absolute URL that it was served from
 */
export function readPage(html: string, url: string): PageFacts {
  const reader = new PageReader(html, url);
  const notFollowed = readMarkup(html, reader);
  return reader.facts(notFollowed);
}

/**
 * Measures the main text of a page and stores nothing else. The counts equal those of {@link readPage}, except for words
 * of scripts without spaces beyond the first 100,000 characters.
 */
export function readTextSize(html: string): TextSize {
  const reader = new TextSizeReader(html);
  readMarkup(html, reader);
  return reader.size();
}

class TextSizeReader implements MarkupHandler {
  readonly #places = new Places();
  readonly #text: TextExtractor;

  constructor(html: string) {
    this.#text = new TextExtractor(html, null);
  }

  opened(frame: OpenElement, parent: OpenElement, attributes: Attributes): void {
    this.#places.place(frame, parent, attributes);
    this.#text.opened(frame, parent);
  }

  closed(frame: OpenElement, at: number): void {
    this.#text.closed(frame, at);
  }

  text(start: number, end: number, parent: OpenElement): void {
    this.#text.text(start, end, parent);
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    this.#text.codePoint(codePoint, end, parent);
  }

  size(): TextSize {
    return this.#text.size();
  }
}

/** Hands what happens in the markup to the trades. */
class PageReader implements MarkupHandler {
  readonly #html: string;
  readonly #url: string;
  readonly #places = new Places();
  readonly #log: TextLog;
  readonly #text: TextExtractor;
  readonly #head: HeadFacts;
  readonly #content: ContentFacts;
  readonly #passages: PassageFacts;
  readonly #dates: DateFacts;
  readonly #structured: StructuredDataReader;
  readonly #shell: ShellReader;
  /** Resolver of URLs while the page is read: against the base element as far as it is known. */
  #resolver: { readonly baseHref: string | null; readonly urls: UrlResolver };
  /** Kind of the open script element, and the offset of its content. */
  #script: 'json-ld' | ScriptKind = 'other';
  #scriptStart = -1;
  #scriptEnd = -1;

  constructor(html: string, url: string) {
    this.#html = html;
    this.#url = url;
    const log = new TextLog(html);
    this.#log = log;
    this.#text = new TextExtractor(html, log);
    this.#head = new HeadFacts(log);
    this.#content = new ContentFacts(log);
    this.#passages = new PassageFacts(log);
    this.#dates = new DateFacts(log);
    this.#structured = new StructuredDataReader(html, log, (href) => this.#urls().resolve(href) ?? href);
    this.#shell = new ShellReader(html, log);
    this.#resolver = { baseHref: null, urls: new UrlResolver(url, null) };
  }

  opened(frame: OpenElement, parent: OpenElement, attributes: Attributes): void {
    const named = this.#places.place(frame, parent, attributes);
    this.#text.opened(frame, parent);
    this.#openedByName(frame, parent, attributes);
    const isHeading = frame.level > 0 && (parent.level === 0 || frame.type.headingLevel > 0);
    if (isHeading && this.#content.openedHeading(frame)) frame.closing |= HEADING;
    const isDescribed = named !== 0 || frame.id !== null || (attributes.groups & DESCRIBING) !== 0;
    if (isDescribed && (frame.context & INERT) === 0) this.#openedByAttributes(frame, attributes, named);
    if (this.#shell.openedRoot(frame)) frame.closing |= ROOT;
    if (this.#shell.containers.opened(frame, parent, attributes)) frame.closing |= CONTAINER;
    if ((frame.context & HIDDEN) !== 0 && this.#shell.openedHidden(frame)) frame.closing |= HIDDEN_PART;
  }

  closed(frame: OpenElement, at: number): void {
    const { closing } = frame;
    if (closing !== 0) this.#close(frame, closing);
    this.#text.closed(frame, at);
  }

  text(start: number, end: number, parent: OpenElement): void {
    if ((parent.closing & SCRIPT) !== 0) {
      if (this.#scriptStart === -1) this.#scriptStart = start;
      this.#scriptEnd = end;
      return;
    }
    this.#text.text(start, end, parent);
    this.#shell.containers.text(start, end, parent);
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    this.#text.codePoint(codePoint, end, parent);
    this.#shell.containers.codePoint(codePoint, parent);
  }

  facts(notFollowed: number): PageFacts {
    const lines = new Lines(this.#html);
    const lineAt = (offset: number): number => lines.at(offset);
    const main = this.#text.mainText(lineAt);
    const urls = this.#urls();
    const page: PageContext = { log: this.#log, main, lineAt, resolve: (href) => urls.resolve(href) };
    const head = this.#head.facts(page);
    const content = this.#content.facts(page);
    const passages = this.#passages.facts(page);
    const markedDates = this.#dates.facts(page);
    return {
      url: this.#url,
      htmlLength: this.#html.length,
      ...head,
      landmarks: this.#places.landmarks,
      text: main.blocks.map(({ text }) => text).join('\n'),
      textLength: main.textLength,
      blocks: main.blocks,
      words: main.words,
      cjkCharacters: main.cjkCharacters,
      ...content,
      ...passages,
      markedDates,
      structuredData: this.#structured.facts(lineAt),
      shell: this.#shell.facts(page, content.links),
      unread: {
        elements: notFollowed,
        blocks: main.unread,
        ...this.#head.unread,
        ...this.#content.unread,
        ...this.#passages.unread,
        markedDates: this.#dates.unread,
      },
    };
  }

  #openedByName(frame: OpenElement, parent: OpenElement, attributes: Attributes): void {
    switch (TRADE[frame.type.id]) {
      case undefined:
        return;
      case 'head':
        if (this.#head.opened(frame, attributes)) frame.closing |= TITLE;
        return;
      case 'link':
        if (this.#content.openedLink(frame, attributes)) frame.closing |= LINK;
        return;
      case 'image':
        this.#content.openedImage(frame, attributes);
        return;
      case 'script':
        this.#openedScript(frame, parent, attributes);
        return;
      case 'noscript':
        if (this.#shell.openedNoscript(frame, parent)) frame.closing |= NOSCRIPT;
        return;
      case 'passage':
        if (this.#passages.opened(frame, attributes)) frame.closing |= PASSAGE;
    }
  }

  #openedByAttributes(frame: OpenElement, attributes: Attributes, named: number): void {
    if (frame.id !== null && frame.id !== '') {
      this.#structured.microdata.openedId(frame.id);
      frame.closing |= ID;
    }
    const itemprop = attributes.get('itemprop');
    if (itemprop !== null || attributes.has('itemscope')) {
      const awaits = this.#structured.microdata.opened(frame, attributes);
      frame.closing |= awaits === 'item' ? ITEM : awaits === 'text' ? ITEM_TEXT : 0;
    }
    if (mayBeRdfa(attributes, frame)) {
      const awaits = this.#structured.rdfa.opened(frame, attributes);
      frame.closing |= (awaits.scope ? RDFA_SCOPE : 0) | (awaits.text ? RDFA_TEXT : 0);
    }
    const isNamedDate = (named & NAMES_DATE) !== 0;
    if ((itemprop !== null || isNamedDate) && this.#dates.opened(frame, attributes, isNamedDate)) frame.closing |= DATE;
    const isByline =
      (named & NAMES_BYLINE) !== 0 ||
      (itemprop !== null && /(?:^|\s)author(?:\s|$)/.test(itemprop)) ||
      (frame.type.name === 'a' && /(?:^|\s)author(?:\s|$)/i.test(attributes.get('rel') ?? ''));
    if (isByline && (!frame.type.isVoid || attributes.has('content')) && (frame.context & SVG) === 0) {
      if (this.#passages.openedByline(frame, attributes.get('content'))) frame.closing |= BYLINE;
    }
  }

  #openedScript(frame: OpenElement, parent: OpenElement, attributes: Attributes): void {
    if ((parent.context & (INERT | SVG)) !== 0) return;
    frame.closing |= SCRIPT;
    this.#scriptStart = -1;
    this.#scriptEnd = -1;
    this.#script = isJsonLd(attributes.get('type')) ? 'json-ld' : this.#shell.openedScript(frame, attributes);
  }

  #close(frame: OpenElement, closing: number): void {
    if ((closing & ROOT) !== 0) this.#shell.closedRoot();
    if ((closing & CONTAINER) !== 0) this.#shell.containers.closed();
    if ((closing & HIDDEN_PART) !== 0) this.#shell.closedHidden();
    if ((closing & DATE) !== 0) this.#dates.closed();
    if ((closing & BYLINE) !== 0) this.#passages.closedByline();
    if ((closing & RDFA_TEXT) !== 0) this.#structured.rdfa.closedText();
    if ((closing & RDFA_SCOPE) !== 0) this.#structured.rdfa.closedScope();
    if ((closing & ITEM_TEXT) !== 0) this.#structured.microdata.closedText();
    if ((closing & ITEM) !== 0) this.#structured.microdata.closedItem();
    if ((closing & ID) !== 0) this.#structured.microdata.closedId();
    if ((closing & HEADING) !== 0) this.#content.closedHeading();
    if ((closing & TITLE) !== 0) this.#head.closed();
    if ((closing & LINK) !== 0) this.#content.closedLink();
    if ((closing & NOSCRIPT) !== 0) this.#shell.closedNoscript();
    if ((closing & SCRIPT) !== 0) this.#closedScript(frame);
    if ((closing & PASSAGE) !== 0) this.#passages.closed(frame);
  }

  #closedScript(frame: OpenElement): void {
    const start = this.#scriptStart === -1 ? frame.start : this.#scriptStart;
    const end = this.#scriptStart === -1 ? frame.start : this.#scriptEnd;
    if (this.#script === 'json-ld') this.#structured.readJsonLd(start, end);
    else this.#shell.readScript(start, end, this.#script);
  }

  #urls(): UrlResolver {
    const { baseHref } = this.#head;
    if (baseHref !== this.#resolver.baseHref) this.#resolver = { baseHref, urls: new UrlResolver(this.#url, baseHref) };
    return this.#resolver.urls;
  }
}
