import { expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import type { Page } from '../../site-facts.ts';
import { answerContent } from './answer-content-check.ts';

const ORIGIN = 'https://www.example.com';

function createPage(path: string, html: string, kind: Page['kind']): Page {
  return pageAt(`${ORIGIN}${path}`, html, { kind });
}

const links = Array.from({ length: 10_000 }, (_, i) => `<a href="https://x${i}.example.org/a/b/edit/">l${i}</a>`).join(
  '',
);

test.each([
  ['crumbs', `<h1>Tides</h1>${'<p>l499 Tides</p>'.repeat(20_000)}${links}`],
  ['h1s', '<h1>Tides a</h1><p>b Tides</p>'.repeat(20_000)],
  ['headings', `<h1>Tides</h1>${'<h2>x</h2>'.repeat(20_000)}`],
  ['one line of words', `<h1>Tides</h1><p>${'abc '.repeat(500_000)}`],
  ['distinct words', `<h1>${Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' ')}</h1><p>abc`],
  ['numbers', `<h1>Tides</h1><p>${'123 '.repeat(500_000)}`],
  ['digits', `<h1>Tides</h1><p>${'1'.repeat(2_000_000)}`],
  ['telephone numbers', `<h1>Tides</h1>${'<p>+1 (2) 3-4/5.6 </p>'.repeat(100_000)}`],
  ['labelled numbers', `<h1>Tides</h1><p>${'tel. +1 2 (3) 4-5/6.7 +0 9h - '.repeat(30_000)}`],
  ['money and years', `<h1>Tides</h1><p>${'since 1990s rs.500 with 12+ (1992) RM1 of '.repeat(25_000)}`],
  ['dates', `<h1>Tides</h1><p>${'3 june 2026 '.repeat(100_000)}`],
  ['links', `<h1>Tides</h1><p>Text ${links}`],
])('a page of many %s is judged in linear time: quadratic work would outlast the test', (_what, body) => {
  const html = `<html lang=en><title>Tides | Tidewater</title><body>${body}`;
  const home = createPage('/', html, 'home');
  const samplePages = [createPage('/a', html, 'article'), createPage('/b', `${html}<p>b`, 'article')];
  const { results } = answerContent.run({ home, samplePages, unknownPages: 0, gatheredAt: 0, origin: ORIGIN });
  expect(Object.keys(results)).toHaveLength(6);
});
