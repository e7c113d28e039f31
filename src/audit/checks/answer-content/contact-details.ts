import type { PageFacts } from '../../../site/page/page-facts.ts';
import { withAsciiDigits } from '../../../site/page/written-date.ts';

/** Most blocks that are read, and characters of each. */
const BLOCKS = 2_000;
const READ = 1_000;
/** Least length of a street, in characters. A shorter one may be a word in the text by chance. */
const LEAST_STREET = 6;
const LEAST_DIGITS = 9;
const MOST_DIGITS = 15;

/**
 * Telephone numbers: an international or national prefix and groups of digits (`+49 30 1234567`, `04-2902-6071`), an area code
 * in parentheses (`(11) 98765-4321`), North American ones (`901-767-6727`), and groups of digits after a word such as `Tel.`.
 */
const TELEPHONES = [
  /(?:^|[^\d./+-])((?:\+\d{1,3}|\(?0\d{0,4}\)?)(?:[ ()/.-]{1,3}\d{1,8}){1,6})(?![\d-])/g,
  /(?:^|[^\d./+-])(\(\d{2,5}\) ?\d{2,5}(?:[ .-]\d{2,5}){1,3})(?![\d-])/g,
  /(?:^|[^\d./+-])((?:1[ .-])?[2-9]\d\d([ .-])[2-9]\d\d\2\d{4})(?![\d-])/g,
  /(?:^|[^a-z])(?:tel|tél|tfno|fon|phone|telefono|teléfono|telefone|telefon|téléphone|mobile|mobil|móvil|cell?|whatsapp|call|call us|text)[.:]{0,2} {0,2}(\d{2,5}(?:[ .-]?\d{2,5}){2,4})(?![\d-])/g,
];
/** `9:00-17:00`, `9 am to 5 pm`, `8h30 - 18h`, `8–17 Uhr`, `24/7`, `24×7`. */
const HOURS =
  /(?:^|[^\d:.])(?:(?:\d{1,2}[:.h]\d{2}|\d{1,2} ?(?:[ap]\.?m\.?|h|uhr)) ?(?:[-–—~〜～]|to|bis|à|a|às|al|alle|tot|から) ?\d{1,2}(?:[:.h]\d{2}| ?(?:[ap]\.?m\.?|h|uhr))|\d{1,2} ?[-–—] ?\d{1,2} uhr|24 ?[/x×] ?7)(?!\d)/;
/** Beginning of a Japanese address: the postal mark and code. */
const POSTAL_MARK = /〒 ?\d{3}-\d{4}/;
/** Links to a place on a map. */
const MAP =
  /^(?:geo:|(?:https?:)?\/\/(?:(?:www\.)?(?:google\.[a-z.]{2,6}\/maps|bing\.com\/maps|waze\.com\/|openstreetmap\.org\/)|maps\.(?:google\.[a-z.]{2,6}|app\.goo\.gl|apple\.com)\/|goo\.gl\/maps\/|yandex\.[a-z.]{2,6}\/maps|map\.(?:naver|kakao|baidu)\.com\/))/i;
/** Most links that are read. */
const LINKS = 500;

/**
 * Returns the first address, telephone number and opening hours in a page's main text, by kind. An address must also be in
 * structured data or in the text of a link to a map, or begin with a Japanese postal mark.
 */
export function contactDetails(facts: PageFacts): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const streets = streetsOf(facts);
  const mapped = mappedAddresses(facts);
  for (const block of facts.blocks.slice(0, BLOCKS)) {
    if (found.size === 3) break;
    if (block.kind === 'preformatted') continue;
    const text = withAsciiDigits(block.text.slice(0, READ)).normalize('NFKC').toLowerCase();
    const street = streets.find((one) => text.includes(one)) ?? mappedIn(text, mapped) ?? POSTAL_MARK.exec(text)?.[0];
    if (street !== undefined && !found.has('address')) found.set('address', street);
    const telephone = found.has('telephone') ? null : telephoneIn(text);
    if (telephone !== null) found.set('telephone', telephone);
    const hours = found.has('hours') ? null : HOURS.exec(text);
    if (hours !== null) found.set('hours', hours[0].replace(/^[^\d]/, '').trim());
  }
  const dialled = facts.links.find(({ inMain, href }) => inMain && /^tel:[^a-z]*\d/i.test(href.trim()));
  if (dialled !== undefined && !found.has('telephone'))
    found.set('telephone', dialled.href.trim().slice('tel:'.length));
  return found;
}

/** Returns the streets of the page's postal addresses in structured data (schema.org, PostalAddress). */
function streetsOf({ structuredData }: PageFacts): readonly string[] {
  return structuredData.nodes
    .filter(({ types }) => types.includes('PostalAddress'))
    .flatMap(({ properties }) => properties['streetAddress'] ?? [])
    .filter((street) => typeof street === 'string')
    .map((street) => street.trim().normalize('NFKC').toLowerCase())
    .filter((street) => street.length >= LEAST_STREET)
    .slice(0, 20);
}

/** Returns the texts of links to a map that look like an address: they have letters and digits. */
function mappedAddresses({ links }: PageFacts): readonly string[] {
  return links
    .slice(0, LINKS)
    .filter(({ href }) => MAP.test(href.trim()))
    .map(({ text }) => withAsciiDigits(text.slice(0, READ)).normalize('NFKC').toLowerCase().trim())
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

function telephoneIn(text: string): string | null {
  for (const [, number = ''] of TELEPHONES.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const digits = number.replace(/\D/g, '').length;
    if (digits >= LEAST_DIGITS && digits <= MOST_DIGITS) return number.trim();
  }
  return null;
}
