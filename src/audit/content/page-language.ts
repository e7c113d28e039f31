import type { Page } from '../site-facts.ts';
import { type LanguagePack, languagePack, languagePacks } from './language-packs.ts';

/** Length of the text that its language is determined from. */
const READ = 6_000;
/** A text in one of the Latin languages has at least this share of that language's stop words … */
const LEAST_SHARE = 0.15;
/** … and that many times as many as of the next best. */
const LEAD = 1.15;

const HANGUL = /\p{sc=Hangul}/gu;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
const HAN = /\p{sc=Han}/gu;
const ARABIC = /\p{sc=Arabic}/gu;
/** Letters that Arabic does not have, and Persian or Urdu has. */
const PERSIAN_OR_URDU = /[پچژگکیےہٹڈڑ]/gu;
const LETTER = /\p{L}/gu;
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * The phrase pack for the language that a page is written in: what its text says, where that is plain, else its `lang`.
 * A `lang` for which there is no pack is believed. Null when there is no pack for it, or nothing shows the language.
 */
export function packOf({ language, facts }: Pick<Page, 'language' | 'facts'>): LanguagePack | null {
  const declared = language === null ? null : languagePack(language);
  if (language !== null && declared === null) return null;
  return detect(facts.text.slice(0, READ)) ?? declared;
}

/** Least words of a text that can contradict its `lang`, and how many times as many stop words the other language must have. */
const SURE_WORDS = 100;
const SURE_LEAD = 2;
/** Least characters of another script that can contradict a `lang`. */
const SURE_CHARACTERS = 100;
/** Most characters of the declared language's script in a text that contradicts it. A text with more is mixed. */
const RARE_CHARACTERS = 20;

interface Script {
  readonly name: string;
  readonly characters: RegExp;
  /**
   * Least characters of this script for each word in Latin letters in a text that is plainly in this script. A text that is
   * fully translated into English has at most half of that.
   */
  readonly perLatinWord: number;
}

const HAN_OR_KANA: Script = {
  name: 'Chinese or Japanese',
  characters: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  perLatinWord: 5,
};
const KOREAN: Script = { name: 'Korean', characters: HANGUL, perLatinWord: 8 };
const ARABIC_LETTERS: Script = { name: 'in Arabic letters', characters: ARABIC, perLatinWord: 25 };
const SCRIPTS: readonly Script[] = [
  HAN_OR_KANA,
  KOREAN,
  ARABIC_LETTERS,
  { name: 'in Cyrillic letters', characters: /\p{sc=Cyrillic}/gu, perLatinWord: 25 },
  { name: 'in Hebrew letters', characters: /\p{sc=Hebrew}/gu, perLatinWord: 25 },
  { name: 'in Greek letters', characters: /\p{sc=Greek}/gu, perLatinWord: 25 },
  { name: 'in Thai letters', characters: /\p{sc=Thai}/gu, perLatinWord: 25 },
  { name: 'in Devanagari', characters: /\p{sc=Devanagari}/gu, perLatinWord: 25 },
];
/** The scripts of the languages that have a phrase pack and are not written in Latin letters. */
const SCRIPT_OF: Readonly<Record<string, Script>> = {
  ja: HAN_OR_KANA,
  zh: HAN_OR_KANA,
  ko: KOREAN,
  ar: ARABIC_LETTERS,
};
const LATIN_WORD = /\p{sc=Latin}+/gu;

/**
 * Returns the language or script that a page is plainly written in where its `lang` names another. The script decides;
 * among languages in Latin letters, the stop words of a long text do. Null for short and mixed texts, and where there is no
 * phrase pack for the `lang`.
 */
export function writtenInAnotherLanguage({ language, facts }: Pick<Page, 'language' | 'facts'>): string | null {
  const declared = language === null ? null : languagePack(language);
  if (declared === null) return null;
  const prose = facts.blocks.filter(({ kind }) => kind !== 'preformatted').map(({ text }) => text.slice(0, READ));
  const text = prose.join('\n').slice(0, READ);
  const own = SCRIPT_OF[declared.language] ?? null;
  if (own !== null && countOf(text, own.characters) > RARE_CHARACTERS) return null;
  const words = countOf(text, LATIN_WORD);
  const script = SCRIPTS.find(({ characters, perLatinWord }) => {
    const count = countOf(text, characters);
    return count >= SURE_CHARACTERS && count > words * perLatinWord;
  });
  return script?.name ?? plainlyOther(text, declared);
}

function plainlyOther(text: string, declared: LanguagePack): string | null {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (words.length < SURE_WORDS) return null;
  const hits = (pack: LanguagePack) => words.filter((word) => pack.stopWords.has(word)).length;
  const found = detectByStopWords(text);
  if (found === null || found.language === declared.language) return null;
  return hits(found) > hits(declared) * SURE_LEAD ? found.language : null;
}

/**
 * Returns whether an element of the page is marked as being in another language than the root. If so, the root's `lang` may
 * be that of the template around a text in another language.
 */
export function marksAnotherLanguage(html: string, language: string | null): boolean {
  return html.matchAll(/\slang\s*=\s*["']?([a-z]{2,3})\b/gi).some(([, tag]) => tag?.toLowerCase() !== language);
}

function detect(text: string): LanguagePack | null {
  const letters = countOf(text, LETTER);
  if (letters === 0) return null;
  const isMostly = (count: number) => count * 2 > letters;
  const kana = countOf(text, KANA);
  const han = countOf(text, HAN);
  if (isMostly(countOf(text, HANGUL))) return languagePack('ko');
  if (isMostly(kana + han)) return languagePack(kana * 10 > kana + han ? 'ja' : 'zh');
  const arabic = countOf(text, ARABIC);
  if (isMostly(arabic)) return countOf(text, PERSIAN_OR_URDU) * 50 > arabic ? null : languagePack('ar');
  return detectByStopWords(text);
}

function detectByStopWords(text: string): LanguagePack | null {
  const words = text.toLowerCase().match(WORD) ?? [];
  const [first, second] = languagePacks()
    .map((pack) => ({ pack, hits: words.filter((word) => pack.stopWords.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  if (first === undefined || first.hits < words.length * LEAST_SHARE) return null;
  return first.hits > (second?.hits ?? 0) * LEAD ? first.pack : null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
