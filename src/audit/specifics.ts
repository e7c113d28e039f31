import type { PageFacts } from '../site/page-facts.ts';
import type { PhrasePack } from './phrase-packs.ts';
import { blockSize } from './text-size.ts';

/** Money counts in running text alone: a price that stands by itself is a price list. */
const RUNNING_WORDS = 6;
/** A percentage in a block of fewer words that is no cell and no item is a badge: `-20 %`. */
const BADGE_WORDS = 4;
/** Blocks longer than this are read to here. */
const READ = 20_000;

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
  'km/h|km2|km|mph|cm2|cm3|cm|mm2|mm|m/s|m2|m3|m|ha|nm|μm|ft|mi|yd|kg|mg|μg|g|t|lbs?|oz|ml|cl|dl|l|L|kWh|MWh|GWh|Wh|kW|MW|GW|mW|W|kV|mV|V|mAh|Ah|mA|A|kHz|MHz|GHz|Hz|[KkMGTP]i?B|[kMG]bit/s|[KMG]bps|ms|μs|ns|s|min|h|°C|°F|°|hPa|kPa|MPa|Pa|bar|psi|Nm|N|kJ|J|kcal|cal|dB|lm|lx|px|dpi|fps|rpm|ppm|Mio\\.?|Mrd\\.?';
const CURRENCIES =
  '(?:US|CA|AU|HK|NT|NZ|A|R)?\\$|€|£|¥|₹|₩|₺|₽|₪|₫|฿|₴|₦|zł|Kč|(?:EUR|USD|GBP|CHF|JPY|CNY|RMB|TRY|SAR|AED|EGP|QAR|KWD|BRL|INR|KRW|SEK|NOK|DKK|PLN|CZK|CAD|AUD|MXN)(?!\\p{L})';
const VERSION_WORDS = 'version|versión|versão|versione|versie|sürüm|release|バージョン|버전|版本|الإصدار|إصدار';
const DISCOUNT = String.raw`(?!\s?(?:off|discount|sale|rabatt|de réduction|de remise|de descuento|de desconto|di sconto|korting|indirim|オフ|引き|할인|خصم))`;

const patterns = new Map<string, RegExp>();

function patternOf(pack: PhrasePack): RegExp {
  const known = patterns.get(pack.language);
  if (known !== undefined) return known;
  const months = monthNames(pack.language).join('|');
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
    'giu',
  );
  patterns.set(pack.language, specific);
  return specific;
}

/** Counters of Chinese, Japanese and Korean run on into the next word. */
function wordEnd({ language }: PhrasePack): string {
  return language === 'ja' || language === 'ko' || language === 'zh' ? '' : END;
}

/** As the language writes them in a date, in full and short; more than one calendar's names for Arabic. */
function monthNames(language: string): readonly string[] {
  const locales = language === 'ar' ? ['ar-EG', 'ar-SY', 'ar-MA'] : [language];
  const names = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      Array.from({ length: 12 }, (_, i) =>
        new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { month, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(Date.UTC(2026, i, 15))
          .find(({ type }) => type === 'month')
          ?.value.replace(/\.$/, ''),
      ),
    ),
  );
  const wanted = names.filter((name) => name !== undefined && /^\p{L}[\p{L}\p{M} ]*$/u.test(name));
  // The longest first, so that `March` is not read as `Mar`.
  const distinct = [...new Set(wanted)].flatMap((name) => name ?? []).sort((a, b) => b.length - a.length);
  return distinct.length === 0 ? ['(?!)'] : distinct;
}

/**
 * The distinct specifics of a page's main text: dates, money in running text, versions, percentages and numbers with
 * a unit. Price lists, badges, headings and code are not read. Stops at `enough`.
 * @returns each as written, digits made ASCII
 */
export function specificsOf(facts: PageFacts, pack: PhrasePack, enough: number): readonly string[] {
  const specific = patternOf(pack);
  const found = new Map<string, string>();
  for (const block of facts.blocks) {
    if (block.kind === 'heading' || block.kind === 'preformatted') continue;
    const size = blockSize(block, facts);
    const isItem = block.kind === 'table_cell' || block.kind === 'list_item' || block.kind === 'definition';
    for (const { 0: text, groups } of withPlainDigits(block.text).matchAll(specific)) {
      if (groups?.['money'] !== undefined && size < RUNNING_WORDS) continue;
      if (groups?.['percentage'] !== undefined && size < BADGE_WORDS && !isItem) continue;
      found.set(text.replace(/\s+/g, '').toLowerCase(), text.trim().toLowerCase());
      if (found.size >= enough) return [...found.values()];
    }
  }
  return [...found.values()];
}

function withPlainDigits(text: string): string {
  return text
    .slice(0, READ)
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replaceAll('\u066a', '%');
}
