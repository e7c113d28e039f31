import { expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { semanticStructure } from './semantic-structure-check.ts';

const HOME = 'https://example.com/';

test.each([
  ['<main><h1>A</h1><h2>B</h2></main>', []],
  ['<main><h1>A</h1></main><main>B</main>', ['More than one main element on /.']],
  ['<main><h1>A</h1><h1>B</h1></main>', ['Several h1 on /: not known to be a problem.']],
  ['<main><h1>A</h1><h3>B</h3></main>', ['Heading levels are skipped on /: not known to be a problem.']],
  ['<main><h1>A</h1><h2> </h2></main>', ['Headings without text on /.']],
  [
    '<p>A<div><nav>B<article><h1>C</h1></article></div>',
    [
      'Without an end tag, so that browsers and some readers take the page’s text for a part of it: nav in line 1 of /.',
    ],
  ],
])('of %s is told, and not scored: %j', (html, notes) => {
  const home = pageAt(HOME, html, { kind: 'home' });
  expect(
    semanticStructure.run({ home, samplePages: [], unknownPages: 0, origin: 'https://example.com' }).notes,
  ).toEqual(notes);
});

test.each([
  ['<h1 style="display: none">Tides</h1>', true],
  ['<h1 hidden>Tides</h1><h1> </h1>', true],
  ['<h1 aria-hidden="true"><span>Tides</span></h1>', true],
  ['<h1 hidden> </h1>', false],
  ['<div role="dialog"><h1 hidden>Sign in</h1></div>', false],
  ['<template><h1 hidden>Tides</h1></template>', false],
  ['<h2>Tides</h2>', false],
])('the h1 in %s is there and hidden: %s', (html, isHidden) => {
  const home = pageAt(HOME, `<main>${html}<p>Text</p></main>`, { kind: 'home' });
  const { h1 } = semanticStructure.run({
    home,
    samplePages: [],
    unknownPages: 0,
    origin: 'https://example.com',
  }).results;
  expect(h1).toMatchObject({ problem: `The page has no ${isHidden ? 'visible ' : ''}main heading (h1).` });
  expect(h1.observed[0]?.note.includes('hidden')).toBe(isHidden);
  expect(h1.fix?.instruction.startsWith('Show the h1')).toBe(isHidden);
  if (isHidden) expect(h1.fix?.proof).toBeNull();
});

test.each([
  ['<div hidden><h1>Tides</h1></div>', 'in hidden elements'],
  ['<noscript><h1>Tides</h1></noscript>', 'in noscript'],
  ['<div hidden id="S:0"><h1>Tides</h1></div>', 'in a hidden fragment that scripts move into place'],
])('an h1 in %s earns half', (html, where) => {
  const home = pageAt(HOME, `<main>${html}<p>Text</p></main>`, { kind: 'home' });
  const { h1 } = semanticStructure.run({
    home,
    samplePages: [],
    unknownPages: 0,
    origin: 'https://example.com',
  }).results;
  expect(h1).toMatchObject({
    share: { earned: 1, of: 2 },
    problem: 'The page has no main heading (h1). Only hidden text has what is missing.',
    observed: [{ text: 'Tides', note: `The h1. It is in the HTML only ${where}; several readers drop it.` }],
  });
  expect(h1.fix?.instruction).toMatch(/^Send the /);
});

test('pages without an h1 and with a hidden one are told both', () => {
  const home = pageAt(HOME, '<p>Text', { kind: 'home' });
  const other = pageAt(`${HOME}a`, '<h1 hidden>Tides</h1><p>Text');
  const { h1 } = semanticStructure.run({
    home,
    samplePages: [other],
    unknownPages: 0,
    origin: 'https://example.com',
  }).results;
  expect(h1.problem).toBe('2 of 2 pages have no visible main heading (h1).');
  expect(h1.fix?.instruction).toContain('Where the h1 is hidden, show it');
});

test('an h1 that is shown counts, whatever is hidden', () => {
  const home = pageAt(HOME, '<h1 hidden>Tides</h1><h1>Tides</h1>', { kind: 'home' });
  expect(home.facts.hiddenH1).toEqual({ text: 'Tides', line: 1 });
  expect(
    semanticStructure.run({ home, samplePages: [], unknownPages: 0, origin: 'https://example.com' }).results.h1.fix,
  ).toBeNull();
});
