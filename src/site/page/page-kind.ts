import { PATHS, TITLES } from '../../data/read/languages.ts';
import { wordSet } from '../word-set.ts';
import { hasArticleText, hasDatedPermalink, isArticleByShape, isFullOfTeasers } from './article-shape.ts';
import { isOfDocumentation } from './documentation-tools.ts';
import { countCharacters, isIndexOfNothing, isListOfPages, isShortIndex } from './index-pages.ts';
import type { PageFacts, StructuredNode } from './page-facts.ts';
import { listH1s } from './page-labels.ts';
import { decodeSegment } from './page-url.ts';
import { ARTICLE_TYPES } from './schema-types.ts';
import { isDefaultHeading } from './template-defaults.ts';

/** Kind of a page, by its structured data, Open Graph type, path and shape. */
export type PageKind = 'home' | 'article' | 'documentation' | 'product' | 'listing' | 'legal' | 'contact' | 'other';

const DOCUMENTATION_TYPES = new Set(['TechArticle', 'APIReference']);
const EDITORIAL_TYPES = ARTICLE_TYPES.difference(DOCUMENTATION_TYPES);
const PRODUCT_TYPES = wordSet('Product ProductGroup ProductModel IndividualProduct Vehicle Car SomeProducts');
const LISTING_TYPES = wordSet('CollectionPage SearchResultsPage Blog OfferCatalog');
const CONTACT_TYPES = new Set(['ContactPage']);
/** Pages that say they are something else than an article, whatever og:type their template gives every page. */
const OTHER_TYPES = wordSet('FAQPage QAPage AboutPage ProfilePage ItemPage CheckoutPage Recipe JobPosting');

const LEGAL: ReadonlySet<string> = new Set(PATHS.legal);
const CONTACT: ReadonlySet<string> = new Set(PATHS.contact);
/** Forms for a visit, a table or a room. */
const BOOKING: ReadonlySet<string> = new Set(PATHS.booking);
/** Maximum number of versions in other languages whose paths may tell the kind of a page. */
const MOST_VERSIONS = 50;
/** Also in one word: `onas`. */
const ABOUT: ReadonlySet<string> = new Set(PATHS.about.flatMap((word) => [word, word.replaceAll('-', '')]));
const DOCUMENTATION: ReadonlySet<string> = new Set(PATHS.documentation);
const PRODUCT: ReadonlySet<string> = new Set(PATHS.products);
const ARTICLES: ReadonlySet<string> = new Set(PATHS.articles);
const COLLECTIONS: ReadonlySet<string> = new Set(PATHS.collections);
/** Pages for people that list the pages of a site. */
const SITE_MAPS: ReadonlySet<string> = new Set(PATHS.siteMaps);
const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const YEAR = /^(?:19|20)\d\d$/;
/** A path that ends with a year, a month of it or a day of that: `2030`, `2030/05`, `2030/05/12`. */
const PERIOD = /(?:^|\/)(?:19|20)\d\d(?:\/\d\d?){0,2}$/;
/** Sections of pages whose subject is their last path segment: `/shop/cookies`, `/docs/api/contacts`. */
const TECHNICAL: ReadonlySet<string> = new Set(PATHS.manuals);
/** Single words that also name other things, such as biscuits and illnesses. */
const AMBIGUOUS: ReadonlySet<string> = new Set(PATHS.ambiguous);
/** Words of tools that write legal pages for others, found in paths and headings. */
const TOOLS: ReadonlySet<string> = new Set(PATHS.tools);
/** Words in the title or heading of a legal page. */
const LEGAL_WORDS = new RegExp(TITLES.legalWords.join('|'), 'i');
/** Whole titles of legal pages. */
const LEGAL_TITLE = new RegExp(`^(?:${TITLES.legal.join('|')})$`, 'iu');
const TITLE_SEPARATOR = /\s[|–—·-]\s/;

/** Returns whether a page is a listing, tag, contact or legal page by its path. */
export function isSecondaryPath(url: string): boolean {
  const { segments } = address(url);
  return isLegalPath(segments) || isContactPath(segments) || isIndex(segments) || isNestedCategory(segments);
}

/** Returns whether a page is an index of articles by its path: `/blog`, `/en/news/page/2`. */
export function isIndexOfArticles(url: string): boolean {
  const { segments } = address(url);
  const isNumbered = segments.at(-2) === 'page' && /^\d+$/.test(segments.at(-1) ?? '');
  return ARTICLES.has(segments.at(isNumbered ? -3 : -1) ?? '');
}

