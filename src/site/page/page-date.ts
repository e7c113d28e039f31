import { DATES } from '../../data/read/languages.ts';
import { beginningOf, wordSet } from '../word-set.ts';
import { isByline, namesAuthor } from './byline.ts';
import { isOfOtherPage } from './declared-urls.ts';
import type { PageFacts, StructuredNode, TextBlock } from './page-facts.ts';
import { notOfTeasers, SHORT_DATE_LINE_WORDS, teaserBlocks } from './teasers.ts';
import { monthNumber, singleDates, type WrittenDate, withAsciiDigits, writtenDates } from './written-date.ts';

/** Date of a page: of its publication, else of its last change. */
export interface PageDate {
  readonly kind: 'machine_readable' | 'visible';
  /** Text of the date on the page. */
  readonly text: string;
  /** Normalized date, `2026-06-03`, `2026-06` or `2026`; null where the month is not in a known language. */
  readonly iso: string | null;
  readonly line: number | null;
}

/** Properties of schema.org, in order of preference. */
const PROPERTIES = ['datePublished', 'dateCreated', 'dateModified'] as const;
/** Types whose dates belong to a thing that the page shows, or to what visitors wrote. */
const OTHER_THINGS = wordSet(
  'ImageObject MediaObject Comment UserComments Answer Book Movie TVSeries TVEpisode MusicAlbum MusicRecording Game VideoGame Product ProductGroup ProductModel IndividualProduct SoftwareApplication MobileApplication WebApplication',
);
/** Types that may be the page itself. Inside another type, their dates belong to a thing that the page shows. */
const NESTED_THINGS = wordSet('Review UserReview CriticReview VideoObject AudioObject');

/** Names of meta elements for the date of publication, in lower case without punctuation. */
const PUBLISHED = wordSet(
  'date pubdate datepublished datecreated datepublication publishdate publisheddate publishedtime publishedat publicationdate published publishtime created creationdate articlepublishedtime articlepublished articlepublisheddate articlepublicationdate articlepubdate articlecreated articledate articledateoriginal ogarticlepublishedtime ogpublishedtime ogpubdate dcdate dcdatecreated dcdateissued dcdatepublished dccreated dcissued dctermsdate dctermscreated dctermsissued sailthrudate parselypubdate cxenseparserecspublishtime citationdate citationpublicationdate citationonlinedate rnewsdatepublished originalpublicationdate btpubdate ptime displaydate timestamp dateposted',
);
/** Names of meta elements for the date of change. */
const MODIFIED = wordSet(
  'articlemodifiedtime articlemodified articleupdated articleupdatedtime ogupdatedtime ogarticlemodifiedtime datemodified dateupdate dateupdated lastmodified lastmod modified modifieddate updated revised revisiondate dctermsmodified dcdatemodified dcmodified',
);
/** Maximum length of the name of a meta element that is compared. */
const LONGEST_NAME = 40;

