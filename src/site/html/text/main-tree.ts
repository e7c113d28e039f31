import type { Attributes } from '../attributes.ts';
import { NOT_RENDERED, SVG } from '../context-bits.ts';
import { ContextReader, type UnclosedElements } from '../element-context.ts';
import { type MarkupHandler, readMarkup } from '../markup.ts';
import { DOCUMENT, type OpenElement } from '../open-element.ts';
import { LineIndex, UrlResolver } from '../parsed-page.ts';
import { areApart, READ_OF_NEIGHBOURS } from './glued-words.ts';
import type { PageRegion } from './page-regions.ts';
import { TextExtractor } from './text-extractor.ts';
import { TextLog } from './text-log.ts';

/** A node of the main text, of the form that hast has (https://github.com/syntax-tree/hast). */
export type MainNode = MainElement | MainTextNode;

export interface MainElement {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Readonly<Record<string, string | string[]>>;
  readonly children: MainNode[];
}

export interface MainTextNode {
  readonly type: 'text';
  value: string;
}

/** Maximum depth and number of nodes that are kept. Deeper contents become children of the deepest kept element. */
const MAX_DEPTH = 100;
const MAX_NODES = 30_000;
/** Elements that Markdown can express. Other elements are replaced by their contents. */
const KEPT = new Set(
  'a b blockquote br caption cite code dd dfn dl dt em figcaption figure h1 h2 h3 h4 h5 h6 i img kbd li ol p pre q samp strong table tbody td tfoot th thead tr tt ul var'.split(
    ' ',
  ),
);
/** Control characters that no text has (XML 1.0 §2.2). */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** A table with one of these arranges them: code with its line numbers, or all of a page. */
const LAYOUT = new Set(['pre', 'table', 'h1', 'h2']);
const IMAGE = new Set(['img']);
const LINE_NUMBERS = /^[\d\s]*$/;

/** An element or a text with what decides whether it is in the main text. */
interface Placed {
  readonly node: MainNode;
  readonly context: number;
  readonly region: PageRegion | null;
}

/**
 * Reads the main text of a page as a tree of elements, by the same choice as `readPage`. Links and images are absolute.
 *
 * @param html the decoded page
 * @param url the absolute URL that it was served from
 */
export function readMainTree(html: string, url: string, unclosed: UnclosedElements = new Map()): readonly MainNode[] {
  const known = unclosed.size;
  const reader = new TreeReader(html, url, unclosed);
  readMarkup(html, reader);
  return unclosed.size > known ? readMainTree(html, url, unclosed) : reader.mainNodes();
}

class TreeReader implements MarkupHandler {
  readonly #html: string;
  readonly #url: string;
  #baseHref: string | null = null;
  #urls: UrlResolver;
  readonly #contexts: ContextReader;
  readonly #text: TextExtractor;
  readonly #root: MainNode[] = [];
  /** The children of open elements, the innermost last. */
  readonly #open: { readonly element: OpenElement; readonly children: MainNode[] }[] = [];
  readonly #placed: Placed[] = [];
  /** The text that a character reference continues. */
  #last: MainTextNode | null = null;
  #lastParent: OpenElement | null = null;
  /** The end of the last text of the block. */
  #before = '';
  /** True when the last text ended with a link: another link begins a new word. */
  #afterLink = false;

  constructor(html: string, url: string, unclosed: UnclosedElements) {
    this.#html = html;
    this.#url = url;
    this.#urls = new UrlResolver(url, null);
    this.#contexts = new ContextReader(html, 'shown', unclosed);
    this.#text = new TextExtractor(html, new TextLog(html));
  }