/** Returns whether the last segment of a path begins or ends with a word for a booking: `/book-room-3`. */
export function isBookingPath(url: string): boolean {
  const words = address(url).segments.at(-1)?.split('-') ?? [];
  return [words.at(0), words.at(-1)].some((word) => BOOKING.has(word ?? ''));
}

/** Returns whether a page lists the pages of its site for people, by its path. */
export function isSiteMap(url: string): boolean {
  return SITE_MAPS.has(address(url).segments.at(-1) ?? '');
}

/**
 * Returns the kind of a page. Its own structured data counts before its path, except where sites label everything alike:
 * legal, contact and about pages are never articles, nor is the index of a blog. Where an article's type stands on a page of
 * documentation, it is documentation, of which less is asked. A category without entries is not a listing, nor is a catalogue of one page. A text among articles is
 * one, with or without a date and an author: what a question asks for never decides whether it is asked.
 */
export function pageKind(facts: PageFacts, isHome: boolean): PageKind {
  if (isHome) return 'home';
  const { host, segments } = address(facts.url);
  const own = ownTypes(facts);
  const is = (types: ReadonlySet<string>): boolean => own.some((type) => types.has(type));
  const isByShape = () => !facts.isWordPressPage && isArticleByShape(facts);
  if (isLegalPath(segments) && hasLegalText(facts, segments)) return 'legal';
  const isBooking = isNamedBy(segments, BOOKING) && isShortIndex(facts);
  if (
    isBooking ||
    isContactPath(segments) ||
    is(CONTACT_TYPES) ||
    facts.hreflangs.slice(0, MOST_VERSIONS).some(({ url }) => isContactPath(address(url ?? '').segments))
  )
    return 'contact';
  if (ABOUT.has(segments.at(-1) ?? '') || isSamplePost(facts)) return 'other';
  const isListed = isIndex(segments) || (isNestedCategory(segments) && !isSingle(facts, is, isByShape));
  if (facts.isArchive || (isListed && !isIndexOfNothing(facts))) return 'listing';
  if (hasLegalTitle(facts) && !segments.some((s) => ARTICLES.has(s) || TECHNICAL.has(s))) return 'legal';
  if (isListOfPages(facts) && !isSingle(facts, is, () => false)) return 'listing';
  // One guide by itself may be a tour of the site.
  const isTour = segments.length === 1 && !TECHNICAL.has(segments[0] ?? '');
  const isDocumented =
    (isAmongDocumentation(host, segments) && (!isTour || isOnDocumentationHost(host))) ||
    (!segments.some((s) => ARTICLES.has(s)) && isOfDocumentation(facts));
  if (is(DOCUMENTATION_TYPES)) return 'documentation';
  if (is(EDITORIAL_TYPES)) return isDocumented && !isSignedGuide(facts, host, segments) ? 'documentation' : 'article';
  if (is(PRODUCT_TYPES) || openGraphType(facts).startsWith('product')) return 'product';
  if (is(LISTING_TYPES)) return 'listing';
  if (isDocumented) return 'documentation';
  const section = segments.slice(0, -1);
  if (section.some((segment) => PRODUCT.has(segment))) return 'product';
  if (facts.isPost) return 'article';
  if (is(OTHER_TYPES) || own.some((type) => type.endsWith('Event'))) return 'other';
  const isAmongArticles = section.some((segment) => ARTICLES.has(segment)) || isBelowMonth(section);
  // Publishing tools give this type, and a day of publication, to every page but the home page.
  const isPost = isAmongArticles || (!facts.isWordPressPage && hasDatedPermalink(facts));
  if (openGraphType(facts) === 'article' && isPost) return 'article';
  if (isAmongArticles && hasArticleText(facts, segments.at(-1) ?? '') && !isFullOfTeasers(facts)) return 'article';
  return isByShape() ? 'article' : 'other';
}

/** Returns whether a page is the sample that a content system puts on a new site. */
function isSamplePost(facts: PageFacts): boolean {
  const h1s = listH1s(facts);
  return h1s.length > 0 && h1s.every(({ text }) => isDefaultHeading(text));
}

/**
 * Returns whether a page with the type of an article is one although its path says guide or help: its data state a date and a person
 * who wrote it. In a manual, and below a documentation tool, it is documentation still.
 */
