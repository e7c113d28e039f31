import { expect, test } from 'vitest';
import { pagesRead, tooFewRead, tooLargeText } from './pages-read.ts';
import { decideVerdict } from './verdict.ts';

const CHOICE = { known: 412, isAtLeast: true, read: 25, shut: 0, closedToCitable: 0, unread: 0 };
const verdict = (choice: typeof CHOICE) =>
  decideVerdict({ rubricVersion: 3, score: 97, gates: [], findings: [], choice });

test('a report says how many of the known pages were read', () => {
  expect(pagesRead({ choice: CHOICE, pages: [], score: 80 })).toBe('25 of at least 412 known pages read for the score');
  expect(pagesRead({ choice: { ...CHOICE, known: 25, isAtLeast: false }, pages: [], score: 80 })).toBe(
    '25 of 25 known pages read',
  );
  expect(pagesRead({ score: 80, pages: ['https://example.com/'] })).toBe('1 page judged');
});

test('there is no verdict where fewer than half of the chosen pages could be judged', () => {
  const closed = { ...CHOICE, known: 5, isAtLeast: false, read: 1, closedToCitable: 4 };
  expect(verdict(closed)).toBe('unknown');
  expect(tooFewRead({ choice: closed })).toEqual([
    'Only 1 of 5 chosen pages could be judged, so there is no verdict. robots.txt blocks 4 for Citable. To let it in, add a group with the lines "User-agent: Citable" and "Allow: /".',
  ]);
  expect(tooFewRead({ choice: { ...closed, closedToCitable: 0, unread: 4 } })).toEqual([
    'Only 1 of 5 chosen pages could be judged, so there is no verdict. The others could not be read, or have more HTML than an audit reads.',
  ]);
  expect(verdict({ ...closed, read: 3, closedToCitable: 2 })).toBe('good');
  expect(verdict({ ...closed, shut: 4, closedToCitable: 0 })).toBe('good');
});

test('a report names the page that was too large to read, with its size', () => {
  const pages = ['https://example.com/'];
  const tooLarge = { url: 'https://example.com/a', bytes: 2_430_000 };
  expect(tooLargeText({ pages, choice: { ...CHOICE, read: 20, unread: 5, tooLarge } })).toEqual([
    'The HTML of /a (2.4 MB) exceeds what one audit reads of all pages together, so it was not read. In all, 5 chosen pages were not read.',
  ]);
  expect(tooLargeText({ pages, choice: { ...CHOICE, read: 24, unread: 1, tooLarge } })).toEqual([
    'The HTML of /a (2.4 MB) exceeds what one audit reads of all pages together, so it was not read.',
  ]);
  expect(tooLargeText({ pages, choice: CHOICE })).toEqual([]);
});
