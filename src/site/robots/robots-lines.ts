/** Size that RFC 9309 §2.5 requires every crawler to read: 500 KiB. */
export const PARSED_BYTES = 512_000;

/** Octets of a line that are read. Same limit as Google's parser. */
const LINE_OCTETS = 16_663;

/** Field of a robots.txt line (RFC 9309 §2.2), by meaning; `other` is any unknown field. */
type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other';

/** Fields by the names that every crawler supports. */
const FIELDS: ReadonlyMap<string, RobotsField> = new Map([
  ['user-agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['sitemap', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
]);

/**
 * Beginnings of field names that Google's parser accepts, in its order (github.com/google/robotstxt, robots.cc,
 * `KeyIsUserAgent` and the functions beside it).
 */
const GOOGLE_FIELDS: readonly (readonly [string, RobotsField])[] = [
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
];

/** A line that is neither blank nor a comment. Each character of a string is one octet. */
export interface FieldLine {
  readonly line: number;
  readonly field: RobotsField | 'malformed';
  /** The field name as written; empty for `malformed`. */
  readonly name: string;
  /** True when it is misspelt or has no colon. Google's parser reads it, others may not. */
  readonly isLenient: boolean;
  readonly value: string;
}

/**
 * Splits a robots.txt into lines, which end in CR, LF or CRLF, without comments and blank lines. Only complete lines within
 * {@link PARSED_BYTES} are read.
 */
export function readFieldLines(bytes: Uint8Array): FieldLine[] {
  const lines = readOctets(bytes).split(/\r\n?|\n/);
  return lines.flatMap((text, index) => readLine(text.slice(0, LINE_OCTETS), index + 1) ?? []);
}

/** Decodes octets as UTF-8. Invalid octets become U+FFFD. */
export function decodeOctets(octets: string): string {
  return /[\x80-\xff]/.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
}

function readOctets(bytes: Uint8Array): string {
  // Google's parser drops even an incomplete byte order mark.
  const byteOrderMark = [0xef, 0xbb, 0xbf];
  const found = byteOrderMark.findIndex((byte, index) => bytes[index] !== byte);
  const start = found === -1 ? byteOrderMark.length : found;
  const octets = Buffer.from(bytes.subarray(start, PARSED_BYTES + 1)).toString('latin1');
  if (bytes.length <= PARSED_BYTES) return octets;
  return octets.slice(0, Math.max(octets.lastIndexOf('\n'), octets.lastIndexOf('\r')) + 1);
}

function readLine(text: string, line: number): FieldLine | null {
  const comment = text.indexOf('#');
  const content = trim(comment === -1 ? text : text.slice(0, comment));
  if (content === '') return null;
  const malformed: FieldLine = { line, field: 'malformed', name: '', isLenient: false, value: content };
  const colon = content.indexOf(':');
  if (colon === -1) {
    // Google's parser takes white space for a forgotten colon when a line is two words.
    const [, name = '', value = ''] = /^([^ \t]+)[ \t]+([^ \t]+)$/.exec(content) ?? [];
    const field = knownField(name);
    return field === undefined ? malformed : { line, field, name, isLenient: true, value };
  }
  const name = trim(content.slice(0, colon));
  const value = trim(content.slice(colon + 1));
  const field = knownField(name);
  if (field !== undefined) return { line, field, name, isLenient: !FIELDS.has(name.toLowerCase()), value };
  return /^[a-z][a-z0-9_.-]*$/i.test(name) ? { line, field: 'other', name, isLenient: false, value } : malformed;
}

function knownField(name: string): RobotsField | undefined {
  const lower = name.toLowerCase();
  return FIELDS.get(lower) ?? GOOGLE_FIELDS.find(([start]) => lower.startsWith(start))?.[1];
}

/** Trims blanks. `String.trim` would also remove U+00A0, here one octet of a character. */
function trim(octets: string): string {
  const isBlank = (index: number): boolean => ' \t\v\f'.includes(octets.charAt(index));
  let start = 0;
  let end = octets.length;
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return octets.slice(start, end);
}
