import { DATES } from '../../data/read/languages.ts';

/** A date in a text, with a Gregorian year from 1900 to 2099. */
export interface WrittenDate {
  readonly year: number;
  /**
   * Month from 1 to 12; null for a word that is not a month in a known language, or a month of another calendar. In
   * `3/6/2026`, the second number.
   */
  readonly month: number | null;
  readonly day: number;
  /** Offsets of its start and end in the text. */
  readonly start: number;
  readonly end: number;
}

/** A way to write dates in a calendar whose years are not 1900 to 2099. */
interface Calendar {
  /** Has the groups `year`, `day`, and where they can be converted exactly, `month` or `name`. For text with ASCII digits. */
  readonly pattern: RegExp;
  /** Returns the Gregorian year. */
  readonly year: (year: number, match: Readonly<Record<string, string | undefined>>) => number;
  /** Numbers of the months by their names, where the months are the Gregorian ones. */
  readonly months?: ReadonlyMap<string, number>;
}

const THAI_MONTHS = new Map(Object.entries(DATES.months).filter(([name]) => /\p{Script=Thai}/u.test(name)));
const PERSIAN_MONTHS = 'فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند';
const EARLY_MOONS = 'محرم|صفر|ربيع (?:الأول|الاول|الآخر|الثاني)|جمادى (?:الأولى|الآخرة|الثانية)';
const LATE_MOONS = 'رجب|شعبان|رمضان|شوال|ذ[ويا] ?القعدة|ذ[ويا] ?الحجة';

const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 };
const MONTH_AND_DAY = String.raw` ?年 ?(?<month>\d{1,2}) ?月 ?(?<day>\d{1,2}) ?[日號号]`;
const named = (months: ReadonlyMap<string, number>) => [...months.keys()].join('|').replaceAll('.', String.raw`\.`);

const CALENDARS: readonly Calendar[] = [
  {
    pattern: new RegExp(String.raw`(?<era>令和|平成|昭和) ?(?<year>\d{1,2}|元)${MONTH_AND_DAY}`, 'g'),
    year: (year, { era = '' }) => (ERAS[era] ?? 0) + year,
  },
  {
    pattern: new RegExp(String.raw`(?:民國|民国) ?(?<year>\d{2,3})${MONTH_AND_DAY}`, 'g'),
    year: (year) => year + 1911,
  },
  {
    // Buddhist years: also in numbers.
    pattern: new RegExp(
      String.raw`(?<!\d)(?<day>\d{1,2})(?: ?(?:เดือน)?(?<name>${named(THAI_MONTHS)}) ?(?:พ\.ศ\. ?)?|/(?<month>\d{1,2})/)(?<year>2[45]\d\d)(?!\d)`,
      'g',
    ),
    year: (year) => year - 543,
    months: THAI_MONTHS,
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(?<day>\d{1,2}) ?(?<first>${PERSIAN_MONTHS})(?: ماه)?[ ،]{1,3}(?<year>1[34]\d\d)(?!\d)`,
      'g',
    ),
    // Its year begins in March.
    year: (year, { first = '' }) => year + (/^(?:دی|بهمن|اسفند)$/.test(first) ? 622 : 621),
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(?<day>\d{1,2}) ?(?:${EARLY_MOONS}|(?<late>${LATE_MOONS}))[ ،]{1,3}(?<year>1[34]\d\d)(?!\d)`,
      'g',
    ),
    // A year of twelve moons is 0.97 years long. The middle of either half of it decides.
    year: (year, { late }) => Math.floor(year * 0.970_224 + 621.577_4 + (late === undefined ? 0.24 : 0.73)),
  },
];

/** What these dates have: a letter or digit of their scripts, or a Buddhist year after a slash. */
const THEIR_SCRIPTS = /[年\u0600-\u06ff\u0e00-\u0e7f]/;
const BUDDHIST_YEAR = /\/2[45]\d\d/;

/** Persian numbers: `۱۴۰۴/۱۱/۱۴`. In other digits, they may be any numbers. */
const PERSIAN_NUMBERS = /(?<![۰-۹])۱[۳۴][۰-۹]{2}[/-][۰-۹]{1,2}[/-][۰-۹]{1,2}(?![۰-۹])/g;

/**
 * Finds the dates of a text in Japanese eras, the years of the Republic of China, Buddhist years (Thai), and Persian and Islamic
 * years. Months of the last two have no number here, because they do not begin where Gregorian months do.
 *
 * @param text the text as written
 * @param read the same with ASCII digits
 */
export function datesOfOtherCalendars(text: string, read: string): readonly WrittenDate[] {
  if (!THEIR_SCRIPTS.test(text) && (/^[\0-\x7f]*$/.test(text) || !BUDDHIST_YEAR.test(read))) return [];
  const found = CALENDARS.flatMap((calendar) =>
    [...read.matchAll(calendar.pattern)].flatMap((match) => toDate(match, calendar)),
  );
  const persian = [...text.matchAll(PERSIAN_NUMBERS)].map(({ index, 0: match }) => {
    const [year, , day] = read
      .slice(index, index + match.length)
      .split(/[/-]/)
      .map(Number);
    return { year: (year ?? 0) + 621, month: null, day: day ?? 0, start: index, end: index + match.length };
  });
  return [...found, ...persian];
}

function toDate(match: RegExpExecArray, { year, months }: Calendar): readonly WrittenDate[] {
  const groups = match.groups ?? {};
  const written = groups['year'] === '元' ? 1 : Number(groups['year']);
  const month = groups['month'] === undefined ? months?.get(groups['name'] ?? '') : Number(groups['month']);
  const day = Number(groups['day']);
  if (day < 1 || day > 31 || (month !== undefined && (month < 1 || month > 12))) return [];
  const { index } = match;
  return [
    {
      year: year(written, groups),
      month: month ?? null,
      day,
      start: index,
      end: index + match[0].length,
    },
  ];
}
