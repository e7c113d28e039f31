import { pageDate } from '../site/page-date.ts';
import type { TextBlock } from '../site/page-facts.ts';
import { countCjk } from '../site/words.ts';
import { citedSource, hasNamedAuthor, hasNamedQuotation } from './attribution.ts';
import type { Page } from './facts.ts';
import { observe } from './observe.ts';
import type { PhrasePack } from './phrase-packs.ts';
import type { PageVerdict } from './pooled.ts';
import { specificsOf } from './specifics.ts';
import { contentTerms } from './terms.ts';
import { count } from './wording.ts';

/** What one page shows of one signal; null where the signal does not apply to it. */
export type Signal = (page: Page, pack: PhrasePack) => PageVerdict | null;

/** A paragraph shorter than this is a slogan or a label; CJK characters say as much in half as many. */
const REAL_PARAGRAPH_GRAPHEMES = 60;
const REAL_PARAGRAPH_CJK = 30;
const SHARED_TERMS = 2;
const SPECIFICS = 3;
const LIST_ITEMS = 3;
/** As much of a block is read. */
const READ = 1_000;

/** The first real paragraph names what the title or h1 names. A subject of one term needs that one. */
export const opening: Signal = ({ exchange, facts }, pack) => {
  const headings = facts.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  const named = contentTerms([facts.titles[0]?.text ?? '', ...headings].join('\n'), pack);
  if (named.size === 0) return null;
  const first = facts.blocks.find(isRealParagraph);
  if (first === undefined) {
    const note = 'No paragraph of 60 characters (30 CJK characters) or more.';
    return { passes: false, seen: observe(exchange, { note }) };
  }
  const shared = [...contentTerms(first.text, pack)].filter((term) => named.has(term)).length;
  return {
    passes: shared >= Math.min(SHARED_TERMS, named.size),
    seen: observe(exchange, {
      note: `The first real paragraph shares ${count(shared, 'term')} with title and h1.`,
      line: first.line,
      text: first.text,
    }),
  };
};

/** Three different numbers with units, percentages, dates, amounts or versions; half for one or two. */
export const specifics: Signal = ({ exchange, facts }, pack) => {
  const found = specificsOf(facts, pack, SPECIFICS);
  const note = `${count(found.length, 'distinct specific')} (dates, amounts, versions, numbers with units).`;
  const text = found.length === 0 ? {} : { text: found.join(' · ') };
  return {
    passes: found.length >= SPECIFICS,
    earnsHalf: found.length > 0,
    seen: observe(exchange, { note, ...text }),
  };
};

/** A list, a data table or numbered steps in the main content. */
export const listing: Signal = ({ exchange, facts }) => {
  const found =
    facts.lists.find(({ inMain, items }) => inMain && items >= LIST_ITEMS) ??
    facts.tables.find(({ inMain, isData, rows }) => inMain && isData && rows >= LIST_ITEMS);
  if (found !== undefined) {
    const note =
      'items' in found
        ? `A list of ${count(found.items, 'item')} in the main content.`
        : `A table of ${count(found.rows, 'row')} in the main content.`;
    return { passes: true, seen: observe(exchange, { note, line: found.line }) };
  }
  const steps = numberedHeadings(facts.headings.filter(({ inMain }) => inMain).map(({ text }) => text));
  const passes = steps >= LIST_ITEMS;
  const note = passes
    ? `${count(steps, 'heading')} in the main content count up.`
    : 'No list, table or steps of three or more items in the main content.';
  return { passes, seen: observe(exchange, { note }) };
};

/** The longest count from 1 in headings such as `1. Measure` or `Step 2`. */
function numberedHeadings(texts: readonly string[]): number {
  let longest = 0;
  let next = 1;
  for (const text of texts) {
    const number = Number(/^\P{Nd}{0,12}(\d{1,2})(?!\d)/u.exec(text.slice(0, 16).normalize('NFKC'))?.[1] ?? 0);
    next = number === next ? next + 1 : number === 1 ? 2 : next;
    longest = Math.max(longest, next - 1);
  }
  return longest;
}

/** Of articles: a link to a source elsewhere, or a quotation with a name. */
export const source: Signal = (page) => {
  if (page.kind !== 'article') return null;
  const { exchange } = page;
  const cited = citedSource(page);
  if (cited !== null) {
    return {
      passes: true,
      seen: observe(exchange, { note: 'A link in the text to a source elsewhere.', text: cited }),
    };
  }
  const passes = hasNamedQuotation(page);
  const note = passes
    ? 'A quotation that says whose words it is.'
    : 'No link in the text to a source elsewhere, and no quotation with a name.';
  return { passes, seen: observe(exchange, { note }) };
};

/** Of articles: a date and an author; half for one of them. */
export const provenance: Signal = (page) => {
  if (page.kind !== 'article') return null;
  const date = pageDate(page.facts);
  const named = hasNamedAuthor(page);
  const missing = [date === null ? 'date' : null, named ? null : 'named author'].filter((one) => one !== null);
  const note =
    date === null || !named
      ? `No ${missing.join(' and no ')} was found.`
      : `A ${date.kind === 'visible' ? 'visible' : 'machine-readable'} date and a named author.`;
  return { passes: missing.length === 0, earnsHalf: missing.length === 1, seen: observe(page.exchange, { note }) };
};

function isRealParagraph({ kind, text }: TextBlock): boolean {
  if (kind !== 'paragraph' && kind !== 'other' && kind !== 'definition') return false;
  const start = text.slice(0, READ);
  if (countCjk(start) >= REAL_PARAGRAPH_CJK) return true;
  if (start.length < REAL_PARAGRAPH_GRAPHEMES) return false;
  let graphemes = 0;
  for (const _ of GRAPHEMES.segment(start)) if (++graphemes === REAL_PARAGRAPH_GRAPHEMES) return true;
  return false;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
