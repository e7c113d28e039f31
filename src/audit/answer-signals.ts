import type { TextBlock } from '../site/page-facts.ts';
import { countCjk } from '../site/words.ts';
import { citedSource, hasNamedAuthor, hasNamedQuotation } from './attribution.ts';
import type { Observation } from './check.ts';
import type { Page } from './facts.ts';
import { observe } from './observe.ts';
import { pageDate } from './page-date.ts';
import type { PhrasePack } from './phrase-packs.ts';
import { specificsOf } from './specifics.ts';
import { contentTerms } from './terms.ts';
import { count } from './wording.ts';

/** What one page shows of one signal; null where the signal cannot be asked of it. */
export type Signal = (page: Page, pack: PhrasePack) => { readonly passes: boolean; readonly seen: Observation } | null;

/** A paragraph shorter than this is a slogan or a label; CJK characters say as much in half as many. */
const REAL_PARAGRAPH_GRAPHEMES = 60;
const REAL_PARAGRAPH_CJK = 30;
const SHARED_TERMS = 2;
const SPECIFICS = 3;
const LIST_ITEMS = 3;
/** So many real paragraphs, or blocks of any kind, are the beginning of a page, and so much of each is read. */
const EARLY_PARAGRAPHS = 3;
const EARLY_BLOCKS = 30;
const READ = 1_000;

/** The first real paragraph names what the title or h1 names. Not asked where these name fewer than two things. */
export const opening: Signal = ({ exchange, facts }, pack) => {
  const headings = facts.headings.filter(({ level }) => level === 1).map(({ text }) => text);
  const named = contentTerms([facts.titles[0]?.text ?? '', ...headings].join('\n'), pack);
  if (named.size < SHARED_TERMS) return null;
  const first = facts.blocks.find(isRealParagraph);
  if (first === undefined)
    return {
      passes: false,
      seen: observe(exchange, { note: 'No paragraph of 60 characters (30 CJK characters) or more.' }),
    };
  const shared = [...contentTerms(first.text, pack)].filter((term) => named.has(term)).length;
  return {
    passes: shared >= SHARED_TERMS,
    seen: observe(exchange, {
      note: `The first real paragraph shares ${count(shared, 'term')} with title and h1.`,
      line: first.line,
      text: first.text,
    }),
  };
};

/** A sentence near the top says what the thing is. */
export const statement: Signal = ({ exchange, facts }, pack) => {
  const sentences = new Intl.Segmenter(pack.language, { granularity: 'sentence' });
  let paragraphs = 0;
  let first: TextBlock | undefined;
  for (const block of facts.blocks.slice(0, EARLY_BLOCKS)) {
    if (block.kind === 'preformatted') continue;
    first ??= isRealParagraph(block) ? block : undefined;
    for (const { segment } of sentences.segment(block.text.slice(0, READ).normalize('NFKC'))) {
      if (states(segment.trim(), pack)) {
        return {
          passes: true,
          seen: observe(exchange, { note: 'An early plain statement.', line: block.line, text: segment }),
        };
      }
    }
    if (isRealParagraph(block)) paragraphs++;
    if (paragraphs === EARLY_PARAGRAPHS) break;
  }
  const note = 'In the first paragraphs no sentence was found that says what this is.';
  return {
    passes: false,
    seen: observe(exchange, first === undefined ? { note } : { note, line: first.line, text: first.text }),
  };
};

function states(sentence: string, { statement: pattern, noStatement }: PhrasePack): boolean {
  return !/[?？؟;]["'”»」』)]*$/u.test(sentence) && !noStatement.test(sentence) && pattern.test(sentence);
}

/** Three different numbers with units, percentages, dates, amounts or versions. */
export const specifics: Signal = ({ exchange, facts }, pack) => {
  const found = specificsOf(facts, pack, SPECIFICS).length;
  return {
    passes: found >= SPECIFICS,
    seen: observe(exchange, {
      note: `${count(found, 'distinct specific')} (dates, amounts, versions, numbers with units).`,
    }),
  };
};

/** A list, a data table or numbered steps in the main content. */
export const listing: Signal = ({ exchange, facts }) => {
  const passes =
    facts.lists.some(({ inMain, items }) => inMain && items >= LIST_ITEMS) ||
    facts.tables.some(({ inMain, isData, rows }) => inMain && isData && rows >= LIST_ITEMS) ||
    numberedHeadings(facts.headings.filter(({ inMain }) => inMain).map(({ text }) => text)) >= LIST_ITEMS;
  return {
    passes,
    seen: observe(exchange, { note: 'No list, table or steps of three or more items in the main content.' }),
  };
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

/** A link to a source elsewhere, or a quotation with a name. */
export const source: Signal = (page) => ({
  passes: citedSource(page) !== null || hasNamedQuotation(page),
  seen: observe(page.exchange, { note: 'No link in the text to a source elsewhere, and no quotation with a name.' }),
});

/** A date and, on articles, an author. */
export const provenance: Signal = (page) => {
  const dated = pageDate(page.facts) !== null;
  const needsAuthor = page.kind === 'article';
  const named = !needsAuthor || hasNamedAuthor(page);
  const missing = [dated ? null : 'date', named ? null : 'named author'].filter((one) => one !== null);
  return {
    passes: dated && named,
    seen: observe(page.exchange, { note: `No ${missing.join(' and no ')} was found.` }),
  };
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