  opened(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    const use = this.#contexts.read(element, parent, attributes);
    this.#text.opened(element, parent, use);
    this.#last = null;
    if (element.isBlock || element.type.name === 'br') this.#before = '';
    const { name } = element.type;
    if (name === 'base') this.#readBase(attributes.get('href'));
    if (name === 'a' && this.#afterLink) this.#addText(' ', parent);
    // A block in between keeps texts apart.
    const tagName = KEPT.has(name) ? name : element.isBlock ? 'div' : null;
    if (tagName === null || this.#placed.length >= MAX_NODES || this.#open.length >= MAX_DEPTH) return;
    const node: MainElement = {
      type: 'element',
      tagName,
      properties: this.#readProperties(name, attributes),
      children: [],
    };
    this.#add(node, element);
    if (!element.type.isVoid) this.#open.push({ element, children: node.children });
  }

  closed(element: OpenElement, at: number): void {
    this.#contexts.closed(element, at);
    this.#text.closed(element, at);
    this.#last = null;
    if (element.isBlock) this.#before = '';
    if (element.type.name === 'a') this.#afterLink = this.#before !== '';
    if (this.#open.at(-1)?.element === element) this.#open.pop();
  }

  text(start: number, end: number, parent: OpenElement): void {
    this.#text.text(start, end, parent);
    this.#addText(this.#html.slice(start, end), parent);
  }

  codePoint(codePoint: number, end: number, parent: OpenElement): void {
    this.#text.codePoint(codePoint, end, parent);
    this.#addText(String.fromCodePoint(codePoint), parent);
  }

  mainNodes(): readonly MainNode[] {
    const main = this.#text.mainText(new LineIndex(this.#html));
    const kept = new Set<MainNode>();
    for (const { node, context, region } of this.#placed)
      if ((context & SVG) === 0 && main.includes({ context, region })) kept.add(node);
    return withKept(this.#root, kept);
  }

  /** The first base element with an href counts (HTML §4.2.3). */
  #readBase(href: string | null): void {
    if (href === null || this.#baseHref !== null) return;
    this.#baseHref = href;
    this.#urls = new UrlResolver(this.#url, href);
  }

  #add(node: MainNode, element: OpenElement): void {
    (this.#open.at(-1)?.children ?? this.#root).push(node);
    this.#placed.push({ node, context: element.context, region: element.region });
  }

  #addText(raw: string, parent: OpenElement): void {
    const value = raw.replace(CONTROLS, '');
    if ((parent.context & NOT_RENDERED) !== 0) return;
    const before = this.#before;
    this.#before = value.slice(-READ_OF_NEIGHBOURS);
    this.#afterLink = false;
    if (this.#last !== null && this.#lastParent === parent) {
      this.#last.value += value;
      return;
    }
    if (this.#placed.length >= MAX_NODES || parent === DOCUMENT) return;
    const isGlued =
      parent.kind !== 'preformatted' && !/^\s/.test(value) && areApart(before, value.slice(0, READ_OF_NEIGHBOURS));
    this.#last = { type: 'text', value: isGlued ? ` ${value}` : value };
    this.#lastParent = parent;
    this.#add(this.#last, parent);
  }

  #readProperties(name: string, attributes: Attributes): MainElement['properties'] {
    const web = (value: string | null) => {
      const url = value === null ? null : this.#urls.resolve(value.trim());
      return url !== null && /^(?:https?|mailto|tel):/.test(url) ? url : null;
    };
    if (name === 'a') {
      const href = web(attributes.get('href'));
      // A fragment of the HTML page does not exist in the Markdown file.
      return href === null || href.split('#', 1)[0] === this.#url.split('#', 1)[0] ? {} : { href };
    }
    if (name === 'img') {
      const src = web(attributes.get('src'));
      const alt = attributes.get('alt')?.trim().replace(CONTROLS, '') ?? '';
      return src === null || alt === '' ? {} : { src, alt };
    }
    const language = /(?:^|\s)lang(?:uage)?-([\w+#-]{1,30})/.exec(attributes.get('class') ?? '')?.[1];
    return name === 'code' && language !== undefined ? { className: [`language-${language}`] } : {};
  }
}

/** Returns the kept nodes and their ancestors. Images without a source or an alternative text are left out. */
function withKept(nodes: readonly MainNode[], kept: ReadonlySet<MainNode>): MainNode[] {
  return nodes.flatMap((node): MainNode[] => {
    if (node.type === 'text') return kept.has(node) ? [node] : [];
    const { tagName, properties } = node;
    if (tagName === 'img') return kept.has(node) && properties['src'] !== undefined ? [node] : [];
    if (tagName === 'br') return kept.has(node) ? [node] : [];
    const children = withKept(node.children, kept);
    if (children.length === 0 && tagName !== 'td' && tagName !== 'th') return [];
    if (tagName === 'pre' && LINE_NUMBERS.test(joinText(children))) return [];
    if (tagName === 'table' && contains(children, LAYOUT))
      return [{ ...node, tagName: 'div', children: unwrapCells(children) }];
    if (tagName !== 'a') return [{ ...node, children }];
    // A mark beside a heading, or a picture that was decoration.
    if (!contains(children, IMAGE) && !/[\p{L}\p{N}]/u.test(joinText(children))) return [];
    return properties['href'] === undefined ? children : [{ ...node, children }];
  });
}

/** Returns the contents of the cells of a table that only arranges them. */
function unwrapCells(nodes: readonly MainNode[]): MainNode[] {
  return nodes.flatMap((node): MainNode[] => {
    if (node.type === 'text') return [];
    if (node.tagName === 'td' || node.tagName === 'th') return [{ ...node, tagName: 'div' }];
    return unwrapCells(node.children);
  });
}

function contains(nodes: readonly MainNode[], names: ReadonlySet<string>): boolean {
  return nodes.some((node) => node.type === 'element' && (names.has(node.tagName) || contains(node.children, names)));
}

function joinText(nodes: readonly MainNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : joinText(node.children))).join(' ');
}
