import { DATES, NUMBERS } from '../../../data/read/languages.ts';
import type { PageFacts, TextBlock } from '../../../site/page/page-facts.ts';
import { textSize } from '../../../site/page/words.ts';
import { monthNumber } from '../../../site/page/written-date.ts';
import { forEachPack, type LanguagePack } from '../../content/language-packs.ts';
import { BLOCKS, contactDetails, contactDetailsIn, datesIn, timesIn } from './contact-details.ts';
import { END, type Figure, figuresIn, isQuantity, mayHaveMoney, NAMES_CURRENCY, NUMBER, START } from './figures.ts';
import { type Found, findMatches, LETTER, type PlainText, plainText, without } from './found-text.ts';
import { keysOfDate, specificKey } from './specific-keys.ts';
import { findStatCards } from './stat-cards.ts';

/**
 * Minimum number of words of a running text, and of one that ends as a sentence does. Only there do money, a number with any noun, a year in
 * parentheses, a day without a year and a time of day count: a price by itself is a price list.
 */
const RUNNING_WORDS = 6;
const RUNNING_SENTENCE = 5;
const SENTENCE_END = /[.!?。！？]["”»)]?$/;
const RUNNING_KINDS: ReadonlySet<string> = new Set<Specific['kind']>(['money', 'counted', 'year', 'time']);
/** A percentage in a block of fewer words that is neither a cell nor an item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Without a digit there is no specific. Normalisation makes digits of other numbers, and of some signs of dates. */
export const HAS_DIGIT = /[\p{N}\p{So}]/u;
const VERSION_WORDS = NUMBERS.versions.join('|');
/** Software whose name stands before its version: `Python 3.12`. Names that are also words need another sign of a version. */
const SOFTWARE =
  'python|php|apache|splunk|elasticsearch|kafka|terraform|ansible|jenkins|(?:asp)?\\.net core|nginx|tomcat|swift|rust|xcode|gradle|node(?:\\.?js)?|ruby|java(?:script)?|jdk|perl|kotlin|scala|typescript|golang|\\.net|gcc|clang|llvm|cmake|postgres(?:ql)?|mysql|mariadb|sqlite|mongodb|redis|django|flask|laravel|symfony|angular|vue(?:\\.js)?|react|svelte|next\\.js|nuxt|jquery|bootstrap|wordpress|woocommerce|drupal|joomla|typo3|ios|ipados|macos|os x|watchos|android|windows|ubuntu|debian|fedora|centos|freebsd|kernel|docker|kubernetes|openssl|tls|http|html|css|unicode|pytorch|tensorflow|numpy|cuda|opengl|vulkan|bluetooth|usb';
const OR_LATER = NUMBERS.orLater.join('|');
const VERSIONS = new RegExp(
  `(?<![${LETTER}\\d.=/]|[a-z][-_])v\\d{1,4}(?:\\.\\d{1,6}){0,3}${END}|(?:${VERSION_WORDS})\\s?\\d{1,4}(?:\\.\\d{1,6}){0,3}|(?<![${LETTER}\\d.])\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}(?![${LETTER}\\d.])|(?<=[a-z]\\s(?:(?:>=|≥)\\s?)?)\\d{1,3}(?:\\.\\d{1,3}){1,2}\\+(?![${LETTER}\\d+])|(?<=[a-z]\\s?(?:>=|≥)\\s?)\\d{1,3}(?:\\.\\d{1,3}){1,2}(?![${LETTER}\\d.])|(?<![${LETTER}\\d])(?:${SOFTWARE})\\s\\d{1,3}(?:\\.\\d{1,3}){1,2}\\+?(?![${LETTER}\\d]|[.,]\\d)|(?=\\d)(?<=[${LETTER}]\\s?\\(?)\\d{1,3}(?:\\.\\d{1,3}){1,2}(?=\\s?\\(?(?:${OR_LATER})(?![a-z]))`,
  'g',
);
/** A name and no version: the engine V8. */
const NAMED_V = /^V\d{1,2}$/;
/** What every version has. Most texts have not. */
const MAY_HAVE_VERSION = new RegExp(`\\d\\.\\d|v\\d|(?:${VERSION_WORDS})\\s?\\d`);
/** Turkish writes the sign before the number. */
const TURKISH_PERCENTAGES = new RegExp(`${START}%\\s?${NUMBER}${END}|yüzde\\s${NUMBER}`, 'g');

/**
 * Returns the distinct specifics of a page's main text, as the page spells them, or in lower case with ASCII digits where
 * its characters were normalized: dates, money in running text, versions, percentages, numbers with a unit, and one
 * address, telephone number and set of opening hours. Price lists, badges, headings that are not sentences, and code are not read. Stops at
 * `enough`, and after the first blocks.
 *
 * @param names the site's own names: a number with a unit that is the beginning of one is a name
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
  const reading = findReadingTime(facts, pack);
  for (const { value, text } of findStatCards(facts).slice(0, enough)) found.set(specificKey(value), text);
  for (const block of facts.blocks.slice(0, BLOCKS)) {
    if (found.size >= enough) break;
    if (block.kind === 'preformatted' || (block.kind === 'heading' && !isStatement(block))) continue;
    const hasDigit = HAS_DIGIT.test(block.text);
    if (!hasDigit && pack.numbers === '') continue;
    const size = textSize(block);
    const isRunning = size >= RUNNING_WORDS || (size >= RUNNING_SENTENCE && SENTENCE_END.test(block.text));
    const plain = plainText(block.text);
    const read = hasDigit ? specificsIn(plain, pack) : figuresIn(plain, pack);
    const stated = block === reading ? read.filter((one) => !isMinutes(one)) : read;
    const all = stated.some(isDate) && isDateless(block) ? stated.filter((one) => !isDate(one)) : stated;
    const specifics = all.filter(({ kind }) =>
      RUNNING_KINDS.has(kind) ? isRunning : kind !== 'percentage' || isItem(block) || size >= BADGE_WORDS,
    );
    const isName = ({ text }: Specific) => names.some((name) => bare(name).startsWith(bare(text)));
    // The last spelling of each specific. Only these are looked up in the text, because a text may repeat one very often.
    const spelled = new Map<string, string>();
    for (const { kind, text } of specifics.filter((one) => one.kind === 'date' || !isName(one))) {
      // A number that may count anything is one specific, whatever words follow it.
      const key =
        kind === 'counted' ? (/^[\d.,]+/.exec(text)?.[0] ?? '') : kind === 'time' ? 'hours' : specificKey(text);
      const isKnown =
        (kind === 'counted' && [...found.keys()].some((one) => one.startsWith(`${key} `))) ||
        (key.startsWith('-') && [...found.keys(), ...spelled.keys()].some((one) => one.endsWith(key)));
      if (spelled.has(key) || (!ownDates.includes(key) && !isKnown)) spelled.set(key, text.trim());
    }
    for (const [key, text] of spelled) {
      if (found.has(key) || found.size < enough) found.set(key, asWritten(text, block.text));
    }
  }
  return [...found.values()].slice(0, enough);
}

/** Returns whether a heading is text that a page builder set as one: a sentence, and not a question. */
function isStatement(block: TextBlock): boolean {
  return /[.!。！]["”»)]?$/.test(block.text) && textSize(block) >= RUNNING_WORDS;
}

/** Returns a text in lower case, without white space and signs; a sign that nothing begins with where nothing is left. */
function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || '-';
}

/** Returns the letters of `found`, which is in lower case, as `text` has them; `found` itself where the text has others. */
function asWritten(found: string, text: string): string {
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(found) : -1;
  return at === -1 ? found : text.slice(at, at + found.length);
}

/** A number alone in a table cell, and the most characters of the heading of its column. */
const NUMBER_ALONE = new RegExp(`^${NUMBER}$`);
const COLUMN_HEADING = 40;

/**
 * Returns whether a page's main text has at least `enough` prices, in blocks that `isRead` selects. Equal amounts count apart in different
 * cells or items, because two things may cost the same. Below a table cell that names a currency, numbers alone are amounts.
 */
function hasPrices(
  facts: PageFacts,
  pack: LanguagePack,
  enough: number,
  isRead: (block: TextBlock) => boolean = () => true,
  isPrice: (amount: Found, lower: string) => boolean = () => true,
): boolean {
  const found = new Set<string>();
  let isPriced = false;
  for (const [i, block] of facts.blocks.slice(0, BLOCKS).entries()) {
    const { kind, text } = block;
    if (found.size >= enough) break;
    const thing = kind === 'table_cell' ? i : '';
    isPriced = kind === 'table_cell' && (isPriced || isPriceHeading(text));
    if (!isRead(block)) continue;
    if (isPriced && text.length <= COLUMN_HEADING && NUMBER_ALONE.test(text)) found.add(`${text} ${thing}`);
    // What was given at a time, such as a grant, has no price.
    if (kind === 'preformatted' || !HAS_DIGIT.test(text) || text.search(NUMBERED_MONTHS) !== -1) continue;
    const plain = plainText(text);
    if (!mayHaveMoney(plain, pack)) continue;
    const isShortItem = isItem(block) && kind !== 'table_cell' && textSize(block) < PRICED_WORDS;
    for (const one of specificsIn(plain, pack)) {
      const named = isShortItem ? plain.lower.replace(one.text, '').trim() : thing;
      if (one.kind === 'money' && isPrice(one, plain.lower) && found.size < enough)
        found.add(`${specificKey(one.text)} ${named}`);
    }
  }
  return found.size >= enough;
}

/** After an amount that is that of a market, a fund or a household: `$25M`, `€2 billion`. */
const LARGE =
  /^(?:[kmbt]|\s?(?:bn|tn|mn|mio|mrd|mld|mln|mi[lr]|млн|млрд|тыс|thousand|mil+i[oóõ]\p{L}*|bil+i[oóõ]\p{L}*|tril+i[oóõ]\p{L}*|mil+iard\p{L}*|million\p{L}*))(?![\p{L}\d])/u;

/** Returns whether an amount is a price by itself: neither that of a market, nor a surcharge, nor a part of a sum. */
function isPriceOfThing({ at, text }: Found, lower: string): boolean {
  return (
    !LARGE.test(lower.slice(at + text.length, at + text.length + AFTER_YEAR)) &&
    !/^\s?×/.test(lower.slice(at + text.length)) &&
    !/\+\s?$/.test(lower.slice(0, at))
  );
}

/** Different prices that are true at a time. */
const PRICES = 3;
/** Maximum number of words of a thing with its price at the end: `Course of eight dishes · ¥8,800 (tax incl.)`. */
const PRICED_WORDS = 13;
const PRICE_AT_END = /(?:\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?\p{Sc})(?:\s?[(（][^)）]{1,20}[)）])?\s*$/u;
const PRICE_AT_START = /^\W{0,3}(?:\p{Sc}\s?\d|\d[\d.,]*\s?\p{Sc})/u;
const NAMES_YEAR = /(?<![\d.,])20\d\d(?![\d.,]\d|\d)/;