function isSignedGuide(facts: PageFacts, host: string, segments: readonly string[]): boolean {
  const isOfManual = isOnDocumentationHost(host) || segments.some((segment) => TECHNICAL.has(segment));
  if (isOfManual || isOfDocumentation(facts)) return false;
  const { nodes } = facts.structuredData;
  const nameOf = (one: StructuredNode['properties'][string][number]) =>
    typeof one === 'string' ? one : nodes[one.node]?.properties['name']?.[0];
  return nodes.some(({ types, properties: { datePublished = [], author = [], publisher = [] } }) => {
    // A generator writes the site's name as the author of every page.
    const isSigned = author.some(
      (one) =>
        (typeof one === 'string' || nodes[one.node]?.types.includes('Person') === true) &&
        !publisher.some((other) => nameOf(other) === nameOf(one)),
    );
    return types.some((type) => EDITORIAL_TYPES.has(type)) && datePublished.length > 0 && isSigned;
  });
}

/** Returns whether the path is that of a legal page: by its whole last segment, or directly below `/legal`. */
function isLegalPath(segments: readonly string[]): boolean {
  return isNamedBy(segments, LEGAL) || (segments[0] === 'legal' && segments.length > 1);
}

function isContactPath(segments: readonly string[]): boolean {
  return isNamedBy(segments, CONTACT);
}

/**
 * Returns whether the last segment names the kind of the page. In a shop, a blog or a manual, a plain word is the page's
 * subject instead.
 */
function isNamedBy(segments: readonly string[], words: ReadonlySet<string>): boolean {
  const last = segments.at(-1) ?? '';
  if (!words.has(last)) return false;
  const isPlain = /^[a-z]+$/.test(last);
  const isSubject = (one: string) =>
    ARTICLES.has(one) || COLLECTIONS.has(one) || PRODUCT.has(one) || TECHNICAL.has(one);
  return !(isPlain && segments.slice(0, -1).some(isSubject));
}

/**
 * Returns whether title and heading fit the path of a legal page. They must have no words of tools that write such pages.
 * Where the path alone is not clear, they must have a legal word.
 */
function hasLegalText(facts: PageFacts, segments: readonly string[]): boolean {
  const heading = facts.headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  const title = facts.titles[0]?.text ?? '';
  const named = heading || (title.split(TITLE_SEPARATOR, 1)[0] ?? '');
  const toolWords = [
    ...segments.flatMap((segment) => segment.split(/[-_]/)),
    ...named.toLowerCase().split(/[\s,.:!?]+/),
  ];
  if (toolWords.some((word) => TOOLS.has(word))) return false;
  const last = segments.at(-1) ?? '';
  const isClear = LEGAL.has(last) && (!AMBIGUOUS.has(last) || named.trim().toLowerCase() === last);
  const titleAndHeading = `${title} ${heading}`;
  return isClear || titleAndHeading.trim() === '' || LEGAL_WORDS.test(titleAndHeading);
}

/** Returns whether the title or h1 of a page names a legal page by itself: for pages whose path tells nothing. */
export function hasLegalTitle({ headings, titles }: PageFacts): boolean {
  const heading = headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  const named = [heading, titles[0]?.text ?? ''].map((text) =>
    (text.slice(0, 200).split(TITLE_SEPARATOR, 1)[0] ?? '').trim(),
  );
  return named.some((text) => LEGAL_TITLE.test(text));
}

/** Returns whether a page is among documentation, by its host or its path. */
function isAmongDocumentation(host: string, segments: readonly string[]): boolean {
  return isOnDocumentationHost(host) || segments.some((segment) => DOCUMENTATION.has(segment));
}

function isOnDocumentationHost(host: string): boolean {
  return /^(?:(?:docs?|help|support|developers?|api|wiki)|[a-z\d-]+-docs(?=\.[^.]+\.))\./.test(host);
}

/** Returns whether a path is below a month: `/2030/05/a-post`, `/2030/05/12/a-post`. */
function isBelowMonth(section: readonly string[]): boolean {
  return section.some((segment, i) => YEAR.test(segment) && /^(?:0?[1-9]|1[0-2])$/.test(section[i + 1] ?? ''));
}

/** Returns whether a page is about the site itself, by its path or structured data. */
export function isAboutPage(facts: PageFacts): boolean {
  return ABOUT.has(address(facts.url).segments.at(-1) ?? '') || ownTypes(facts).includes('AboutPage');
}

/**
 * Returns whether the element that describes a node has an h1, or at least half of the main text, or properties and no text. JSON-LD
 * and what is on one line are taken for the page's.
 */
