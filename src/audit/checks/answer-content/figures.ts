import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { type Found, LETTER, type PlainText } from './found-text.ts';

// Every repetition is bounded, and a number starts only where no digit, point or letter precedes it: matching is linear in
// the text.
export const NUMBER = String.raw`(?:\d{1,3}(?:[ .,'’]\d{3}){1,4}|\d{1,15})(?:[.,]\d{1,9})?`;
// An underscore joins the parts of an identifier: `run_25ns.py`.
export const START = `(?<![${LETTER}\\d.,%_])`;
export const END = `(?![${LETTER}\\d_])`;
// A degree sign without a scale is a unit only in Chinese, Japanese and Korean. Elsewhere it also ends ordinals (`2°
// Juzgado`).
const SYMBOLS =
  'km/h|km2|kms?|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|ha|nm|μm|ft|mi|yd|kg|mg|μg|lbs?|oz|ml|cl|dl|ccm?|kwh|mwh|gwh|wh|kw|mw|gw|mw|kv|mv|mah|ah|khz|mhz|ghz|hz|[kmgtp]i?b|[kmg]bit/s|[kmg]bps|ms|μs|ns|min|°c|°f|hpa|kpa|mpa|pa|bar|psi|nm|kj|kcal|cal|db|lm|lx|px|dpi|fps|rpm|ppm|mio\\.?|mrd\\.?';
/**
 * Units that are one letter, in the case of the source: `2M` is two million, and `5G` a network. Some are also written in the
 * other case, directly after the number: `12v`. (`mA` is here because `ma` is a word.)
 */
const LETTER_SYMBOLS = String.raw`\s?(?:[mtsghlLWVAN]|mA)|[vwH]|ma`;
const CURRENCIES =
  '(?:us|ca|au|hk|nt|nz|a|r)?\\$|u\\$[sd]|€|£|¥|₹|₩|₺|₽|₪|₫|฿|₴|₦|zł|kč|(?:eur|usd|gbp|chf|jpy|cny|rmb|try|sar|aed|egp|qar|kwd|brl|inr|krw|sek|nok|dkk|pln|czk|cad|aud|mxn)(?![a-z])';
const DISCOUNT = String.raw`(?!\s?(?:off|discount|sale|rabatt|de réduction|de remise|de descuento|de desconto|di sconto|korting|indirim|オフ|引き|할인|خصم))`;

const ALL_NUMBERS = new RegExp(`${START}${NUMBER}`, 'g');
/** A currency before a number, and the characters read there. */
const CURRENCY_BEFORE = new RegExp(`(?:${CURRENCIES})\\s?$`);
const BEFORE = 8;
/** Characters read after a number. */
const AFTER = 48;
const PERCENT_AFTER = new RegExp(`^\\s?[%‰](?!\\d)${DISCOUNT}`);
const SYMBOL_AFTER = new RegExp(`^(?:\\s?(?:${SYMBOLS})${END}|["″](?![${LETTER}]))`);
const LETTER_SYMBOL_AFTER = new RegExp(`^(?:${LETTER_SYMBOLS})(?![${LETTER}A-Z\\d_])`);
const CURRENCY_AFTER = new RegExp(`^\\s?(?:${CURRENCIES})`);
/** A year and its sign, which are not a quantity: `2026年`. Nor is a decade: `1990s`. */
const BARE_YEAR = /^(?:19|20)\d{2}$/;
const YEAR_SIGN = /^(?:\s?[年년]|s(?![a-z]))/;
/** A word of any script after a number, which counts as a unit where there is no phrase pack. */
const WORD_AFTER = /^\s[^\s\d!-@[-`{-~]{2,30}/;
/**
 * Text before a number that is no quantity: the start of the text, a sign such as `No.`, or more digits of a telephone
 * number.
 */
const LABEL_BEFORE = /(?:^|[©#§№]|n[°ºo]\.?|nr\.?|\d\)?)[\s/.–-]?$/;
/** First number of a range, before the second: `24-`. */
const RANGE_BEFORE = /(?:^|[^\d\s.+()/-])\s?[1-9]\d{0,2}[-–]$/;
const IS_ZERO = /^0+$/;
const COUNTED = /^\d{2,4}$/;

/** A number with what makes it a specific: a percent sign, a unit or a currency. */
export interface Figure extends Found {
  readonly kind: 'money' | 'percentage' | 'counted' | 'other';
}

/** Patterns for the words of one language, compiled when its first page is read. */
interface Patterns {
  readonly moneyAfter: RegExp;
  readonly unitAfter: RegExp;
}

const patterns = new Map<string, Patterns>();

function patternsOf(pack: LanguagePack): Patterns {
  const known = patterns.get(pack.language);
  if (known !== undefined) return known;
  const made = {
    moneyAfter: new RegExp(`^\\s?(?:${pack.money})${wordEnd(pack)}`),
    unitAfter: new RegExp(`^\\+?\\s?(?:${pack.units})${wordEnd(pack)}`),
  };
  patterns.set(pack.language, made);
  return made;
}

/** Counters of Chinese, Japanese and Korean run on into the next word. */
function wordEnd({ language }: LanguagePack): string {
  return language === 'ja' || language === 'ko' || language === 'zh' ? '' : END;
}

/** Returns the numbers of a text that have a percent sign, a unit or a currency. */
export function figuresIn(text: PlainText, pack: LanguagePack): readonly Figure[] {
  const found: Figure[] = [];
  for (const { index, 0: number } of text.lower.matchAll(ALL_NUMBERS)) {
    const end = index + number.length;
    const before = text.lower.slice(Math.max(0, index - BEFORE), index);
    const after = { lower: text.lower.slice(end, end + AFTER), written: text.written.slice(end, end + AFTER) };
    const currency = CURRENCY_BEFORE.exec(before)?.[0];
    const at = index - (currency?.length ?? 0);
    const [kind, suffix] = currency === undefined ? suffixOf(number, before, after, pack) : (['money', ''] as const);
    if (kind !== null) found.push({ kind, at, text: text.lower.slice(at, end + suffix.length) });
  }
  return found;
}

type Suffix = readonly [kind: Figure['kind'] | null, text: string];

/** Returns what follows a number and makes it a figure, and its kind; null for a number that is none. */
function suffixOf(number: string, before: string, after: PlainText, pack: LanguagePack): Suffix {
  const { moneyAfter, unitAfter } = patternsOf(pack);
  const money = CURRENCY_AFTER.exec(after.lower) ?? moneyAfter.exec(after.lower);
  if (money !== null) return ['money', money[0]];
  const percent = PERCENT_AFTER.exec(after.lower);
  if (percent !== null) return ['percentage', percent[0]];
  const isYear = BARE_YEAR.test(number) && YEAR_SIGN.test(after.lower);
  const symbol = SYMBOL_AFTER.exec(after.lower) ?? LETTER_SYMBOL_AFTER.exec(after.written);
  const unit = symbol ?? unitAfter.exec(after.lower);
  // A script counts up from 0: `0 Years`. A temperature may be 0.
  if (unit !== null && !isYear && (!IS_ZERO.test(number) || unit[0].includes('°'))) return ['other', unit[0]];
  const word = pack === NO_PACK && isCount(number, before) ? WORD_AFTER.exec(after.lower) : null;
  return word === null ? [null, ''] : ['counted', word[0]];
}

/** Returns whether a number may count things, by the text before it. */
function isCount(number: string, before: string): boolean {
  return COUNTED.test(number) && (RANGE_BEFORE.test(before) || !LABEL_BEFORE.test(before));
}
