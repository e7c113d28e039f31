import { LANGUAGE_SUBTAGS } from '../../data/read/language-subtags.ts';

/** A language tag (RFC 5646), read against the IANA language subtag registry. */
export interface LanguageTag {
  /** Primary language subtag in lower case; null when the tag names no registered language. */
  readonly language: string | null;
  readonly fault: TagFault | null;
  /** The part that is not registered, in lower case; null for other faults. */
  readonly part: string | null;
  /** The tag that was probably meant; null when nothing shows it. */
  readonly meant: string | null;
}

/**
 * `syntax`: not a tag, such as `en_US`. `language`: its language is not registered, such as `jp`. `unstated`: it says that the
 * language is not known (`und`, `x-default`). `part`: a later part is not registered, such as the region of `en-UK`.
 */
type TagFault = 'syntax' | 'language' | 'unstated' | 'part';

const UNSTATED = new Set(['und', 'zxx', 'mis', 'x', 'i']);
/** Reserved for private use. */
const PRIVATE = { language: /^q[a-t][a-z]$/, script: /^qa(?:a[a-z]|b[a-x])$/, region: /^(?:q[m-z]|x[a-z])$/ };
/** Maximum length of a tag that is read. */
const MAX_TAG = 100;

/** Subtags between spaces. To search their text costs microseconds; to make sets of them costs 10 ms. */
const subtags = (texts: readonly string[]) => ` ${texts.join(' ')} `;
const isIn = (list: string, subtag: string) => list.includes(` ${subtag} `);
const LANGUAGES = subtags(LANGUAGE_SUBTAGS.languages);
const EXTENDED = subtags(LANGUAGE_SUBTAGS.extendedLanguages);
const SCRIPTS = subtags(LANGUAGE_SUBTAGS.scripts);
const REGIONS = subtags(LANGUAGE_SUBTAGS.regions);
const VARIANTS = subtags(LANGUAGE_SUBTAGS.variants);
const GRANDFATHERED = subtags(LANGUAGE_SUBTAGS.grandfathered);

/** Reads a language tag. Surrounding white space and case do not count. */
export function readLanguageTag(text: string): LanguageTag {
  const tag = text.trim().toLowerCase();
  if (tag.length > MAX_TAG || !/^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/.test(tag)) {
    return { language: null, fault: 'syntax', part: null, meant: meantBySyntax(tag.slice(0, MAX_TAG)) };
  }
  const [language = '', ...parts] = tag.split('-');
  if (isIn(GRANDFATHERED, tag)) {
    return { language: isIn(LANGUAGES, language) ? language : null, fault: null, part: null, meant: null };
  }
  if (UNSTATED.has(language)) return { language: null, fault: 'unstated', part: null, meant: null };
  if (!isIn(LANGUAGES, language) && !PRIVATE.language.test(language)) {
    return { language: null, fault: 'language', part: language, meant: languageMeant(language) };
  }
  const part = parts[unregisteredPart(parts)] ?? null;
  if (part === null) return { language, fault: null, part, meant: null };
  return { language, fault: 'part', part, meant: regionMeant(language, part) ?? language };
}

/** Returns the primary language subtag of a tag in lower case; null when it names no registered language. */
export function primaryLanguage(tag: string | null): string | null {
  return tag === null ? null : readLanguageTag(tag).language;
}

/** Returns the index of the first part after the language that is not registered, or not in its place; -1 for none. */
function unregisteredPart(parts: readonly string[]): number {
  const stage = (part: string): number => {
    if (/^[a-z]{3}$/.test(part)) return isIn(EXTENDED, part) ? 1 : 0;
    if (/^[a-z]{4}$/.test(part)) return isIn(SCRIPTS, part) || PRIVATE.script.test(part) ? 2 : 0;
    if (/^(?:[a-z]{2}|\d{3})$/.test(part)) return isIn(REGIONS, part) || PRIVATE.region.test(part) ? 3 : 0;
    return isIn(VARIANTS, part) ? 4 : 0;
  };
  let reached = 0;
  for (const [i, part] of parts.entries()) {
    // Extensions and private use: anything goes in them, and nothing else follows.
    if (part.length === 1) return i + 1 < parts.length ? -1 : i;
    const next = stage(part);
    const isInPlace = next === 1 || next === 4 ? next >= reached : next > reached;
    if (!isInPlace) return i;
    reached = next;
  }
  return -1;
}

/** Returns `en-US` for `en_us`. */
function meantBySyntax(tag: string): string | null {
  const joined = tag.replace(/[_\s]+/g, '-');
  if (joined === tag || !/^[a-z]/.test(joined)) return null;
  const { fault } = readLanguageTag(joined);
  return fault === null ? (Intl.getCanonicalLocales(joined)[0] ?? null) : null;
}

/** Returns the registered language for a code of three letters that has a shorter one, or the language of a country: `ja` for `jp`. */
function languageMeant(subtag: string): string | null {
  if (/^[a-z]{3}$/.test(subtag)) {
    const [canonical = ''] = Intl.getCanonicalLocales(subtag);
    return isIn(LANGUAGES, canonical) ? canonical : null;
  }
  if (!/^[a-z]{2}$/.test(subtag)) return null;
  const country = new Intl.Locale(`und-${subtag}`);
  const region = country.region?.toLowerCase() ?? '';
  return isIn(REGIONS, region) && region !== 'zz' && !PRIVATE.region.test(region) ? country.maximize().language : null;
}

/** Returns `en-GB` for `en-UK`, whose region is known under another code, where the language is that of the region. */
function regionMeant(language: string, part: string): string | null {
  if (!/^[a-z]{2}$/.test(part)) return null;
  const { region } = new Intl.Locale(`und-${part}`);
  if (region === undefined || region.toLowerCase() === part) return null;
  return new Intl.Locale(`und-${region}`).maximize().language === language ? `${language}-${region}` : null;
}
