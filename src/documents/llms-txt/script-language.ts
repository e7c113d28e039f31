/** Scripts used by (nearly) one language, with that language. A Japanese text has kana among its Han characters. */
const LANGUAGE_OF_SCRIPT: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Arabic}+/gu, 'ar'],
  [/\p{sc=Hebrew}+/gu, 'he'],
  [/\p{sc=Greek}+/gu, 'el'],
  [/\p{sc=Thai}+/gu, 'th'],
];
const LATIN_WORD = /\p{sc=Latin}+/gu;
const LOOKED_AT = 2_000;
/** Fewer characters or words of a script may be a name or a quotation. */
const LEAST = 6;
/** A text in another script has names and technical terms in Latin letters. */
const LEAST_SHARE = 0.6;
/** Minimum share of kana in Japanese, as opposed to Chinese that quotes Japanese. */
const KANA = 0.1;

/**
 * Detects the language of a text by its script. Returns null when the script is not decisive.
 * @returns a primary language subtag
 */
export function languageByScript(text: string): string | null {
  const looked = text.slice(0, LOOKED_AT);
  const counts = new Map(
    LANGUAGE_OF_SCRIPT.map(([pattern, language]) => [language, looked.match(pattern)?.length ?? 0]),
  );
  const kana = counts.get('ja') ?? 0;
  const han = counts.get('zh') ?? 0;
  const isJapanese = kana > (kana + han) * KANA;
  counts.set('ja', isJapanese ? kana + han : 0);
  counts.set('zh', isJapanese ? 0 : han);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] < LEAST) return null;
  return first[1] > (looked.match(LATIN_WORD)?.length ?? 0) * LEAST_SHARE ? first[0] : null;
}

/** Returns whether a language is written in Latin letters. Templates often set such a tag by default. */
export function isLatin(tag: string): boolean {
  try {
    return new Intl.Locale(tag).maximize().script === 'Latn';
  } catch {
    // Not a language tag (RFC 5646 §2.1).
    return true;
  }
}
