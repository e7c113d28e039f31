import measure from 'anafanafo';
import { expect, test } from 'vitest';
import { BADGE_WIDTHS } from '../../data/read/badge-widths.ts';
import { textWidth } from './text-width.ts';

test.each([
  'AEO',
  'not audited',
  '100/100',
  'Größe & Maß — Zoë',
  'Łódź',
  'Ωμέγα',
  'Ёлка и йод',
  '~`!@#$%^&*()_+-={}[]|\\:";\'<>?,./',
  '“5 €” ™ №',
])('%s is as wide as the library of font metrics says', (text) => {
  expect(textWidth(text)).toBeCloseTo(measure(text, { font: '11px Verdana', guess: false }), 1);
});

test('every character of printable ASCII and of the table is measured', () => {
  const characters = [...Object.values(BADGE_WIDTHS).join('')];
  for (let code = 0x20; code < 0x7f; code += 1) expect(characters).toContain(String.fromCharCode(code));
  expect(new Set(characters).size).toBe(characters.length);
  for (const character of characters) {
    expect(textWidth(character), character).toBeCloseTo(measure(character, { font: '11px Verdana', guess: false }), 2);
  }
});

test.each([
  ['nothing', '', 0],
  ['an ideograph', '漢', 11],
  ['an emoji of two code units', '🚀', 11],
  ['kana with a sound mark', 'が', 11],
  ['a syllable of three letters', '한', 11],
  ['a letter that Verdana does not have', 'ש', 7],
  ['an accent apart from its letter', 'e\u0301', 6.55],
])('%s has a width too', (_what, text, width) => {
  expect(textWidth(text)).toBe(width);
});
