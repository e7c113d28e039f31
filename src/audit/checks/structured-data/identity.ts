import type { StructuredNode } from '../../../site/page/page-facts.ts';
import { listH1s } from '../../../site/page/page-labels.ts';
import { IDENTITY_TYPES, PERSON_TYPES } from '../../../site/page/schema-types.ts';
import { best, type Described, missingProperties, namedAuthors } from '../../content/articles.ts';
import { isOfAnyPage } from '../../content/terms.ts';
import type { SnippetName } from '../../fixes/fix.ts';
import { isPlatformHost, isSameSite } from '../../registrable-domain.ts';
import type { Page } from '../../site-facts.ts';

/** The entity that represents the site. */
export interface Identity extends Described {
  /** The site is named only on a page other than the home page, and not on its own with the site's address. */
  readonly isOnlyNamedElsewhere: boolean;
  /** Its `url` as written; null when it has none that is text. */
  readonly url: string | null;
}

/** Properties through which a page says what it or its site is; under any other a nested node is a stub. */
const SAYS_WHAT_IT_IS = new Set(['mainEntity', 'about', 'isPartOf']);
/** Properties that name the publisher of a page: from these alone, the site's identity earns half. */
const NAMES_THE_SITE = new Set(['publisher', 'isPartOf']);
/** Properties that name a Person as the maker of one work, not as the one whose site this is. */
const CREDITS = new Set(['author', 'creator', 'editor', 'contributor', 'reviewedBy']);

/** A type without a scheme or a prefix is schema.org's: other vocabularies keep their IRI. */
export function isSchemaOrg(node: StructuredNode): boolean {
  return node.types.some((type) => /^[A-Z][A-Za-z0-9]*$/.test(type));
}

/**
 * Returns who the site is: an Organization, Person or WebSite, or a subtype. What the home page describes comes first, or any page
 * on its own with the site's address; then what is named only inside the data of another page. Among equals, the one that
 * lacks least. A name that is a platform's host name, or that of a kind of page such as “About”, is none. An entity that is nested anywhere counts if its url is the home page.
 * An entity of a further page whose url is of another site is that of another. A WebSite with such a url lacks its own, as does an
 * entity that neither title nor h1 of the home page name, such as the agency that built the site.
 * Left out are other stubs nested under `brand` and the like, and a Person who is only credited with a work.
 *
 * @param pages the home page first
 * @param origin of the site
 * @param isPlaceholder values that stand for none
 */
export function findIdentity(
  pages: readonly Page[],
  origin: string,
  isPlaceholder: (value: string) => boolean,
): Identity | null {
  const isNamedAlike = haveOneName(pages);
  const candidates = pages.flatMap((page, i) => {
    const { nodes } = page.facts.structuredData;
    const listMissing = missingProperties(nodes, isPlaceholder);
    const referrers = referringProperties(nodes);
    return nodes.flatMap((node, index): Identity[] => {
      if (!node.types.some((type) => IDENTITY_TYPES.has(type))) return [];
      const referring = referrers[index] ?? [];
      const representsSite = mayRepresentSite(node, referring);
      const url = firstText(node.properties['url']);
      const isForeign = isOfAnotherSite(url, origin);
      // On the home page, an organization may have its own site elsewhere if the page names it; on a further page it is another one.
      if (i > 0 && isForeign) return [];
      const namesSite = referring.some((property) => NAMES_THE_SITE.has(property)) || isHomeUrl(url, origin);
      if (!representsSite && !(node.nested && namesSite)) return [];
      const described = listMissing(node, ['name', 'url']);
      const name = firstText(node.properties['name']) ?? '';
      const isOfOther = isForeign && (isWebSite(node) || !isNamedOn(page, name));
      const lacking = isOfOther && !described.includes('url') ? [...described, 'url'] : described;
      // Themes write the title of the page there.
      const isTitle = isOfAnyPage(name) || (isWebSite(node) && !isNamedAlike);
      const isNamed = !isPlatformHost(name) && !isTitle;
      const missing = isNamed ? lacking : ['name', ...lacking.filter((property) => property !== 'name')];
      const isOwn = representsSite && (i === 0 || (!node.nested && url !== null && isOfSite(url, origin)));
      // A person whose URL is another page of the site is a member or an author.
      if (i > 0 && isPerson(node) && !isHomeUrl(url, origin)) return [];
      return [{ page, node, missing, url, isOnlyNamedElsewhere: !isOwn }];
    });
  });
  return best(candidates.filter((one) => !one.isOnlyNamedElsewhere)) ?? best(candidates);
}

/** Returns whether the title or h1 of a page has a word of a name. */
function isNamedOn({ facts }: Page, name: string): boolean {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  const shown = [...facts.titles, ...listH1s(facts)].flatMap(({ text }) => words(text));
  return words(name).some((word) => shown.some((one) => one.includes(word) || word.includes(one)));
}

