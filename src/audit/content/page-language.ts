import { SCRIPTS } from '../../data/read/languages.ts';
import type { PageFacts, TextBlock } from '../../site/page/page-facts.ts';
import { metaContent } from '../../site/page/page-labels.ts';
import { sum } from '../arithmetic.ts';
import type { Page } from '../site-facts.ts';
import { type LanguagePack, languagePack, languagePacks } from './language-packs.ts';

/** Length of the text that its language is determined from. */
const READ = 6_000;
/** A text in one of the Latin languages has at least this share of that language's stop words … */
const LEAST_SHARE = 0.15;
/** … and that many times as many as of the next best. */
const LEAD = 1.15;
/** The same for Turkish, which has endings where others have stop words. Its letters must show it too. */
const LEAST_TURKISH_SHARE = 0.05;
const TURKISH_LEAD = 3;
/** Minimum share of words with letters that few languages but Turkish have. */
const LEAST_TURKISH_LETTERS = 0.1;

const HANGUL = /\p{sc=Hangul}/gu;
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
const HAN = /\p{sc=Han}/gu;
const ARABIC = /\p{sc=Arabic}/gu;
/** Letters that Arabic does not have, and Persian or Urdu has. */
const PERSIAN_OR_URDU = /[پچژگکیےہٹڈڑ]/gu;
const TURKISH = /[ğı]/u;
/** Azerbaijani has the letters of Turkish and this one. */
const AZERBAIJANI = /ə/u;
const LETTER = /\p{L}/gu;
/** A word in any script but those of Chinese, Japanese and Korean. */
const WORD_OF_LETTERS = /[^\P{L}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]+/gu;
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * The phrase pack for the language that a page is written in: what its text says, where that is plain, else its `lang`. Null
 * when there is no pack for the language, when nothing shows it, and when the text is not in the language of the `lang`,
 * which may be that of a template. A `lang` for which there is no pack is believed, unless the text is in another script.
 */
export function choosePack(page: Pick<Page, 'language' | 'facts'>): LanguagePack | null {
  const { language, facts } = page;
  const known = KNOWN.get(facts) ?? new Map<string | null, LanguagePack | null>();
  KNOWN.set(facts, known);
  const pack = known.get(language);
  if (pack !== undefined) return pack;
  const found = findPack(page);
  known.set(language, found);
  return found;
}

/** Packs by the facts and the language of a page: several questions ask for them. */
const KNOWN = new WeakMap<PageFacts, Map<string | null, LanguagePack | null>>();

function findPack(page: Pick<Page, 'language' | 'facts'>): LanguagePack | null {
  const declared = page.language === null ? null : languagePack(page.language);
  if (page.language !== null && declared === null && writtenInAnotherLanguage(page) === null) return null;
  const found = detect(joinProse(page.facts.blocks));
  if (found !== null || declared === null) return found;
  return mayBeIn(declared, page) ? declared : null;
}

/** Minimum number of words of running text that show whether a page may be in the language of its `lang`. */
const LEAST_PROSE = 50;
/** Minimum share of stop words in running text of any language that has a phrase pack. */
const LEAST_OWN_SHARE = 0.1;
/** Minimum number of words of a block of running text, and the end of a sentence in it. Names and labels have no stop words in any language. */
const LEAST_SENTENCE = 8;
const END_OF_SENTENCE = /\p{L}[.!?…](?:\s|$)/u;

/** Returns false for running text that lacks the script or the stop words of a language. Short texts and labels prove nothing. */
function mayBeIn(pack: LanguagePack, page: Pick<Page, 'language' | 'facts'>): boolean {
  if (writtenInAnotherLanguage(page) !== null) return false;
  const text = joinProse(page.facts.blocks.filter(isSentence));
  const own = SCRIPT_OF.get(pack.language);
  if (own !== undefined) {
    return countMatches(text, own.characters) > RARE_CHARACTERS || countMatches(text, LATIN_WORD) < LEAST_PROSE;
  }
  const words = splitWords(text);
  return words.length < LEAST_PROSE || countStopWords(pack, words) >= words.length * LEAST_OWN_SHARE;
}