/** Returns whether a page has prices that age: three in a table, in a list or each by itself, or three beside a year. */
export function hasAgingPrices(facts: PageFacts, pack: LanguagePack): boolean {
  const isRead = (block: TextBlock) => {
    const size = textSize(block);
    const isPriced = PRICE_AT_END.test(block.text) || PRICE_AT_START.test(block.text);
    const isAlone = size < RUNNING_WORDS || (isPriced && (size < PRICED_WORDS || isItem(block)));
    const isShortItem = isItem(block) && size < PRICED_WORDS;
    return isAlone || isShortItem || NAMES_YEAR.test(block.text);
  };
  return hasPrices(facts, pack, PRICES, isRead, isPriceOfThing);
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
  readonly kind: Figure['kind'] | 'date' | 'year' | 'time';
}

/** Blocks around an h1 in which the head of an article may be, and maximum number of words of a line of it. */
const HEAD_BEFORE = 4;
const HEAD_AFTER = 10;
const HEAD_WORDS = 15;
/** Number of blocks between a reading time and a date of the same head. */
const HEAD_APART = 4;

/** Returns the block of a head that says how long the text takes to read: `3 June 2026 · 6 min read`. Two times are those of a recipe. */
function findReadingTime({ blocks, times }: PageFacts, pack: LanguagePack): TextBlock | null {
  const h1 = Math.max(
    0,
    blocks.findIndex(({ level }) => level === 1),
  );
  const head = blocks.slice(Math.max(0, h1 - HEAD_BEFORE), h1 + HEAD_AFTER);
  const isDated = ({ text }: TextBlock) => NAMES_YEAR.test(text) || times.some((time) => time.text === text);
  const timed = head.filter((block, i) => {
    if (block.words > HEAD_WORDS || !/\p{Nd}/u.test(block.text)) return false;
    if (!head.slice(Math.max(0, i - HEAD_APART), i + HEAD_APART + 1).some(isDated)) return false;
    return specificsIn(plainText(block.text), pack).some(isMinutes);
  });
  const [only, another] = timed;
  return another === undefined ? (only ?? null) : null;
}

