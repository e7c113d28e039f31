import { LANGUAGES } from '../../data/read/languages.ts';
import type { StructuredNode } from '../../site/page/page-facts.ts';
import { ARTICLE_TYPES } from '../../site/page/schema-types.ts';
import { writtenDates } from '../../site/page/written-date.ts';
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

const words = (kind: 'prepositions' | 'labels' | 'words') =>
  [...new Set(LANGUAGES.flatMap(({ bylines }) => bylines[kind] ?? []))].join('|');

/** `By Ines Marlow`, `3. Juni 2026 · von Dr. Ines Marlow`. */
const PREPOSITION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<![Pp]owered\s)(?:${words('prepositions')})\s(?:(?:Dr|Prof)\.?\s){0,2}\p{Lu}[\p{L}'’.-]{0,30}\s(?:\p{Ll}{2,3}\s)?\p{Lu}[\p{L}'’.-]{1,30}`,
  'u',
);
/** A name of two to four words: `Ines Marlow`, `Jan van der Berg`. */
const NAME_ALONE = /^\p{Lu}[\p{L}'’.-]{1,30}(?:\s(?:\p{Ll}{1,3}\s){0,2}\p{Lu}[\p{L}'’.-]{0,30}){1,3}$/u;
/** `作者：王小明`, `Автор: Олена Коваль`, `بقلم …`. The name is its first group. */
const LABEL = new RegExp(
  String.raw`(?<![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}])(?:(?:${words('labels')})\s?[:：]|(?:${words('words')})(?:\s?:|\s))\s?(\p{L}{2}[\p{L}'’.-]{0,30})`,
  'giu',
);

/** Returns whether the page names its author: in structured data, a meta element or a byline. */
export function hasNamedAuthor(page: Page): boolean {
  const { facts } = page;
  return (
    articleOf(page, isNobody)?.missing.includes('author') === false ||
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
  if (isNameAndDate(start)) return true;
  return PREPOSITION.test(start) || start.matchAll(LABEL).some(([, name = '']) => !isNobody(name));
}

/** Returns whether a line has a name and a date, and nothing else: `Ines Marlow, 3 June 2026`, `3.6.2026 | Ines Marlow`. */
function isNameAndDate(line: string): boolean {
  const [date] = writtenDates(line);
  if (date === undefined) return false;
  const around = [line.slice(0, date.start), line.slice(date.end)].map((part) =>
    part.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, ''),
  );
  const [name = '', ...others] = around.filter((part) => part !== '');
  return others.length === 0 && NAME_ALONE.test(name) && !isNobody(name);
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
  const missingOf = missingProperties(nodes, isPlaceholder);
  const articles = nodes.filter((node) => node.types.some((type) => ARTICLE_TYPES.has(type)));
  return best(
    articles.map((node) => ({ page, node, missing: missingOf(node, ['headline', 'datePublished', 'author']) })),
  );
}

/**
 * Returns a function that names the properties of a node without a meaningful value: text, or a node that has a name or an
 * identifier, which another page may describe.
 *
 * @param nodes all nodes of a page. They are looked at once: thousands of nodes may refer to one that has thousands of names.
 * @param isPlaceholder values that stand for none
 */
export function missingProperties(
  nodes: readonly StructuredNode[],
  isPlaceholder: (value: string) => boolean,
): (node: StructuredNode, properties: readonly string[]) => readonly string[] {
  const isMeaningful = (value: unknown) => typeof value === 'string' && value.trim() !== '' && !isPlaceholder(value);
  const isNamed = nodes.map(({ id, properties }) => isMeaningful(id) || (properties['name'] ?? []).some(isMeaningful));
  return (node, properties) =>
    properties.filter(
      (property) =>
        !(node.properties[property] ?? []).some((value) =>
          typeof value === 'string' ? isMeaningful(value) : isNamed[value.node] === true,
        ),
    );
}

/** Returns the candidate that lacks least, the first of equals. */
export function best<Candidate extends Described>(candidates: readonly Candidate[]): Candidate | null {
  return candidates.reduce<Candidate | null>(
    (found, one) => (found === null || one.missing.length < found.missing.length ? one : found),
    null,
  );
}