function isAroundPage({ syntax, line, lastLine, properties }: StructuredNode, facts: PageFacts): boolean {
  if (syntax === 'json-ld') return true;
  const isInside = (one: { readonly line: number }) => one.line >= line && one.line <= (lastLine ?? line);
  if (facts.headings.some((heading) => heading.level === 1 && isInside(heading))) return true;
  const inside = countCharacters(facts.blocks.filter(isInside));
  return inside === 0 ? Object.keys(properties).length > 0 : 2 * inside >= countCharacters(facts.blocks);
}

/** Maximum number of top-level nodes of a page that are looked at. What describes the page itself is not one of hundreds. */
const MOST_NODES = 100;

/** Returns the types of the page itself: of its top-level nodes, and of its main entity. */
function ownTypes(facts: PageFacts): readonly string[] {
  const { nodes } = facts.structuredData;
  const topLevel = nodes.filter((node) => !node.nested);
  const own = new Set<StructuredNode>(topLevel.slice(0, MOST_NODES).filter((node) => isAroundPage(node, facts)));
  for (const node of nodes) {
    // The page of a post that its theme calls a blog has one post.
    const { mainEntity = [], blogPost = [] } = node.properties;
    for (const value of blogPost.length === 1 ? [...mainEntity, ...blogPost] : mainEntity) {
      const entity = typeof value === 'string' ? undefined : nodes[value.node];
      if (entity !== undefined) own.add(entity);
    }
  }
  const types = [...own].flatMap((node) => node.types);
  // Several articles side by side are teasers, but those of one headline are one.
  const articles = [...own].filter((node) => node.types.some((type) => EDITORIAL_TYPES.has(type)));
  const headlines = articles.map(({ properties: { headline, name } }) => (headline ?? name)?.[0]);
  const isOne = headlines.every((one) => typeof one === 'string' && one === headlines[0]);
  return articles.length > 1 && !isOne ? types.filter((type) => !EDITORIAL_TYPES.has(type)) : types;
}

/** Returns whether a path is an index: of a blog, a shop or the site, a category, a tag, an author, a month, a day, or its page 2. */
function isIndex(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  const before = segments.at(-2) ?? '';
  if (ARTICLES.has(last) || COLLECTIONS.has(last) || SITE_MAPS.has(last)) return true;
  if (PRODUCT.has(last) && last.length > 2) return true;
  if (COLLECTIONS.has(before)) return true;
  return (before === 'page' && /^\d+$/.test(last)) || PERIOD.test(segments.slice(-3).join('/'));
}

/** Collections that are divided into further ones. */
const DIVIDED = /[ck]at[eé]gor|カテゴリー|카테고리|分[类類]/;
/** Words of a slug that is a headline and not the name of a category. */
const HEADLINE_WORDS = 5;

/** Returns whether a path is that of a category in a category: `/category/boats/sailing`. */
function isNestedCategory(segments: readonly string[]): boolean {
  const at = segments.findIndex((segment) => COLLECTIONS.has(segment) && DIVIDED.test(segment));
  const below = segments.slice(at + 1);
  const isOther = (segment: string) => PRODUCT.has(segment) || ARTICLES.has(segment);
  if (at === -1 || below.length < 2 || below.some(isOther)) return false;
  return (below.at(-1) ?? '').split('-').length < HEADLINE_WORDS;
}

/** Returns whether a page is about one thing by its own account: an article or a product in a category. */
function isSingle(facts: PageFacts, is: (types: ReadonlySet<string>) => boolean, isByShape: () => boolean): boolean {
  const isProduct = is(PRODUCT_TYPES) || openGraphType(facts).startsWith('product');
  return isProduct || is(EDITORIAL_TYPES) || facts.isPost || isByShape();
}

function openGraphType(facts: PageFacts): string {
  return (
    facts.metas
      .find(({ key }) => key === 'og:type')
      ?.content.trim()
      .toLowerCase() ?? ''
  );
}

/**
 * Returns the host and the path segments of a URL: decoded, in lower case, with hyphens for underscores and spaces, without a leading
 * language, an index file and file extensions.
 */
function address(url: string): { readonly host: string; readonly segments: readonly string[] } {
  const parsed = URL.parse(url);
  if (parsed === null) return { host: '', segments: [] };
  const segments = parsed.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) =>
      decodeSegment(segment)
        .toLowerCase()
        .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
        .replace(/[_\s]+/g, '-'),
    );
  if (segments.at(-1) === 'index' || segments.at(-1) === 'default') segments.pop();
  const [first = ''] = segments;
  if (LANGUAGE.test(first) && !DOCUMENTATION.has(first) && !PRODUCT.has(first)) segments.shift();
  return { host: parsed.hostname, segments };
}
