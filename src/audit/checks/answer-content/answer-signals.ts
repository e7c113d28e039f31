import { datingLines, declaredDates, pageDate, writingDates } from '../../../site/page/page-date.ts';
import type { PageFacts, TextBlock } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { HALF, type PageResult } from '../../check.ts';
import { hasNamedAuthor } from '../../content/articles.ts';
import type { LanguagePack } from '../../content/language-packs.ts';
import { withPlainNumbers } from '../../content/plain-numbers.ts';
import type { SharedText } from '../../content/shared-text.ts';
import { count } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import { findTeasers, isCode, judgeOpening } from './opening.ts';
import { citedSource, findReference, hasNamedQuotation } from './sources.ts';
import { findSpecifics, hasAgingPrices, isPriceList } from './specifics.ts';

/** Judges one page by one signal; null where the signal does not apply to it. */
export type Signal = (page: Page, pack: LanguagePack, site: SharedText & Latest) => PageResult | null;
/** The day after the audit, as `2026-06-03`: a later date is that of an event to come. Absent where all dates count. */
type Latest = { readonly latest?: string };

const SPECIFICS = 3;
/** Number of specifics that are looked for where most pages have the first. */
const MORE_SPECIFICS = 24;
/** Minimum number of pieces of code on a page of code. */
const PIECES = 3;
const LIST_ITEMS = 3;

/** Checks that the text below the h1 takes up the subject of the title or the h1. */
export const opening: Signal = judgeOpening;

/**
 * Three different numbers with units, percentages, dates, amounts or versions; half for one or two. The dates on which the page was
 * published or changed do not count, nor do those of its template. A price list is not asked for them, nor is a page of code, whose
 * facts are commands and names.
 */
export const specifics: Signal = (page, pack, site) => {
  const { kind, exchange, facts } = page;
  const names = [site.name ?? site.hostLabel, site.hostLabel];
  const written = kind === 'article' || kind === 'documentation' ? writingDates(facts) : declaredDates(facts);
  const dating = datingLines(facts);
  const isDateless = (block: TextBlock): boolean => dating.has(block) || site.isOnMostPages(block.text, page);
  // Elsewhere than on the home page, what most pages show is of none of them: a call button, opening hours.
  const teasers = findTeasers(page, site);
  const isOwn = (block: TextBlock) =>
    site.isHomePage(page) ? !teasers.has(block) : block.kind === 'heading' || !site.isOnMostPages(block.text, page);
  const own = { ...facts, blocks: facts.blocks.filter(isOwn) };
  const find = (enough: number) => findSpecifics(own, pack, enough, names, written, isDateless);
  // A bare number, such as a year, may count another thing on each page.
  const isOfPage = (value: string) => site.isHomePage(page) || /^\d+$/.test(value) || !site.isInMostTexts(value);
  const first = find(SPECIFICS);
  const areAllOfPage = first.length < SPECIFICS || first.every(isOfPage);
  const found = (areAllOfPage ? first : find(MORE_SPECIFICS)).filter(isOfPage).slice(0, SPECIFICS);
  const isExcused = () => (!site.isHomePage(page) && isOfCode(page)) || isPriceList(facts, pack);
  if (found.length < SPECIFICS && isExcused()) return null;
  const note =
    found.length >= SPECIFICS
      ? 'Three different specifics, or more.'
      : `${count(found.length, 'specific')} in its main text (numbers, dates, amounts, versions, contact details).`;
  const text = found.length === 0 ? null : found.join(' · ');
  return {
    passes: found.length >= SPECIFICS,
    ...(found.length > 0 && found.length < SPECIFICS && { earns: HALF }),
    seen: observe(exchange, { note, text }),
  };
};

/** Returns whether a page has several pieces of code. In documentation, these are also signatures outside preformatted text. */
function isOfCode({ kind, facts }: Page): boolean {
  const isPiece = kind === 'documentation' ? isCode : isCodeBlock;
  return facts.blocks.values().filter(isPiece).take(PIECES).toArray().length === PIECES;
}

/** Returns whether a block is preformatted and more than the numbers of lines. */
function isCodeBlock({ kind, text }: TextBlock): boolean {
  return kind === 'preformatted' && /\p{L}/u.test(text);
}

/** A list, a data table or numbered steps in the main content. A menu is not such a list. Definitions, each a term and a text, may be lists of one. */
export const listing: Signal = (page, _pack, site) => {
  const { exchange, facts } = page;
  const ofTemplate = areOfTemplate(page, site);
  const found =
    facts.lists.find(({ inMain, isMenu, items }) => inMain && !isMenu && items >= LIST_ITEMS && !ofTemplate) ??
    facts.tables.find(({ inMain, isData, rows }) => inMain && isData && rows >= LIST_ITEMS);
  if (found !== undefined) {
    const what =
      'items' in found ? `A list of ${count(found.items, 'item')}` : `A table of ${count(found.rows, 'row')}`;
    return { passes: true, seen: observe(exchange, { note: `${what} in the main content.`, line: found.line }) };
  }
  const kinds = facts.blocks.map(({ kind }) => (kind === 'definition' ? 'd' : ' ')).join('');
  if (kinds.includes('d'.repeat(2 * LIST_ITEMS))) {
    return { passes: true, seen: observe(exchange, { note: 'A row of definitions in the main content.' }) };
  }
  const parts = countParts(facts);
  const passes = parts >= LIST_ITEMS;
  const note = passes
    ? `${count(parts, 'numbered part')} in the main content.`
    : 'No list, table or steps of three or more items in the main content.';
  return { passes, seen: observe(exchange, { note }) };
};