function isMinutes({ text }: Specific): boolean {
  return specificKey(text).endsWith(' min');
}

function isDate({ kind }: Specific): boolean {
  return kind === 'date' || kind === 'year';
}

/** Returns the specifics of one text, in the order of the text, without its contact details. */
function specificsIn(text: PlainText, pack: LanguagePack): readonly Specific[] {
  const found: Specific[] = [];
  const add = (kind: Specific['kind'], matches: readonly Found[]): void => {
    found.push(...matches.map((one) => ({ ...one, kind })));
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
    add('date', findMatches(DECADES, rest().lower));
    const years = rest();
    add(
      'date',
      findMatches(compileDatedYear(pack), years.lower).filter((one) => {
        const end = one.at + one.text.length;
        return !isQuantity(years, end, pack) && (!IS_OLD_YEAR.test(one.text) || !countsNext(years.lower, end, pack));
      }),
    );
    add('date', findMatches(CITED_YEARS, rest().lower));
    add('year', findMatches(YEARS, rest().lower));
  }
  const isDated = found.length > 0;
  const days = rest();
  add(
    'year',
    findMatches(compileDayAndMonth(pack), days.lower).filter((one) => isCapital(one, days.written, pack)),
  );
  // Beside a date, a time is that of an hour on which something was written.
  if (!isDated) add('time', timesIn(rest().lower, pack.language));
  if (MAY_HAVE_VERSION.test(text.lower)) {
    const found = findMatches(VERSIONS, rest().lower);
    add(
      'other',
      found.filter(({ at, text: version }) => !NAMED_V.test(text.written.slice(at, at + version.length))),
    );
  }
  if (pack.language === 'tr') add('percentage', findMatches(TURKISH_PERCENTAGES, rest().lower));
  found.push(...figuresIn(rest(), pack));
  return found.sort((a, b) => a.at - b.at);
}

