import { CORE_SEARCH_TOKENS } from '../../crawlers/registry.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { declaredCanonicals, refreshTarget } from '../page/declared-urls.ts';
import { directivesFor, effectiveDirectives } from '../page/directives.ts';
import { isErrorPage } from '../page/error-page.ts';
import { pageDate } from '../page/page-date.ts';
import type { PageFacts, StructuredNode, StructuredValue, TextBlock } from '../page/page-facts.ts';
import { pageKind } from '../page/page-kind.ts';
import { cut, headingText, metaContent } from '../page/page-labels.ts';
import { withoutFragment } from '../page/page-url.ts';
import { countCjk } from '../page/words.ts';
import { isHtmlResponse, looksLikeHtml, mediaType, readPageFacts } from '../read-response.ts';
import type { LeftOutReason, PageSummary } from './inventory.ts';
import { isLeadIn, statementIn } from './statement.ts';

/** Maximum length of a title, of a description, and of a paragraph, in characters. */
const MAX_TITLE = 300;
const MAX_PASSAGE = 600;
/** Minimum number of words or CJK characters of a paragraph. Shorter ones are labels, bylines and buttons. */
const MIN_WORDS = 7;
const MIN_CJK = 18;
const MAX_TRAIL = 6;
/** Maximum length of a canonical URL that counts, in characters. */
const MAX_CANONICAL = 1_000;

/** A response as an inventory needs it. */
export interface SummarizedPage {
  /** Null when the page must not be listed. */
  readonly reading: PageSummary | null;
  /** Why the page must not be listed; null when it has a summary. */
  readonly reason: LeftOutReason | null;
  /** The other URL that the page declares as canonical, without a fragment; null when it declares none. */
  readonly canonical: string | null;
  /** Null when the response is not HTML. */
  readonly facts: PageFacts | null;
}

/**
 * Summarizes a response for an inventory.
 *
 * @param isHome a home page is listed whatever its title says
 * @param notFoundHash see `isErrorPage`
 */
export function summarizePage(exchange: Exchange, isHome: boolean, notFoundHash: string | null = null): SummarizedPage {
  if (exchange.status !== 200) return leftOut('not_200');
  if (!isHtmlResponse(exchange)) {
    const document = summarizeTextDocument(exchange);
    if (document === null) return leftOut('no_page');
    return { reading: structuredClone(document), reason: null, canonical: null, facts: null };
  }
  const facts = readPageFacts(exchange);
  if (isNoindex(exchange, facts)) return { ...leftOut('noindex'), facts };
  if (!isHome && (facts.shell.isRedirect || refreshTarget(exchange, facts) !== null)) return leftOut('redirect');
  if (!isHome && isErrorPage(facts, notFoundHash)) return { ...leftOut('error_page'), facts };
  // A copy: a substring would retain the whole page.
  const reading = structuredClone(summarizeFacts(facts, isHome));
  return { reading, reason: null, canonical: otherCanonical(exchange, facts), facts };
}

function leftOut(reason: LeftOutReason): SummarizedPage {
  return { reading: null, reason, canonical: null, facts: null };
}

/** Returns the declared canonical URL, unless it differs from the page's URL only in its scheme or a leading `www.`. */
function otherCanonical(exchange: Exchange, facts: PageFacts): string | null {
  const [declared] = declaredCanonicals(exchange, facts);
  const url = withoutFragment(declared?.url ?? '');
  if (!/^https?:/.test(url) || url.length > MAX_CANONICAL) return null;
  const bare = (one: string) => one.replace(/^https?:\/\/(?:www\.)?/, '');
  return bare(url) === bare(exchange.finalUrl) ? null : url;
}

/** Returns whether a directive excludes the page from the index of any search crawler. */
function isNoindex(exchange: Exchange, facts: PageFacts): boolean {
  const directives = effectiveDirectives(exchange.headers, facts);
  return ['*', ...CORE_SEARCH_TOKENS].some((agent) => directivesFor(directives, agent).noindex !== null);
}

