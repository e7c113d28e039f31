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
