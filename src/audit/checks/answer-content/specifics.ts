import type { PageFacts } from '../../../site/page/page-facts.ts';
import { monthNumber, writtenDates } from '../../../site/page/written-date.ts';
import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { blockSize } from '../../content/page-text.ts';
import { contactDetails } from './contact-details.ts';

/** Least words of a running text, the only place where money counts: a price by itself is a price list. */
const RUNNING_WORDS = 6;
/** A percentage in a block of fewer words that is no cell and no item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Without a digit there is no specific. Normalisation makes digits of other numbers, and of some signs of dates. */
export const HAS_DIGIT = /[\p{N}\p{So}]/u;
const IS_ASCII = /^[\0-\x7f]*$/;

/** Web addresses and runs of percent-encoded bytes. Numbers in them do not count. */
const ADDRESSES = /(?:https?:\/\/|www\.)[^\s"<>]{1,2000}|(?:%[0-9a-f]{2}){2,1000}/g;

// Every repetition is bounded, and a number starts only where no digit, point or letter precedes it: matching is linear in
// the text. Letters are given as ranges, because classes such as \p{L} take long to compile.
const NUMBER = String.raw`(?:\d{1,3}(?:[ .,'’]\d{3}){1,4}|\d{1,15})(?:[.,]\d{1,9})?`;
/**
 * Latin, combining marks, Greek, Cyrillic, Hebrew and Arabic. Chinese, Japanese and Korean are written without spaces, so
 * their letters do not extend a number or unit.
 */
const LETTER = String.raw`a-zªº\u00c0-\u024f\u0300-\u036f\u0370-\u03ff\u0400-\u052f\u05d0-\u05ea\u0610-\u065f\u066e-\u06d3\u1e00-\u1eff`;
// An underscore joins the parts of an identifier: `run_25ns.py`.
const START = `(?<![${LETTER}\\d.,%_])`;
const END = `(?![${LETTER}\\d_])`;
const YEAR = String.raw`(?:19|20)\d{2}`;
// A degree sign without a scale is a unit only in Chinese, Japanese and Korean. Elsewhere it also ends ordinals (`2°
// Juzgado`).
const SYMBOLS =
  'km/h|km2|kms?|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|m|ha|nm|μm|ft|mi|yd|kg|mg|μg|g|t|lbs?|oz|ml|cl|dl|ccm?|l|kwh|mwh|gwh|wh|kw|mw|gw|mw|w|kv|mv|v|mah|ah|ma|a|khz|mhz|ghz|hz|[kmgtp]i?b|[kmg]bit/s|[kmg]bps|ms|μs|ns|s|min|h|°c|°f|hpa|kpa|mpa|pa|bar|psi|nm|n|kj|j|kcal|cal|db|lm|lx|px|dpi|fps|rpm|ppm|mio\\.?|mrd\\.?';
const CURRENCIES =
  '(?:us|ca|au|hk|nt|nz|a|r)?\\$|u\\$[sd]|€|£|¥|₹|₩|₺|₽|₪|₫|฿|₴|₦|zł|kč|(?:eur|usd|gbp|chf|jpy|cny|rmb|try|sar|aed|egp|qar|kwd|brl|inr|krw|sek|nok|dkk|pln|czk|cad|aud|mxn)(?![a-z])';
const VERSION_WORDS = 'version|versión|versão|versione|versie|sürüm|release|バージョン|버전|版本|الإصدار|إصدار';
const DISCOUNT = String.raw`(?!\s?(?:off|discount|sale|rabatt|de réduction|de remise|de descuento|de desconto|di sconto|korting|indirim|オフ|引き|할인|خصم))`;

const ALL_NUMBERS = new RegExp(`${START}${NUMBER}`, 'g');
const VERSIONS = new RegExp(
  `(?<![${LETTER}\\d.])v\\d{1,4}(?:\\.\\d{1,6}){0,3}${END}|(?:${VERSION_WORDS})\\s?\\d{1,4}(?:\\.\\d{1,6}){0,3}|(?<![${LETTER}\\d.])\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}(?![${LETTER}\\d.])`,
  'g',
);
/** Turkish writes the sign before the number. */
const TURKISH_PERCENTAGES = new RegExp(`${START}%\\s?${NUMBER}${END}|yüzde\\s${NUMBER}`, 'g');
/** A currency before a number, and the characters read there. */
const CURRENCY_BEFORE = new RegExp(`(?:${CURRENCIES})\\s?$`);
const BEFORE = 8;
/** Characters read after a number. */
const AFTER = 48;
const PERCENT_AFTER = new RegExp(`^\\s?[%‰](?!\\d)${DISCOUNT}`);
const SYMBOL_AFTER = new RegExp(`^(?:\\s?(?:${SYMBOLS})${END}|["″](?![${LETTER}]))`);
const CURRENCY_AFTER = new RegExp(`^\\s?(?:${CURRENCIES})`);
/** A year and its sign, which are not a quantity: `2026年`. */
const BARE_YEAR = new RegExp(`^${YEAR}$`);
const YEAR_SIGN = /^\s?[年년]/;
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

/** Patterns for the specifics of one language, compiled when its first page is read. */
interface Patterns {
  /** A year after a word that makes it a date: `since 1998`. Null where there is no such word. */
  readonly introducedYear: RegExp | null;
  readonly moneyAfter: RegExp;
  readonly unitAfter: RegExp;
}

const patterns = new Map<string, Patterns>();

function patternsOf(pack: LanguagePack): Patterns {
  const known = patterns.get(pack.language);
  if (known !== undefined) return known;
  const intro = `(?<![${LETTER}])(?:${pack.yearIntro})\\s${YEAR}(?![\\d.,]{0,20}\\d)`;
  const made = {
    introducedYear: pack.yearIntro === '' ? null : new RegExp(intro, 'g'),
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

/**
 * Returns the distinct specifics of a page's main text, as the page spells them, or in lower case with ASCII digits where
 * its characters were normalized: dates, money in running text, versions, percentages, numbers with a unit, and one
 * address, telephone number and set of opening hours. Price lists, badges, headings and code are not read. Stops at
 * `enough`.
 */
export function specificsOf(facts: PageFacts, pack: LanguagePack, enough: number): readonly string[] {
  const found = new Map<string, string>(contactDetails(facts));
  for (const block of facts.blocks) {
    if (found.size >= enough) break;
    if (block.kind === 'heading' || block.kind === 'preformatted' || !HAS_DIGIT.test(block.text)) continue;
    const size = blockSize(block, facts);
    const isItem = block.kind === 'table_cell' || block.kind === 'list_item' || block.kind === 'definition';
    const specifics = specificsIn(plain(block.text), pack).filter(({ kind }) =>
      kind === 'money' || kind === 'counted'
        ? size >= RUNNING_WORDS
        : kind !== 'percentage' || isItem || size >= BADGE_WORDS,
    );
    // The last spelling of each specific. Only these are looked up in the text, because a text may repeat one very often.
    const spelled = new Map<string, string>();
    for (const { kind, text } of specifics) {
      // A number that may count anything is one specific, whatever words follow it.
      const key = kind === 'counted' ? text.slice(0, text.search(/\s/)) : text.replace(/\s+/g, '');
      spelled.set(key, text.trim());
    }
    for (const [key, text] of spelled) {
      if (found.has(key) || found.size < enough) found.set(key, asWritten(text, block.text));
    }
  }
  return [...found.values()].slice(0, enough);
}

/** Returns the letters of `found`, which is in lower case, as `text` has them; `found` itself where the text has others. */
function asWritten(found: string, text: string): string {
  const lower = text.toLowerCase();
  const at = lower.length === text.length ? lower.indexOf(found) : -1;
  return at === -1 ? found : text.slice(at, at + found.length);
}

interface Specific {
  readonly kind: 'date' | 'money' | 'percentage' | 'counted' | 'other';
  readonly at: number;
  readonly text: string;
}

/** Returns the specifics of one text, in the order of the text. */
function specificsIn(text: string, pack: LanguagePack): readonly Specific[] {
  const { introducedYear } = patternsOf(pack);
  const found = writtenDates(text)
    .filter(({ month }) => month !== null)
    .map(({ start, end }): Specific => ({ kind: 'date', at: start, text: text.slice(start, end) }));
  found.push(...matchesOf(MONTH_AND_YEAR, 'date', without(found, text)).filter((one) => isMonthAndYear(one.text)));
  if (introducedYear !== null) found.push(...matchesOf(introducedYear, 'date', without(found, text)));
  found.push(...matchesOf(VERSIONS, 'other', without(found, text)));
  if (pack.language === 'tr') found.push(...matchesOf(TURKISH_PERCENTAGES, 'percentage', without(found, text)));
  found.push(...figuresIn(without(found, text), pack));
  return found.sort((a, b) => a.at - b.at);
}

/** Returns the numbers that have a percent sign, a unit or a currency. */
function figuresIn(text: string, pack: LanguagePack): readonly Specific[] {
  const { moneyAfter, unitAfter } = patternsOf(pack);
  const found: Specific[] = [];
  for (const { index, 0: number } of text.matchAll(ALL_NUMBERS)) {
    const end = index + number.length;
    const after = text.slice(end, end + AFTER);
    const before = CURRENCY_BEFORE.exec(text.slice(Math.max(0, index - BEFORE), index))?.[0] ?? '';
    const isYear = BARE_YEAR.test(number) && YEAR_SIGN.test(after);
    const add = (kind: Specific['kind'], suffix: string): void => {
      found.push({ kind, at: index - before.length, text: `${before}${number}${suffix}` });
    };
    const money = before === '' ? (CURRENCY_AFTER.exec(after) ?? moneyAfter.exec(after))?.[0] : '';
    const percent = PERCENT_AFTER.exec(after)?.[0];
    // A script counts up from 0: `0 Years`.
    const counted = IS_ZERO.test(number) ? undefined : unitAfter.exec(after)?.[0];
    const unit = isYear ? undefined : (SYMBOL_AFTER.exec(after)?.[0] ?? counted);
    if (money !== undefined) add('money', money);
    else if (percent !== undefined) add('percentage', percent);
    else if (unit !== undefined) add('other', unit);
    else if (pack === NO_PACK && isCount(number, text.slice(Math.max(0, index - BEFORE), index))) {
      const word = WORD_AFTER.exec(after)?.[0];
      if (word !== undefined) add('counted', word);
    }
  }
  return found;
}

/** Returns whether a number may count things, by the text before it. */
function isCount(number: string, before: string): boolean {
  return COUNTED.test(number) && (RANGE_BEFORE.test(before) || !LABEL_BEFORE.test(before));
}

function matchesOf(pattern: RegExp, kind: Specific['kind'], text: string): Specific[] {
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ kind, at: index, text: match }));
}

/** Returns the text with each found specific replaced by bars of the same length. */
function without(found: readonly Specific[], text: string): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const one of found.toSorted((a, b) => a.at - b.at)) {
    parts.push(text.slice(end, one.at), '|'.repeat(one.text.length));
    end = one.at + one.text.length;
  }
  return parts.join('') + text.slice(end);
}

/** Month and year: `june 2026`, `junio de 2026`, `2026年6月`. Before a year it matches any word. */
const MONTH_AND_YEAR =
  /(?:19|20)\d\d ?[年년] ?\d{1,2} ?[月월]|[^\s\d.,:;/|()-]{3,14}\.? (?:de |del )?(?:19|20)\d\d(?![.,]?\d)/g;

function isMonthAndYear(match: string): boolean {
  return /^\d/.test(match) || monthNumber(match.split(/[. ]/, 1)[0] ?? '') !== null;
}

/** Returns a text in lower case, for which the patterns are written: patterns without case are slow to set up. */
function plain(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase().replace(ADDRESSES, ' ');
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('\u066a', '%')
    .toLowerCase()
    .replace(ADDRESSES, ' ');
}
