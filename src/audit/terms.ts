import type { PhrasePack } from './phrase-packs.ts';

const WHOLE_WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** A compound that the segmenter does not know comes apart into its characters. */
const HAN_CHARACTER = /^\p{sc=Han}$/u;
const HANGUL = /\p{sc=Hangul}/u;
const ARABIC = /\p{sc=Arabic}/u;
/** French and Italian articles: `l’eau`, `dell’acqua`. */
const ELIDED = /^(?:\p{L}{1,2}|qu|dell|nell|sull|dall|all)['’](?=\p{L}{2})/u;
const MARKS = /\p{M}/gu;
const ARABIC_ARTICLE = /^(?:[وفبكل]{0,2}ال|لل)(?=\p{L}{3})/u;

/** Longer texts are cut here: titles and first paragraphs are far shorter. */
const READ = 2_000;

/**
 * The subjects that a text names, as keys that compare equal for forms of one word: stop words left out, case and
 * accents dropped, and of an alphabetic word its first five letters (a plural s does not count), of a Hangul word the
 * first two syllables, of an Arabic word the first four letters after the article. There is no stemming: two words
 * that begin alike are taken for one, in the page's favour.
 */
export function contentTerms(text: string, pack: PhrasePack): ReadonlySet<string> {
  const segments = new Intl.Segmenter(pack.language, { granularity: 'word' }).segment(
    text.slice(0, READ).normalize('NFKC'),
  );
  const terms = new Set<string>();
  let compound = '';
  for (const { segment, isWordLike } of segments) {
    if (HAN_CHARACTER.test(segment) && !pack.stopWords.has(segment)) {
      compound += segment;
      continue;
    }
    if (compound.length >= 2) terms.add(compound);
    compound = '';
    const key = isWordLike ? keyOf(segment, pack) : null;
    if (key !== null) terms.add(key);
  }
  if (compound.length >= 2) terms.add(compound);
  return terms;
}

function keyOf(segment: string, { language, stopWords }: PhrasePack): string | null {
  const word = segment.toLocaleLowerCase(language);
  const bare = word.replace(ELIDED, '').replace(/['’]s$/u, '');
  if (stopWords.has(word) || stopWords.has(bare)) return null;
  if (WHOLE_WORDS.test(bare)) return bare.length >= 2 ? bare : null;
  if (HANGUL.test(bare)) return bare.length >= 2 ? bare.slice(0, 2) : null;
  const plain = bare.normalize('NFKD').replace(MARKS, '');
  if (ARABIC.test(plain)) {
    const stem = plain.replace(ARABIC_ARTICLE, '');
    return stem.length >= 3 ? stem.slice(0, 4) : null;
  }
  if (plain.length < 3) return null;
  return (plain.length > 3 && plain.endsWith('s') ? plain.slice(0, -1) : plain).slice(0, 5);
}
