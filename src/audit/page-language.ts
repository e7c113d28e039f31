import type { Page } from './facts.ts';
import { type PhrasePack, phrasePack, phrasePacks } from './phrase-packs.ts';

/** As much of a text as its language is told from. */
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
export function packOf({ language, facts }: Pick<Page, 'language' | 'facts'>): PhrasePack | null {
  const declared = language === null ? null : phrasePack(language);
  if (language !== null && declared === null) return null;
  return detect(facts.text.slice(0, READ)) ?? declared;
}

/** So many words, and so many times as many stop words as of the declared language, before a lang is contradicted. */
const SURE_WORDS = 100;
const SURE_LEAD = 2;

/**
 * The language that a page's text is plainly written in where its `lang` names another: told by the script, and among
 * Latin languages by the stop words of a long text. Null when the two agree, or when it is not plain.
 */
export function writtenInAnotherLanguage({ language, facts }: Pick<Page, 'language' | 'facts'>): string | null {
  const declared = language === null ? null : phrasePack(language);
  if (declared === null) return null;
  const text = facts.text.slice(0, READ);
  const script = scriptOf(text);
  const expected = SCRIPTS[declared.language] ?? 'latin';
  if (script === null) return null;
  if (script !== expected) return SCRIPT_NAMES[script];
  return script === 'latin' ? plainlyOther(text, declared) : null;
}

type Script = 'latin' | 'han' | 'hangul' | 'arabic';
const SCRIPTS: Readonly<Record<string, Script>> = { ja: 'han', zh: 'han', ko: 'hangul', ar: 'arabic' };
const SCRIPT_NAMES: Readonly<Record<Script, string>> = {
  latin: 'in Latin letters',
  han: 'Chinese or Japanese',
  hangul: 'Korean',
  arabic: 'in Arabic letters',
};
const LATIN = /\p{sc=Latin}/gu;
/** Fewer letters say nothing. */
const SURE_LETTERS = 100;

/** The script that four in five letters of a text are in; null for others, and for short texts. */
function scriptOf(text: string): Script | null {
  const letters = countOf(text, LETTER);
  if (letters < SURE_LETTERS) return null;
  const isNearlyAll = (count: number) => count * 5 > letters * 4;
  if (isNearlyAll(countOf(text, LATIN))) return 'latin';
  if (isNearlyAll(countOf(text, HAN) + countOf(text, KANA))) return 'han';
  if (isNearlyAll(countOf(text, HANGUL))) return 'hangul';
  return isNearlyAll(countOf(text, ARABIC)) ? 'arabic' : null;
}

function plainlyOther(text: string, declared: PhrasePack): string | null {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (words.length < SURE_WORDS) return null;
  const hits = (pack: PhrasePack) => words.filter((word) => pack.stopWords.has(word)).length;
  const found = detectByStopWords(text);
  if (found === null || found.language === declared.language) return null;
  return hits(found) > hits(declared) * SURE_LEAD ? found.language : null;
}

function detect(text: string): PhrasePack | null {
  const letters = countOf(text, LETTER);
  if (letters === 0) return null;
  const isMostly = (count: number) => count * 2 > letters;
  const kana = countOf(text, KANA);
  const han = countOf(text, HAN);
  if (isMostly(countOf(text, HANGUL))) return phrasePack('ko');
  if (isMostly(kana + han)) return phrasePack(kana * 10 > kana + han ? 'ja' : 'zh');
  const arabic = countOf(text, ARABIC);
  if (isMostly(arabic)) return countOf(text, PERSIAN_OR_URDU) * 50 > arabic ? null : phrasePack('ar');
  return detectByStopWords(text);
}

function detectByStopWords(text: string): PhrasePack | null {
  const words = text.toLowerCase().match(WORD) ?? [];
  const [first, second] = phrasePacks()
    .map((pack) => ({ pack, hits: words.filter((word) => pack.stopWords.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  if (first === undefined || first.hits < words.length * LEAST_SHARE) return null;
  return first.hits > (second?.hits ?? 0) * LEAD ? first.pack : null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
