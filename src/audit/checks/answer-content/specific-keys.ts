import { NUMBERS } from '../../../data/read/languages.ts';
import { monthNumber, writtenDates } from '../../../site/page/written-date.ts';

/** Signs and short forms of units and currencies, by the one that stands for all. */
const SIGNS: Readonly<Record<string, string>> = {
  eur: '€|eur',
  usd: String.raw`\$|us\$|usd`,
  gbp: '£|gbp',
  chf: 'chf',
  jpy: 'jpy',
  krw: '₩|krw',
  cny: 'cny|rmb',
  pln: 'zł|pln',
  try: '₺|try|tl',
  '%': '%',
  min: 'min',
  h: 'h',
  m: 'm',
  km: 'kms?',
  kg: 'kg',
  l: 'l',
};
/** All spellings of a unit or currency, by the same keys. */
const SPELLINGS: ReadonlyMap<string, RegExp> = new Map(
  [...Map.groupBy([...Object.entries(SIGNS), ...NUMBERS.spellings], ([key]) => key)].map(([key, spellings]) => [
    key,
    new RegExp(`^(?:${spellings.map(([, spelling]) => spelling).join('|')})$`),
  ]),
);
/** Numbers in words, from two to twelve. */
const IN_DIGITS: ReadonlyMap<string, number> = new Map(
  NUMBERS.twoToTwelve.flatMap((words) => words.map((word, i): [string, number] => [word, i + 2])),
);
const DASH = /\s?[‐–—~〜-]\s?/;
const PARTS =
  /^([^\d\s]*)\s*([\d.,'’ ]*\d(?:[⁄/]\d+|\s?[‐–—~〜-]\s?\d[\d.,'’]*(?<=\d))?)(?:[/:,.][-–](?=\s?[\p{L}\p{Sc}]))?\+?[\s\u2010-]*(.*)$/u;
/** One unit is written without its plural after a hyphen: `30-year`, `30 years`. */
const PLURAL = /(\p{L}{2})s$/u;
const GROUPED = /^(?:\d{1,3}(?:[ .,'’]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})$/;

/** Returns a key that is the same for a value in another spelling: `4 m` and `four metres`, `€45` and `45 euros`. */
export function specificKey(text: string): string {
  const plain = text.trim().toLowerCase();
  const [date] = writtenDates(plain);
  if (date !== undefined && date.month !== null && date.start === 0 && date.end === plain.length) {
    return `${date.year}-${date.month}-${date.day}`;
  }
  const day = dayAndMonth(plain);
  if (day !== null) return day;
  const month = monthAndYear(plain);
  if (month !== null) return month;
  const [word = '', ...rest] = plain.split(/[\s-]+/);
  const inDigits = IN_DIGITS.get(word);
  if (inDigits !== undefined) return `${inDigits} ${unit(rest.join(' '))}`;
  const [, before = '', number = '', after = ''] = PARTS.exec(plain) ?? [];
  if (number === '') return plain.replace(/\s+/g, '');
  const values = number
    .split(DASH)
    .map((one) => (GROUPED.test(one) ? one.replace(/\D/g, '') : one.replace(',', '.').replace(/\s/g, '')));
  const value = values.join('-');
  return `${value} ${unit(before)}${unit(after)}`;
}

/** `june 2026`, `junio de 2026`, `2026年6月`. */
const MONTH_AND_YEAR =
  /^(?:(?<name>[^\d\s]+) (?:del? )?(?<year>\d{4})|(?<first>\d{4}) ?[年년] ?(?<number>\d{1,2}) ?[月월])$/u;

/** Returns the key of a month of a year: `2026-6`; null for another text. */
function monthAndYear(plain: string): string | null {
  const { name, year, first, number } = MONTH_AND_YEAR.exec(plain)?.groups ?? {};
  const month = name === undefined ? number : monthNumber(name.replace(/\.$/, ''));
  return month === undefined || month === null ? null : `${year ?? first}-${month}`;
}

const DAY_AND_MONTH =
  /^(?:(?<day>\d{1,2})(?:\.|º|°|er|st|nd|rd|th)? (?:de |of )?(?<month>[^\d\s]{3,})|(?<name>[^\d\s]{3,}) (?<number>\d{1,2})(?:st|nd|rd|th)?|(?<first>\d{1,2})[月월] ?(?<last>\d{1,2})[日일])$/u;

/** Returns the key of a day without its year, which is the end of that with a year: `-6-15`; null for another text. */
export function dayAndMonth(plain: string): string | null {
  const { day, month, name, number, first, last } = DAY_AND_MONTH.exec(plain)?.groups ?? {};
  const found = first ?? monthNumber(month ?? name ?? '');
  return found === null ? null : `-${Number(found)}-${Number(day ?? number ?? last)}`;
}

/** Returns the keys of a date in ISO 8601 and of its month, and of its day without the year, by which a text may state it too. */
export function keysOfDate(iso: string): readonly string[] {
  const [year = '', month = '', day] = iso.split('-').map((part) => part.replace(/^0/, ''));
  return [`${year}-${month}`, ...(day === undefined ? [] : [`${year}-${month}-${day}`, `-${month}-${day}`])];
}

function unit(text: string): string {
  const plain = text.trim().replace(/\.$/, '');
  return (
    SPELLINGS.entries().find(([, spelling]) => spelling.test(plain))?.[0] ??
    plain.replace(/\s+/g, '').replace(PLURAL, '$1')
  );
}
