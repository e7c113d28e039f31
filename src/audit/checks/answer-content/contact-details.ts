import { CONTACT } from '../../../data/read/languages.ts';
import type { PageFacts } from '../../../site/page/page-facts.ts';
import { writtenDates } from '../../../site/page/written-date.ts';
import { type Found, findMatches, LETTER, type PlainText, plainText, without } from './found-text.ts';
import { postalAddressesIn } from './postal-address.ts';
import { isDialled, telephonesIn } from './telephones.ts';

/** Maximum number of blocks that are read, and characters of each. */
export const BLOCKS = 2_000;
const READ = 1_000;
/** Minimum length of a street, in characters. A shorter one may be a word in the text by chance. */
const LEAST_STREET = 6;

/** Maximum number of the lines of an address in blocks of their own, and length of one, in characters. */
const ADDRESS_LINES = 4;
const ADDRESS_LINE = 60;

const HALF_DAY = String.raw`(?:[ap]\. ?m\.?|[ap]m(?![${LETTER}]))`;
const CLOCK_WORDS = CONTACT.clock.join('|');
const HALF_BEFORE = '(?:(?:오전|오후|午前|午後|上午|下午) ?)?';
const CLOCK = String.raw`${HALF_BEFORE}(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?: ?(?:${HALF_DAY}|${CLOCK_WORDS}))?| ?(?:${HALF_DAY}|h|(?:${CLOCK_WORDS})(?: ?[0-5]?\d ?[分분])?))`;
/**
 * `9:00-17:00`, `9 am to 5 pm`, `9:00 a.m. – 5:30 p.m.`, `8h30 - 18h`, `8–17 Uhr`, `24/7`, `24×7`. No prices, and no lengths:
 * `10.50-12.50 m`.
 */
const HOURS = new RegExp(
  String.raw`(?<![\d:.,]|[€$£] ?)(?:${CLOCK} ?(?:[-–—~〜～]|${CONTACT.until.join('|')}) ?${CLOCK}|\d{1,2} ?[-–—] ?\d{1,2} (?:${CLOCK_WORDS})|(?:1[0-2]|[1-9]) ?[-–—] ?(?:1[0-2]|[1-9]) ?[ap]\.?m(?![${LETTER}])|24 ?[/x×] ?7)(?!\d| ?(?:[%€$£]|(?:[mck]?m|m?k?g|m?l|eur|chf)(?![a-z])))`,
  'g',
);
/** A time of day: `2 pm`, `14:30`, `14 Uhr`, `18h30`, `11時`. Hours of length are not one, nor are points: `3時間`, `3点`. */
const timeOfDay = (half: string) =>
  new RegExp(
    String.raw`(?<![\d:.,/–-]|[${LETTER}])${HALF_BEFORE}(?:[01]?\d|2[0-4])(?:(?:[:.][0-5]\d)? ?(?:${half}(?![点點])(?:${CLOCK_WORDS})(?![${LETTER}間间代期간작])(?: ?[0-5]?\d ?[分분])?)|[h:][0-5]\d)(?![\d${LETTER}:])`,
    'g',
  );
const TIME_OF_DAY = timeOfDay(`${HALF_DAY}|`);
/** In German, `am` is a preposition. */
const GERMAN_TIME_OF_DAY = timeOfDay('');
/** Beginning of a Japanese address: the postal mark and code. */
const POSTAL_MARK = /〒 ?\d{3}-\d{4}/g;
/** Links to a place on a map. */
const MAP =
  /^(?:geo:|(?:https?:)?\/\/(?:(?:www\.)?(?:google\.[a-z.]{2,6}\/maps|bing\.com\/maps|waze\.com\/|openstreetmap\.org\/)|maps\.(?:google\.[a-z.]{2,6}|app\.goo\.gl|apple\.com)\/|goo\.gl\/maps\/|yandex\.[a-z.]{2,6}\/maps|map\.(?:naver|kakao|baidu)\.com\/))/i;
/** Maximum number of links that are read. */
const LINKS = 500;

/** An address, a telephone number or opening hours in a text. */
export interface ContactDetail extends Found {
  readonly kind: 'address' | 'telephone' | 'hours';
}

/**
 * Returns the first address, telephone number and opening hours in a page's main text, by kind. An address is
 * complete with its street, postal code and place, begins with a Japanese postal mark, or stands in structured data or in
 * the text of a link to a map too.
 */