function isSentence({ words, text }: TextBlock): boolean {
  return words >= LEAST_SENTENCE && END_OF_SENTENCE.test(text);
}

/** Returns the beginning of a text without code, which has words of its own. */
function joinProse(blocks: readonly TextBlock[]): string {
  const prose = blocks.filter(({ kind }) => kind !== 'preformatted').map(({ text }) => text.slice(0, READ));
  return prose.join('\n').slice(0, READ);
}

/** Minimum number of words of a text that can contradict its `lang`, and how many times as many stop words the other language must have. */
const SURE_WORDS = 100;
const SURE_LEAD = 2;
/** Minimum number of characters of another script that can contradict a `lang`. */
const SURE_CHARACTERS = 100;
/** Maximum share of words of three letters or more that are stop words of the declared language, in running text that is not in it. */
const MAX_FOREIGN_SHARE = 0.02;
/** Maximum number of characters of the declared language's script in a text that contradicts it. A text with more is mixed. */
const RARE_CHARACTERS = 20;

/** Maximum share of Latin words that are stop words of the declared language, where those words are terms and names in sentences of another. */
const MAX_TERM_STOP_WORDS = 0.2;
/** Minimum number of characters of another script in a line of such a sentence. Labels are shorter. */
const LEAST_IN_SENTENCE = 20;
/** Share of {@link Script.perLatinWord} that is enough in such sentences. */
const PER_TERM = 0.4;

