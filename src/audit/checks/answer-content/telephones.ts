import { CONTACT } from '../../../data/read/languages.ts';
import { type Found, findMatches, LETTER, type PlainText, without } from './found-text.ts';

const LEAST_DIGITS = 9;
/** Maximum number of digits of a telephone number (E.164). */
const MOST_DIGITS = 15;

/** A number after a word such as `Tel.`. */
const LABELLED = new RegExp(
  `(?<![${LETTER}])(?:${CONTACT.telephone.join('|')})(?: (?:${CONTACT.number.join('|')}))?[.:]{0,2}\\s{0,2}(\\(?\\+?\\d(?:[ ()/.-]{0,3}\\d){8,14})(?![\\d-])`,
  'dg',
);
/** `+49 30 1234567`, `+91 9414279934`. A country code and a long run of digits are the whole number. */
const INTERNATIONAL =
  /(?<![\w+])\(?\+(?:\d{1,3}\)?[ .-]?(?:\(0\))?\d{8,12}(?!\d|[-/.]\d)|\(?\d(?:[ ()/.-]{0,3}\d){8,14})(?!\d)/g;
/**
 * National numbers: groups of digits, the first with 0 (`04-2902-6071`), such a number written together (`0612345678`), an
 * area code in parentheses that is not a year (`(11) 98765-4321`), and North American ones (`901-767-6727`).
 */
const NATIONAL = [
  /(?<![\d_./+,#°№-]|(?<![a-z])[a-z]{1,2})\(?0(?:\d{1,4}|(?= ))\)?(?:[ ()/.-]{1,3}\d{1,8}){1,6}(?![\d-])/g,
  /(?<![^\s|:(])0(?:0[1-9]\d{8,12}|[1-9]\d{8,9})(?![^\s|,;:.!?)/]|[,:./]\d)/g,
  /(?<![\w./+-])\((?!(?:19|20)\d\d\))\d{2,5}\) ?\d{2,10}(?:[ .-]\d{2,5}){0,3}(?![\d-])/g,
  /(?<![\w./+-])(?:1[ .-])?[2-9]\d\d([ .-])[2-9]\d\d\1\d{4}(?![\d-])/g,
];

/** Text before a number that identifies something else: a book, an order, a company, an account. */
const IDENTIFIER_BEFORE = new RegExp(
  `(?:[#№]|(?<![${LETTER}])(?:isbn|issn|ean|gtin|upc|sku|doi|pmid|iban|siren|siret|rcs|vat|tva|btw|kvk|kbo|bce|be|nip|regon|krs|cif|nif|cnpj|cpf|mst|инн|огрн|кпп|n[°ºo]?|isil|orcid|${CONTACT.identifiers.join('|')}))(?:-1[03])?[ .:#]{0,3}$`,
);
const READ_BEFORE = 40;
/** The groups of an IBAN before its last ones: `de23 5465 1240 `. */
const IBAN_BEFORE = /(?<![a-z\d])[a-z]{2}\d\d(?: [a-z\d]{4}){1,6} $/;

/** `+100 000 000` is a count, and `05/2019 - 12/2020` are two months. */
const NO_TELEPHONE = /^\+\d{1,3}(?:[ .]\d{3}){0,3}[ .]000$|(?:^|\D)(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d(?!\d)/;

/** Nine digits with few signs between them, which every number above has. A text without them is not searched further. */
const DIGITS = /\d(?:[ ()/.-]{0,5}\d){8}/;

/** Finds the telephone numbers of a text without dates and opening hours, which look like them. */
export function telephonesIn(text: PlainText): readonly Found[] {
  if (!DIGITS.test(text.lower)) return [];
  const found = labelledIn(text.lower);
  found.push(...findMatches(INTERNATIONAL, without(found, text).lower).filter(isTelephone));
  for (const pattern of NATIONAL) {
    const { lower } = without(found, text);
    found.push(...findMatches(pattern, lower).filter((one) => isTelephone(one) && !isIdentifier(one, lower)));
  }
  return found;
}

function labelledIn(lower: string): Found[] {
  return [...lower.matchAll(LABELLED)]
    .map(({ 1: number = '', indices }) => ({ at: indices?.[1]?.[0] ?? 0, text: number }))
    .filter(isTelephone);
}

function isTelephone({ text }: Found): boolean {
  const digits = text.replace(/\D/g, '');
  return (
    digits.length >= LEAST_DIGITS &&
    digits.length <= MOST_DIGITS &&
    !NO_TELEPHONE.test(text) &&
    !isPlaceholderNumber(digits)
  );
}

/** Digits at the end of a number that a link dials, which its text has too. That of a service has no more. */
const DIALLED_END = /^\s*tel:[^;?]*?(\d)\D?(\d)\D?(\d)[\s).-]*(?:[;?]|$)/i;

/** Returns whether the text of a link says the number that it dials, and no template's. */
export function isDialled(text: string, href: string): boolean {
  const digits = text.replace(/\D/g, '');
  const [, ...end] = DIALLED_END.exec(href) ?? [];
  return end.length > 0 && digits.endsWith(end.join('')) && !isPlaceholderNumber(digits);
}

/** Returns whether digits are those of a template: one of them all over, or in their order. */
function isPlaceholderNumber(digits: string): boolean {
  return /(\d)\1{6}/.test(digits) || /^(?:1|\d{0,3}0)?(?:1234567890|123456789|0123456789)$/.test(digits);
}

function isIdentifier({ at }: Found, lower: string): boolean {
  const before = lower.slice(Math.max(0, at - READ_BEFORE), at);
  return IDENTIFIER_BEFORE.test(before) || IBAN_BEFORE.test(before);
}
