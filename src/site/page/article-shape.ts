import { BYLINES, DATES } from '../../data/read/languages.ts';
import { isByline } from './byline.ts';
import type { PageFacts, TextBlock } from './page-facts.ts';
import { notOfTeasers, SHORT_DATE_LINE_WORDS, teaserBlocks } from './teasers.ts';
import { singleDates } from './written-date.ts';

const TOP_BLOCKS = 6;
/** Maximum number of words of a line with an author and a date. */
const BYLINE_WORDS = 30;

/** Returns whether a page is one `article` with its own h1, and a date or a byline beside it. */
export function isArticleByShape(facts: PageFacts): boolean {
  const { landmarks, headings, bylines, blocks } = facts;
  const h1s = headings.filter(({ level, text, inMain }) => level === 1 && text !== '' && inMain);
  if (landmarks.article !== 1 || h1s.length !== 1 || isOnlyTeaser(facts)) return false;
  if (notOfTeasers(bylines.slice(0, MOST_BYLINES), facts).length > 0) return true;
  const top = blocks.slice(0, TOP_BLOCKS).filter(({ words, level }) => words <= BYLINE_WORDS && level !== 1);
  const times = shownTimes(facts);
  const teasers = teaserBlocks(facts);
  return top.some((block) => {
    const isDated = saysDate(block.text, times) && !VERSION_DATE.test(block.text);
    return !teasers.has(block) && (isDated || isByline(block.text));
  });
}

/** Returns whether the `article` of a page is the teaser of another page: its first heading links to that, and the h1 is outside. */
function isOnlyTeaser({ url, headings, links }: PageFacts): boolean {
  const first = headings.find(({ inArticle }) => inArticle);
  return (
    first !== undefined &&
    first.level !== 1 &&
    links.some(({ inMain, text, url: to }) => inMain && text === first.text && to !== null && to !== url)
  );
}

/** Returns the texts of the time elements that show a date of the page. */
function shownTimes({ times }: PageFacts): readonly string[] {
  const shown = times.filter(({ inMain, inComments, datetime, text }) => {
    return inMain && !inComments && text !== '' && /\d{4}/.test(datetime ?? text);
  });
  return shown.map(({ text }) => text);
}

function saysDate(text: string, times: readonly string[]): boolean {
  return singleDates(text.slice(0, 200)).length > 0 || times.some((time) => text.includes(time));
}

/** Blocks before and after an h1 that are beside it. */
const BESIDE_BEFORE = 1;
const BESIDE_AFTER = 5;
/** Maximum number of short lines with dates in a page that is one article without an `article` element. */
const DATED_LINES = 2;
/** Maximum number of marked bylines that are looked for in the text. An index has one for each of its articles. */
const MOST_BYLINES = 10;
/** Author in words, where no class names one. */
const WRITTEN_BY = new RegExp(`^(?:${BYLINES.beginnings.join('|')})(?!\\p{L})`, 'iu');
/** The days of an event: `28 October – 9 November 2023`. */
const PERIOD_OF_DAYS =
  /\d\.?(?:\s\p{L}{3,9}\.?)?\s?[–—-]\s?(?:\p{L}{3,9}\.?\s\d{1,2}|\d{1,2}\.?\s\p{L}{3,9}\.?),?\s\d{4}/u;
/** The date of a version, which notices and terms have too. */
const VERSION_DATE = new RegExp(DATES.ofVersions.join('|'), 'i');

