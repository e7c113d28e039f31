import { CONTACT, DATES } from '../../data/read/languages.ts';
import { datesOfOtherCalendars, type WrittenDate } from './other-calendars.ts';

export type { WrittenDate };

const YEAR = /(?:19|20)\d\d/g;
/** Maximum number of characters of a date on either side of its year. */
const MAX_BESIDE_YEAR = 32;

/** Numbers after the year: `2026-06-03`, `2026/6/3`, `2026.6.3`, `2026年6月3日`, `2026년 6월 3일`. */
const NUMBERS_AFTER = /^ ?[-/.年년] ?(\d{1,2}) ?[-/.月월] ?(\d{1,2})(?!\d) ?[日일]?/;
/** Numbers before the year: `03/06/2026`, `3. 6. 2026`. */
const NUMBERS_BEFORE = /(?:^|[^\d.])(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?$/;
/** Vietnamese, which numbers the months: `ngày 3 tháng 6 năm `, `3 tháng 6, `. */
const VIETNAMESE = /(?:[Nn]gày |^|[^\d.])(\d{1,2}) [Tt]háng (\d{1,2})(?:,? [Nn]ăm|,)? $/;
/** Day and month before the year: `3 June `, `3. Juni `, `1er juin `, `3 de junio de `, `3-Jun-`. */
const DAY_AND_WORD =
  /(?:^|[^\d])(\d{1,2})(?:\.(?=[^\s\d.])|(?:\.|º|°|er|st|nd|rd|th)?[ ,-]{1,2})(?:de |of )?([^\s\d.,/|()-]{3,14}(?: [^\s\d.,/|()-]{3,14})?)\.?[ ,-]{1,2}(?:de |del )?$/;
/** Month and day before the year: `June 3, `, `June 3rd `. */
const WORD_AND_DAY = /(?:^|[\s\d.,:：/|()·•–—-])([^\s\d.,:：/|()·•–—-]{3,14})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? |,)$/;
/** Month and day after the year: ` június 4.`, `-Jun-03`, ` m. birželio 3 d.`, `ko ekainaren 3an`. */
const WORD_AFTER = /^(?:(?:(?: m| թ)?\.|\(?e?\)?ko| ခုနှစ်)? |-)([^\s\d.,/|()-]{3,14})[ -](\d{1,2})(?!\d)/;

/** A day alone with two digits of its year: `14/07/23`, `14.07.23`. */
const SHORT = /^(?:(\d\d)\.(\d\d)\.|(\d{1,2})\/(\d{1,2})\/)(\d\d)$/;

/** Latvian: `. gada 3. jūnijs`. */
const LATVIAN = /^\. gada (\d{1,2})\. ([^\s\d.,/|()-]{3,14})/;

/**
 * Finds the dates of a text that have a day, a month and a year, in any language. It recognizes their shape: in every
 * language here, a year is written beside a month and a day. Knows the years of other calendars too. Reads a bounded part of the text around each year.
 *
 * @param text digits of other scripts and full-width digits count as digits
 */
export function writtenDates(text: string): readonly WrittenDate[] {
  const read = withAsciiDigits(text);
  const dates: WrittenDate[] = [];
  let from = 0;
  YEAR.lastIndex = 0;
  for (let match = YEAR.exec(read); match !== null; match = YEAR.exec(read)) {
    const date = dateAt(read, match.index, from);
    if (date === null) continue;
    dates.push(date);
    from = date.end;
    YEAR.lastIndex = Math.max(YEAR.lastIndex, date.end);
  }
  const short = read.length > SHORT_LENGTH ? null : shortDate(read);
  if (short !== null) return [short];
  const others = datesOfOtherCalendars(text, read);
  return others.length === 0 ? dates : [...dates, ...others].sort((a, b) => a.start - b.start);
}

/** Maximum length of a day with two digits of its year. */
const SHORT_LENGTH = 8;
/** Last two digits of the first year that is written with them. */
const FIRST_YEAR = 70;

function shortDate(text: string): WrittenDate | null {
  const [day, month, year] = (SHORT.exec(text) ?? [])
    .slice(1)
    .flatMap((part) => (part === undefined ? [] : Number(part)));
  if (day === undefined || month === undefined || year === undefined) return null;
  const found = { year: year + (year < FIRST_YEAR ? 2000 : 1900), start: 0, end: text.length };
  if (isMonth(month) && isDay(day)) return { ...found, month, day };
  return isMonth(day) && isDay(month) ? { ...found, month: day, day: month } : null;
}

const BETWEEN = new RegExp(
  `^\\s?(?:г\\.?)?\\s?(?:[-–—~]|(?:${CONTACT.until.join('|')})(?:\\s(?:zum|le|el|il|den))?)\\s?$`,
);