/** Number of names of one WebSite, on as many pages, that are titles of these pages. A few languages may have names of their own. */
const NAMES_OF_PAGES = 4;

function haveOneName(pages: readonly Page[]): boolean {
  const names = pages.flatMap(({ facts }) =>
    facts.structuredData.nodes.flatMap((node) =>
      isWebSite(node) && !node.nested ? (firstText(node.properties['name']) ?? []) : [],
    ),
  );
  return new Set(names).size < NAMES_OF_PAGES;
}

function firstText(values: StructuredNode['properties'][string] | undefined): string | null {
  return values?.find((value) => typeof value === 'string') ?? null;
}

function isPerson({ types }: StructuredNode): boolean {
  return types.every((type) => PERSON_TYPES.has(type) || !IDENTITY_TYPES.has(type));
}

function isHomeUrl(url: string | null, origin: string): boolean {
  return url !== null && isOfSite(url, origin) && URL.parse(url, origin)?.pathname === '/';
}

function isOfSite(url: string, origin: string): boolean {
  const absolute = URL.parse(url, origin)?.href ?? null;
  return absolute !== null && isSameSite(absolute, origin);
}

/** Returns whether a url is an absolute one of another site. */
function isOfAnotherSite(url: string | null, origin: string): boolean {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && !isSameSite(parsed.href, origin);
}

function isWebSite({ types }: StructuredNode): boolean {
  return types.includes('WebSite');
}

/** A node that stands by itself, and the value of it that is wrong. */
interface WrongNode {
  readonly page: Page;
  readonly node: StructuredNode;
  readonly text: string;
}

/** Returns the first node of the pages that has a wrong value; null for none. Nested nodes are left out: they may describe the work of others. */
function findWrong(pages: readonly Page[], readWrong: (node: StructuredNode) => string | null): WrongNode | null {
  const found = pages.flatMap((page) =>
    page.facts.structuredData.nodes.flatMap((node) => {
      const text = node.nested ? null : readWrong(node);
      return text === null ? [] : { page, node, text };
    }),
  );
  return found[0] ?? null;
}

/** Returns the first WebSite that pages describe for themselves and whose url is that of another site; null for none. */
export function foreignWebSite(pages: readonly Page[], origin: string): WrongNode | null {
  return findWrong(pages, (node) => {
    const url = isWebSite(node) ? firstText(node.properties['url']) : null;
    return isOfAnotherSite(url, origin) ? url : null;
  });
}

/** Types of identities by what their spelling and vocabulary leave of them. */
const NAMED_LIKE: ReadonlySet<string> = new Set([...IDENTITY_TYPES].map(withoutSpelling));

/** Returns a name without its vocabulary, case and signs; an s is a z: `Organisation`, `Web Site`, `local-business`. */
function withoutSpelling(type: string): string {
  const [name = ''] = type.split(/[/#:]/).slice(-1);
  return name
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replaceAll('s', 'z');
}

/** Returns the first node of the pages whose type is that of an identity but for its vocabulary or spelling; null for none. */
export function misnamedIdentity(pages: readonly Page[]): WrongNode | null {
  const isMisnamed = (type: string) => NAMED_LIKE.has(withoutSpelling(type)) && !IDENTITY_TYPES.has(type);
  return findWrong(pages, ({ types }) => types.find(isMisnamed) ?? null);
}

function mayRepresentSite(node: StructuredNode, referrers: readonly string[]): boolean {
  if (node.nested) return referrers.some((property) => SAYS_WHAT_IT_IS.has(property));
  return !(isPerson(node) && referrers.length > 0 && referrers.every((property) => CREDITS.has(property)));
}

/** Returns, for each node of a page, the properties of other nodes that lead to it. */
function referringProperties(nodes: readonly StructuredNode[]): readonly (readonly string[])[] {
  const referrers: string[][] = nodes.map(() => []);
  for (const { properties } of nodes) {
    for (const [property, values] of Object.entries(properties)) {
      for (const value of values) if (typeof value !== 'string') referrers[value.node]?.push(property);
    }
  }
  return referrers;
}

/**
 * Returns the lines that say who a site is. A blog that one person writes is that person's; one whose authors are not named may be
 * anybody's, and is a WebSite in any case.
 */
export function entityLines(pages: readonly Page[]): SnippetName {
  const [, ...others] = pages;
  const posts = others.filter(({ kind }) => kind === 'article');
  if (posts.length < 2 || posts.length * 2 < others.length) return 'identity';
  const authors = new Set(posts.flatMap(namedAuthors));
  if (authors.size === 0) return 'identity_website';
  return authors.size === 1 ? 'identity_person' : 'identity';
}