const YEAR = String.raw`(?:1[89]|20)\d{2}`;
/** A number that may be a year before 1800. */
const OLD_YEAR = '1[0-7]\\d{2}';
/** What a month with its year, a decade and a year have. */
const HAS_YEAR = new RegExp(`${YEAR}|${OLD_YEAR}`);
const IS_OLD_YEAR = new RegExp(`(?<!\\d)${OLD_YEAR}(?!\\d)`);
const NEXT_WORD = new RegExp(`^\\s([${LETTER}]+)`);

/** Returns whether a number may count the word after it: `for 1500 guests`. */
function countsNext(lower: string, end: number, { stopWords }: LanguagePack): boolean {
  const word = NEXT_WORD.exec(lower.slice(end, end + AFTER_YEAR))?.[1];
  return word !== undefined && !stopWords.has(word);
}

/** Characters after a year that are read. */
const AFTER_YEAR = 24;

/** A month in digits and its year: `2022.03`, `03/2022`. */
const NUMBERED_MONTHS =
  /(?<![\d.,/-])(?:(?:19|20)\d\d[./](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[./](?:19|20)\d\d)(?!\d|[.,/-]\d|\s?%)/g;
/** `1990s`, `1990er`. */
const DECADES = new RegExp(`${START}(?:1[89]\\d|20[0-2])0(?:s|er)${END}`, 'g');

/** Pattern for a year with a word that makes it a date: `since 1998`, `1998 yılında`. */
const compileDatedYear = forEachPack(({ yearIntro, yearOutro }) => {
  const introduced = `(?<![${LETTER}])(?:${yearIntro})\\s(?:${YEAR}|${OLD_YEAR})(?![\\d.,]{0,20}\\d)${END}`;
  const followed = `${START}${YEAR}(?:${yearOutro})`;
  return new RegExp(`${yearIntro === '' ? '(?!)' : introduced}|${yearOutro === '' ? '(?!)' : followed}`, 'g');
});

/** The year of a work, beside its authors: `Marlow et al. (2021)`, `Marlow & Quay (2021)`. */
const CITED_YEARS = /(?<=(?:\set al\.|\s& \p{L}[\p{L}'’-]{1,30}),?\s)\((?:19|20)\d\d[a-z]?\)/gu;
/** `(1992)`, `1992–1998`; `(since 1992)` has its word. A copyright is not one. */
const YEARS =
  /\((?:19|20)\d\d(?:\s?[-–])?\)(?!\s?\d)|(?<!(?:©|\(c\)|copyright)\s?|[\p{L}\d.,/–-])(?:19|20)\d\d\s?[-–]\s?(?:19|20)\d\d(?![\p{L}\d/–-]|[.,]\d)/gu;

/** Pattern for a day and a month without a year: `15 june`, `june 15th`, `15 de junio`, `6月15日`. */
const compileDayAndMonth = forEachPack(({ language }) => {
  const months = (DATES.fullMonths[language] ?? Object.values(DATES.fullMonths).flat()).join('|') || '(?!)';
  const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
  const before = `${START}${day}(?:\\.|º|°|er|st|nd|rd|th)?\\s(?:de |of )?(?:${months})${END}`;
  const after = language === 'en' ? `|(?<![${LETTER}])(?:${months})\\s${day}(?:st|nd|rd|th)?(?![.,:]?\\d)${END}` : '';
  return new RegExp(`${before}${after}|${START}(?:0?[1-9]|1[0-2])[月월] ?${day}[日일]`, 'g');
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
