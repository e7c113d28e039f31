import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import type { Exchange } from '../../src/fetch/exchange.ts';
import type { Site } from '../../src/site/site.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A deletion from a site. The sample of pages stays the same. */
export interface Deletion {
  readonly name: string;
  readonly from: 'the home page' | 'further pages' | 'all pages' | 'files';
  /** Questions that may gain, because pages drop out of them or the fault is deleted. */
  readonly mayGain: ReadonlySet<string>;
  /** Returns the site itself when there is nothing to delete. */
  apply(site: Site): Site;
}

/** Elements whose text is not shown. */
const RAW = new Set(['script', 'style', 'title', 'template']);

const ABSENT = { status: 404, body: '', charset: 'utf-8', failure: null, redirects: [] } as const;

/** Questions about articles. A page may be one by its date or its JSON-LD. */
const OF_ARTICLES = [
  'answer_content.source',
  'answer_content.dated',
  'answer_content.author',
  'structured_data.articles',
];
/** Questions about pages of a minimum length, linked pages, or text that exists. */
const OF_TEXT = [
  ...OF_ARTICLES,
  ...['opening', 'specifics', 'listing'].map((id) => `answer_content.${id}`),
  ...['subheadings', 'runs', 'lists', 'images'].map((id) => `semantic_structure.${id}`),
  ...['further', 'links'].map((id) => `content_without_js.${id}`),
  ...['valid', 'urls', 'coverage', 'lastmod'].map((id) => `sitemap.${id}`),
  'metadata.language',
  // Only a different text shows that a canonical names another page.
  'metadata.canonical',
  'crawler_access.bingbot',
];

interface PageDeletion {
  readonly what: string;
  readonly change: (html: string) => string;
  readonly mayGain: readonly string[];
}

const FROM_PAGES: readonly PageDeletion[] = [
  { what: 'all text', change: withoutTexts(() => true), mayGain: OF_TEXT },
  { what: 'every second text', change: withoutTexts((n) => n % 2 === 1), mayGain: OF_TEXT },
  { what: 'all but the first texts', change: withoutTexts((n) => n >= 8), mayGain: OF_TEXT },
  { what: 'the first texts', change: withoutTexts((n) => n < 8), mayGain: OF_TEXT },
  { what: 'main', change: without('main'), mayGain: OF_TEXT },
  { what: 'articles', change: without('article'), mayGain: OF_TEXT },
  { what: 'paragraphs', change: without('p'), mayGain: OF_TEXT },
  { what: 'lists and tables', change: without('ul', 'ol', 'dl', 'table'), mayGain: OF_TEXT },
  { what: 'links and their text', change: without('a'), mayGain: OF_TEXT },
  { what: 'headings', change: without('h1', 'h2', 'h3', 'h4', 'h5', 'h6'), mayGain: OF_TEXT },
  { what: 'the h1', change: without('h1'), mayGain: OF_TEXT },
  { what: 'images', change: without('img'), mayGain: ['semantic_structure.images'] },
  { what: 'times', change: without('time'), mayGain: OF_ARTICLES },
  { what: 'quotations', change: without('blockquote', 'q'), mayGain: OF_TEXT },
  { what: 'the title', change: without('title'), mayGain: ['answer_content.opening', 'metadata.title'] },
  // It may give the site's name, which says nothing in a title.
  { what: 'JSON-LD', change: withoutJsonLd, mayGain: [...OF_ARTICLES, 'structured_data.parses', 'metadata.title'] },
  // Without a broken block, the fault is gone.
  { what: 'broken JSON-LD', change: withoutBrokenJsonLd, mayGain: ['structured_data.parses'] },
  { what: 'the description', change: withoutMeta(/description$/), mayGain: ['metadata.description'] },
  { what: 'Open Graph', change: withoutMeta(/^(?:og|article):/), mayGain: OF_ARTICLES },
  { what: 'the canonical', change: withoutCanonical, mayGain: ['metadata.canonical'] },
];

const PLACES = [
  ['the home page', ofHome],
  ['further pages', ofFurther],
  ['all pages', ofAll],
] as const;

