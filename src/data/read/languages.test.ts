import { describe, expect, test } from 'vitest';
import { LANGUAGE_FILES } from './languages.ts';

/** Returns the texts of a value, however deep, with the names of the fields that lead to them. */
function listTexts(value: unknown, path: string): readonly { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => listTexts(one, Array.isArray(value) ? path : `${path}.${key}`));
}

/** Fields that are read in the case of the source. */
const CASED = /^\.(?:name|script)$|\.(?:prepositions|subjectless|name)$|^\.llmsTxt\./;

describe.each(Object.entries(LANGUAGE_FILES))('%s', (tag, file) => {
  const texts = listTexts(file, '');

  test('its file has the tag of a language', () => {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(new Intl.DisplayNames('en', { type: 'language' }).of(tag)).toContain(file.name);
  });

  test('its words are in lower case, composed, and alternatives of a regular expression', () => {
    for (const { path, text } of texts) {
      expect(text, path).toBe(text.normalize('NFC'));
      // Escapes such as \p{Lu} are not words.
      if (!CASED.test(path))
        expect(text, path).toBe(
          text.replace(/\\p\{.*?\}|[^\\]/gu, (part) => (part.startsWith('\\') ? part : part.toLowerCase())),
        );
      expect(() => new RegExp(path.startsWith('.llmsTxt.') ? '' : text, 'u'), path).not.toThrow();
    }
  });

  test('no list names a word twice', () => {
    for (const [group, fields] of Object.entries(file)) {
      if (typeof fields !== 'object' || Array.isArray(fields) || group === 'llmsTxt') continue;
      for (const [field, value] of Object.entries(fields)) {
        if (field === 'months' || (typeof value !== 'string' && !Array.isArray(value))) continue;
        // A text with a parenthesis is one pattern.
        const words = Array.isArray(value) || value.includes('(') ? [value].flat() : value.split(' ');
        expect(words, `${group}.${field}`).toEqual([...new Set(words)]);
      }
    }
  });
});