/** Returns whether the items of a page's lists have one word (`Item 1`), or several pages show them too, as they do the latest news. */
function areOfTemplate(page: Page, site: SharedText): boolean {
  const items = page.facts.blocks.filter(({ kind }) => kind === 'list_item');
  const isEmpty = new Set(items.map(({ text }) => text.replace(/\P{L}/gu, ''))).size === 1;
  const areShared = () => !site.isHomePage(page) && items.every(({ text }) => site.isOnSeveralPages(text, page));
  return items.length >= LIST_ITEMS && (isEmpty || areShared());
}

/** Minimum number of words of a numbered part, its number included. What a number counts has fewer: `2 offices`. */
const PART_WORDS = 3;
/** A number at the beginning of a text, behind nothing or the words that all parts have: `1. Measure`, `Step 2:`, `03`. */
const NUMBERED = /^(\P{Nd}{0,32}?)(\d{1,2})(?=$|[.)\]、](?!\d)|\s?[:|–—-](?!\d)|\s?\p{L})/u;

/** Returns how far the parts of a text count up from 1. A part goes on to the next number. */
function countParts({ blocks }: PageFacts): number {
  const last = new Map<string, { readonly number: number; readonly at: number }>();
  let read = 0;
  for (const { kind, text, ...size } of blocks) {
    const start = withPlainNumbers(text.slice(0, 36)).toLowerCase();
    const isPart = kind !== 'caption' && kind !== 'preformatted';
    const [, words = '', digits = ''] = (isPart && NUMBERED.exec(start)) || [];
    // Parts are numbered alike: no `3 offices` after 01 and 02.
    const padded = `${words}0`;
    const follows = digits.length > 1 && last.get(padded)?.number === Number(digits) - 1;
    const prefix = digits.startsWith('0') || follows ? padded : words;
    const { number, at } = last.get(prefix) ?? { number: 0, at: read - PART_WORDS };
    if (read - at >= PART_WORDS && Number(digits) === number + 1) last.set(prefix, { number: number + 1, at: read });
    read += textSize(size);
  }
  return Math.max(0, ...[...last.values()].map(({ number, at }) => (read - at < PART_WORDS ? number - 1 : number)));
}

/** Judges articles: a link to a source on another site, a quotation with a name, or a work with its author and year. */
export const source: Signal = (page, _pack, site) => {
  if (page.kind !== 'article') return null;
  const cited = citedSource(page, site);
  if (cited !== null) return withSource(page, 'A link in the text to a source elsewhere.', cited);
  if (hasNamedQuotation(page)) return withSource(page, 'A quotation that says whose words it is.');
  const reference = findReference(page);
  if (reference !== undefined) return withSource(page, 'A work with its author and year.', reference.text);
  const note = 'No link in the text to a source elsewhere, and no quotation or work with a name.';
  return { passes: false, seen: observe(page.exchange, { note }) };
};

function withSource({ exchange }: Page, note: string, text: string | null = null): PageResult {
  return { passes: true, seen: observe(exchange, { note, text }) };
}

/**
 * Judges articles, documentation and pages of prices, the home page among them: their own date, visible or machine-readable. The home
 * page of a shop shows prices of products, which have pages of their own.
 */
export const dated: Signal = (page, pack, site) => {
  const { kind, facts, exchange } = page;
  const mayHavePrices = site.isHomePage(page) ? !site.hasProducts : kind === 'other';
  const isAsked = kind === 'article' || kind === 'documentation' || (mayHavePrices && hasAgingPrices(facts, pack));
  if (!isAsked) return null;
  const date = pageDate(facts, site.latest);
  if (date !== null && site.isBuildTime(date)) {
    const note = 'Its date is the same to the minute on nearly all pages: that of a build.';
    return { passes: false, seen: observe(exchange, { note, text: date.text, line: date.line }) };
  }
  const note = `${DATES[date?.kind ?? 'none']}.`;
  return { passes: date !== null, seen: observe(exchange, { note, text: date?.text, line: date?.line }) };
};

const DATES = {
  machine_readable: 'A date in the markup',
  visible: 'A date in the text',
  none: 'No date of its own in its text or metadata',
} as const;

/** Judges articles: a named author. */
export const author: Signal = (page) => {
  if (page.kind !== 'article') return null;
  const passes = hasNamedAuthor(page);
  return { passes, seen: observe(page.exchange, { note: passes ? 'A named author.' : 'No named author.' }) };
};