/** All deletions: from the home page, from the further pages, from all pages, and of each file. */
export const DELETIONS: readonly Deletion[] = [
  ...FROM_PAGES.flatMap(({ what, change, mayGain }) =>
    PLACES.map(
      ([from, changed]): Deletion => ({
        name: `${what} of ${from}`,
        from,
        mayGain: new Set(mayGain),
        apply: (site) => changed(site, change),
      }),
    ),
  ),
  {
    name: 'llms.txt',
    from: 'files',
    mayGain: new Set(['llms_txt.harmless', 'structured_data.identity']),
    apply: (site) => ({ ...site, llmsTxt: absent(site.llmsTxt), llmsTxtLinks: [] }),
  },
  {
    name: 'the sitemaps',
    from: 'files',
    mayGain: new Set(['sitemap.urls', 'sitemap.coverage', 'sitemap.lastmod', 'robots_txt.sitemap_lines']),
    apply: (site) => ({
      ...site,
      sitemapSample: [],
      sitemaps: site.sitemaps
        .filter(({ from }) => from !== 'sitemap_index')
        .map((one) => ({ ...one, exchange: { ...absent(one.exchange), body: null }, document: null })),
    }),
  },
];

/** Returns the site without any text on its pages, scripts included. */
export function withoutText(site: Site): Site {
  const withoutScripts = without('script', 'noscript');
  return ofAll(site, (html) => withoutTexts(() => true)(withoutScripts(html)));
}

/** Returns the site with pages parsed and serialized, so that a deletion is the only difference. */
export function normalised(site: Site): Site {
  const same = (html: string) => serialize(parse(html));
  return ofAll(site, same);
}

function ofAll(site: Site, change: (html: string) => string): Site {
  return ofFurther(ofHome(site, change), change);
}

function ofHome(site: Site, change: (html: string) => string): Site {
  const home = changed(site.home, change);
  const probes = each(site.probes, (probe) => {
    const exchange = changed(probe.exchange, change);
    return exchange === probe.exchange ? probe : { ...probe, exchange };
  });
  return home === site.home && probes === site.probes ? site : { ...site, home, probes };
}

function ofFurther(site: Site, change: (html: string) => string): Site {
  const pages = each(site.pages, (page) => changed(page, change));
  return pages === site.pages ? site : { ...site, pages };
}

/** Changes a list; returns the list itself when no item was changed. */
function each<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const after = items.map(change);
  return after.some((item, i) => item !== items[i]) ? after : items;
}

/** The same page of all pages is the same object as that of the home page alone, so that it is read once. */
const CHANGED = new WeakMap<(html: string) => string, WeakMap<Exchange, Exchange>>();

function changed(exchange: Exchange, change: (html: string) => string): Exchange {
  const known = CHANGED.get(change) ?? new WeakMap<Exchange, Exchange>();
  CHANGED.set(change, known);
  const before = known.get(exchange);
  if (before !== undefined) return before;
  const body = exchange.body === null ? null : change(exchange.body);
  const after = body === exchange.body ? exchange : { ...exchange, body };
  known.set(exchange, after);
  return after;
}

function absent(exchange: Exchange): Exchange {
  return { ...exchange, ...ABSENT };
}

function without(...tags: readonly string[]): (html: string) => string {
  return (html) => pruned(html, (node) => 'tagName' in node && tags.includes(node.tagName));
}

function withoutMeta(named: RegExp): (html: string) => string {
  return (html) =>
    pruned(
      html,
      (node) => 'tagName' in node && named.test(attribute(node, 'name') ?? attribute(node, 'property') ?? ''),
    );
}

function withoutJsonLd(html: string): string {
  return pruned(html, (node) => 'tagName' in node && attribute(node, 'type') === 'application/ld+json');
}

function withoutBrokenJsonLd(html: string): string {
  return pruned(html, (node) => {
    if (!('tagName' in node) || attribute(node, 'type') !== 'application/ld+json') return false;
    try {
      JSON.parse(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
      return false;
    } catch {
      return true;
    }
  });
}

function withoutCanonical(html: string): string {
  return pruned(html, (node) => 'tagName' in node && attribute(node, 'rel') === 'canonical');
}

/** Returns a function that deletes texts of the body by their index. */
function withoutTexts(isDeleted: (n: number) => boolean): (html: string) => string {
  return (html) => {
    let n = 0;
    return pruned(html, (node) => 'value' in node && node.value.trim() !== '' && isDeleted(n++));
  };
}

function pruned(html: string, isDeleted: (node: Node) => boolean): string {
  const document = parse(html);
  prune(document, isDeleted);
  return serialize(document);
}

function prune(node: Node, isDeleted: (node: Node) => boolean): void {
  if (!('childNodes' in node) || ('tagName' in node && RAW.has(node.tagName))) return;
  node.childNodes = node.childNodes.filter((child) => !isDeleted(child));
  for (const child of node.childNodes) prune(child, isDeleted);
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value.toLowerCase();
}
