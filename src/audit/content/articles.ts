import type { StructuredNode } from '../../site/page/page-facts.ts';
import { ARTICLE_TYPES } from '../../site/page/schema-types.ts';
import type { Page } from '../site-facts.ts';

/** Question to the owner about articles that do not state their date or author. */
export const WHEN_AND_BY_WHOM = 'When was each article published or last changed, and who wrote it?';

/** Names that content systems give to an account that nobody named. */
const NOBODY =
  /^(?:by\s+)?(?:admin(?:istrator)?|root|user|author|editor|webmaster|staff|team|unknown|anonymous|guest)$/i;

/** Blocks at the top that may be a byline, which is short. */
const BYLINE_BLOCKS = 8;

const BYLINE_WORDS = 30;

const READ = 400;

/** `By Ines Marlow`, `3. Juni 2026 · von Dr. Ines Marlow`, `作者：王小明`. */
const WRITTEN_BYLINES = [
  /(?<![\p{L}\p{N}])(?<![Pp]owered\s)(?:by|BY|By|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Dd]i)\s(?:(?:Dr|Prof)\.?\s){0,2}\p{Lu}[\p{L}'’.-]{0,30}\s(?:\p{Ll}{2,3}\s)?\p{Lu}[\p{L}'’.-]{1,30}/u,
  /(?:(?:作者|著者|筆者|執筆者?|記者|记者|작성자|글쓴이)\s?[:：]|بقلم\s?:?)\s?\p{L}{2}/u,
];

/** Returns whether the page names its author: in structured data, a meta element or a byline. */
export function hasNamedAuthor(page: Page): boolean {
  const { facts } = page;
  const article = articleOf(page, isNobody);
  return (
    (article !== null &&
      hasValue('author', article.node, namedNodes(facts.structuredData.nodes, isNobody), isNobody)) ||
    facts.metas.some(
      ({ key, content }) =>
        /^(?:author|article:author|dc\.creator|parsely-author|citation_author)$/.test(key) && isName(content),
    ) ||
    facts.bylines.some(({ text }) => isName(text)) ||
    facts.blocks
      .slice(0, BYLINE_BLOCKS)
      .some(({ kind, words, text }) => kind !== 'heading' && words <= BYLINE_WORDS && isWrittenByline(text))
  );
}

function isWrittenByline(text: string): boolean {
  const start = text.slice(0, READ);
  return WRITTEN_BYLINES.some((pattern) => pattern.test(start));
}

function isNobody(value: string): boolean {
  return NOBODY.test(value.trim());
}

function isName(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !isNobody(text) && !/^https?:/.test(text.trim());
}

/** An entity and the page whose HTML describes it. */
export interface Described {
  readonly page: Page;
  readonly node: StructuredNode;
  /** Required properties without a usable value. */
  readonly missing: readonly string[];
}

/**
 * The article that the page is, best described node first: Article or a subtype, with what of headline, datePublished
 * and author it lacks. Null when no node of the page is an Article.
 */
export function articleOf(page: Page, isPlaceholder: (value: string) => boolean): Described | null {
  const { nodes } = page.facts.structuredData;
  const named = namedNodes(nodes, isPlaceholder);
  return best(
    nodes
      .filter((node) => node.types.some((type) => ARTICLE_TYPES.has(type)))
      .map((node) => ({
        page,
        node,
        missing: missingOf(['headline', 'datePublished', 'author'], node, named, isPlaceholder),
      })),
  );
}

/**
 * Returns whether the property has a meaningful value: text, or one of the named nodes.
 *
 * @param named by index, see {@link namedNodes}
 */
export function hasValue(
  property: string,
  node: StructuredNode,
  named: readonly boolean[],
  isPlaceholder: (value: string) => boolean,
): boolean {
  return (node.properties[property] ?? []).some((value) =>
    typeof value === 'string' ? isMeaningful(value, isPlaceholder) : named[value.node] === true,
  );
}

/**
 * Which nodes of a page have a name or an identifier of their own, which another page may describe. Told of all at once:
 * thousands of nodes may refer to one that has thousands of names.
 */
export function namedNodes(
  nodes: readonly StructuredNode[],
  isPlaceholder: (value: string) => boolean,
): readonly boolean[] {
  return nodes.map(
    ({ id, properties }) =>
      (id !== null && isMeaningful(id, isPlaceholder)) ||
      (properties['name'] ?? []).some((name) => typeof name === 'string' && isMeaningful(name, isPlaceholder)),
  );
}

function isMeaningful(value: string, isPlaceholder: (value: string) => boolean): boolean {
  return value.trim() !== '' && !isPlaceholder(value);
}

export function missingOf(
  properties: readonly string[],
  node: StructuredNode,
  named: readonly boolean[],
  isPlaceholder: (value: string) => boolean,
): readonly string[] {
  return properties.filter((property) => !hasValue(property, node, named, isPlaceholder));
}

/** The one that lacks least, the first of equals. */
export function best<Candidate extends Described>(candidates: readonly Candidate[]): Candidate | null {
  return candidates.reduce<Candidate | null>(
    (found, one) => (found === null || one.missing.length < found.missing.length ? one : found),
    null,
  );
}