/** Returns whether a page without `article` has a byline or a date beside its h1 that is not that of a teaser or an event. */
export function isPostByShape(facts: PageFacts, types: readonly string[]): boolean {
  const { landmarks, headings, bylines, blocks } = facts;
  const h1s = headings.filter(({ level, text, inMain }) => level === 1 && text !== '' && inMain);
  const at = blocks.findIndex(({ level }) => level === 1);
  if (landmarks.article > 0 || h1s.length === 0 || at === -1 || isFullOfTeasers(facts)) return false;
  if (types.some((type) => type.endsWith('Event'))) return false;
  // Not full of teasers, it has few of them.
  const times = shownTimes(facts).slice(0, MOST_DATES);
  const isDated = ({ text, words, kind }: TextBlock) =>
    kind !== 'heading' && words <= SHORT_DATE_LINE_WORDS && saysDate(text, times);
  if (blocks.filter(isDated).length > DATED_LINES) return false;
  const marked = bylines.slice(0, MOST_BYLINES);
  const isSigned = ({ words, text }: TextBlock) =>
    words <= BYLINE_WORDS &&
    (marked.some((byline) => text.includes(byline.text)) || WRITTEN_BY.test(text) || isByline(text));
  const after = blocks.slice(at + 1, at + 1 + BESIDE_AFTER);
  const next = after.findIndex((block) => block.kind === 'heading' && !isSigned(block));
  const beside = [
    ...blocks.slice(Math.max(0, at - BESIDE_BEFORE), at),
    ...after.slice(0, next === -1 ? BESIDE_AFTER : next),
  ];
  // A date directly above a heading belongs to that, as does one of several bylines. Several h1 may be those of several texts.
  const isOfNext = (block: TextBlock) => (next > 0 && block === after[next - 1]) || h1s.length > 1;
  return beside.some((block) => {
    if (isSigned(block)) return !isOfNext(block) || blocks.filter(isSigned).length === 1;
    return !isOfNext(block) && isDated(block) && !VERSION_DATE.test(block.text) && !PERIOD_OF_DAYS.test(block.text);
  });
}

/** Minimum number of words of an article, and of one that has no h1, or is followed by the headings of others. */
const ARTICLE_WORDS = 50;
const LONG_ARTICLE_WORDS = 150;
/** Minimum number of linked headings of a list of articles. */
const TEASERS = 3;
/** Pages among articles that are for something else. */
const NO_ARTICLES: ReadonlySet<string> = new Set(
  'subscribe newsletter newsletters rss feeds media-kit press-kit presskit mediakit press-room logos brand advertise submissions guidelines write-for-us calendar events shop login search'.split(
    ' ',
  ),
);

/**
 * Returns whether a page among articles has the text of one: under an h1, and not a list of others. A list has linked headings
 * and little before them. Where the page has no h1 at all, that is a fault of its own, and a longer text is an article's too.
 */
export function hasArticleText(facts: PageFacts, name: string, types: readonly string[]): boolean {
  const { headings, links, blocks } = facts;
  if (NO_ARTICLES.has(name) || types.some((type) => type.endsWith('Event'))) return false;
  const h1s = headings.filter(({ level, text }) => level === 1 && text !== '');
  if (h1s.length > 0 && !h1s.some(({ inMain }) => inMain)) return false;
  const linked = new Set(links.filter(({ inMain, url }) => inMain && url !== null).map(({ text }) => text));
  const isTeaser = ({ level, text }: TextBlock) => level !== null && level > 1 && linked.has(text);
  const teasers = blocks.filter(isTeaser).length;
  const own = teasers === 0 ? blocks : blocks.slice(0, blocks.findIndex(isTeaser));
  const words = own.reduce((sum, block) => sum + Math.max(block.words, block.cjkCharacters / 2), 0);
  return words >= (teasers < TEASERS && h1s.length > 0 ? ARTICLE_WORDS : LONG_ARTICLE_WORDS);
}

/** Maximum number of dates that an article shows. An index of articles has more dated teasers. */
const MOST_DATES = 3;

/** Returns whether a page shows several dated teasers, and no article of its own. */
export function isFullOfTeasers({ landmarks, times }: PageFacts): boolean {
  if (landmarks.article === 1) return false;
  const dates = times.filter(({ inMain, inComments }) => inMain && !inComments);
  return new Set(dates.map(({ datetime, text }) => datetime ?? text)).size > MOST_DATES;
}

/** Returns whether the page has a date of its own: machine-readable, or on a short line near its top. */
export function hasDate(facts: PageFacts): boolean {
  const dated = facts.times.some(({ inMain, inComments, datetime, text }) => {
    return inMain && !inComments && /\d{4}/.test(datetime ?? text);
  });
  const lines = [
    ...facts.blocks.slice(0, TOP_BLOCKS).filter(({ words }) => words <= SHORT_DATE_LINE_WORDS),
    ...facts.bylines,
  ];
  return dated || hasPublishedTime(facts) || lines.some(({ text }) => singleDates(text.slice(0, 200)).length > 0);
}

export function hasPublishedTime({ metas }: PageFacts): boolean {
  return metas.some(({ key }) => key === 'article:published_time' || key === 'datepublished');
}
