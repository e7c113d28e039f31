import { NUMBERS } from '../../../data/read/languages.ts';
import { monthNumber } from '../../../site/page/written-date.ts';
import { forEachPack, type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { type Found, LETTER, type PlainText } from './found-text.ts';

// A number begins where no digit precedes it, and is read on from there: matching is linear in the text.
const PARTS = String.raw`(?:\d{1,3}(?: \d{3}){1,4}(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’/⁄:_-]\d+)*)`;
const DASH = String.raw`\s?[‐–—~〜-]\s?`;
/** What begins and ends with a digit and has digits, points and the like between. */
const WRITTEN = new RegExp(`(?<!\\d)${PARTS}(?:${DASH}${PARTS})?`, 'g');
/** A number: grouped, in the way of India too, with decimals, or a fraction. */
const NUMBER = String.raw`(?:(?:\d{1,3}(?:[ .,'’]\d{3}){1,4}|\d{1,2}(?:,\d\d){1,3},\d{3}|\d+)(?:[.,]\d+)?|\d[⁄/]\d{1,2})`;
export const NUMBER_ALONE = new RegExp(`^${NUMBER}$`);
const RANGE = new RegExp(`^(${NUMBER})(${DASH})(${NUMBER})$`);
/** Without groups and decimals, which a name has not: `Windows 11`, `Weekend 7–8`. */
const WHOLE = new RegExp(`^\\d+(?:${DASH}\\d+)?$`);
const VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,4}$/;
/** A season or a school year: `2026/27`, `2026–2027`. */
const SEASON = /^(?:19|20)(\d\d)[/–-](?:20|19)?(\d\d)$/;
const FRACTION = /^\d[⁄/]/;
const DECIMAL = /\d[.,]\d{1,2}$/;
const YEAR = /^(?:1[5-9]|20)\d\d(?!\d)/;
/** `1990s`, `1990er`. */
const DECADE = /^(?:1[89]\d|20[0-2])0$/;
const DECADE_AFTER = /^(?:s|er)(?!\p{L})/u;
const YEAR_SIGN = /^\s?[年년]/;
const COPYRIGHT = /©|\(c\)|copyright/;
/** Two digits or more without a zero before them, or decimals. Seven digits without groups are a code. */
const COUNT = /^(?!\d{7})(?:[1-9]\d|\d{1,3}[.,]\d)/;
const IS_ZERO = /^[0.,]+$/;

