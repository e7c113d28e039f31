import type { PageFacts } from '../site/page-facts.ts';
import type { PhrasePack } from './phrase-packs.ts';
import { blockSize } from './text-size.ts';

/** Money counts in running text alone: a price that stands by itself is a price list. */
const RUNNING_WORDS = 6;
/** A percentage in a block of fewer words that is no cell and no item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Without a digit there is no specific. Normalisation makes digits of other numbers, and of some signs of dates. */
export const HAS_DIGIT = /[\p{N}\p{So}]/u;
const IS_ASCII = /^[\0-\x7f]*$/;

// Every repetition is bounded, and a number starts only where no digit, point or letter stands before: matching is
// linear in the text.
const NUMBER = String.raw`(?:\d{1,3}(?:[ .,'’]\d{3}){1,4}|\d{1,15})(?:[.,]\d{1,9})?`;
// Chinese, Japanese and Korean letters are no part of a number or a unit that they stand beside.
const LETTER = String.raw`\p{sc=Latin}\p{sc=Arabic}\p{sc=Greek}\p{sc=Cyrillic}\p{M}`;
const START = `(?<![${LETTER}\\d.,])`;
const END = `(?![${LETTER}\\d])`;
const YEAR = String.raw`(?:19|20)\d{2}`;
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const SYMBOLS =
  'km/h|km2|km|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|m|ha|nm|μm|ft|mi|yd|kg|mg|μg|g|t|lbs?|oz|ml|cl|dl|l|kwh|mwh|gwh|wh|kw|mw|gw|mw|w|kv|mv|v|mah|ah|ma|a|khz|mhz|ghz|hz|[kmgtp]i?b|[kmg]bit/s|[kmg]bps|ms|μs|ns|s|min|h|°c|°f|°|hpa|kpa|mpa|pa|bar|psi|nm|n|kj|j|kcal|cal|db|lm|lx|px|dpi|fps|rpm|ppm|mio\\.?|mrd\\.?';
const CURRENCIES =
  '(?:us|ca|au|hk|nt|nz|a|r)?\\$|€|£|¥|₹|₩|₺|₽|₪|₫|฿|₴|₦|zł|kč|(?:eur|usd|gbp|chf|jpy|cny|rmb|try|sar|aed|egp|qar|kwd|brl|inr|krw|sek|nok|dkk|pln|czk|cad|aud|mxn)(?!\\p{L})';
const VERSION_WORDS = 'version|versión|versão|versione|versie|sürüm|release|バージョン|버전|版本|الإصدار|إصدار';
const DISCOUNT = String.raw`(?!\s?(?:off|discount|sale|rabatt|de réduction|de remise|de descuento|de desconto|di sconto|korting|indirim|オフ|引き|할인|خصم))`;

const patterns = new Map<string, RegExp>();

function patternOf(pack: PhrasePack): RegExp {
  const known = patterns.get(pack.language);
  if (known !== undefined) return known;
  const months = pack.months === '' ? '(?!)' : pack.months;
  const date = [
    ...['-', '\\.', '/'].flatMap((sign) => [
      `${START}${YEAR}${sign}(?:0?[1-9]|1[0-2])${sign}${DAY}(?!\\d)`,
      `${START}${DAY}${sign}${DAY}${sign}${YEAR}(?!\\d)`,
    ]),
    `${START}${YEAR}\\s?[年년]\\s?\\d{1,2}\\s?[月월](?:\\s?\\d{1,2}\\s?[日일])?`,
    `${START}${DAY}(?:\\.|st|nd|rd|th|er|º|°)?\\s(?:de\\s|of\\s)?(?:${months})\\.?,?\\s(?:de\\s|del\\s)?${YEAR}(?!\\d)`,
    `(?<!\\p{L})(?:${months})\\.?\\s(?:${DAY}(?:st|nd|rd|th)?,?\\s|de\\s)?${YEAR}(?!\\d)`,
  ].join('|');
  const intro = pack.yearIntro === '' ? [] : [`(?<!\\p{L})(?:${pack.yearIntro})\\s${YEAR}(?![\\d.,]*\\d)`];
  const specific = new RegExp(
    [
      `(?<date>${date}${intro.map((one) => `|${one}`).join('')})`,
      `(?<money>(?:${CURRENCIES})\\s?${NUMBER}|${START}${NUMBER}\\s?(?:${CURRENCIES}|(?:${pack.money})${wordEnd(pack)}))`,
      `(?<version>(?<![${LETTER}\\d.])v\\d{1,4}(?:\\.\\d{1,6}){0,3}${END}|(?:${VERSION_WORDS})\\s?\\d{1,4}(?:\\.\\d{1,6}){0,3}|(?<![${LETTER}\\d.])\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}(?![${LETTER}\\d.]))`,
      `(?<percentage>(?:${START}${NUMBER}\\s?[%‰]|${START}%\\s?${NUMBER}|yüzde\\s${NUMBER})(?!\\d)${DISCOUNT})`,
      `(?<quantity>${START}${NUMBER}(?:\\s?(?:${SYMBOLS})${END}|["″](?!\\p{L})|\\s?(?:${pack.units})${wordEnd(pack)}))`,
    ].join('|'),
    'gu',
  );
  patterns.set(pack.language, specific);
  return specific;
}

/** Counters of Chinese, Japanese and Korean run on into the next word. */
function wordEnd({ language }: PhrasePack): string {
  return language === 'ja' || language === 'ko' || language === 'zh' ? '' : END;
}

/**
 * The distinct specifics of a page's main text: dates, money in running text, versions, percentages and numbers with
 * a unit. Price lists, badges, headings and code are not read. Stops at `enough`.
 * @returns each in lower case, digits made ASCII
 */
export function specificsOf(facts: PageFacts, pack: PhrasePack, enough: number): readonly string[] {
  const specific = patternOf(pack);
  const found = new Map<string, string>();
  for (const block of facts.blocks) {
    if (block.kind === 'heading' || block.kind === 'preformatted') continue;
    if (!HAS_DIGIT.test(block.text)) continue;
    const size = blockSize(block, facts);
    const isItem = block.kind === 'table_cell' || block.kind === 'list_item' || block.kind === 'definition';
    const read = plain(block.text);
    specific.lastIndex = 0;
    for (let match = specific.exec(read); match !== null; match = specific.exec(read)) {
      const { 0: text, groups } = match;
      if (groups?.['money'] !== undefined && size < RUNNING_WORDS) continue;
      if (groups?.['percentage'] !== undefined && size < BADGE_WORDS && !isItem) continue;
      found.set(text.replace(/\s+/g, ''), text.trim());
      if (found.size >= enough) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** What the patterns are written for: lower case, so that they need not be compared without case, which is slow to set up. */
function plain(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('\u066a', '%')
    .toLowerCase();
}
