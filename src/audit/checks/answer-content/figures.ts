import { CONTACT, NUMBERS } from '../../../data/read/languages.ts';
import { monthNumber } from '../../../site/page/written-date.ts';
import { forEachPack, type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { type Found, LETTER, type PlainText } from './found-text.ts';

// Every repetition is bounded, and a number starts only where no digit, point or letter precedes it: matching is linear in
// the text.
export const NUMBER = String.raw`(?:\d{1,2}(?:,\d\d){1,3},\d{3}(?!\d)|\d{1,3}(?:[ .,'’]\d{3}){1,4}|\d{1,15})(?:[.,]\d{1,9})?(?:[⁄/]\d{1,2}(?![\d/]))?`;
// An underscore joins the parts of an identifier: `run_25ns.py`.
// Nor does one after a colon: `1:1s`.
export const START = `(?<![${LETTER}\\d.%_]|\\d[,:])`;
export const END = `(?![${LETTER}\\d_])`;
// A degree sign without a scale is a unit only in Chinese, Japanese and Korean. Elsewhere it also ends ordinals (`2°
// Juzgado`).
const SYMBOLS =
  'km/h|km2|kms?|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|ha|nm|μm|ft|mi|yd|kg|mg|μg|lbs?|oz|ml|cl|dl|ccm?|kwh|mwh|gwh|wh|kw|mw|gw|mw|kv|mv|mah|ah|khz|mhz|ghz|hz|[kmgtp]i?b|[kmg]bit(?:/s)?|[kmg]bps|(?:kilo|mega|giga|tera|milli|micro|nano)(?:bit|byte|watt|hertz|pixel)[a-z]{0,4}|ms|μs|ns|min|°c|°f|hpa|kpa|mpa|pa|bar|psi|nm|kj|kcal|cal|db|lm|lx|px|dpi|fps|rpm|ppm|mio\\.?|mrd\\.?|км/ч|км2?|м[23]?|см[23]?|мм|кг|мг|мл|л|га|т(?!\\.)|г(?!\\.)|квт|мвт|вт|мин|атм|бар|дж|дб|кв\\.? ?м|куб\\.? ?м|куб(?:а|ов)';
/**
 * Units that are one letter, in the case of the source: `2M` is two million, and `5G` a network. Some are also written in the
 * other case, directly after the number: `12v`. (`mA` is here because `ma` is a word.) After a space, a Cyrillic letter may be a word.
 */
const LETTER_SYMBOLS = String.raw`\s?(?:[mtsghlLWVAN]|mA)|[vwH]|ma|[ВА]|\s[ВА](?=\s?(?:[,.;:)/]|$))`;
const CURRENCY_SIGNS = '(?:us|ca|au|hk|nt|nz|a|r)?\\$|u\\$[sd]|€|£|¥|₹|₩|₺|₽|₪|₫|฿|₴|₦|₵|₱|₲|₡|₸|₼|₾|৳|₨|៛|₭|₮';
const CURRENCY_CODES =
  'xpf|eur|usd|gbp|chf|jpy|cny|rmb|sar|aed|egp|qar|kwd|brl|inr|pkr|lkr|krw|sek|nok|dkk|pln|czk|cad|aud|mxn|idr|myr|vnd|thb|uah|rub|ils|huf|ron|zar|ugx|ugs|kes|ksh|kshs|tzs|tsh|rwf|etb|ghs|ngn|xof|xaf|fcfa|zmw|bwp|mur|hkd|twd|sgd|nzd|bdt|npr|mmk|khr|uzs|kzt|jod|omr|bhd|iqd|lbp|dzd|tnd|bgn|rsd|mkd|byn|ars|uyu|pyg|hnl|gtq|jmd|ttd|cfa|f\\s?cfa|dhs?|mad';
/** Words for money of all languages. Pounds before a noun are a weight: `2 pounds of flour`. */
const CURRENCY_WORDS = NUMBERS.money.join('|');
/** Words for money that run on into the next word. */
const CURRENCY_WORDS_RUN_ON = `(?:[万億千百萬亿만억천백]\\s?)?(?:${NUMBERS.moneyRunOn.join('|')})`;
const MONEY_WORDS = `(?:${CURRENCY_WORDS})${END}|${CURRENCY_WORDS_RUN_ON}`;

/** Numbers, also directly after letters that may be money: `Rs.500`. */
const ALL_NUMBERS = new RegExp(
  `(?:${START}|(?<=(?<![${LETTER}])(?:${CURRENCY_CODES}|rm|rs?|r[sp]\\.?|s/\\.?)))${NUMBER}`,
  'g',
);
const ENDS_IN_LETTERS = new RegExp(`[${LETTER}.]$`);
/** A currency before a number, and the characters read there. */
const CURRENCY_BEFORE = new RegExp(`(?:${CURRENCY_SIGNS})\\s?$`);
/** Letters are money before a number only in the case of the source: RS 485 is an interface, and `try 500` a request. */
const LETTERS_BEFORE = new RegExp(
  `(?<![A-Z${LETTER}])(?:${CURRENCY_CODES.toUpperCase()}|TRY|Ugs|K[Ss]hs?|Tsh|Zł|Kč|[kK]r\\.?|Rs|Rp|RM|R|S/\\.?|(?:[rR][sS]|[rR][pP])\\.)[\\s-]?$`,
);
/** A currency in the heading of a column: `Price (EUR)`, `Ціна, грн`. */
export const NAMES_CURRENCY = new RegExp(
  `(?<![${LETTER}])(?:${CURRENCY_SIGNS}|(?:${CURRENCY_CODES}|zł|kč|руб|грн)${END})`,
);
const BEFORE = 24;
/** Characters read after a number. */
const AFTER = 48;
/** Between a number and its unit: `90 days`, `90-day`, with a hyphen that may be one without a break. */
const JOINT = '(?:\\s|[-\u2010])?';
/** Before a number that is a part of a name, or an ordinal: `AB-30-day`, `UTF-8`, `第12回`. */
const NAMED_BEFORE = /[a-z][-\u2010]$|[第제]\s?$/;
const PERCENT_AFTER = /^\s?[%‰](?!\d)/;
const SYMBOL_AFTER = new RegExp(`^(?:\\+?${JOINT}(?:${SYMBOLS})${END}|["″](?![${LETTER}]))`);
/** A quotation that a number ends: `"Harbour 12"`. Elsewhere the sign means inches. */
const QUOTED_BEFORE = new RegExp(`"[${LETTER}][^"]{0,23}$`);
const LETTER_SYMBOL_AFTER = new RegExp(`^\\+?(?:${LETTER_SYMBOLS})(?![${LETTER}A-Z\\d_])`);
/** Gigabytes and terabytes after two digits or more: `100G`. After one digit, G is a network. */
const BYTES_AFTER = new RegExp(`^[GT](?![${LETTER}A-Z\\d_])`);
/** Base pairs, moles and daltons, in the case of the source: GBP is a currency, and Gbp a length of DNA. */
const SCIENCE_AFTER = new RegExp(`^\\s?(?:[kMGT]?bp|[kM]Da|[mμnp]?mol|[mμnp]M)(?![${LETTER}A-Z\\d_])`);
const CURRENCY_AFTER = new RegExp(
  `^\\s?(?:${CURRENCY_SIGNS}|(?:${CURRENCY_CODES}|${NUMBERS.moneyAfter.join('|')})${END})`,
);
const MONEY_AFTER = new RegExp(`^\\s?(?:${MONEY_WORDS})`);
/** In German these letters are a teaspoon. */
const TURKISH_LIRA = new RegExp(`^\\s?tl${END}`);
/** What all money has: a digit beside a currency, or words for money after another word. Most texts have neither. */
const MAY_HAVE_MONEY = new RegExp(
  `(?<=(?:${CURRENCY_SIGNS}|${CURRENCY_CODES}|try|zł|kč|kr\\.?|rm|r[sp]?\\.?|s/\\.?)[\\s-]?)\\d|\\d\\s?(?:[/:,.][-–](?![\\w–-])|f(?![a-z])|${CURRENCY_SIGNS}|${CURRENCY_CODES}|${NUMBERS.moneyAfter.join('|')}|tl|${CURRENCY_WORDS}|${CURRENCY_WORDS_RUN_ON})|[\\s-](?:${CURRENCY_WORDS}|${CURRENCY_WORDS_RUN_ON})`,
);
/** A year and its sign, which are not a quantity: `2026年`. Nor is a decade: `1990s`. */
const BARE_YEAR = /^(?:19|20)\d{2}$/;
const YEAR_SIGN = /^(?:\s?[年년]|s(?![a-z]))/;
/**
 * Text before a number that is not a quantity: the start of the text, a sign such as `No.`, or more digits of a telephone
 * number.
 */
const LABEL_BEFORE = /(?:^|[©#§№]|n[°ºo]\.?|nr\.?|\d\)?)[\s/.–-]?$/;
/** First number of a range, before the second: `24-`, `24 to `. */
const RANGE_BEFORE = new RegExp(
  `(?<![\\d+/-]\\s?|[.,)])[1-9]\\d{0,4}(?:\\s?[-–]\\s?|\\s(?:${CONTACT.until.join('|')})\\s)$`,
);
/** An amount of Rand has groups or cents. */
const IS_RAND = /^\d{1,3}(?:[ ,]\d{3})+|^\d{1,6}\.\d\d$/;
/** Francs in French, and no cents after an amount: `3000 F`, `149/-`, `28:-`, `28,–`. */
const FRANCS = /^\s?f(?![\p{L}\d])/u;
const NO_CENTS = /^\s?[/:,.][-–](?![\w–-])/;
const LEAST_FRANCS = /^\d{1,3}[ .]?\d{3}$|^[1-9]\d{2}$/;
const IS_ZERO = /^0+$/;
/** Counters that run on into the next word. After a decimal they begin it, as after the number of a section: `2.2所有数组`. */
const COUNTERS =
  /^[万萬亿億千百]?[个個位名人家台件次所项項种種页頁校社本枚回字间間桌栋棟套张張座株匹头頭只隻艘辆輛室席品坪畳泊軒曲巻羽区皿杯]/;
const DECIMAL = /\d[.,]\d{1,2}$/;
const COUNTED = /^\d{2,4}$/;
/** A number of two digits or more that may count things. */
const COUNT = /^(?:[1-9]\d{1,5}|[1-9]\d{0,2}(?:[.,]\d{3}){1,3})$/;
const DIGIT = /^[2-9]$/;
/** Codes of answers in HTTP: `a 404 page`. */
const STATUS = /^(?:30[1278]|40[1345]|50[234])$/;
/** A word of any script after a number, which may count it. */
const WORD_AFTER = /^(\+)?\s([^\s\d!-@[-`{-~،؛؟、。«»\u2010-\u2bff\ud800-\udfff]{2,30})/;
/** Words after a number that make it a time or the number of a house. */
const NO_NOUN: ReadonlySet<string> = new Set(NUMBERS.notNouns);
/** Before a number that begins a sentence, which no short form ends: `30 members came`. */
const SENTENCE_BEFORE = /^$|(?:\p{L}{4}\.|[!?])\s$/u;
/** The word before a number, and one with a small letter before a comma. */
const WORD_BEFORE = new RegExp(`(?:^|[\\s("“«'’])([${LETTER}]+)\\.?\\s$`);
const COMMA_BEFORE = new RegExp(`\\s[${LETTER}]+,\\s$`);
/** Another number and a word before a number: `3 of 240 results`, `sections 10 and 12 apply`. */
const NUMBER_BEFORE = new RegExp(`\\d[.,%]?\\s[${LETTER}]+\\s$`);
/** A name before a number, which is then a part of the name: `Windows 11`, `Node 18+`. */
const NAME_BEFORE = /[A-Z\d]\S{0,24}\s$/;
/** A letter directly after the number of such a name, which does not mean amperes: `Level 2A`. */
const NAMED_LETTER = /^A(?![\w-])/;

/** A number with what makes it a specific: a percent sign, a unit or a currency. */
export interface Figure extends Found {
  readonly kind: 'money' | 'percentage' | 'counted' | 'other';
}

/** Patterns for the words of one language, compiled when its first page is read. */
const compilePatterns = forEachPack((pack) => {
  // Counters of Chinese, Japanese and Korean run on into the next word.
  const [gap, end] = isRunOn(pack) ? ['\\s?', ''] : ['[\\s-]', END];
  const inWords = `(?<![${LETTER}\\d-])(?:${pack.numbers})${gap}(?:(?:${pack.units})${end}|(?<money>${MONEY_WORDS}))`;
  return {
    unitAfter: new RegExp(`^\\+?${JOINT}(?:${pack.units})${end}`),
    /** A number in words with its unit; null where the language has none. */
    inWords: pack.numbers === '' ? null : new RegExp(inWords, 'g'),
    /** A counter after two digits or more, but not after a Latin word: `Windows 11 个人版`. */
    counterAfter: new RegExp(`^\\s?(?:${[...pack.counting].join('|') || '(?!)'})`),
  };
});

function isRunOn({ language }: LanguagePack): boolean {
  return language === 'ja' || language === 'ko' || language === 'zh';
}

/** Returns whether {@link figuresIn} may find money in a text, in a fraction of its time. */
export function mayHaveMoney({ lower }: PlainText, pack: LanguagePack): boolean {
  return MAY_HAVE_MONEY.test(lower) || (pack.numbers !== '' && isRunOn(pack));
}

/** Returns the numbers of a text, in digits or in words, that have a percent sign, a unit or a currency. */
export function figuresIn(text: PlainText, pack: LanguagePack): readonly Figure[] {
  const { inWords } = compilePatterns(pack);
  const found: Figure[] = [];
  for (const { index, 0: match, groups } of inWords === null ? [] : text.lower.matchAll(inWords)) {
    found.push({ at: index, text: match, kind: groups?.['money'] === undefined ? 'other' : 'money' });
  }
  for (const { index, 0: number } of text.lower.matchAll(ALL_NUMBERS)) {
    const end = index + number.length;
    const before = part(text, Math.max(0, index - BEFORE), index);
    const after = part(text, end, end + AFTER);
    const currency = currencyBefore(number, before);
    if (currency === undefined && ENDS_IN_LETTERS.test(before.lower)) continue;
    const at = index - (currency?.length ?? 0);
    const [kind, suffix] = currency === undefined ? findSuffix(number, before, after, pack) : (['money', ''] as const);
    if (kind !== null) found.push({ kind, at, text: text.lower.slice(at, end + suffix.length) });
  }
  return found;
}

function currencyBefore(number: string, before: PlainText): string | undefined {
  const currency = (CURRENCY_BEFORE.exec(before.lower) ?? LETTERS_BEFORE.exec(before.written))?.[0];
  // RM 50.00 and R 1,500 are money, RM750 and R410 names of products.
  if (currency?.trimEnd() === 'RM' && !/[.,]/.test(number)) return undefined;
  return currency?.startsWith('R') === true && /^R[\s-]?$/.test(currency) && !IS_RAND.test(number)
    ? undefined
    : currency;
}

function part({ lower, written }: PlainText, start: number, end: number): PlainText {
  return { lower: lower.slice(start, end), written: written.slice(start, end) };
}

/** Returns whether a unit, a percent sign or a currency follows a number that ends at `end`. */
export function isQuantity(text: PlainText, end: number, pack: LanguagePack): boolean {
  return findSuffix('', NOTHING, part(text, end, end + AFTER), pack)[0] !== null;
}

const NOTHING: PlainText = { lower: '', written: '' };

type Suffix = readonly [kind: Figure['kind'] | null, text: string];

/** Returns what follows a number and makes it a figure, and its kind; null for a number that is none. */
function findSuffix(number: string, before: PlainText, after: PlainText, pack: LanguagePack): Suffix {
  const { unitAfter } = compilePatterns(pack);
  const lira = pack.language === 'tr' ? TURKISH_LIRA.exec(after.lower) : null;
  const francs = pack.language === 'fr' && LEAST_FRANCS.test(number) ? FRANCS.exec(after.lower) : null;
  const money =
    CURRENCY_AFTER.exec(after.lower) ?? MONEY_AFTER.exec(after.lower) ?? NO_CENTS.exec(after.lower) ?? lira ?? francs;
  const science = SCIENCE_AFTER.exec(after.written);
  if (science !== null && !IS_ZERO.test(number)) return ['other', science[0].toLowerCase()];
  if (money !== null) return ['money', money[0]];
  const percent = PERCENT_AFTER.exec(after.lower);
  if (percent !== null) return ['percentage', percent[0]];
  // `2026年`, and `2026 год` where the words of several languages are read.
  const isYear = BARE_YEAR.test(number) && (pack === NO_PACK || YEAR_SIGN.test(after.lower));
  const bytes = COUNTED.test(number) ? BYTES_AFTER.exec(after.written) : null;
  const isNamed = NAMED_BEFORE.test(before.lower);
  const isQuoted = after.lower.startsWith('"') && QUOTED_BEFORE.test(before.lower);
  if (isQuoted || (isNamed && /^[-\u2010"″]/.test(after.lower))) return [null, ''];
  const isLevel = NAMED_LETTER.test(after.written) && NAME_BEFORE.test(before.written);
  const letter = isLevel ? null : LETTER_SYMBOL_AFTER.exec(after.written);
  const symbol = SYMBOL_AFTER.exec(after.lower) ?? letter ?? bytes;
  const counter = isNamed ? null : unitAfter.exec(after.lower);
  const unit = symbol ?? (counter !== null && DECIMAL.test(number) && COUNTERS.test(counter[0]) ? null : counter);
  // A script counts up from 0: `0 Years`. A temperature may be 0.
  if (unit !== null && !isYear && (!IS_ZERO.test(number) || unit[0].includes('°'))) return ['other', unit[0]];
  const counted = isNamed ? null : nounAfter(number, before, after, pack);
  return counted === null ? [null, ''] : ['counted', counted];
}

/** Words for years after a number in languages without a phrase pack. */
const YEAR_AFTER = /^\s(?:год|рок|rok|god|let)/;

/**
 * Returns the noun that a number of two digits or more counts, after a word without a subject or one of `counting` (`over 150
 * patents`), after a comma, at the beginning of a sentence, or after a plus (`150+ patents`). After a label a number is a
 * name: `page 12 says`. In an unknown language, any word may stand before it. A noun has a small letter, except in German; there,
 * four digits before a capital are a postal code.
 */
function nounAfter(number: string, before: PlainText, after: PlainText, pack: LanguagePack): string | null {
  const start = before.lower.replace(RANGE_BEFORE, '');
  const isYear = BARE_YEAR.test(number) && (pack !== NO_PACK || !YEAR_AFTER.test(after.lower));
  if ((!COUNT.test(number) && (start === before.lower || !DIGIT.test(number))) || isYear || STATUS.test(number))
    return null;
  if (isRunOn(pack)) {
    return /[a-z]\s?$/.test(before.lower) ? null : (compilePatterns(pack).counterAfter.exec(after.lower)?.[0] ?? null);
  }
  const [text = '', plus, noun = ''] = WORD_AFTER.exec(after.lower) ?? [];
  if (noun === '' || pack.stopWords.has(noun) || monthNumber(noun) !== null || NO_NOUN.has(noun)) return null;
  const isSmall = after.written.slice(0, text.length).endsWith(noun);
  if (!isSmall && (pack.language !== 'de' || /^\d{4}/.test(number))) return null;
  if (pack === NO_PACK) return LABEL_BEFORE.test(start) ? null : text;
  if (plus !== undefined && !NAME_BEFORE.test(before.written)) return text;
  const word = WORD_BEFORE.exec(start)?.[1] ?? '';
  const isCounted =
    pack.counting.has(word) ||
    (word !== 'no' && pack.stopWords.has(word)) ||
    COMMA_BEFORE.test(before.written.slice(0, start.length)) ||
    (isSmall && SENTENCE_BEFORE.test(start));
  return isCounted && !NUMBER_BEFORE.test(start) ? text : null;
}
