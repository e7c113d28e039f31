import { type DefaultTreeAdapterTypes, parse, html as standard } from 'parse5';
import type { PageFacts } from '../../src/site/page/page-facts.ts';
import { countCjk } from '../../src/site/page/words.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;

/** Results that two readers of a page are compared by. Texts have no white space, because its places may differ. */
export interface PageSummary {
  readonly titles: readonly string[];
  readonly metas: readonly string[];
  readonly headings: readonly string[];
  readonly links: readonly string[];
  readonly text: string;
}

/** Reads a page with our reader. */
export function summaryOfFacts({ titles, metas, headings, links, text }: PageFacts): PageSummary {
  return {
    titles: titles.map((title) => bare(title.text)),
    metas: metas.map(({ attribute, key, content }) => `${attribute}=${key}: ${content}`),
    headings: headings.map((heading) => `h${heading.level} ${bare(heading.text)}`),
    links: links.map((link) => `${link.href} ${bare(link.text)}`),
    text: bare(text),
  };
}

/** Reads a page from the standard's tree, as `PageFacts` defines it. */
export function summaryOfTree(page: string): PageSummary {
  const summary = new TreeSummary();
  for (const child of parse(page, { scriptingEnabled: false }).childNodes) summary.read(child, OUTSIDE);
  return summary.done();
}

/** Place of a node, as far as its text depends on it. */
interface Place {
  readonly isInert: boolean;
  readonly isSvg: boolean;
  readonly isNoscript: boolean;
  readonly isHidden: boolean;
  readonly isChrome: boolean;
  readonly isHeader: boolean;
  readonly isAside: boolean;
  readonly isDropped: boolean;
  readonly isMain: boolean;
  readonly isArticle: boolean;
  readonly isSection: boolean;
  readonly isQuotation: boolean;
  readonly isHeading: boolean;
}

const OUTSIDE: Place = {
  isInert: false,
  isSvg: false,
  isNoscript: false,
  isHidden: false,
  isChrome: false,
  isHeader: false,
  isAside: false,
  isDropped: false,
  isMain: false,
  isArticle: false,
  isSection: false,
  isQuotation: false,
  isHeading: false,
};
const KEEPS_OUT = [
  'isInert',
  'isSvg',
  'isNoscript',
  'isHidden',
  'isChrome',
  'isHeader',
  'isAside',
  'isDropped',
] as const;
const DROPPED = new Set(
  'title dialog button select option optgroup datalist textarea rt rp annotation annotation-xml iframe object video audio canvas noembed noframes frameset'.split(
    ' ',
  ),
);

/** A piece of text, and the open ranges around it. */
interface Range {
  readonly place: Place;
  text: string;
}

class TreeSummary {
  readonly #titles: Range[] = [];
  readonly #metas: string[] = [];
  readonly #headings: (Range & { readonly level: string })[] = [];
  readonly #links: (Range & { readonly href: string })[] = [];
  readonly #open: Range[] = [];
  readonly #texts: Range[] = [];

  read(node: ChildNode, outer: Place): void {
    if (node.nodeName === '#text' && 'value' in node) this.#text(node.value, outer);
    if (!('tagName' in node)) return;
    const place = findPlace(node, outer);
    const range = this.#begin(node, place);
    if (range !== null) this.#open.push(range);
    for (const child of node.childNodes) this.read(child, place);
    if (range !== null) this.#open.pop();
  }

  done(): PageSummary {
    const texts = this.#texts.filter(({ place }) => !KEEPS_OUT.some((reason) => place[reason]));
    const region = findRegion(texts);
    return {
      titles: this.#titles.map(({ text }) => text),
      metas: this.#metas,
      headings: this.#headings.map(({ level, text }) => `${level} ${text}`),
      links: this.#links.map(({ href, text }) => `${href} ${text}`),
      text: texts
        .filter(({ place }) => region === null || place[region])
        .map(({ text }) => text)
        .join(''),
    };
  }

  #text(value: string, place: Place): void {
    const text = bare(value);
    if (text === '' || place.isInert) return;
    this.#texts.push({ place, text });
    for (const range of this.#open) {
      // The ancestors of a range do not exclude its text.
      if (!KEEPS_OUT.some((reason) => place[reason] && !range.place[reason])) range.text += text;
    }
  }

  #begin(element: Element, place: Place): Range | null {
    const { tagName: name, namespaceURI } = element;
    if (place.isInert || place.isSvg || namespaceURI !== standard.NS.HTML) return null;
    const href = attribute(element, 'href');
    if (name === 'meta') this.#meta(element);
    if (name === 'title') return push(this.#titles, { place, text: '' });
    if (name === 'a' && href !== null) return push(this.#links, { place, text: '', href });
    if (/^h[1-6]$/.test(name) && !place.isHidden && !place.isNoscript) {
      return push(this.#headings, { place, text: '', level: name });
    }
    return null;
  }

  #meta(element: Element): void {
    for (const name of ['name', 'property', 'itemprop', 'http-equiv']) {
      const key = attribute(element, name)?.trim().toLowerCase() ?? '';
      if (key !== '') this.#metas.push(`${name}=${key}: ${attribute(element, 'content') ?? ''}`);
    }
  }
}

/** Returns the place of the main text: main if it has text, else the articles if they have half of all text; null for the whole page. */
function findRegion(texts: readonly Range[]): 'isMain' | 'isArticle' | null {
  if (texts.some(({ place }) => place.isMain)) return 'isMain';
  const length = (some: readonly Range[]) => some.reduce((sum, { text }) => sum + text.length + 2 * countCjk(text), 0);
  const inArticles = length(texts.filter(({ place }) => place.isArticle));
  return inArticles > 0 && 2 * inArticles >= length(texts) ? 'isArticle' : null;
}

function push<R extends Range>(list: R[], range: R): R {
  list.push(range);
  return range;
}

function findPlace(element: Element, outer: Place): Place {
  const { tagName: name } = element;
  const isInContent = outer.isMain || outer.isArticle || outer.isSection;
  const isMain = name === 'main';
  return {
    isInert: outer.isInert || name === 'script' || name === 'style' || name === 'template',
    isSvg: outer.isSvg || name === 'svg',
    isNoscript: outer.isNoscript || name === 'noscript',
    isHidden: outer.isHidden || attribute(element, 'hidden') !== null,
    isChrome: !isMain && (outer.isChrome || name === 'nav' || (name === 'footer' && !outer.isQuotation)),
    isHeader: !isMain && (outer.isHeader || (name === 'header' && !isInContent)),
    isAside: !isMain && (outer.isAside || name === 'aside'),
    isDropped: outer.isDropped || (DROPPED.has(name) && !(name === 'button' && outer.isHeading)),
    isMain: isMain || outer.isMain,
    isArticle: outer.isArticle || name === 'article',
    isSection: outer.isSection || name === 'section',
    isQuotation: outer.isQuotation || name === 'blockquote',
    isHeading: outer.isHeading || /^h[1-6]$/.test(name),
  };
}

function attribute(element: Element, name: string): string | null {
  return element.attrs.find((one) => one.name === name)?.value ?? null;
}

/** Removes white space as our reader does. */
function bare(text: string): string {
  return text.replace(/[\0- \u00a0\u3000]+/g, '');
}
