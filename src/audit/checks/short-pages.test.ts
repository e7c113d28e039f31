import { expect, test } from 'vitest';
import { answerOf } from '../../../test/support/answers.ts';
import { readPage } from '../../site/html.ts';
import type { Page } from '../facts.ts';
import { answerContent } from './answer-content.ts';
import { semanticStructure } from './semantic-structure.ts';

const URL = 'https://example.com/';

/** A home page of so many words, with nothing else to its credit than an h1 and a main. */
function homeOf(words: number): Page {
  const html = `<title>Tide gauges</title><main><h1>Gauges</h1><p>${'so '.repeat(words - 1)}</p><img src="/a.png"></main>`;
  return {
    url: URL,
    exchange: answerOf(URL, { body: html }),
    facts: readPage(html, URL),
    kind: 'home',
    language: 'en',
  };
}

test.each([
  { words: 149, isJudged: false },
  { words: 150, isJudged: true },
])('the content of a page of $words words is judged: $isJudged', ({ words, isJudged }) => {
  const { answers, failure } = answerContent.run({
    home: homeOf(words),
    samplePages: [],
    origin: 'https://example.com',
  });
  expect(answers.opening.notApplicable === null).toBe(isJudged);
  expect(failure === null).toBe(!isJudged);
});

test.each([
  { words: 149, isJudged: false },
  { words: 150, isJudged: true },
])('images, lists and runs of a page of $words words are judged: $isJudged', ({ words, isJudged }) => {
  const { answers } = semanticStructure.run({ home: homeOf(words), samplePages: [], origin: 'https://example.com' });
  expect(answers.images.points).toBe(isJudged ? 0 : 1);
  expect(answers.runs.notApplicable === null).toBe(isJudged);
  expect(answers.h1.notApplicable).toBeNull();
});