interface Script {
  readonly name: string;
  readonly characters: RegExp;
  /**
   * Minimum number of characters of this script for each word in Latin letters, in a text that is plainly in this script. A text that is
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
const CYRILLIC: Script = { name: 'in Cyrillic letters', characters: /\p{sc=Cyrillic}/gu, perLatinWord: 25 };
const HEBREW: Script = { name: 'in Hebrew letters', characters: /\p{sc=Hebrew}/gu, perLatinWord: 25 };
const GREEK: Script = { name: 'in Greek letters', characters: /\p{sc=Greek}/gu, perLatinWord: 25 };
const THAI: Script = { name: 'in Thai letters', characters: /\p{sc=Thai}/gu, perLatinWord: 25 };
const DEVANAGARI: Script = { name: 'in Devanagari', characters: /\p{sc=Devanagari}/gu, perLatinWord: 25 };
/** Scripts that are not the Latin one, by their codes (ISO 15924). */
const SCRIPT_BY_CODE: Readonly<Record<string, Script>> = {
  Hani: HAN_OR_KANA,
  Jpan: HAN_OR_KANA,
  Hang: KOREAN,
  Arab: ARABIC_LETTERS,
  Cyrl: CYRILLIC,
  Hebr: HEBREW,
  Grek: GREEK,
  Thai: THAI,
  Deva: DEVANAGARI,
};
const OTHER_SCRIPTS: readonly Script[] = [...new Set(Object.values(SCRIPT_BY_CODE))];
/** The scripts of languages that are always written in one script, which is not the Latin one. */
const SCRIPT_OF: ReadonlyMap<string, Script | undefined> = new Map(
  Object.entries(SCRIPTS).map(([language, code]) => [language, SCRIPT_BY_CODE[code]]),
);
/** A tag for a text that is transcribed into Latin letters: `zh-Latn`. */
const ROMANIZED = /-latn\b/i;
const LATIN_WORD = /\p{sc=Latin}+/gu;

interface PageInLanguage extends Pick<Page, 'language'> {
  readonly facts: Pick<PageFacts, 'lang' | 'blocks'> & Partial<Pick<PageFacts, 'titles' | 'metas'>>;
}

/**
 * Returns the language or script that a page is plainly written in where its `lang` names another. The script decides;
 * among languages in Latin letters, the stop words of a long text do. Null for short and mixed texts, and for languages
 * that have neither a phrase pack nor a known script.
 */
export function writtenInAnotherLanguage({ language, facts }: PageInLanguage): string | null {
  if (language === null || ROMANIZED.test(facts.lang?.text ?? '')) return null;
  const declared = languagePack(language);
  const own = SCRIPT_OF.get(language) ?? null;
  if (declared === null && own === null) return null;
  const text = joinProse(facts.blocks);
  if (own !== null && countMatches(text, own.characters) > RARE_CHARACTERS) return writtenInSibling(language, text);
  const latin = text.toLowerCase().match(LATIN_WORD) ?? [];
  const areTerms = declared !== null && countStopWords(declared, latin) <= latin.length * MAX_TERM_STOP_WORDS;
  const script = OTHER_SCRIPTS.find(({ characters, perLatinWord }) => {
    const isPlain = (count: number, perWord: number) => count >= SURE_CHARACTERS && count > latin.length * perWord;
    const count = countMatches(text, characters);
    return (
      isPlain(count, perLatinWord) ||
      (areTerms && isPlain(count, 0) && isPlain(countInSentences(text, characters), perLatinWord * PER_TERM))
    );
  });
  if (script !== undefined) return script.name;
  return plainlyOther(text, declared) ?? (declared === null ? null : otherProse(declared, facts));
}

function countInSentences(text: string, characters: RegExp): number {
  const counts = text.split('\n').map((line) => countMatches(line, characters));
  return sum(counts.filter((count) => count >= LEAST_IN_SENTENCE));
}

const UNKNOWN = 'one that this audit does not know';

/**
 * Returns the language of a running text that has next to none of the declared one's stop words: of a long one, or of one with those or, where
 * it is English, the letters of another language. Shorter words are those of many languages. Null for another text.
 */
function otherProse({ language, stopWords }: LanguagePack, facts: PageInLanguage['facts']): string | null {
  const words = splitWords(joinProse(facts.blocks.filter(isSentence)));
  if (words.length < LEAST_PROSE) return null;
  const found = nearestByStopWords(words);
  if (found?.language === language) return null;
  // Logs and catalogues leave such words out, and the head of the page has them. English and German share “was”.
  const description = metaContent(facts, 'description') ?? '';
  const head = found === null ? [...(facts.titles ?? []).map(({ text }) => text), description].join('\n') : '';
  const isOwn = (word: string) => word.length > 2 && stopWords.has(word) && found?.stopWords.has(word) !== true;
  const own = [...words, ...splitWords(head)].filter(isOwn).length;
  if (own > words.length * MAX_FOREIGN_SHARE) return null;
  if (found !== null) return `probably ${found.language}`;
  const isAccented = language === 'en' && words.filter((word) => /[^a-z]/.test(word)).length >= words.length * ACCENTED;
  return isAccented || words.length >= SURE_WORDS ? UNKNOWN : null;
}

/** Minimum share of words with letters that English lacks, in sentences that are not in it. */
const ACCENTED = 0.15;

/** A language that is told from others of its script by letters. */
interface Sibling {
  /** Languages that a text in this one may be declared as. */
  readonly declaredAs: readonly string[];
  readonly language: string;
  /** Letters of it that those lack, and their minimum share of the letters of the script. */
  readonly has: RegExp;
  readonly share: number;
  /** Letters that it lacks: a text with more than a few of them is in another language, or mixed. */
  readonly lacks: RegExp;
}

const RUSSIAN = { language: 'ru', has: /[ыэё]/giu, share: 0.01, lacks: /[іїєґў]/giu };
const SIBLINGS: readonly Sibling[] = [
  { declaredAs: ['zh'], language: 'ja', has: KANA, share: 0.35, lacks: HANGUL },
  { declaredAs: ['ja'], language: 'zh', has: HAN, share: 0.99, lacks: KANA },
  { declaredAs: ['ru', 'bg'], language: 'uk', has: /[їєґ]/giu, share: 0.005, lacks: /[ыэёў]/giu },
  { declaredAs: ['uk', 'bg'], ...RUSSIAN },
  { declaredAs: ['ar', 'fa'], language: 'ur', has: /[ٹڈڑے]/gu, share: 0.02, lacks: /[ةۆێڕ]/gu },
  { declaredAs: ['ar', 'ur'], language: 'fa', has: /[پچژگ]/gu, share: 0.01, lacks: /[ةٹڈڑےۆێڕ]/gu },
  { declaredAs: ['fa', 'ur'], language: 'ar', has: /[ةىيك]/gu, share: 0.02, lacks: PERSIAN_OR_URDU },
];

/** Returns the language of a text in the script of the declared one whose letters show that it is another; null for none. */
function writtenInSibling(declared: string, text: string): string | null {
  const characters = SCRIPT_OF.get(declared)?.characters;
  const all = characters === undefined ? 0 : countMatches(text, characters);
  if (all < SURE_SIBLING) return null;
  const found = SIBLINGS.find(
    ({ declaredAs, has, share, lacks }) =>
      declaredAs.includes(declared) &&
      countMatches(text, has) >= all * share &&
      countMatches(text, lacks) <= all * RARE_SHARE,
  );
  return found === undefined ? null : `probably ${found.language}`;
}

/** Minimum number of letters of a text whose letters tell its language, and maximum share of letters that it lacks. */
const SURE_SIBLING = 300;
const RARE_SHARE = 0.002;

function plainlyOther(text: string, declared: LanguagePack | null): string | null {
  const words = splitWords(text);
  const found = plainPack(words, declared);
  if (found === null) return null;
  return isItself(found, words) ? `probably ${found.language}` : `close to ${found.language}`;
}

/** Returns the pack of a long text whose stop words show that it is not in the declared language. */
function plainPack(words: readonly string[], declared: LanguagePack | null): LanguagePack | null {
  if (words.length < SURE_WORDS) return null;
  const found = nearestByStopWords(words);
  return found !== null && found !== declared && leads(found, declared, words) ? found : null;
}

function leads(found: LanguagePack, declared: LanguagePack | null, words: readonly string[]): boolean {
  const own = declared === null ? 0 : countStopWords(declared, words);
  return countStopWords(found, words) > own * SURE_LEAD;
}

/** Minimum number of words by which a page shows that it is in the declared language. */
const OWN_WORDS = 20;
/** Minimum number of its stop words in a page that may be in the declared language, and of words in a Turkish text that show its letters. */
const LEAST_HITS = 2;

/**
 * Returns the language of pages that are too short to contradict their `lang` alone, where all pages of that `lang` together do, and
 * none of them is in it: the `lang` of a template on a whole site. A page of names alone has it too.
 */
export function languagesTogether(pages: readonly Page[]): ReadonlyMap<Page, string> {
  const found = new Map<Page, string>();
  for (const [language, group] of Map.groupBy(pages, (page) => page.language)) {
    const declared = language === null ? null : languagePack(language);
    if (declared === null) continue;
    const texts = group.map((page) => ({ page, words: splitWords(joinProse(page.facts.blocks)) }));
    const blocks = [
      ...new Map(group.flatMap(({ facts }) => facts.blocks).map((block) => [block.text, block])).values(),
    ];
    const all = splitWords(joinProse(blocks));
    const scripted = plainScript(language, blocks);
    const pack = scripted ?? plainPack(all, declared);
    const isDeclared = texts.some(({ words }) => words.length >= OWN_WORDS && nearestByStopWords(words) === declared);
    if (pack === null || isDeclared || !isItself(pack, all)) continue;
    for (const { page, words } of texts) {
      const own = countStopWords(declared, words);
      const isScripted = scripted !== null && page.facts.blocks.some(({ text }) => detect(text) === scripted);
      const isForeign = own < LEAST_HITS || countStopWords(pack, words) > own * SURE_LEAD;
      const shows = words.length > 0 && (isScripted || isForeign);
      if (shows && writtenInAnotherLanguage(page) === null) found.set(page, pack.language);
    }
  }
  return found;
}

/** Returns the pack of a text that is plainly in another script than its `lang`. */
function plainScript(language: string | null, blocks: readonly TextBlock[]): LanguagePack | null {
  if (writtenInAnotherLanguage({ language, facts: { lang: null, blocks } }) === null) return null;
  const found = detect(joinProse(blocks));
  return SCRIPT_OF.has(found?.language ?? '') ? found : null;
}

/**
 * Returns false for a long text in a close language: Afrikaans has most stop words of Dutch, but few of its commonest words. A short
 * text may lack them by chance.
 */
function isItself({ commonest }: LanguagePack, words: readonly string[]): boolean {
  if (words.length < SURE_WORDS || commonest.length === 0) return true;
  const own = new Set(words);
  return 2 * commonest.filter((word) => own.has(word)).length >= commonest.length;
}

/**
 * Returns whether an element of the page is marked as being in another language than the root. If so, the root's `lang` may
 * be that of the template around a text in another language.
 */
export function marksAnotherLanguage(html: string, language: string | null): boolean {
  return html.matchAll(/\slang\s*=\s*["']?([a-z]{2,3})\b/gi).some(([, tag]) => tag?.toLowerCase() !== language);
}

/** Characters of Chinese, Japanese or Korean that are as much text as one word of other languages. */
const CJK_PER_WORD = 2;

function detect(text: string): LanguagePack | null {
  if (text.search(LETTER) === -1) return null;
  const isMostly = (characters: number) =>
    characters > 0 && characters > countMatches(text, WORD_OF_LETTERS) * CJK_PER_WORD;
  const kana = countMatches(text, KANA);
  const han = countMatches(text, HAN);
  const hangul = countMatches(text, HANGUL);
  if (isMostly(hangul) && hangul > kana + han) return languagePack('ko');
  if (isMostly(kana + han)) return languagePack(kana * 10 > kana + han ? 'ja' : 'zh');
  const arabic = countMatches(text, ARABIC);
  if (arabic > 0 && arabic * 2 > countMatches(text, LETTER))
    return countMatches(text, PERSIAN_OR_URDU) * 50 > arabic ? null : languagePack('ar');
  return detectByStopWords(text);
}

function detectByStopWords(text: string): LanguagePack | null {
  const words = splitWords(text);
  const found = nearestByStopWords(words);
  return found !== null && isItself(found, words) ? found : null;
}

/** Returns the pack of the language of a text, or of one close to it. */
function nearestByStopWords(words: readonly string[]): LanguagePack | null {
  const packs = languagePacks();
  packsOfWords ??= wordsOfPacks(packs);
  const hits = packs.map(() => 0);
  for (const word of words) for (const index of packsOfWords.get(word) ?? []) hits[index] = (hits[index] ?? 0) + 1;
  const [first, second] = packs
    .map((pack, index) => ({ pack, hits: hits[index] ?? 0 }))
    .sort((a, b) => b.hits - a.hits);
  if (first === undefined) return null;
  const isFound = (share: number, lead: number) =>
    first.hits >= words.length * share && first.hits > (second?.hits ?? 0) * lead;
  if (isFound(LEAST_SHARE, LEAD)) return first.pack;
  const isTurkish =
    first.pack.language === 'tr' && isFound(LEAST_TURKISH_SHARE, TURKISH_LEAD) && hasTurkishLetters(words);
  return isTurkish ? first.pack : null;
}

/** Indexes of the packs that have a stop word. */
let packsOfWords: ReadonlyMap<string, readonly number[]> | undefined;

function wordsOfPacks(packs: readonly LanguagePack[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, { stopWords }] of packs.entries())
    for (const word of stopWords) indexes.set(word, [...(indexes.get(word) ?? []), index]);
  return indexes;
}

function hasTurkishLetters(words: readonly string[]): boolean {
  const own = words.filter((word) => TURKISH.test(word)).length;
  return (
    own >= Math.max(LEAST_HITS, words.length * LEAST_TURKISH_LETTERS) && !words.some((word) => AZERBAIJANI.test(word))
  );
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function countStopWords({ stopWords }: LanguagePack, words: readonly string[]): number {
  return words.filter((word) => stopWords.has(word)).length;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
