import type { Heading, PageFacts, TextBlock } from '../../../site/page/page-facts.ts';
import { listH1s } from '../../../site/page/page-labels.ts';
import { isDefaultHeading } from '../../../site/page/template-defaults.ts';
import { textSize } from '../../../site/page/words.ts';
import { writtenDates } from '../../../site/page/written-date.ts';
import type { PageResult } from '../../check.ts';
import { isTruncated } from '../../content/page-text.ts';
import { count } from '../../formatting.ts';
import { observe } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import { textLists } from './text-lists.ts';

/** Judges one aspect of a page's structure. */
export type StructureJudge = (page: Page) => PageResult;

const LEAST_SUBHEADINGS = 2;
const LONGEST_RUN = 500;
/** Kinds of blocks that are passages by themselves and end a run of text. */
const CUT_WHERE_THEY_END: ReadonlySet<TextBlock['kind']> = new Set([
  'table_cell',
  'list_item',
  'definition',
  'preformatted',
]);

/** The headings with a letter or digit, wherever they are. */
export function withText(facts: PageFacts): readonly Heading[] {
  return facts.headings.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Returns the length of a page's text in words, without lists, tables and code: they need no headings. */
export function runningSize(facts: PageFacts): number {
  const apart = facts.blocks.filter(({ kind }) => CUT_WHERE_THEY_END.has(kind));
  return textSize(facts) - apart.reduce((sum, block) => sum + textSize(block), 0);
}

const NOT_OF_THE_PAGE: Readonly<Record<NonNullable<Heading['notOfPage']>, string>> = {
  logo: 'The only h1 is a logo: a picture with an alternative text.',
  name: 'The only h1 is a link to the home page: it names the site and not this page.',
  menu: 'The only h1 stands in a menu, a footer or a dialog.',
};

/** The h1 that documentation tools give to a home page without one. */
const HOME = /^home(?: ?page)?$/i;

/** Minimum number of pages with one h1 and different texts from which it names the site and not a page. They are at least half of all. */
const PAGES_OF_SITE_H1 = 3;

/**
 * Returns a judge that passes with an h1 that has text, and that is neither a logo, in a menu, nor, on another page than the home page, that
 * of most pages.
 */
export function h1Judge(pages: readonly Page[]): StructureJudge {
  const texts = Map.groupBy(pages, ({ facts }) => listH1s(facts).find(({ text }) => text !== '')?.text ?? '');
  const ofSite = [...texts].flatMap(([h1, sharing]) => {
    const different = new Set(sharing.map(({ facts }) => facts.text)).size;
    return different >= Math.max(PAGES_OF_SITE_H1, pages.length / 2) ? h1 : [];
  });
  return (page) => judgeH1(page, ofSite);
}

export function judgeH1({ exchange, facts, kind }: Page, ofSite: readonly string[] = []): PageResult {
  const h1s = withText(facts).filter(({ level }) => level === 1);
  const found = h1s.filter(({ notOfPage }) => notOfPage === undefined);
  const isDefault = (text: string) => isDefaultHeading(text) || (kind === 'home' && HOME.test(text.trim()));
  const isDate = (text: string) => isOnlyDate(text) && !facts.titles.some((title) => title.text.includes(text.trim()));
  const own = found.find(
    ({ text }) => !isDefault(text) && !isDate(text) && (kind === 'home' || !ofSite.includes(text)),
  );
  const [first = own] = found;
  if (first !== undefined) {
    const { line, text } = own ?? first;
    const note =
      own !== undefined
        ? 'The h1.'
        : isDefault(text)
          ? 'The h1 is that of a template, and nobody has replaced it.'
          : isDate(text)
            ? 'The h1 is a date, which the title does not have: it names no subject.'
            : 'The h1 is that of most pages: it does not name this one.';
    return { passes: own !== undefined, seen: observe(exchange, { note, line, text }) };
  }
  const empty = facts.headings.find(({ level }) => level === 1);
  if (facts.hiddenH1 !== null) {
    return {
      passes: isTruncated(facts, 'headings'),
      seen: observe(exchange, { note: 'The h1 is hidden.', ...facts.hiddenH1 }),
    };
  }
  const [other] = h1s;
  if (other?.notOfPage !== undefined) {
    const { line, text, notOfPage } = other;
    return {
      passes: isTruncated(facts, 'headings'),
      seen: observe(exchange, { note: NOT_OF_THE_PAGE[notOfPage], line, text }),
    };
  }
  const seen = empty === undefined ? { note: 'There is no h1.' } : { note: 'The h1 has no text.', line: empty.line };
  return { passes: isTruncated(facts, 'headings'), seen: observe(exchange, seen) };
}

/** Minimum number of words below the headings after the text, such as “Share this page”, that divide it. */
const SECTION_WORDS = 5;

/** Returns whether a text is a date and no other word or number. */
function isOnlyDate(text: string): boolean {
  const [date] = writtenDates(text);
  return date !== undefined && !/[\p{L}\p{N}]/u.test(`${text.slice(0, date.start)}${text.slice(date.end)}`);
}

/** Judges whether the main content has two headings besides the first h1. A further h1 divides a page as an h2 does. */
export const judgeSubheadings: StructureJudge = ({ exchange, facts }) => {
  const headings = withText(facts);
  const first = headings.find(({ level, notOfPage }) => level === 1 && notOfPage === undefined);
  const inMain = headings.filter((heading) => heading.inMain && heading !== first).length;
  const below = countHeadingsBelow(facts);
  const found = Math.max(0, inMain - below);
  const besides = below > 0 ? 'the first h1 and what stands below all text' : 'the first h1';
  const note = `${count(runningSize(facts), 'word')} of running text with ${count(found, 'heading')} in the main content besides ${besides}.`;
  return { passes: found >= LEAST_SUBHEADINGS || isTruncated(facts, 'headings'), seen: observe(exchange, { note }) };
};

/** Returns the number of headings that have next to no text below them, since all of it stands above. */
function countHeadingsBelow({ blocks }: PageFacts): number {
  let words = 0;
  let headings = 0;
  for (const block of blocks.toReversed()) {
    if (block.kind !== 'heading') words += textSize(block);
    else if (words < SECTION_WORDS) headings++;
    if (words >= SECTION_WORDS) break;
  }
  return headings;
}

/** Minimum average length of several articles that mark the main content, in characters: about 40 words. Teasers are shorter. */
const ARTICLE_LENGTH = 200;

/** Minimum length of a text that shows main and article elements as empty, and maximum share of it in such elements. */
const LONG_TEXT = 500;
const EMPTY_SHARE = 0.1;

/** Passes where an element or a role marks the main content. Empty elements mark none. Several short articles without the h1 are teasers, and mark none. */
export const judgeLandmark: StructureJudge = ({ exchange, facts }) => {
  const { main, article } = facts.landmarks;
  const isEmpty = (length: number) => facts.textLength >= LONG_TEXT && length < facts.textLength * EMPTY_SHARE;
  const areTeasers =
    article > 1 && facts.articleLength < article * ARTICLE_LENGTH && !listH1s(facts).some(({ inArticle }) => inArticle);
  const isOfArticles = article > 0 && !areTeasers && !isEmpty(facts.articleLength);
  const passes = (main > 0 && !isEmpty(facts.inMainLength)) || isOfArticles || isTruncated(facts);
  const note = passes
    ? 'A main or article element marks the content.'
    : main > 0 || (article > 0 && !areTeasers)
      ? `The ${main > 0 ? 'main' : 'article'} element has next to none of the page’s text.`
      : article > 0
        ? 'There is no main element. There are several article elements, all short on average and without the h1.'
        : 'There is neither a main nor an article element.';
  return { passes, seen: observe(exchange, { note }) };
};

/** Passes while no more than 500 words follow one another without a heading. Two CJK characters count as one word. */
export const judgeRuns: StructureJudge = ({ exchange, facts }) => {
  let run = 0;
  let longest = 0;
  let line: number | null = null;
  for (const block of facts.blocks) {
    if (block.kind === 'heading' && block.text.trim() !== '') {
      run = 0;
      line = null;
      continue;
    }
    if (CUT_WHERE_THEY_END.has(block.kind) || block.isLink) continue;
    line ??= block.line;
    run += textSize(block);
    longest = Math.max(longest, run);
    if (run > LONGEST_RUN) {
      const note = `A run of more than ${LONGEST_RUN} words without a heading begins here.`;
      return { passes: false, seen: observe(exchange, { note, line }) };
    }
  }
  return {
    passes: true,
    seen: observe(exchange, {
      note: `The longest run of text without a heading has ${count(longest, 'word')}; lists, tables, code and links do not count.`,
    }),
  };
};

/** Passes where no list or table is plain text; else the first is shown. */
export const judgeLists: StructureJudge = ({ exchange, facts }) => {
  const [first] = textLists(facts.blocks);
  if (first === undefined) {
    return { passes: true, seen: observe(exchange, { note: 'No list or table of plain text.' }) };
  }
  const what = { bullets: 'begin with a bullet', numbers: 'count up', columns: 'are columns between pipes or leaders' }[
    first.kind
  ];
  return {
    passes: false,
    seen: observe(exchange, {
      note: first.isWithin
        ? `Lines in one text ${what}.`
        : `${count(first.items, 'line')} of plain text in a row ${what}.`,
      line: first.block.line,
      text: first.block.text,
    }),
  };
};

/** Passes while at most 20 % of the images in the main content have no alt attribute. */
export const judgeImages: StructureJudge = ({ exchange, facts }) => {
  const images = facts.images.filter(({ inMain }) => inMain);
  const missing = images.filter(({ alt }) => alt === null);
  const [first] = missing;
  const passes = missing.length * 5 <= images.length || isTruncated(facts, 'images');
  const which = passes ? '' : missing.length === 1 ? ': this one' : ', the first here';
  const those = `in the main content ${images.length === 1 ? 'has' : 'have'} an alt attribute.`;
  const note =
    missing.length === 0
      ? `${images.length === 1 ? 'The one image' : `All ${images.length} images`} ${those}`
      : `${missing.length} of ${count(images.length, 'image')} in the main content ${missing.length === 1 ? 'has' : 'have'} no alt attribute${which}.`;
  const where = passes ? {} : { line: first?.line, text: first?.src };
  return { passes, seen: observe(exchange, { note, ...where }) };
};