/** Maximum number of words of a line that states a date. A longer block is text. */
const DATE_LINE_WORDS = 30;
/** Blocks before and after the h1, at the top and at the end that may say when the text was written. */
const BEFORE_H1 = 4;
const AFTER_H1 = 10;
const TOP_BLOCKS = 12;
const END_BLOCKS = 6;
/** Those of them at the end where a date needs no word of writing. */
const LAST_BLOCKS = 2;
/** Maximum number of words of an item beside its date that is not an entry of a list: `Posted on Monday`. */
const ENTRY_WORDS = 3;
/** Maximum number of `time` elements that are looked at. */
const MOST_TIMES = 50;
const READ = 400;
/** Characters before a date that are read. */
const READ_BEFORE = 32;
/** Maximum length of the text of a marked element. An element with more text contains more than a date. */
const LONGEST_MARKED = 120;
/** Words that may stand before a date on its own. */
const BEFORE_DATES: ReadonlySet<string> = new Set(DATES.before);
/** Maximum number of words of {@link LONG} letters or more after the page's date in its part of a line: `3 June 2026 2 comments`. */
const WORDS_AFTER = 1;
const LONG = 4;
/** Maximum number of characters of a line with an author and a date. */
const LONGEST_BYLINE = 80;
/** Divides the parts of a line. */
const SEPARATOR = /[|·•#,;/–—()\n]|\s-\s/;
/** A name, not a label: `Ines Marlow 3 June 2026`. */
const NAME = /(?<!\p{L})\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+(?!\p{L}|\s?[:：])/u;
/** Words longer than articles and prepositions, and runs of Chinese, Japanese and Korean of about the length of a word. */
const LONG_WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{1,4}|[\p{L}\p{M}]{4,}/gu;
const OF_WRITING = beginningOf(DATES.ofWriting);

/** Returns whether a word is one for writing, publishing or changing a text. */
export function isWordOfWriting(word: string): boolean {
  return OF_WRITING.test(word);
}

/**
 * Returns the date of a page: machine-readable before visible, published before changed. Null where none is found.
 *
 * @param latest a date as `2026-06-03`: what is later is that of an event to come
 */
export function pageDate(facts: PageFacts, latest = '9999'): PageDate | null {
  return (
    datesOf(facts)
      .map((date) => inOrderOf(facts.lang?.text ?? '', date))
      .find(({ iso }) => iso === null || iso <= latest) ?? null
  );
}

/** A date with slashes that may begin with its day or its month: `5/1/2019`. */
const DAY_OR_MONTH = /(?<!\d)0?([1-9]|1[0-2])\/0?([1-9]|1[0-2])\/((?:19|20)\d\d)(?!\d)/;

/**
 * Returns a date in the order of a language tag. In English (or an unknown language), a day that may be the month is left out; in the
 * United States, the month comes first.
 */
function inOrderOf(lang: string, date: PageDate): PageDate {
  const [, first = '', second = '', year = ''] = DAY_OR_MONTH.exec(date.text) ?? [];
  const iso = `${year}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`;
  if (date.iso !== iso || first === second || !/^(?:en(?:-us)?)?$/i.test(lang)) return date;
  return { ...date, iso: lang.length > 2 ? `${year}-${first.padStart(2, '0')}-${second.padStart(2, '0')}` : year };
}

function* datesOf(facts: PageFacts): Generator<PageDate> {
  yield* structuredDates(facts);
  yield* metaDates(facts, PUBLISHED);
  yield* shownDates(facts);
  yield* metaDates(facts, MODIFIED);
  yield* visibleDates(facts);
}

/** Returns all dates on which a page says that it was published or changed, as `2026-06-03`. */
export function writingDates(facts: PageFacts): readonly string[] {
  const marked = facts.markedDates.filter((one) => one.inMain && !one.inComments && one.text.length <= LONGEST_MARKED);
  const dates = marked.slice(0, MOST_TIMES).flatMap(({ text, line }) => machineDate(text, line) ?? []);
  const shown = [...dates, ...shownDates(facts).take(1), ...visibleDates(facts).take(1)].flatMap(
    ({ iso }) => iso ?? [],
  );
  return [...declaredDates(facts), ...shown];
}

/** Returns the dates that the data and the metadata of a page declare for it, as `2026-06-03`. */
export function declaredDates(facts: PageFacts): readonly string[] {
  return [
    ...PROPERTIES.flatMap((property) => [...structuredDates(facts, [property]).take(1)]),
    ...[PUBLISHED, MODIFIED].flatMap((names) => [...metaDates(facts, names).take(1)]),
  ].flatMap(({ iso }) => iso ?? []);
}

/** Maximum number of words of a line that says when its page was written, or whose it is. */
const NOTICE_WORDS = 15;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const COPYRIGHT = /©|\(c\)|copyright/i;

/**
 * Returns the short lines of a page whose dates are those of the page or its template: `Last updated: June 2026`, `© Marlow & Sons
 * 1998–2026`.
 */
export function datingLines(facts: PageFacts): ReadonlySet<TextBlock> {
  const { blocks } = facts;
  const near = new Set(dateLines(facts));
  return new Set(
    blocks.filter((block, i) => {
      const { text, words } = block;
      if (words > NOTICE_WORDS || !YEAR.test(text)) return false;
      if (COPYRIGHT.test(text)) return true;
      const year = YEAR.exec(text)?.index ?? 0;
      const label = words <= ENTRY_WORDS ? (blocks[i - 1]?.text.slice(-READ_BEFORE) ?? '') : '';
      return near.has(block) && OF_WRITING.test(`${label} ${text.slice(Math.max(0, year - READ_BEFORE), year)}`);
    }),
  );
}

function* structuredDates(
  facts: PageFacts,
  wanted: readonly (typeof PROPERTIES)[number][] = PROPERTIES,
): Generator<PageDate> {
  const nodes = facts.structuredData.nodes.filter((node) => !isOfAnotherThing(node) && !isOfOtherPage(node, facts));
  for (const property of wanted) {
    for (const { properties, line } of nodes) {
      for (const value of properties[property] ?? []) {
        const date = typeof value === 'string' ? machineDate(value, line) : null;
        if (date !== null) yield date;
      }
    }
  }
  const uploaded = nodes.find(({ types, nested }) => !nested && types.includes('VideoObject'));
  const value = uploaded?.properties['uploadDate']?.find((one) => typeof one === 'string');
  const date = uploaded === undefined || value === undefined ? null : machineDate(value, uploaded.line);
  if (date !== null) yield date;
}

/** Returns whether a value of a property is a date, in ISO 8601 or as a person would write it. Old newspapers have dates too. */
export function isMachineDate(value: string): boolean {
  return machineDate(value, 0) !== null || /^1[0-8]\d\d(?:-\d\d|$)/.test(value.trim());
}

function isOfAnotherThing({ types, nested }: StructuredNode): boolean {
  return types.some((type) => OTHER_THINGS.has(type) || (nested && NESTED_THINGS.has(type)));
}

function* metaDates({ metas }: PageFacts, names: ReadonlySet<string>): Generator<PageDate> {
  for (const { key, content, line } of metas) {
    if (key.length > LONGEST_NAME || !names.has(key.replace(/[^a-z]/g, ''))) continue;
    const date = machineDate(content, line);
    if (date !== null) yield date;
  }
}

/** Yields the dates of elements that itemprop, class or id mark as dates, and of time elements. */
function* shownDates(facts: PageFacts): Generator<PageDate> {
  const { markedDates } = facts;
  const shown = markedDates.filter(({ inMain, inComments }) => inMain && !inComments).slice(0, MOST_TIMES);
  const own = notOfTeasers(notOfEntries(shown, facts), facts);
  const published = own.filter(({ property }) => property !== 'dateModified');
  for (const { text, line } of [...published, ...own]) {
    const date = text.length <= LONGEST_MARKED ? machineDate(text, line) : null;
    if (date !== null) yield date;
  }
  for (const { datetime, line } of ownTimes(facts)) {
    const date = datetime === null ? null : machineDate(datetime, line);
    if (date !== null) yield date;
  }
}

/** Minimum number of dated items of a list of news. */
const DATED_ITEMS = 3;

/** Returns the marked dates that are not those of the entries of a list, or of cards. What `itemprop` marks is the page's. */
function notOfEntries(marked: PageFacts['markedDates'], { blocks }: PageFacts): PageFacts['markedDates'] {
  if (marked.length < DATED_ITEMS) return marked;
  const items = blocks.filter((block) => isItem(block) && writtenDates(block.text.slice(0, READ)).length > 0);
  const cards = marked.filter(({ text, property }) => property === null && isCard(text));
  const dated = [items, cards].filter(({ length }) => length >= DATED_ITEMS).flat();
  return marked.filter(({ text, property }) => property !== null || !dated.some((item) => item.text.includes(text)));
}

/** Returns whether an element that is marked as a date is more than that: `15 June 2026 The call for papers ends`. */
function isCard(text: string): boolean {
  const [date] = text.length > LONGEST_MARKED ? [] : writtenDates(text);
  return date !== undefined && isEntry(text, text.slice(date.start, date.end));
}

/** The end of a sentence. */
const SENTENCE_END = /[.!?。！？।]["”»)]?$/;

/** Returns the time elements of the text, without those in teasers, in the entries of lists and in sentences: these date what they name. */
function ownTimes(facts: Pick<PageFacts, 'url' | 'links' | 'times' | 'blocks'>): PageFacts['times'] {
  const { times, blocks } = facts;
  const shown = times.filter(({ inMain, inComments }) => inMain && !inComments).slice(0, MOST_TIMES);
  const isText = (block: TextBlock) =>
    isItem(block) ? block.words > ENTRY_WORDS : block.words > SHORT_DATE_LINE_WORDS && SENTENCE_END.test(block.text);
  const entries = shown.length === 0 ? [] : blocks.filter(isText);
  return notOfTeasers(shown, facts).filter(({ text, line }) => {
    if (text === '') return true;
    return !entries.some((entry) => entry.line <= line && entry.text.includes(text) && isEntry(entry.text, text));
  });
}

function isItem({ kind }: TextBlock): boolean {
  return kind === 'list_item' || kind === 'table_cell' || kind === 'definition';
}

/** Returns whether an item is more than its date: `3 June 2026: the gauge is moved`. Words of writing make the date the page's. */
function isEntry(item: string, date: string): boolean {
  const rest = item.replace(date, ' ');
  return (rest.match(LONG_WORDS) ?? []).length >= ENTRY_WORDS && !OF_WRITING.test(rest);
}

/**
 * Returns the short lines that may state the page's date: with a word of writing, in them or in the block before, near the h1, the top or the
 * end; without one, directly above the h1, between it and the first text below, or at the end, and alone among items.
 */
function dateLines(facts: Pick<PageFacts, 'url' | 'links' | 'blocks'>): readonly TextBlock[] {
  const { blocks } = facts;
  const h1 = blocks.findIndex(({ level }) => level === 1);
  const text = blocks.findIndex(({ words }, i) => i > h1 && words > DATE_LINE_WORDS);
  const head = blocks.slice(Math.max(0, h1 - 1), Math.min(text === -1 ? blocks.length : text, h1 + AFTER_H1));
  const placed = new Set([...head, ...blocks.slice(-LAST_BLOCKS)]);
  const near = h1 === -1 ? [] : blocks.slice(Math.max(0, h1 - BEFORE_H1), h1 + AFTER_H1);
  const lines = [...near, ...blocks.slice(0, TOP_BLOCKS), ...blocks.slice(-END_BLOCKS)].filter(
    ({ kind }) => kind !== 'preformatted' && kind !== 'caption',
  );
  const teasers = lines.some(({ text }) => YEAR.test(text)) ? teaserBlocks(facts) : new Set();
  const isDated = (block: TextBlock) => isItem(block) && writtenDates(block.text.slice(0, READ)).length > 0;
  const dated = new Set(lines.filter(isDated));
  const isInRow = (block: TextBlock) => block.kind === 'table_cell' && !dated.has(block) && isDated(block);
  const isAlone = dated.size === 1 && !blocks.some(isInRow);
  return lines.flatMap((block) => {
    if (teasers.has(block)) return [];
    if (block.words > DATE_LINE_WORDS) return { ...block, text: labelledEnd(block.text) };
    const label = blocks[blocks.indexOf(block) - 1]?.text.slice(-READ_BEFORE) ?? '';
    const isLabelled = OF_WRITING.test(block.text.slice(0, READ)) || OF_WRITING.test(label);
    const isOfOther = block.kind === 'quotation' || (isItem(block) && !isAlone);
    return isLabelled || (placed.has(block) && !isOfOther) ? block : [];
  });
}

/** The end of a paragraph that is a label and what it names: `Last updated: 3 June 2026.` */
const LABELLED_END = /(?<=[.!?。]\s?)[^.!?。:：]{3,30}[:：][^.!?。:：]{6,30}[.。]?$/u;

function labelledEnd(text: string): string {
  const end = LABELLED_END.exec(text.slice(-READ))?.[0] ?? '';
  return OF_WRITING.test(end) ? end : '';
}

function* visibleDates(facts: PageFacts): Generator<PageDate> {
  const lines = [...ownTimes(facts), ...notOfTeasers(facts.bylines.slice(0, MOST_TIMES), facts), ...dateLines(facts)];
  for (const { text, line } of lines) {
    const date = ownDate(text.slice(0, READ));
    if (date !== null) yield { kind: 'visible', text, iso: toIso(date), line };
  }
  for (const { text, line } of lines) {
    const iso = monthOfWriting(text.slice(0, READ));
    if (iso !== null) yield { kind: 'visible', text, iso, line };
  }
}

/** A month with its year: `March 2026`, `2026-03`, `03/2026`. */
const MONTH_AND_YEAR =
  /(?<![\d/.-])(?:(?<name>\p{L}{3,14})\.?,?\s(?:del?\s)?(?<year>20\d\d)(?![年년])|(?<first>20\d\d)\s?[-/年년]\s?(?<month>0?[1-9]|1[0-2])[月월]?|(?<number>0?[1-9]|1[0-2])[/.](?<last>20\d\d))(?![\d/.-]\d|\d)/u;

/** Returns the month in which a line says that the text was written or changed: `Last reviewed: March 2026`. */
function monthOfWriting(text: string): string | null {
  const found = OF_WRITING.test(text) ? MONTH_AND_YEAR.exec(text) : null;
  const { name = '', year, first, month, number, last } = found?.groups ?? {};
  const value = month ?? number ?? monthNumber(name.toLowerCase());
  if (found === null || value === null) return null;
  return `${year ?? first ?? last}-${`${Number(value)}`.padStart(2, '0')}`;
}

/** The first day of a period, before its last: `28 October – `, `Oct 17 - `. */
const IS_FIRST_DAY = /\d\.?(?:\s\p{L}{3,9}\.?)?\s?[–—-]\s?$/u;

function wordsOf(text: string): readonly string[] {
  return (
    text
      .replace(NAME, '')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  );
}

/** Returns whether a word may stand before a date on its own: a preposition, or a weekday, also the beginning of one (`Thu`). */
function mayStandBefore(word: string): boolean {
  return BEFORE_DATES.has(word) || (word.length > 1 && DATES.weekdays.some((day) => day.startsWith(word)));
}

/** Returns whether a line may be that of a page's date. */
export function hasOwnDate(text: string): boolean {
  return ownDate(text.slice(0, READ)) !== null;
}

/** Returns the first date of a line that says nothing else, or that is a byline or says when a text was written. */
function ownDate(text: string): WrittenDate | null {
  const dates = singleDates(text);
  if (dates.length === 0) return null;
  const isOfText = OF_WRITING.test(text) || isByline(text) || (text.length <= LONGEST_BYLINE && namesAuthor(text));
  return (
    dates.find((date) => {
      const before = text.slice(0, date.start);
      if (!isCertain(date, text) || IS_FIRST_DAY.test(before)) return false;
      const label = wordsOf(before.split(SEPARATOR).at(-1) ?? '');
      const after = wordsOf(text.slice(date.end).split(SEPARATOR, 1)[0] ?? '').filter(({ length }) => length >= LONG);
      return isOfText || (label.every(mayStandBefore) && after.length <= WORDS_AFTER);
    }) ?? null
  );
}

/**
 * Returns whether the text surely is a date. An unknown word for the month may be any noun, but one with letters beyond
 * ASCII is accepted.
 */
function isCertain({ month, start, end }: WrittenDate, text: string): boolean {
  return month !== null || /[^\0-\x7f]/.test(text.slice(start, end));
}

/**
 * Reads a machine-readable date: one that begins with a year, as in ISO 8601, or that HTTP or a person would write. Null
 * for durations.
 */
function machineDate(value: string, line: number): PageDate | null {
  const text = value.trim().slice(0, READ);
  const iso = /^((?:19|20)\d{2})(?:-(\d{2})(?:-(\d{2}))?(?!\d)|(\d{2})(\d{2})(?:\d{6})?(?!\d)|$)/.exec(
    withAsciiDigits(text),
  );
  if (iso !== null) {
    const [, year, month = iso[4], day = iso[5]] = iso;
    const parts = [year, month, day].filter((part) => part !== undefined);
    if (Number(month ?? 1) > 12 || Number(day ?? 1) > 31 || parts.includes('00')) return null;
    // The zero of clocks: a date that was never set.
    if (parts.join('-') === '1970-01-01') return null;
    return { kind: 'machine_readable', text, iso: parts.join('-'), line };
  }
  const [date] = writtenDates(text);
  if (date === undefined) return seconds(text, line);
  return { kind: 'machine_readable', text, iso: toIso(date), line };
}

/** Reads Unix time from 2001 on, in seconds or milliseconds. */
function seconds(text: string, line: number): PageDate | null {
  if (!/^[12]\d{9}(?:\d{3})?$/.test(text)) return null;
  const iso = new Date(Number(text) * (text.length === 10 ? 1000 : 1)).toISOString().slice(0, 10);
  return { kind: 'machine_readable', text, iso, line };
}

function toIso({ year, month, day }: WrittenDate): string | null {
  return month === null ? null : `${year}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`;
}
