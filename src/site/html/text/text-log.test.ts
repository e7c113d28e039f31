import { describe, expect, test } from 'vitest';
import { unknownType } from '../element-types.ts';
import { OpenElement } from '../open-element.ts';
import { isWhiteSpace } from './text-builder.ts';
import { TextLog } from './text-log.ts';

const HIDDEN = 4;
const BREAK = null;
const FIRST = { start: 0, context: 0, region: null, from: 0, to: 1 };

/** A stretch of text, text that is hidden, the code point of a character reference, or a break. */
type Entry = string | { readonly hidden: string } | number | typeof BREAK;

/** A log of them as they stand in the HTML, a tag behind each. */
function createLog(...entries: readonly Entry[]): { readonly log: TextLog; readonly html: string } {
  const written = entries.map((entry) => {
    if (typeof entry === 'number') return `&#${entry};`;
    return entry === BREAK ? '' : typeof entry === 'string' ? entry : entry.hidden;
  });
  const html = written.map((text) => `${text}<b>`).join('');
  const log = new TextLog(html);
  log.record(new OpenElement(unknownType('x', -1), 0, 1, -1, null), {});
  let start = 0;
  entries.forEach((entry, index) => {
    const end = start + (written[index] ?? '').length;
    if (typeof entry === 'number') log.addCodePoint(entry, end, 0);
    else if (entry === BREAK) log.addBreak(start);
    else log.add(start, end, typeof entry === 'string' ? 0 : HIDDEN);
    start = end + '<b>'.length;
  });
  return { log, html };
}

function readText(...entries: readonly Entry[]): string {
  const { log } = createLog(...entries);
  return log.text({ from: 0, to: log.size }, HIDDEN);
}

describe('the text of a log', () => {
  test.each<[what: string, entries: readonly Entry[], text: string]>([
    ['joins what no white space parts', ['a', 'b', 0x26, 'c'], 'ab&c'],
    ['has one space for a break', ['a', BREAK, 'b'], 'a b'],
    ['has one space for white space and breaks together', ['a \n', BREAK, '\t', 0xa0, 0x20, ' b'], 'a b'],
    ['has none at its ends', [BREAK, ' ', 0x20, 'a', ' ', 0xa0, BREAK], 'a'],
    ['has one space for several', ['a \t\r\n b'], 'a b'],
    ['has a space for a tab', ['a\tb'], 'a b'],
    ['has a space for a no-break space', ['a\u00a0b'], 'a b'],
    ['has a space for an ideographic one', ['漢\u3000字'], '漢 字'],
    ['keeps other spaces', ['a\u2009b'], 'a\u2009b'],
    ['has code points beyond the first plane', [0x1f600, 'a'], '😀a'],
    ['leaves out what is hidden, with its white space', ['a', { hidden: ' x ' }, 'b'], 'ab'],
    ['is empty where there is none', [' ', BREAK, { hidden: 'x' }], ''],
  ])('%s', (_what, entries, text) => {
    expect(readText(...entries)).toBe(text);
  });

  test('is that of a range', () => {
    const { log } = createLog('a', 'b', 'c', 'd');
    expect(log.text({ from: 1, to: 3 }, HIDDEN)).toBe('bc');
    expect(log.text({ from: 1, to: 1 }, HIDDEN)).toBe('');
  });

  test('has what is hidden when that is not to be skipped', () => {
    expect(createLog('a', { hidden: 'b' }).log.text({ from: 0, to: 2 }, 0)).toBe('ab');
  });

  test('is kept of however many entries', () => {
    const words = Array.from({ length: 5_000 }, (_, index) => `${index} `);
    expect(readText(...words)).toBe(words.join('').trimEnd());
  });

  test('is cut where it is too long, and ends in no space', () => {
    const { log } = createLog('one two', BREAK, 'three');
    expect([3, 4, 5, 7, 8, 9].map((length) => log.text({ from: 0, to: 3 }, HIDDEN, length, 100))).toEqual([
      'one',
      'one',
      'one t',
      'one two',
      'one two',
      'one two t',
    ]);
  });

  test.each<[what: string, entries: readonly Entry[], maxWork: number, text: string]>([
    ['the characters of one', ['abcdefgh'], 4, 'abcd'],
    ['the white space of one', ['a     b'], 3, 'a'],
    ['entries and their characters', ['a', 'b', 'c', 'd', 'e', 'f'], 6, 'abc'],
    ['code points', [0x61, 0x62, 0x63, 0x64], 3, 'abc'],
    ['breaks', ['a', BREAK, 'b', BREAK, 'c'], 5, 'a b'],
    ['what is hidden', [{ hidden: 'abcdefgh' }, 'b'], 5, ''],
  ])('is looked for so far: %s', (_what, entries, maxWork, text) => {
    const { log } = createLog(...entries);
    expect(log.text({ from: 0, to: log.size }, HIDDEN, 100, maxWork)).toBe(text);
  });

  test('is looked for no farther in the second entry than the first has left', () => {
    expect(createLog('abc', 'defghijkl').log.text({ from: 0, to: 2 }, HIDDEN, 100, 6)).toMatch(/^abcd?e?f?$/);
  });
});

describe('the text of a log that is nested in others', () => {
  test('is looked for in 10,000 characters', () => {
    expect(createLog('a'.repeat(20_000)).log.usualText(FIRST, 20_000)).toHaveLength(10_000);
  });

  test('is looked for in 100 when all took four times as long as the page', () => {
    const { log } = createLog('a'.repeat(1_000));
    const lengths = Array.from({ length: 6 }, () => log.usualText(FIRST, 20_000).length);
    expect(lengths).toEqual([1_000, 1_000, 1_000, 1_000, 100, 100]);
    expect(log.text(FIRST, HIDDEN)).toHaveLength(1_000);
  });
});

test.each<[what: string, entries: readonly Entry[], size: number]>([
  ['one', [BREAK], 1],
  ['several in a row', [BREAK, BREAK, BREAK], 1],
  ['several between texts', ['a', BREAK, BREAK, 'b', BREAK], 4],
])('breaks in a row are one entry: %s', (_what, entries, size) => {
  expect(createLog(...entries).log.size).toBe(size);
});

test.each([0, 0x09, 0x0a, 0x20, 0xa0, 0x3000])('U+%d is white space', (unit) => {
  expect(isWhiteSpace(unit)).toBe(true);
});

test.each([0x21, 0x7f, 0x9f, 0xa1, 0x2003, 0x3001])('U+%d is none', (unit) => {
  expect(isWhiteSpace(unit)).toBe(false);
});
