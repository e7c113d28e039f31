import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const read = (body: string) => readPage(`<html><body><main>${body}</main></body></html>`, 'https://quay.example/');
const TIDE = '<p>The tide is high at noon here.</p>';

test('filler is left out of the text and counted apart', () => {
  const { words, fillerWords, text } = read(`${TIDE}<p>Lorem ipsum dolor sit amet.</p><h2>Lorem ipsum dolor</h2>`);
  expect({ words, fillerWords, text }).toEqual({ words: 7, fillerWords: 8, text: 'The tide is high at noon here.' });
});