function summarizeFacts(facts: PageFacts, isHome: boolean): PageSummary {
  const declared = metaContent(facts, 'description') ?? metaContent(facts, 'og:description');
  const description = declared !== null && isExcerpt(declared, facts) ? null : declared;
  const date = pageDate(facts)?.iso ?? null;
  const translationOf = firstTranslation(facts);
  const kind = pageKind(facts, isHome);
  const paragraph = firstParagraph(facts, description, !isHome && kind !== 'article');
  return {
    title: cut(facts.titles[0]?.text ?? metaContent(facts, 'og:title'), MAX_TITLE),
    heading: cut(headingText(facts), MAX_TITLE),
    description: cut(description, MAX_PASSAGE),
    paragraph: cut(paragraph, MAX_PASSAGE),
    lang: cut(facts.lang?.text ?? null, 35),
    kind,
    trail: breadcrumb(facts.structuredData.nodes),
    words: facts.words + Math.round(facts.cjkCharacters / 2),
    ...(date !== null && { date }),
    ...(translationOf !== null && { translationOf }),
    ...(facts.isAttachment && { isAttachment: true }),
    ...(kind === 'listing' && paragraph !== null && isLead(paragraph, facts) && { hasLead: true }),
  };
}

/** Blocks of the text that a description may have been made of, and characters around the end of one. */
const EXCERPT_BLOCKS = 12;
const AROUND_END = 6;

/** Returns whether a tool made a description of the text: in it, two blocks follow each other without a space. */
function isExcerpt(description: string, { blocks }: PageFacts): boolean {
  return blocks.slice(0, EXCERPT_BLOCKS).some(({ text }, at) => {
    const next = blocks[at + 1];
    if (next === undefined || !/[\p{L}\p{N}]/u.test(text.at(-1) ?? '')) return false;
    const joined = text.slice(-AROUND_END) + next.text.slice(0, AROUND_END);
    return joined.length > AROUND_END && description.includes(joined);
  });
}

/** Returns the first URL, in alphabetical order, of a page and its translations; null where it names none. */
function firstTranslation({ url, hreflangs }: PageFacts): string | null {
  const urls = hreflangs.flatMap((one) =>
    one.hreflang.trim().toLowerCase() === 'x-default' || one.url === null || !/^https?:/.test(one.url)
      ? []
      : withoutFragment(one.url),
  );
  const others = urls.filter((one) => one !== withoutFragment(url) && one.length <= MAX_CANONICAL);
  return others.length === 0 ? null : ([withoutFragment(url), ...others].toSorted()[0] ?? null);
}

/**
 * Returns the first paragraph below the page's H1, else of all, that says something and differs from the description.
 *
 * @param isOfParts what stands below another heading is about a part of the page, unless its first words have one of the title
 */
function firstParagraph(facts: PageFacts, description: string | null, isOfParts: boolean): string | null {
  const { blocks, headings, titles } = facts;
  const isParagraph = ({ kind, words, text }: TextBlock) =>
    kind === 'paragraph' &&
    text !== description?.trim() &&
    (words >= MIN_WORDS || countCjk(text.slice(0, 100)) >= MIN_CJK) &&
    statementIn(text) !== null;
  const [first, ...others] = headings.filter(({ level }) => level === 1);
  // Below an H1 outside the main text, several more are those of sections or posts.
  const isBeginning = first?.inMain === false && others.filter(({ inMain }) => inMain).length > 1;
  const h1 = isBeginning ? -1 : blocks.findIndex(({ level }) => level === 1);
  const below = blocks.slice(h1 + 1);
  const found = below.find(isParagraph) ?? blocks.find(isParagraph);
  if (found === undefined || !isOfParts || blocks.indexOf(found) < h1) return found?.text ?? null;
  // Without an H1, the first heading is the title.
  const title = h1 === -1 ? below.findIndex(({ level }) => level !== null) : -1;
  const parts = below.findIndex(({ level }, at) => at > title && level !== null);
  const lead = parts === -1 ? below : below.slice(0, parts);
  const at = lead.indexOf(found);
  // What follows “Two ways to do it:” is one of the ways.
  if (lead.slice(0, Math.max(at, 0)).some(({ kind, text }) => kind === 'paragraph' && isLeadIn(text))) return null;
  const named = mainWords([titles[0]?.text ?? '', headingText(facts) ?? ''].join(' '));
  return at !== -1 || !mainWords(found.text.slice(0, BEGINNING)).isDisjointFrom(named) ? found.text : null;
}

