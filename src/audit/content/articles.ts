import { DATES } from '../../data/read/languages.ts';
import { isByline, isNobody, namesAuthor } from '../../site/page/byline.ts';
import { isOfOtherPage } from '../../site/page/declared-urls.ts';
import { isMachineDate, isWordOfWriting } from '../../site/page/page-date.ts';
import type { StructuredNode, TextBlock } from '../../site/page/page-facts.ts';
import { ARTICLE_TYPES } from '../../site/page/schema-types.ts';
import { writtenDates } from '../../site/page/written-date.ts';
import type { Page } from '../site-facts.ts';

/** Question to the owner about articles that do not state their date or author. */
export const WHEN_AND_BY_WHOM = 'When was each article published or last changed, and who wrote it?';

/** Blocks at the top that may be a byline, which is short. */
const BYLINE_BLOCKS = 8;

const BYLINE_WORDS = 30;

/** Characters of a byline that are read. */
const BYLINE_READ = 400;

const AUTHOR_META = /^(?:author|article:author|dc\.creator|parsely-author|citation_author)$/;

/** Returns whether the page names its author: in structured data, a meta element or a byline. */
export function hasNamedAuthor(page: Page): boolean {
  const { facts } = page;
  return (
    findArticle(page, isNobody)?.missing.includes('author') === false ||
    namedAuthors(page).length > 0 ||
    facts.blocks.slice(0, BYLINE_BLOCKS).some(isWrittenByline)
  );
}

/** Returns the authors that meta elements and bylines of a page name, in lower case, without what stands around the name. */
export function namedAuthors({ facts }: Page): readonly string[] {
  const metas = facts.metas.filter(({ key }) => AUTHOR_META.test(key)).map(({ content }) => content);
  return [...metas, ...facts.bylines.map(({ text }) => text)].filter(isName).map((text) => {
    const [name = ''] = text
      .toLowerCase()
      .replace(/^\s*by[\s:]+/, '')
      .split(/[,|·•\d]/);
    return name.trim();
  });
}

/** A heading is a byline only as a whole. The h1 is never one. */
function isWrittenByline({ kind, level, words, text }: TextBlock): boolean {
  return words <= BYLINE_WORDS && level !== 1 && (kind !== 'heading' || isByline(text)) && namesAuthor(text);
}

/** Returns whether a text has a name: more than a date and words such as `Posted on`. */
function isName(text: string): boolean {
  if (isNobody(text) || /^https?:/.test(text.trim())) return false;
  const read = text.slice(0, BYLINE_READ);
  const dates = writtenDates(read);
  if (dates.length === 0) return /\p{L}{2}/u.test(read);
  const rest = dates.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, read);
  return (rest.match(NAME) ?? []).some((word) => !isOfDate(word));
}

/** A word that begins as a name does. */
const NAME = /(?<!\p{L})[\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]+/gu;
const WEEKDAYS: ReadonlySet<string> = new Set(DATES.weekdays);

function isOfDate(word: string): boolean {
  return isWordOfWriting(word) || /^\p{Lu}\p{L}?$/u.test(word) || WEEKDAYS.has(word.toLowerCase());
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
 * and author it lacks. A datePublished that cannot be read as a date is none. Null when no node of the page is an Article; one with the url of
 * another page is that page's.
 */
export function findArticle(page: Page, isPlaceholder: (value: string) => boolean): Described | null {
  const { nodes } = page.facts.structuredData;
  const listMissing = missingProperties(nodes, isPlaceholder);
  const articles = nodes.filter(
    (node) => node.types.some((type) => ARTICLE_TYPES.has(type)) && !isOfOtherPage(node, page.facts),
  );
  return best(
    articles.map((node) => {
      const missing = listMissing(node, ['headline', 'datePublished', 'author']);
      const hasDate = (node.properties['datePublished'] ?? []).some(
        (value) => typeof value === 'string' && isMachineDate(value),
      );
      return {
        page,
        node,
        missing: hasDate || missing.includes('datePublished') ? missing : [...missing, 'datePublished'],
      };
    }),
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
