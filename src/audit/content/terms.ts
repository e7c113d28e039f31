import { TITLES } from '../../data/read/languages.ts';
import type { LanguagePack } from './language-packs.ts';

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A compound that the segmenter does not know comes apart into its characters. */
const HAN_CHARACTER = /^\p{sc=Han}$/u;
const HANGUL = /\p{sc=Hangul}/u;
/** French and Italian articles: `l’eau`, `dell’acqua`. */
const ELIDED = /^(?:\p{L}{1,2}|qu|dell|nell|sull|dall|all)['’](?=\p{L}{2})/u;
/** Accents, and the points of Hebrew and Arabic. The vowel signs of other scripts are letters of a word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Words that name the kind of a page, or greet, or announce a page about the site, rather than name its subject. */
const OF_ANY_PAGE: ReadonlySet<string> = new Set(TITLES.ofAnyPage);

/** Characters of a text that are read: titles and openings are far shorter. */
const READ = 2_000;
const LEAST_LETTERS = 3;
const LEAST_CJK = 2;
/** `AI`, `UX`: two letters are a term when they are capitals. */
const ACRONYM = /^\p{Lu}{2}$/u;
/** Letters at the beginning that two forms of one word share. */
const EQUAL_BEGINNING = 5;
/** Maximum number of letters of an ending behind the last word of a compound. */
const ENDING = 2;
const SEMITIC = /^[\p{sc=Hebrew}\p{sc=Arabic}]/u;
/** Articles and particles that are written together with the next word: `بالمدينة`, `הקמח`. */
const PARTICLES = /^(?:[وف]?(?:[بك]?ال|لل)(?=\p{L}{2})|[وفبل](?=\p{L}{4})|[והבלמכש](?=\p{L}{3}))/u;
/** Last letters of two forms of a word, which its cases replace: `вода`, `воду`; `cena`, `ceny`. With `a` and `o`, many words are two: `casa`, `caso`. */
const LAST_VOWELS = /^(?!ao|oa)[аеёиоуыэюяіїєaeiouy]{2}$/u;
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Returns the terms of a text, each once, without stop words, case and accents. A term has at least 3 letters, or 2
 * characters in Chinese, Japanese or Korean.
 */
export function contentTerms(text: string, pack: LanguagePack): readonly string[] {
  const segments = segmenterFor(pack).segment(text.slice(0, READ).normalize('NFKC'));
  // In capitals, `it` and `us` are terms too, unless all of the text is in capitals.
  const hasSmall = /\p{Ll}/u.test(text.slice(0, READ));
  const terms: string[] = [];
  const add = (term: string): void => {
    if (!terms.some((known) => isSameTerm(known, term))) terms.push(term);
  };
  let compound = '';
  for (const { segment, isWordLike } of segments) {
    if (HAN_CHARACTER.test(segment) && !pack.stopWords.has(segment)) {
      compound += segment;
      continue;
    }
    if (compound.length >= LEAST_CJK) add(compound);
    compound = '';
    const isTerm = hasSmall && ACRONYM.test(segment);
    const term = isTerm ? segment.toLowerCase() : isWordLike ? toTerm(segment, pack) : null;
    if (term !== null) add(term);
  }
  if (compound.length >= LEAST_CJK) add(compound);
  return terms;
}

/** Returns whether each word of a text names the kind of a page: “Frequently asked questions”. */
export function isOfAnyPage(text: string): boolean {
  const words =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.length > 0 && words.every((word) => OF_ANY_PAGE.has(word));
}

/** Returns the segmenter of a language. Making one takes longer than most texts. */
function segmenterFor({ language }: LanguagePack): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}

function toTerm(segment: string, { language, stopWords }: LanguagePack): string | null {
  const word = segment.toLocaleLowerCase(language === 'und' ? 'en' : language);
  const bare = word.replace(ELIDED, '').replace(/['’]s$/u, '');
  if ([word, bare].some((one) => stopWords.has(one) || OF_ANY_PAGE.has(one))) return null;
  if (CJK.test(bare) || HANGUL.test(bare)) return bare.length >= LEAST_CJK ? bare : null;
  const plain = bare.normalize('NFKD').replace(MARKS, '');
  return plain.length >= LEAST_LETTERS || ACRONYM.test(segment) ? plain : null;
}

/**
 * Returns whether two terms are forms of one word, or one is part of the other: a plural, a compound, a word with an
 * attached particle. There is no stemming: words that begin alike count as one, in the page's favour.
 */
export function isSameTerm(a: string, b: string): boolean {
  const [one, other] = [withoutParticle(a), withoutParticle(b)];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.startsWith(short)) return true;
  if (CJK.test(short)) return long.includes(short);
  if (HANGUL.test(short)) return long.includes(short) || long.startsWith(short.slice(0, LEAST_CJK));
  const isOfOneLength = short.length > LEAST_LETTERS && short.length === long.length;
  if (isOfOneLength && long.startsWith(short.slice(0, -1)) && LAST_VOWELS.test(short.slice(-1) + long.slice(-1)))
    return true;
  // Inside a word, a short term is not the word of a compound: `ice` in `service`, Russian `можно` in `возможности`.
  if (short.length > LEAST_LETTERS && long.includes(short) && !SEMITIC.test(short)) {
    if (short.length >= EQUAL_BEGINNING + 1 || long.length - long.lastIndexOf(short) - short.length <= ENDING)
      return true;
  }
  return short.length >= EQUAL_BEGINNING && long.startsWith(short.slice(0, EQUAL_BEGINNING));
}

function withoutParticle(term: string): string {
  return term > '\u0590' && SEMITIC.test(term) ? term.replace(PARTICLES, '') : term;
}
