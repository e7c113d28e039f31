import { expect, test } from 'vitest';
import { readPage } from '../../site/html/read-page.ts';
import { blockSize, textSize } from './text-size.ts';

function factsOf(text: string) {
  return readPage(`<main><p>${text}</p></main>`, 'https://example.com/');
}

test.each([
  ['tide '.repeat(150), 150],
  ['潮'.repeat(300), 150],
  ['潮'.repeat(299), 149],
  ['조석 '.repeat(150), 150],
  [`${'tide '.repeat(200)}潮`, 201],
  ['', 0],
])('the size of a text in words, two CJK characters for one where it is written in them', (text, size) => {
  expect(textSize(factsOf(text))).toBe(size);
});

test('a block of a CJK page is measured as its page is', () => {
  const facts = factsOf('潮'.repeat(40));
  expect(facts.blocks.map((block) => blockSize(block, facts))).toEqual([20]);
});