/** Returns the dates of a text without those that begin and end a period: `10.12.2024 – 20.01.2025`, `3 May to 4 June 2026`. */
export function singleDates(text: string): readonly WrittenDate[] {
  const dates = writtenDates(text);
  const isPeriod = (from: WrittenDate | undefined, to: WrittenDate | undefined) =>
    from !== undefined && to !== undefined && BETWEEN.test(text.slice(from.end, to.start));
  return dates.filter((date, i) => !isPeriod(date, dates[i + 1]) && !isPeriod(dates[i - 1], date));
}

/** Returns the date whose year begins at `at`, if the date begins at `from` or later. */
function dateAt(text: string, at: number, from: number): WrittenDate | null {
  if (isDigit(text.charCodeAt(at - 1))) return null;
  const year = Number(text.slice(at, at + 4));
  const end = at + 4;
  const after = text.slice(end, end + MAX_BESIDE_YEAR);
  const numbers = NUMBERS_AFTER.exec(after);
  if (numbers !== null) {
    const [month, day] = [Number(numbers[1]), Number(numbers[2])];
    if (isMonth(month) && isDay(day)) return { year, month, day, start: at, end: end + numbers[0].length };
  }
  if (isDigit(text.charCodeAt(end))) return null;
  return beforeYear(text, at, from, year) ?? wordAfterYear(after, at, year);
}

function beforeYear(text: string, at: number, from: number, year: number): WrittenDate | null {
  const before = text.slice(Math.max(from, at - MAX_BESIDE_YEAR), at);
  const end = at + 4;
  const numbers = NUMBERS_BEFORE.exec(before);
  if (numbers !== null && !/^\.?\d/.test(text.slice(end, end + 2))) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const start = at - numbers[0].length + numbers[0].search(/\d/);
    if (isMonth(second) && isDay(first)) return { year, month: second, day: first, start, end };
    if (isMonth(first) && isDay(second)) return { year, month: first, day: second, start, end };
  }
  const vietnamese = VIETNAMESE.exec(before);
  if (vietnamese !== null && isDay(Number(vietnamese[1])) && isMonth(Number(vietnamese[2]))) {
    const start = at - vietnamese[0].length + vietnamese[0].search(/ngày|\d/i);
    return { year, month: Number(vietnamese[2]), day: Number(vietnamese[1]), start, end };
  }
  const dayFirst = DAY_AND_WORD.exec(before);
  if (dayFirst?.[1] !== undefined && dayFirst[2] !== undefined && isDay(Number(dayFirst[1]))) {
    const start = at - dayFirst[0].length + dayFirst[0].search(/\d/);
    return { year, month: findMonth(dayFirst[2]), day: Number(dayFirst[1]), start, end };
  }
  const wordFirst = WORD_AND_DAY.exec(before);
  if (wordFirst?.[1] !== undefined && isDay(Number(wordFirst[2]))) {
    const start = at - wordFirst[0].length + wordFirst[0].indexOf(wordFirst[1]);
    return { year, month: findMonth(wordFirst[1]), day: Number(wordFirst[2]), start, end };
  }
  return null;
}

function wordAfterYear(after: string, at: number, year: number): WrittenDate | null {
  const latvian = LATVIAN.exec(after);
  const match = latvian ?? WORD_AFTER.exec(after);
  const [found = '', word = '', day = ''] = latvian === null ? (match ?? []) : [latvian[0], latvian[2], latvian[1]];
  const month = findMonth(word);
  if (month === null || !isDay(Number(day))) return null;
  return { year, month, day: Number(day), start: at, end: at + 4 + found.length };
}

/** Returns the month that the words name, together or by the first: `3 ביוני`, `4 كانون الثاني`. */
function findMonth(words: string): number | null {
  const lower = words.toLowerCase();
  return monthNumber(lower) ?? monthNumber(lower.split(' ', 1)[0] ?? '');
}

const isMonth = (n: number) => n >= 1 && n <= 12;
const isDay = (n: number) => n >= 1 && n <= 31;
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u1040-\u1049\uff10-\uff19]/g;
/** Last four bits of the digit zero, in scripts where they are not 0. */
const DEVANAGARI_ZERO = 6;

/** Returns a text of the same length with the digits of Arabic, Persian, Devanagari, Bengali, Thai, Burmese and full width as ASCII. */
export function withAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const unit = digit.charCodeAt(0);
    const zero = unit >= 0x966 && unit <= 0x9ef ? DEVANAGARI_ZERO : 0;
    return String((unit - zero) & 0xf);
  });
}

const MONTHS: ReadonlyMap<string, number> = new Map(Object.entries(DATES.months));

/** Returns the number of the month (1 to 12) that a word in lower case names; null for other words. */
export function monthNumber(word: string): number | null {
  return MONTHS.get(word) ?? null;
}
