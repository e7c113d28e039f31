import { expect, test } from 'vitest';
import { namesItsPage } from './llms-txt-pages.ts';

test.each([
  ['Tides', true],
  ['More tides', true],
  ['潮', true],
  ['Read more', false],
  ['  weiterlesen »', false],
  ['Lire l’article', false],
  ['Подробнее →', false],
  ['Skaityti daugiau', false],
  ['Pročitaj više', false],
  ['Детальніше', false],
  ['続きを読む', false],
  ['🇻🇳', false],
  ['»', false],
  ['2030', false],
])('the label %s names its page: %s', (label, expected) => {
  expect(namesItsPage(label)).toBe(expected);
});
