import { CORE_SEARCH_TOKENS } from '../../crawlers/registry.ts';
import type { Exchange } from '../../fetch/exchange.ts';
import { declaredCanonicals } from '../page/canonicals.ts';
import { directivesFor, effectiveDirectives } from '../page/directives.ts';
import { isErrorPage } from '../page/error-page.ts';
import type { PageFacts, StructuredNode } from '../page/page-facts.ts';
import { pageKind } from '../page/page-kind.ts';
import { isHtmlAnswer, pageFactsOf } from '../page/pages.ts';
import { headingText } from '../site-identity.ts';
import { readTextDocument } from '../text-document.ts';
import type { LeftOutReason, PageReading } from './inventory.ts';

/** Characters of a text that are kept. */
const TITLE = 300;
const PASSAGE = 600;
/** Shorter ones are labels, bylines and buttons. */
const LEAST_WORDS = 7;
const LEAST_CJK = 18;
const TRAIL = 6;
/** A longer canonical URL is ignored. */
const CANONICAL = 1_000;

/** A response as an inventory needs it. */
export interface ReadPage {
  /** Null when the page must not be listed. */
  readonly reading: PageReading | null;
  /** Why it must not be listed; null when it has a reading. */
  readonly reason: LeftOutReason | null;
  /** The other URL that the page names as its canonical, without a fragment; null when it names none. */
  readonly canonical: string | null;
  /** Null when the response is no HTML page. */
  readonly facts: PageFacts | null;
}

/**
 * Reads a page for an inventory.
 * @param isHome a home page is listed whatever its title says
 * @param notFoundHash see `isErrorPage`
 */
export function readForInventory(exchange: Exchange, isHome: boolean, notFoundHash: string | null = null): ReadPage {
  if (exchange.status !== 200) return leftOut('not_200');
  if (!isHtmlAnswer(exchange)) {
    const reading = copied(readTextDocument(exchange));
    return reading === null ? leftOut('no_page') : { reading, reason: null, canonical: null, facts: null };
  }
  const facts = pageFactsOf(exchange);
  if (isClosed(exchange, facts)) return { ...leftOut('noindex'), facts };
  if (!isHome && isErrorPage(facts, notFoundHash)) return { ...leftOut('error_page'), facts };
  const [declared] = declaredCanonicals(exchange, facts);
  const url = declared?.url?.split('#', 1)[0] ?? null;
  const isOther =
    url !== null && /^https?:/.test(url) && url.length <= CANONICAL && !isSamePage(url, exchange.finalUrl);
  return { reading: copied(readingOf(facts, isHome)), reason: null, canonical: isOther ? url : null, facts };
}

/** Copies its strings: a substring of a page would keep the whole page in memory. */
function copied(reading: PageReading | null): PageReading | null {
  return structuredClone(reading);
}

function leftOut(reason: LeftOutReason): ReadPage {
  return { reading: null, reason, canonical: null, facts: null };
}

/**
 * Whether they differ in the scheme or in a leading `www.` alone: a site that names its pages otherwise than it serves them has
 * not two of each.
 */
function isSamePage(one: string, other: string): boolean {
  const named = (url: string) => url.replace(/^https?:\/\/(?:www\.)?/, '');
  return named(one) === named(other);
}

/** Whether a directive keeps it out of any search crawler's index. */
function isClosed(exchange: Exchange, facts: PageFacts): boolean {
  const directives = effectiveDirectives(exchange.headers, facts);
  return ['*', ...CORE_SEARCH_TOKENS].some((agent) => directivesFor(directives, agent).noindex !== null);
}

function readingOf(facts: PageFacts, isHome: boolean): PageReading {
  const meta = (key: string) =>
    facts.metas.find((one) => one.key === key && one.content.trim() !== '')?.content ?? null;
  const description = meta('description') ?? meta('og:description');
  return {
    title: cut(facts.titles[0]?.text ?? meta('og:title'), TITLE),
    heading: cut(headingText(facts), TITLE),
    description: cut(description, PASSAGE),
    paragraph: cut(firstParagraph(facts, description), PASSAGE),
    lang: cut(facts.lang?.text ?? null, 35),
    kind: pageKind(facts, isHome),
    trail: breadcrumb(facts.structuredData.nodes),
  };
}

/** The first paragraph below the H1, else of all, that is no label and says something else than the description. */
function firstParagraph({ blocks }: PageFacts, description: string | null): string | null {
  const cjk = (text: string) => text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  const isOne = ({ kind, words, text }: PageFacts['blocks'][number]) =>
    kind === 'paragraph' &&
    text !== description?.trim() &&
    (words >= LEAST_WORDS || cjk(text.slice(0, 100)) >= LEAST_CJK);
  const h1 = blocks.findIndex(({ level }) => level === 1);
  return (blocks.slice(h1 + 1).find(isOne) ?? blocks.find(isOne))?.text ?? null;
}

/** The longest BreadcrumbList's items (schema.org), from the home page on. */
function breadcrumb(nodes: readonly StructuredNode[]): PageReading['trail'] {
  const node = (value: StructuredNode['properties'][string][number] | undefined) =>
    value === undefined || typeof value === 'string' ? undefined : nodes[value.node];
  const text = (value: StructuredNode['properties'][string][number] | undefined) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  const trails = nodes
    .filter(({ types }) => types.includes('BreadcrumbList'))
    .map((list) =>
      (list.properties['itemListElement'] ?? []).slice(0, TRAIL).flatMap((value) => {
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

function cut(text: string | null, length: number): string | null {
  const trimmed = text?.trim().slice(0, length) ?? '';
  return trimmed === '' ? null : trimmed;
}
