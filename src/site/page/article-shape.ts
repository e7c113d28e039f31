import { DATES } from '../../data/read/languages.ts';
import { isByline } from './byline.ts';
import { hasOwnDate, pageDate } from './page-date.ts';
import type { PageFacts, TextBlock } from './page-facts.ts';
import { isSentenceInHeading } from './page-labels.ts';
import { notOfTeasers, SHORT_DATE_LINE_WORDS, teaserBlocks } from './teasers.ts';
import { textSize } from './words.ts';

/** Maximum number of words of a line with an author. */
const BYLINE_WORDS = 30;
/** Blocks before and after an h1 that are beside it. */
const BEFORE = 1;
const AFTER = 5;
/** Maximum number of marked bylines that are looked for in the text. An index has one for each of its articles. */
const MOST_BYLINES = 10;
const YEAR = /\d{4}/;
/** The date of a version, which notices and terms have too. */
const VERSION_DATE = new RegExp(DATES.ofVersions.join('|'), 'i');
/** A number of minutes in any language: `5 min read`, `Lesezeit: 12 Minuten`, `阅读时间 5 分钟`. */
const MINUTES = new RegExp(String.raw`(?<![\d.,:–-])(\d{1,2})[\s-]?(?:${DATES.minutes.join('|')})(?!\p{L})`, 'giu');
/** Minimum number of words that a minute is said to take. Of fewer words, it is the duration of something else. */
const WORDS_A_MINUTE = 40;

/**
 * Returns whether a page has one h1 with a text, and beside it, in no teaser, a byline, or in its `article` element a line with
 * nothing but a date or with a reading time. A date directly above another heading is of that.
 */
export function isArticleByShape(facts: PageFacts): boolean {
  const { headings, bylines, blocks, links } = facts;
  const h1s = headings.filter(({ level, text, inMain }) => level === 1 && text !== '' && inMain);
  if (h1s.length !== 1 || isFullOfTeasers(facts) || textSize(facts) < ARTICLE_WORDS) return false;
  const times = facts.times.filter(
    ({ inMain, inComments, datetime }) => inMain && !inComments && YEAR.test(datetime ?? ''),
  );
  const isDated = ({ kind, words, text }: TextBlock) =>
    kind !== 'list_item' &&
    words <= SHORT_DATE_LINE_WORDS &&
    (hasOwnDate(text) || times.some((time) => time.text !== '' && text.includes(time.text)));
  const at = blocks.findIndex(({ level }) => level === 1);
  const after = blocks.slice(at + 1, at + 1 + AFTER);
  const next = after.findIndex((one) => one.kind === 'heading' && !isByline(one.text) && !isSentenceInHeading(one));
  // What stands above the linked title of another page is that page's.
  if (links.some(({ inMain, text }) => inMain && text === after[next]?.text)) return false;
  const beside = [...blocks.slice(Math.max(0, at - BEFORE), at), ...(next === -1 ? after : after.slice(0, next))];
  const teasers = teaserBlocks(facts);
  const marked = notOfTeasers(bylines.slice(0, MOST_BYLINES), facts);
  return beside.some((block) => {
    const { text, words } = block;
    if (teasers.has(block) || words > BYLINE_WORDS) return false;
    if (isByline(text) || marked.some((byline) => text.includes(byline.text))) return true;
    if (h1s[0]?.inArticle !== true) return false;
    if (words <= SHORT_DATE_LINE_WORDS && isReadingTime(text, textSize(facts))) return true;
    return block !== after[next - 1] && isDated(block) && !VERSION_DATE.test(text);
  });
}

/** Returns whether a page has a date, and an h1 in an `article` element that links to the page itself, as those of posts do. */
export function hasDatedPermalink(facts: PageFacts): boolean {
  const own = new Set(facts.links.filter(({ inMain, url }) => inMain && url === facts.url).map(({ text }) => text));
  const isPermalink = facts.headings.some(
    ({ level, text, inArticle }) => level === 1 && inArticle && text !== '' && own.has(text),
  );
  return isPermalink && pageDate(facts) !== null;
}

/** Returns whether a line has one number of minutes, and the text is long enough for it. Two are those of a recipe. */
function isReadingTime(line: string, size: number): boolean {
  const [minutes, another] = line.matchAll(MINUTES);
  return minutes !== undefined && another === undefined && Number(minutes[1]) * WORDS_A_MINUTE <= size;
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
export function hasArticleText(facts: PageFacts, name: string): boolean {
  const { url, headings, links, blocks } = facts;
  if (NO_ARTICLES.has(name)) return false;
  const h1s = headings.filter(({ level, text }) => level === 1 && text !== '');
  if (h1s.length > 0 && !h1s.some(({ inMain }) => inMain)) return false;
  const isOther = (to: string | null) => to !== null && to.split('#', 1)[0] !== url;
  const linked = new Set(links.filter((link) => link.inMain && isOther(link.url)).map(({ text }) => text));
  const isTeaser = ({ level, text }: TextBlock) => level !== null && level > 1 && linked.has(text);
  const isList = blocks.filter(isTeaser).length >= TEASERS;
  const own = isList ? blocks.slice(0, blocks.findIndex(isTeaser)) : blocks;
  const words = own.reduce((sum, block) => sum + Math.max(block.words, block.cjkCharacters / 2), 0);
  return words >= (isList || h1s.length === 0 ? LONG_ARTICLE_WORDS : ARTICLE_WORDS);
}

/** Maximum number of dates that an article shows. An index of articles has more dated teasers. */
const MOST_DATES = 3;

/** Returns whether a page shows several dated teasers, and no article of its own. */
export function isFullOfTeasers({ landmarks, times }: PageFacts): boolean {
  if (landmarks.article === 1) return false;
  const dates = times.filter(({ inMain, inComments }) => inMain && !inComments);
  return new Set(dates.map(({ datetime, text }) => datetime ?? text)).size > MOST_DATES;
}