export const END = `(?![${LETTER}\\d_])`;
/** Letters of scripts with capitals: one directly before a number makes a name of both. In Hebrew, it may be a word. */
const CASED = String.raw`a-zªº\u00c0-\u024f\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff`;
/** What the number after it is a part of: `mp3`, `GPT-4`, `x=5`, `[12`, `No. 12`, `§ 12`, `第12`. */
const PART_BEFORE = new RegExp(
  `[${CASED}][-‐.]?$|(?<![<>])=$|[_%/&[\\\\]$|[\\d${CASED}][:'’]$|[#§©第제]\\s?$|(?<![${LETTER}])n(?:[or]\\.?|[°º]\\.?)\\s?$`,
);
const PART_AFTER = new RegExp(`^(?:[A-Z${CASED}_/\\\\号號番]|[-‐][A-Z\\d])`);
/** The letter of a version: `v3.2`. The engine V8 is a name. */
const VERSION_BEFORE = new RegExp(`(?<![A-Z${LETTER}\\d.=/_-])v$`);
/** A number beside another, as in a telephone number, and not beside a name or a quarter: `Q2 2026`. */
const DIGIT_BEFORE = /(?<!\p{L})\d\)?\s$/u;
const DIGIT_AFTER = /^\)?\s\(?\d/;
/** After the number of a section or a step at the beginning of a text: `12 Gauges`, `12. Measure`. */
const STEP_AFTER = /^(?:[.):]\s|\s?\p{Lu})/u;
/** Chapter and verse in brackets with the name of a book alone: `(Markus 4,35–41)`. */
const VERSE = /^\d{1,3},\d{1,2}(?![.,\d])/;
const VERSE_BEFORE = /[(（](?:\d\.? ?)?\p{Lu}[\p{L}.]*\s$/u;
/** A word before a number, and the character before that. */
const WORD_BEFORE = /(?:^|(\S)\s+)([^\s|]{1,30}[\p{L}\p{N}])\s$/u;
const SENTENCE_BEFORE = /[.!?…:;•|–—]/;
const CAPITAL = /\p{Lu}/u;
const NEXT_WORD = /^\+?\s?\p{L}/u;
/** A version and later ones, which are required: `Node 24+`. */
const AND_MORE = /^\+(?![\p{L}\d])/u;
const TWO_CAPITALS = /\p{Lu}.*\p{Lu}/u;

const SYMBOLS =
  'km/h|km2|kms?|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|ha|nm|μm|ft|mi|yd|kg|mg|μg|lbs?|oz|ml|cl|dl|ccm?|kwh|mwh|gwh|wh|kw|mw|gw|kv|mv|mah|ah|khz|mhz|ghz|hz|[kmgtp]i?b|[kmg]bit(?:/s)?|[kmg]bps|(?:kilo|mega|giga|tera|milli|micro|nano)(?:bit|byte|watt|hertz|pixel)[a-z]{0,4}|ms|μs|ns|min|°c|°f|hpa|kpa|mpa|pa|bar|psi|bits?|bytes?|kj|kcal|cal|db|lm|lx|px|dpi|fps|rpm|ppm|mio\\.?|mrd\\.?|км/ч|км2?|м[23]?|см[23]?|мм|кг|мг|мл|л|га|т(?!\\.)|г(?!\\.)|квт|мвт|вт|мин|атм|бар|дж|дб|кв\\.? ?м|куб\\.? ?м|куб(?:а|ов)';
/**
 * Units that are one letter, in the case of the source: `2M` is two million, and `5G` a network. Some are also written in the
 * other case, directly after the number: `12v`. (`mA` is here because `ma` is a word.) After a space, a Cyrillic letter may be a word.
 */
const LETTER_SYMBOLS = String.raw`\s?(?:[mtsghlLWVA]|mA)|[vwH]|ma|[ВА]|\s[ВА](?=\s?(?:[,.;:)/]|$))`;
/** A letter directly after the number of a name, which does not mean amperes: `Level 2A`. */
const NAMED_LETTER = /^A(?![\w-])/;
/** Between a number and its unit: `90 days`, `90-day`, with a hyphen that may be one without a break. */
const JOINT = '(?:\\s|[-‐])?';
const SYMBOL_AFTER = new RegExp(`^(?:\\+?${JOINT}(?:${SYMBOLS})${END}|″)`);
const LETTER_SYMBOL_AFTER = new RegExp(`^\\+?(?:${LETTER_SYMBOLS})(?![${LETTER}A-Z\\d_])`);
const PERCENT_AFTER = /^\s?[%‰](?!\d)/;

/** Codes of currencies (ISO 4217), as they are written: in lower case, some are words. Without those that are words in capitals, and AWG, which measures wires. */
const CODES =
  'AED|AFN|AMD|AOA|ARS|AUD|AZN|BAM|BDT|BGN|BHD|BIF|BMD|BND|BOB|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|CHF|CLP|CNY|CRC|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|GBP|GEL|GHS|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KRW|KWD|KYD|KZT|LAK|LBP|LKR|LRD|LSL|LYD|MAD|MDL|MGA|MKD|MMK|MNT|MRU|MUR|MVR|MWK|MXN|MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PGK|PKR|PLN|PYG|QAR|RON|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SLE|SRD|STN|SYP|SZL|THB|TJS|TMT|TND|TRY|TTD|TWD|TZS|UAH|UGX|USD|UYU|UZS|VES|VND|VUV|WST|XAF|XCD|XOF|XPF|YER|ZAR|ZMW';
/** Codes in small letters, and short forms, that are not words after a number. */
const SHORT =
  'eur|usd|gbp|chf|rmb|aed|inr|pln|czk|nok|dkk|f ?cfa|cfa|xof|birr|s?fr(?=\\.)|br|lek[ëe]?|so.?m|dhs?|ks?hs?|[tu]sh|vnđ|đ|zł|kč|lei|kr|rs|rp|руб|грн|лв|ден|дин|din|сум|сом|тг|р(?=\\.)';
const ARABIC = '[دجرل]\\.\\s?[سإامتلجكقعبأ]\\.?';
/** Words for money of all languages, also those that run on into the next word. */
const MONEY_WORDS = `(?:${NUMBERS.money.join('|')})${END}|(?:[万億千百萬亿만억천백]\\s?)?(?:${NUMBERS.moneyRunOn.join('|')})`;
const CODES_BEFORE = `(?<![A-Z${LETTER}])(?:${CODES}|RMB|Ugs|K[Ss]hs?|KSH|Tsh|USh|Zł|Kč|[kK]r\\.?|S?Fr\\.|Rs|Rp|RM|R|S/\\.?|(?:[rR][sS]|[rR][pP])\\.)`;
/** Letters are money before a number only in the case of the source: RS 485 is an interface. */
const CURRENCY_BEFORE = new RegExp(`(?:[A-Za-z]{0,3}\\p{Sc}[SD]?|${CODES_BEFORE}|${ARABIC}|ریال)[\\s-]?$`, 'u');
const CURRENCY_AFTER = new RegExp(
  `^\\s?(?:[a-z]{0,3}\\p{Sc}|(?:${SHORT}|${NUMBERS.moneyAfter.join('|')})${END}\\.?|${ARABIC}|${MONEY_WORDS})`,
  'u',
);
const CODE_AFTER = new RegExp(`^\\s?(?:${CODES}|Ft|TL)(?![A-Z${LETTER}\\d])`);
/** No cents, and francs in French: `149/-`, `28:-`, `28,–`, `3000 F`. A bar stands for a date: `3.–5. Mai`. */
const NO_CENTS = /^\s?(?:\/-(?!\d)|[/:,.][-–](?![\w–|-]))/;
const FRANCS = /^\s?f(?!\p{L})/u;
const LEAST_FRANCS = /^\d{1,3}[ .]?\d{3}$|^[1-9]\d{2}$/;
/** An amount of Rand has groups or cents. */
const IS_RAND = /^\d{1,3}(?:[ ,]\d{3})+|^\d{1,6}\.\d\d$/;
/** A currency in the heading of a column: `Price (EUR)`, `Ціна, грн`. */
export const NAMES_CURRENCY = new RegExp(
  `\\p{Sc}|(?<![${LETTER}])(?:${CODES.toLowerCase()}|zł|kč|руб|грн)(?![\\p{L}])`,
  'u',
);
/** Characters read before a number, those of them that may be a sign or a currency, and characters read after it. */
const BEFORE = 40;
const SIGN = 12;
const AFTER = 48;
/** The word after a number or before it, to quote with it. */
const QUOTED_AFTER = /^\+?[\s‐-]([\p{L}\p{M}'’-]{2,30})/u;
const QUOTED_BEFORE = /[\p{L}\p{M}'’.-]{1,20}\s$/u;

/** A number with what makes it a specific: a unit, a currency, a percent sign, or two digits or more by itself. */
export interface Figure extends Found {
  readonly kind: 'money' | 'percentage' | 'year' | 'number' | 'other';
  /** The number alone. */
  readonly number: string;
}

/** Patterns for the words of one language, compiled when its first page is read. */
const compilePatterns = forEachPack((pack) => {
  // Counters of Chinese, Japanese and Korean run on into the next word.
  const isRunOn = ['ja', 'ko', 'zh'].includes(pack.language);
  const [gap, end] = isRunOn ? ['\\s?', '(?![目级級])'] : ['[\\s-]', END];
  const inWords = `(?<![${LETTER}\\d-])(?:${pack.numbers})${gap}(?:(?:${pack.units})${end}|(?<money>${MONEY_WORDS}))`;
  return {
    unitAfter: new RegExp(`^\\+?${JOINT}(?:${pack.units})${end}`),
    /** A number in words with its unit; null where the language has none. */
    inWords: pack.numbers === '' ? null : new RegExp(inWords, 'g'),
  };
});

/** Returns the numbers of a text that are specifics: those in words with a unit, and those in digits. */
export function figuresIn(text: PlainText, pack: LanguagePack): readonly Figure[] {
  const { inWords } = compilePatterns(pack);
  const found: Figure[] = [];
  for (const { index, 0: match, groups } of inWords === null ? [] : text.lower.matchAll(inWords)) {
    found.push({ at: index, text: match, number: '', kind: groups?.['money'] === undefined ? 'other' : 'money' });
  }
  const isCopyright = COPYRIGHT.test(text.lower);
  for (const { index, 0: number } of text.lower.matchAll(WRITTEN)) {
    const figure = moneyAt(index, number, text, pack) ?? figureAt(index, number, text, pack);
    if (figure !== null && !(isCopyright && figure.kind === 'year')) found.push(figure);
  }
  return found;
}

/** Returns the amounts of money of a text, in digits. */
export function moneyIn(text: PlainText, pack: LanguagePack): readonly Figure[] {
  return [...text.lower.matchAll(WRITTEN)].flatMap(({ index, 0: number }) => moneyAt(index, number, text, pack) ?? []);
}

function part({ lower, written }: PlainText, start: number, end: number): PlainText {
  return { lower: lower.slice(Math.max(0, start), end), written: written.slice(Math.max(0, start), end) };
}

function moneyAt(index: number, number: string, text: PlainText, pack: LanguagePack): Figure | null {
  if (!NUMBER_ALONE.test(number) && !RANGE.test(number)) return null;
  const before = part(text, index - SIGN, index);
  const currency = currencyBefore(number, before.written);
  if (currency !== undefined) {
    const at = index - currency.length;
    return { kind: 'money', at, text: text.lower.slice(at, index + number.length), number };
  }
  if (PART_BEFORE.test(before.lower)) return null;
  const after = part(text, index + number.length, index + number.length + AFTER);
  const cents = NO_CENTS.exec(after.lower)?.[0] ?? '';
  const rest = part(after, cents.length, AFTER);
  const suffix =
    CURRENCY_AFTER.exec(rest.lower) ??
    CODE_AFTER.exec(rest.written) ??
    (pack.language === 'fr' && LEAST_FRANCS.test(number) ? FRANCS.exec(rest.lower) : null);
  const all = cents + (suffix?.[0].toLowerCase() ?? '');
  return all === '' ? null : { kind: 'money', at: index, text: number + all, number };
}

function currencyBefore(number: string, before: string): string | undefined {
  const currency = CURRENCY_BEFORE.exec(before)?.[0];
  // RM 50.00 and R 1,500 are money, RM750 and R410 names of products.
  if (currency?.trimEnd() === 'RM' && !/[.,]/.test(number)) return undefined;
  return currency !== undefined && /^R[\s-]?$/.test(currency) && !IS_RAND.test(number) ? undefined : currency;
}

function figureAt(index: number, number: string, text: PlainText, pack: LanguagePack): Figure | null {
  const end = index + number.length;
  const sign = part(text, index - SIGN, index);
  const before = part(text, index - BEFORE, index);
  const after = part(text, end, end + AFTER);
  const figure = (kind: Figure['kind'], suffix: string): Figure => ({ kind, at: index, text: number + suffix, number });
  if (VERSION_BEFORE.test(sign.written) && /^[\d.]+$/.test(number) && !PART_AFTER.test(after.written)) {
    return { ...figure('other', ''), at: index - 1, text: `v${number}` };
  }
  if (PART_BEFORE.test(sign.lower)) return null;
  if (VERSION.test(number)) return PART_AFTER.test(after.written) ? null : figure('other', '');
  if (!NUMBER_ALONE.test(number) && !isRange(number) && !isSeason(number)) return null;
  const percent = PERCENT_AFTER.exec(after.lower);
  if (percent !== null) return figure('percentage', percent[0]);
  const isYear = YEAR.test(number);
  const decade = isYear ? DECADE_AFTER.exec(after.lower)?.[0] : undefined;
  if (decade !== undefined) return DECADE.test(number) ? figure('year', decade) : null;
  const symbol = symbolAfter(before.written, after);
  const unit = symbol ?? compilePatterns(pack).unitAfter.exec(after.lower)?.[0];
  const ofYear = isYear && symbol === undefined ? YEAR_SIGN.exec(after.lower)?.[0] : undefined;
  // `2026年`, and `2026 год` where the words of several languages are read.
  const isOfYear = ofYear !== undefined || (isYear && symbol === undefined && pack === NO_PACK);
  // A script counts up from 0: `0 Years`. A temperature may be 0.
  if (unit !== undefined && !isOfYear)
    return IS_ZERO.test(number) && !unit.includes('°') ? null : figure('other', unit);
  if (FRACTION.test(number) || IS_ZERO.test(number) || !isCount(number) || PART_AFTER.test(after.written)) return null;
  if (!isYear && before.lower.endsWith('(') && after.lower.startsWith(')')) return null;
  if (VERSE.test(number) && VERSE_BEFORE.test(before.written) && after.lower.startsWith(')')) return null;
  if (DIGIT_BEFORE.test(before.lower) || DIGIT_AFTER.test(after.lower)) return null;
  if (index === 0 && (STEP_AFTER.test(after.written) || /^\d+[.,]\d/.test(number))) return null;
  if (!isYear && WHOLE.test(number) && isNamed(before.written, after.written)) return null;
  const [next, noun = ''] = QUOTED_AFTER.exec(after.lower) ?? [];
  if (!isYear && next !== undefined && !pack.stopWords.has(noun)) return figure('number', next);
  const word = QUOTED_BEFORE.exec(before.lower)?.[0] ?? '';
  return { ...figure(isYear ? 'year' : 'number', ''), at: index - word.length, text: word + number + (ofYear ?? '') };
}

/** Returns whether a number counts by itself. A range does if its second number does, or if it does not begin with 0: `2-3`, not `0-9`. */
function isCount(number: string): boolean {
  const last = RANGE.exec(number)?.[3];
  return (
    COUNT.test(number.replace(/[ '’]/g, '')) || (last !== undefined && (/^[1-9]/.test(number) || COUNT.test(last)))
  );
}

/** Returns whether two numbers are the ends of a range, such as `20-30` and `1 – 256`, and not the parts of a code: `21-1234`. */
function isRange(number: string): boolean {
  const [, first = '', dash = '', second = ''] = RANGE.exec(number) ?? [];
  if (FRACTION.test(second)) return false;
  const isNear = first.length === 1 || second.length - first.length < 2 || dash !== '-';
  return isNear && amount(second) > amount(first);
}

/** Returns whether two years are one season: the second is the year after the first. */
function isSeason(number: string): boolean {
  const [, first, second] = SEASON.exec(number) ?? [];
  return first !== undefined && Number(second) === (Number(first) + 1) % 100;
}

function amount(number: string): number {
  return Number(DECIMAL.test(number) ? number.replace(',', '.') : number.replace(/\D/g, ''));
}

/** Returns the unit that follows a number, by its sign. */
function symbolAfter(before: string, { lower, written }: PlainText): string | undefined {
  const letter = NAMED_LETTER.test(written) && isNamed(before, written) ? null : LETTER_SYMBOL_AFTER.exec(written);
  return SYMBOL_AFTER.exec(lower)?.[0] ?? letter?.[0].toLowerCase();
}

/**
 * Returns whether a word with a capital makes a name of the number after it. A month does not, nor does one before the least version
 * that is required, nor the first word of a sentence where another word follows the number: `Over 500 boats`, but `Figure 10: The pier`.
 */
function isNamed(before: string, after: string): boolean {
  const [match, last, word = ''] = WORD_BEFORE.exec(before) ?? [];
  const begins = (last === undefined || SENTENCE_BEFORE.test(last)) && NEXT_WORD.test(after);
  const isFirst = begins && CAPITAL.test(word[0] ?? '') && !TWO_CAPITALS.test(word);
  const isOfName = match !== undefined && CAPITAL.test(word) && monthNumber(word.toLowerCase()) === null;
  return isOfName && !isFirst && !AND_MORE.test(after);
}
