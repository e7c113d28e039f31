import { expect, test } from 'vitest';
import { isFiller } from './filler.ts';

test.each([
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.',
  'LOREM IPSUM',
  'Pellentesque habitant morbi tristique senectus et netus et malesuada fames ac turpis egestas.',
  'I am text block. Click edit button to change this text. Tides are high.',
  'Welcome to WordPress. This is your first post. Edit or delete it, then start writing!',
  'Dies ist ein Typoblindtext. An ihm kann man sehen, ob alle Buchstaben da sind.',
  'この文章はダミーです。文字の大きさ、量、字間、行間等を確認するために入れています。',
])('%s is filler', (text) => {
  expect(isFiller(text)).toBe(true);
});

test.each([
  'The tide is high at noon.',
  'Lorem ipsum is the text that printers have used for centuries to show a typeface without words to read.',
  'A page with Lorem ipsum on it says nothing to anybody.',
  'Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani.',
  'In vino veritas',
  'Et in Arcadia ego sum',
  'Lorem',
  '',
])('%s is no filler', (text) => {
  expect(isFiller(text)).toBe(false);
});
