import { DATES } from '../../../data/read/languages.ts';
import type { PageFacts, TextBlock } from '../../../site/page/page-facts.ts';
import { isSentenceInHeading } from '../../../site/page/page-labels.ts';
import { textSize } from '../../../site/page/words.ts';
import { monthNumber } from '../../../site/page/written-date.ts';
import { forEachPack, type LanguagePack } from '../../content/language-packs.ts';
import { BLOCKS, contactDetails, contactDetailsIn, datesIn, timesIn } from './contact-details.ts';
import { END, type Figure, figuresIn, moneyIn, NAMES_CURRENCY, NUMBER_ALONE } from './figures.ts';
import { type Found, findMatches, LETTER, type PlainText, plainText, without } from './found-text.ts';
import { dayAndMonth, keysOfDate, specificKey } from './specific-keys.ts';
import { findStatCards } from './stat-cards.ts';

/** Minimum number of words of a running text, and of one that ends as a sentence does. */
const RUNNING_WORDS = 6;
const RUNNING_SENTENCE = 5;
const SENTENCE_END = /[.!?。！？]["”»)]?$/;
/** Maximum number of words of a line in which fewer than 30 minutes are those that a text takes to read: `3 June 2026 · 6 min read`. */
const LINE_WORDS = 15;
const READING_MINUTES = /^[12]?\d min$/;
/** Kinds that count in running text. A price by itself is a price list. */
const RUNNING_KINDS: ReadonlySet<string> = new Set<Specific['kind']>(['money', 'number', 'year', 'day', 'time']);
/** A percentage in a block of fewer words that is neither a cell nor an item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Without a digit there is no specific. Normalisation makes digits of other numbers, and of some signs of dates. */
export const HAS_DIGIT = /[\p{N}\p{So}]/u;
/** Turkish writes the sign before the number. */
const TURKISH_PERCENTAGES = /(?<![\w.%])%\s?\d+(?:[.,]\d+)?(?![\w%])|yüzde\s\d+(?:[.,]\d+)?/g;

/**
 * Returns the distinct specifics of a page's main text, as the page spells them, or in lower case with ASCII digits where
 * its characters were normalized: dates, numbers with a unit, percentages, versions, money and numbers in running text, and one
 * address, telephone number and set of opening hours. Price lists, badges, headings that are not sentences, and code are not read. Stops at
 * `enough`, and after the first blocks.
 *
 * @param names the site's own names: a number that is the beginning of one is a name
 * @param written the dates on which the text was published or changed, which are not facts of the text; as `2026-06-03`
 * @param isDateless returns whether the dates of a block are those of the page or its template
 */
export function findSpecifics(
  facts: PageFacts,
  pack: LanguagePack,
  enough: number,
  names: readonly string[] = [],
  written: readonly string[] = [],
  isDateless: (block: TextBlock) => boolean = () => false,
): readonly string[] {
  const found = new Map<string, string>(contactDetails(facts));
  const ownDates = written.flatMap(keysOfDate);
  const inContacts = new Set([...found.values()].flatMap((text) => text.match(/\d+/g) ?? []));
  for (const { value, text } of findStatCards(facts).slice(0, enough)) found.set(specificKey(value), text);
  let start = 0;
  for (const [i, block] of facts.blocks.slice(0, BLOCKS).entries()) {
    if (found.size >= enough) break;
    // A number by itself at the start of a text that counts on from the text before is that of a line, as of code.
    const before = start;
    start = Number.parseInt(block.text, 10);
    const isLineNumber = ({ at, kind }: Specific) => at === 0 && kind === 'number' && start === before + 1;
    if (block.kind === 'preformatted' || (block.kind === 'heading' && !isSentenceInHeading(block))) continue;
    const hasDigit = HAS_DIGIT.test(block.text);
    if (!hasDigit && pack.numbers === '') continue;
    const size = textSize(block);
    const isRunning = size >= RUNNING_WORDS || (size >= RUNNING_SENTENCE && SENTENCE_END.test(block.text));
    const plain = plainText(block.text);
    const read = hasDigit ? specificsIn(plain, pack, isItem(block)) : figuresIn(plain, pack);
    const isLine = !isItem(block) && size <= LINE_WORDS && !SENTENCE_END.test(block.text);
    const stated = isLine ? read.filter(({ text }) => !READING_MINUTES.test(specificKey(text))) : read;
    // The day of a date whose month is not known is a number.
    const isOfPage = stated.some(isDate) && isDateless(block);
    const all = isOfPage ? stated.filter((one) => !isDate(one) && one.kind !== 'number') : stated;
    const specifics = all.filter(
      (one) =>
        !isNameOfSite(one, names) &&
        !isLineNumber(one) &&
        !inContacts.has(one.number) &&
        (RUNNING_KINDS.has(one.kind)
          ? isRunning || isInShortText(one, plain.written, block, facts.blocks[i - 1])
          : one.kind !== 'percentage' || isItem(block) || size >= BADGE_WORDS),
    );
    // The last spelling of each specific. Only these are looked up in the text, because a text may repeat one very often.
    const spelled = new Map<string, string>();
    for (const one of specifics) {
      const key = one.kind === 'time' && isItem(block) ? clockTime(one.text) : keyOf(one);
      if (spelled.has(key) || (!ownDates.includes(key) && !isKnown(key, [found, spelled])))
        spelled.set(key, one.text.trim());
    }
    for (const [key, text] of spelled) {
      if (found.has(key) || found.size < enough) found.set(key, asWritten(text, block.text));
    }
  }
  return [...found.values()].slice(0, enough);
}

/** Returns a key by which a specific counts once. A number by itself is one, whatever words stand beside it. */
function keyOf({ kind, text, number }: Specific): string {
  if (kind === 'time') return 'hours';
  return kind === 'number' || kind === 'year' ? specificKey(number) : specificKey(text);
}

/** Returns a time of day without the word behind it: `18:00 Uhr`, `18:00`. Each one that a timetable has is a specific. */
function clockTime(text: string): string {
  return /\d+[:h]\d\d/.exec(text)?.[0] ?? text;
}

/** Returns whether a number by itself, a number with a unit, or a day without its year was found in its other form. */
function isKnown(key: string, found: readonly ReadonlyMap<string, string>[]): boolean {
  const number = /^\d[\d.-]* /.exec(key)?.[0];
  return found.some(
    (keys) =>
      (number !== undefined && keys.has(number)) ||
      ((number === key || key.startsWith('-')) &&
        keys.keys().some((one) => (number === key ? one.startsWith(key) : one.endsWith(key)))),
  );
}

/** Returns whether the number of a specific begins the name of the site, or ends it: those of `9ft Journal` and `Tides 2026`. */
function isNameOfSite({ kind, text }: Specific, names: readonly string[]): boolean {
  const number = /\d[\d.,]*/.exec(text)?.[0].replace(/\D/g, '');
  if (kind === 'date' || number === undefined) return false;
  const ending = /\p{L}/u.test(text) ? compact(text) : null;
  return names.some((name) => {
    const letters = compact(name);
    return /^\d+/.exec(letters)?.[0] === number || (ending !== null && letters.endsWith(ending));
  });
}

function compact(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns whether a number counts in a text that is shorter than a sentence: a year beside a word, and in a cell or an item also another
 * number or a time of day beside a text, if it has no cents of a price. After a name, `11:26` is a chapter with its verse, and `11:25` a time.
 */
function isInShortText(
  { kind, at, text, number }: Specific,
  written: string,
  block: TextBlock,
  before?: TextBlock,
): boolean {
  if (WORD.test(written) && kind === 'year') return true;
  if (!isItem(block) || (kind !== 'number' && kind !== 'year' && kind !== 'time') || PRICE_CENTS.test(number))
    return false;
  if (WORD.test(written)) {
    const isOnClock = kind === 'time' && (/[05]$/.test(text) || WORD.test(text));
    return isOnClock || !/\p{Lu}[\p{L}\p{M}]*\s$/u.test(written.slice(0, at));
  }
  return before !== undefined && isItem(before) && WORD.test(before.text) && !HAS_DIGIT.test(before.text);
}

const WORD = /\p{L}{2}/u;

/** Returns the letters of `found`, which is in lower case, as `text` has them; `found` itself where the text has others. */
function asWritten(found: string, text: string): string {
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(found) : -1;
  return at === -1 ? found : text.slice(at, at + found.length);
}

/** Maximum length of the heading of a column, and of an amount below it, in characters. */
const COLUMN_HEADING = 40;

/**
 * Returns whether a page's main text has at least `enough` prices, in blocks that `isRead` selects by the parts of them that are
 * prices. Equal amounts count apart in different cells or items, because two things may cost the same. Below a table cell that
 * names a currency, numbers alone are amounts.
 */
function hasPrices(
  facts: PageFacts,
  pack: LanguagePack,
  enough: number,
  isRead: (block: TextBlock, prices: readonly Found[], text: string) => boolean = () => true,
  isPrice: (amount: Found, lower: string) => boolean = () => true,
): boolean {
  const found = new Set<string>();
  let isPriced = false;
  for (const [i, block] of facts.blocks.slice(0, BLOCKS).entries()) {
    const { kind, text } = block;
    if (found.size >= enough) break;
    const thing = kind === 'table_cell' ? i : '';
    isPriced = kind === 'table_cell' && (isPriced || isPriceHeading(text));
    // What was given at a time, such as a grant, has no price.
    if (kind === 'preformatted' || !HAS_DIGIT.test(text) || text.search(NUMBERED_MONTHS) !== -1) continue;
    const plain = plainText(text);
    const prices = moneyIn(plain, pack);
    const isAmount = isPriced && text.length <= COLUMN_HEADING && NUMBER_ALONE.test(text);
    if ((prices.length === 0 && !isAmount) || !isRead(block, prices, plain.lower)) continue;
    if (isAmount) found.add(`${text} ${thing}`);
    const isShortItem = isItem(block) && kind !== 'table_cell' && textSize(block) < PRICED_WORDS;
    for (const one of prices) {
      const named = isShortItem ? plain.lower.replace(one.text, '').trim() : thing;
      if (isPrice(one, plain.lower) && found.size < enough) found.add(`${specificKey(one.text)} ${named}`);
    }
  }
  return found.size >= enough;
}

/** After an amount that is that of a market, a fund or a household: `$25M`, `€2 billion`. */
const LARGE =
  /^(?:[kmbt]|\s?(?:bn|tn|mn|mio|mrd|mld|mln|mi[lr]|млн|млрд|тыс|thousand|mil+i[oóõ]\p{L}*|bil+i[oóõ]\p{L}*|tril+i[oóõ]\p{L}*|mil+iard\p{L}*|million\p{L}*))(?![\p{L}\d])/u;
/** Characters read after an amount. */
const AFTER = 24;

/** Returns whether an amount is a price by itself: neither that of a market, nor a surcharge, nor a part of a sum. */
function isPriceOfThing({ at, text }: Found, lower: string): boolean {
  return (
    !LARGE.test(lower.slice(at + text.length, at + text.length + AFTER)) &&
    !/^\s?×/.test(lower.slice(at + text.length)) &&
    !/\+\s?$/.test(lower.slice(0, at))
  );
}

/** Different prices that are true at a time. */
const PRICES = 3;
/** Maximum number of words of a thing with its price at the end: `Course of eight dishes · ¥8,800 (tax incl.)`. */
const PRICED_WORDS = 13;
/** A price may have its period behind it: `60 € pro Jahr`, `30 € / month`. */
const PRICE_END = /^(?:[/:,.][-–])?\s*(?:[(（][^)）]{1,20}[)）]\s*|(?:\/\s?|\p{L}{1,4}\s)\p{L}{1,12})?$/u;
const PRICE_START = /^\W{0,3}$/;
const NAMES_YEAR = /(?<![\d.,])20\d\d(?![\d.,]\d|\d)/;

/** Returns whether a page has prices that age: three in a table, in a list or each by itself, or three beside a year. */
export function hasAgingPrices(facts: PageFacts, pack: LanguagePack): boolean {
  return hasPrices(facts, pack, PRICES, isPricedThing, isPriceOfThing);
}

/** Returns whether a block is things with their prices: short, or with a price at an end and few words for each, as in lines with br. */
function isPricedThing(block: TextBlock, prices: readonly Found[], text: string): boolean {
  const size = textSize(block);
  const [first, last] = [prices[0], prices.at(-1)];
  const isPriced =
    (last !== undefined && PRICE_END.test(text.slice(last.at + last.text.length))) ||
    (first !== undefined && PRICE_START.test(text.slice(0, first.at)));
  const isAlone = size < RUNNING_WORDS || (isPriced && (size / prices.length < PRICED_WORDS || isItem(block)));
  return isAlone || (isItem(block) && size < PRICED_WORDS) || NAMES_YEAR.test(block.text);
}

function isItem({ kind }: TextBlock): boolean {
  return kind === 'table_cell' || kind === 'list_item' || kind === 'definition';
}

function isPriceHeading(text: string): boolean {
  return text.length <= COLUMN_HEADING && !HAS_DIGIT.test(text) && NAMES_CURRENCY.test(text.toLowerCase());
}

/** A price alone in its block, perhaps without its currency: `12.50`, `CHF 8,–`. */
const PRICE_ALONE = /^\D{0,6}\d{1,5}(?:[.,](?:\d{2}|[-–]))?\D{0,6}$/;
const PRICE_CENTS = /\d[.,](?:\d{2}|[-–])(?!\d)/;
/** Prices that make a page a price list. */
const PRICE_LIST = 6;

/** Returns whether a page is a list of prices, such as a menu: it has many facts that do not count as specifics. */
export function isPriceList(facts: PageFacts, pack: LanguagePack): boolean {
  const alone = facts.blocks.filter(
    ({ text }) => text.length <= 20 && PRICE_ALONE.test(text) && (PRICE_CENTS.test(text) || /\p{Sc}/u.test(text)),
  );
  return alone.length >= PRICE_LIST || hasPrices(facts, pack, PRICE_LIST);
}

interface Specific extends Found {
  readonly kind: Figure['kind'] | 'date' | 'day' | 'time' | 'none';
  /** The number alone, of a figure. */
  readonly number: string;
}

function isDate({ kind }: Specific): boolean {
  return kind === 'date' || kind === 'year' || kind === 'day';
}

/** Returns the specifics of one text, in the order of the text, without its contact details. */
function specificsIn(text: PlainText, pack: LanguagePack, isItem: boolean): readonly Specific[] {
  // The day of an event on a card: `25 Dec`.
  if (!isItem && dayAndMonth(text.lower) !== null) return [{ at: 0, text: text.lower, kind: 'date', number: '' }];
  const found: Specific[] = [];
  const add = (kind: Specific['kind'], matches: readonly Found[]): void => {
    found.push(...matches.map((one) => ({ ...one, kind, number: '' })));
  };
  add('date', datesIn(text.lower));
  const contacts = contactDetailsIn(without(found, text));
  const rest = (): PlainText => without([...contacts, ...found], text);
  if (HAS_YEAR.test(text.lower)) {
    add(
      'date',
      findMatches(MONTH_AND_YEAR, rest().lower).filter((one) => isMonthAndYear(one.text)),
    );
    add('date', findMatches(NUMBERED_MONTHS, rest().lower));
  }
  const isDated = found.length > 0;
  const days = rest();
  add(
    'day',
    findMatches(compileDayAndMonth(pack), days.lower).filter((one) => isCapital(one, days.written, pack)),
  );
  add('none', listedDays(found, text.lower, pack));
  // Beside a date, a time is that of an hour on which something was written.
  add(isDated ? 'none' : 'time', timesIn(rest().lower, pack.language));
  if (pack.language === 'tr') add('percentage', findMatches(TURKISH_PERCENTAGES, rest().lower));
  found.push(...figuresIn(rest(), pack));
  return found.filter(({ kind }) => kind !== 'none').sort((a, b) => a.at - b.at);
}

/** A day before another one, with what stands between them. */
const DAY_BEFORE =
  /(?<![\p{L}\d.,:/-])(?<day>\d{1,2})(?:\.|º|st|nd|rd|th)?(?<sign>,|\s?[-–—])?\s?(?<words>\p{L}*(?:\s\p{L}+)?)\s?$/u;
const DAY_FIRST = /^\d{1,2}(?!\d)/;
const WEEKDAYS: ReadonlySet<string> = new Set(DATES.weekdays);
/** Characters read before a date. */
const BEFORE_DATE = 24;

/** Returns the earlier days that share the month of a date after them: `19, 20 and 21 June`, `Friday 24 to Sunday 26 April`. */
function listedDays(dates: readonly Found[], lower: string, { stopWords }: LanguagePack): readonly Found[] {
  return dates.flatMap(({ at, text }) => {
    const days: Found[] = [];
    let first = Number(DAY_FIRST.exec(text)?.[0]);
    for (let end = at; ; ) {
      const [match, day, sign, words = ''] = DAY_BEFORE.exec(lower.slice(Math.max(0, end - BEFORE_DATE), end)) ?? [];
      const isJoined = words.split(' ').every((word) => word === '' || stopWords.has(word) || WEEKDAYS.has(word));
      if (match === undefined || (sign ?? words) === '' || !isJoined || !(Number(day) < first)) return days;
      end -= match.length;
      first = Number(day);
      days.push({ at: end, text: match });
    }
  });
}

/** What a month with its year has. */
const HAS_YEAR = /(?:1[89]|20)\d{2}/;

/** A month in digits and its year: `2022.03`, `03/2022`. */
const NUMBERED_MONTHS =
  /(?<![\d.,/-])(?:(?:19|20)\d\d[./](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[./](?:19|20)\d\d)(?!\d|[.,/-]\d|\s?%)/g;
/** A day begins where no other number or word ends. */
const DAY_START = `(?<![${LETTER}\\d.%_]|\\d[,:])`;
/** Pattern for a day and a month without a year: `15 june`, `june 15th`, `15 de junio`, `6月15日`; in English, also for days: `june 19–21, 2026`. */
const compileDayAndMonth = forEachPack(({ language }) => {
  const months = (DATES.fullMonths[language] ?? Object.values(DATES.fullMonths).flat()).join('|') || '(?!)';
  const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
  const before = `${DAY_START}${day}(?:\\.|º|°|er|st|nd|rd|th)?\\s(?:de |of )?(?:${months})${END}`;
  const first = `(?:${months})\\s${day}(?:st|nd|rd|th)?(?:\\s?[-–]\\s?${day})?`;
  const joint = String.raw`(?:,\s|,?\s(?:&|\p{L}{2,3})\s)`;
  const further = `(?:${joint}${day}(?:st|nd|rd|th)?(?=[,.;)]|$|${joint}${day}))*(?:,\\s(?:19|20)\\d\\d)?`;
  const after = language === 'en' ? `|(?<![${LETTER}])${first}${further}(?![.,:]?\\d)${END}` : '';
  return new RegExp(`${before}${after}|${DAY_START}(?:0?[1-9]|1[0-2])[月월] ?${day}[日일]`, 'gu');
});

/** Returns whether the month of a date begins with a capital where its language writes it so: `may` is also another word. */
function isCapital({ at, text }: Found, written: string, { language }: LanguagePack): boolean {
  return (language !== 'en' && language !== 'de') || /\p{Lu}/u.test(written.slice(at, at + text.length));
}

/** Month and year: `june 2026`, `junio de 2026`, `2026年6月`, `tháng 6 năm 2026`. Before a year it matches any word. */
const MONTH_AND_YEAR =
  /(?:19|20)\d\d ?[年년] ?\d{1,2} ?[月월]|tháng \d{1,2}(?:,? năm | ?[-/,] ?)(?:19|20)\d\d(?!\d)|[^\s\d.,:;/|()-]{3,14}\.? (?:de |del )?(?:19|20)\d\d(?![.,]?\d)/g;

function isMonthAndYear(match: string): boolean {
  return /^(?:\d|tháng )/.test(match) || monthNumber(match.split(/[. ]/, 1)[0] ?? '') !== null;
}