export function contactDetails(facts: PageFacts): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const streets = listStreets(facts);
  const mapped = mappedAddresses(facts);
  for (const [i, block] of facts.blocks.slice(0, BLOCKS).entries()) {
    if (found.size === 3) break;
    if (block.kind === 'preformatted') continue;
    const [lines] = found.has('address') ? [] : postalAddressesIn(shortLines(facts.blocks, i));
    if (lines !== undefined) found.set('address', lines.text);
    const text = plainText(block.text.slice(0, READ));
    const spell = (part: string, at: number) => text.written.slice(at, at + part.length);
    const street = streets.find((one) => text.lower.includes(one)) ?? mappedIn(text.lower, mapped);
    if (street !== undefined && !found.has('address')) found.set('address', spell(street, text.lower.indexOf(street)));
    if (!/\d/.test(text.lower)) continue;
    for (const { kind, at, text: detail } of contactDetailsIn(without(datesIn(text.lower), text))) {
      if (!found.has(kind)) found.set(kind, spell(detail, at));
    }
  }
  // A number that is only the address of a link is not in the text.
  const call = facts.links.find(({ inMain, href, text }) => inMain && isDialled(text, href));
  const isShown = call !== undefined && facts.blocks.some(({ text }) => text.includes(call.text));
  if (isShown && !found.has('telephone')) found.set('telephone', call.text);
  return found;
}

/** Returns the short lines of a block and those after it, in which an address may be, as one text; an empty text for one line alone. */
function shortLines(blocks: PageFacts['blocks'], from: number): string {
  const next = blocks.slice(from, from + ADDRESS_LINES);
  const end = next.findIndex(({ kind, text }) => kind === 'heading' || text.length > ADDRESS_LINE);
  const lines = next.slice(0, end === -1 ? ADDRESS_LINES : end).map(({ text }) => text.replace(/[\s,]+$/, ''));
  return lines.length < 2 ? '' : plainText(lines.join(', ')).written;
}

/** Finds the contact details in a text without dates: some dates look like telephone numbers. */
export function contactDetailsIn(text: PlainText): readonly ContactDetail[] {
  const addresses = [...postalAddressesIn(text.written), ...findMatches(POSTAL_MARK, text.lower)];
  const hours = findMatches(HOURS, without(addresses, text).lower);
  const telephones = telephonesIn(without([...addresses, ...hours], text));
  const found: readonly (readonly [ContactDetail['kind'], readonly Found[]])[] = [
    ['address', addresses],
    ['telephone', telephones],
    ['hours', hours],
  ];
  return found.flatMap(([kind, parts]) => parts.map((part) => ({ ...part, kind })));
}

/** Finds the times of day of a text without opening hours, in the words of a language. */
export function timesIn(lower: string, language: string): readonly Found[] {
  return findMatches(language === 'de' ? GERMAN_TIME_OF_DAY : TIME_OF_DAY, lower);
}

/** A date with two digits of its year. With points, it is also a version. */
const SHORT_DATES = /(?<![\d/.-])\d{1,2}\/\d{1,2}\/\d\d(?![\d/-])/g;

/** Finds the full dates of a text. */
export function datesIn(lower: string): Found[] {
  const long = writtenDates(lower)
    .filter(({ month }) => month !== null)
    .map(({ start, end }) => ({ at: start, text: lower.slice(start, end) }));
  const short = findMatches(SHORT_DATES, lower).filter(({ text }) => text !== lower && writtenDates(text).length > 0);
  return [...long, ...short];
}

/** Returns the streets of the page's postal addresses in structured data (schema.org, PostalAddress). */
function listStreets({ structuredData }: PageFacts): readonly string[] {
  return structuredData.nodes
    .filter(({ types }) => types.includes('PostalAddress'))
    .flatMap(({ properties }) => properties['streetAddress'] ?? [])
    .filter((street) => typeof street === 'string')
    .map((street) => plainText(street.slice(0, READ)).lower.trim())
    .filter((street) => street.length >= LEAST_STREET)
    .slice(0, 20);
}

/** Returns the texts of links to a map that look like an address: they have letters and digits. */
function mappedAddresses({ links }: PageFacts): readonly string[] {
  return links
    .slice(0, LINKS)
    .filter(({ href }) => MAP.test(href.trim()))
    .map(({ text }) => plainText(text.slice(0, READ)).lower.trim())
    .filter(mayBeAddress)
    .slice(0, 20);
}

/** Returns the address that a text shares with a link to a map: one of the two may say more about it. */
function mappedIn(text: string, mapped: readonly string[]): string | undefined {
  const whole = mapped.find((one) => text.includes(one));
  if (whole !== undefined || !mayBeAddress(text)) return whole;
  return mapped.some((one) => one.includes(text)) ? text : undefined;
}

function mayBeAddress(text: string): boolean {
  return text.length >= LEAST_STREET && /\d/.test(text) && /\p{L}/u.test(text);
}