/** Characters in which a paragraph names what it is about. */
const BEGINNING = 60;

function mainWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2}/gu));
}

/** Returns whether a paragraph follows the only H1 at once. That of an entry of a list comes below the title of the entry. */
function isLead(paragraph: string, { blocks, headings }: PageFacts): boolean {
  const isAlone = headings.filter(({ level }) => level === 1).length === 1;
  return isAlone && blocks[blocks.findIndex(({ level }) => level === 1) + 1]?.text === paragraph;
}

/** Returns the items of the longest BreadcrumbList (schema.org), from the home page on. */
function breadcrumb(nodes: readonly StructuredNode[]): PageSummary['trail'] {
  const node = (value: StructuredValue | undefined) =>
    value === undefined || typeof value === 'string' ? undefined : nodes[value.node];
  const text = (value: StructuredValue | undefined) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  const trails = nodes
    .filter(({ types }) => types.includes('BreadcrumbList'))
    .map((list) =>
      (list.properties['itemListElement'] ?? []).slice(0, MAX_TRAIL).flatMap((value) => {
        const item = node(value);
        const target = item?.properties['item']?.[0];
        const page = node(target);
        const name = text(item?.properties['name']?.[0]) ?? text(page?.properties['name']?.[0]);
        const url = text(target) ?? page?.id ?? text(page?.properties['url']?.[0]) ?? null;
        return name === null ? [] : [{ name: name.slice(0, 120), url: url?.slice(0, 1_000) ?? null }];
      }),
    );
  return trails.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Characters of a text document that are examined, and the longest line that is its title. */
const MAX_EXAMINED = 8_192;
const MAX_TITLE_LINE = 120;
/** A list item, a heading, a comment, a table row, a macro, `key: value`. */
const NOT_PROSE = /^\s*(?:[-*+•|#>.]|\d+[.)]\s)|^ {2,}\S|^[\w-]+(?: [\w-]+)?:\s|\t/;
const LEGAL = /(?:licen[cs]e|copying|notice|terms|privacy)[^/]*$/i;

/** Summarizes a document in plain text or Markdown. Returns null for any other response. */
export function summarizeTextDocument(exchange: Exchange): PageSummary | null {
  const { body, finalUrl } = exchange;
  if (!['text/plain', 'text/markdown'].includes(mediaType(exchange))) return null;
  if (body === null || body.trim() === '' || looksLikeHtml(body)) return null;
  const paragraphs = body
    .slice(0, MAX_EXAMINED)
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
  const [first = ''] = paragraphs;
  const isTitle = first !== '' && !first.includes('\n') && first.length <= MAX_TITLE_LINE;
  const prose = paragraphs.slice(isTitle ? 1 : 0).find(isProse) ?? null;
  return {
    title: isTitle ? first.replace(/^#+\s*/, '') : null,
    heading: null,
    description: null,
    paragraph: prose?.slice(0, MAX_PASSAGE) ?? null,
    lang: null,
    kind: LEGAL.test(new URL(finalUrl).pathname) ? 'legal' : 'documentation',
    trail: [],
  };
}

/** Returns whether a text consists of sentences, and not of a list, a table, a drawing or code. */
function isProse(text: string): boolean {
  const letters = text.match(/[\p{L}\p{M} ,]/gu)?.length ?? 0;
  return (
    letters > text.length * 0.85 &&
    text.split(/\s+/).length >= 6 &&
    !text.split('\n').some((line) => NOT_PROSE.test(line))
  );
}
