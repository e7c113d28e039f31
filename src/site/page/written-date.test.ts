import { expect, test } from 'vitest';
import { writtenDates } from './written-date.ts';

test.each([
  ['Updated 3 June 2026 by Ann', 2026, 6, 3],
  ['June 3rd, 2026', 2026, 6, 3],
  ['16-Sep-2020', 2020, 9, 16],
  ['2020. június 4.', 2020, 6, 4],
  ['4 كانون الثاني 2026', 2026, 1, 4],
  ['3 ביוני 2026', 2026, 6, 3],
  ['3 июня 2026', 2026, 6, 3],
  ['12/31/2026', 2026, 12, 31],
  ['3/6/2026', 2026, 6, 3],
  ['2026 年 6 月 3 日', 2026, 6, 3],
  ['２０２６年６月３日', 2026, 6, 3],
  ['Ngày 3 tháng 6 năm 2026', 2026, 6, 3],
  ['3 Tháng 6, 2026', 2026, 6, 3],
  ['3 ژوئن 2026', 2026, null, 3],
])('%s', (text, year, month, day) => expect(writtenDates(text)).toMatchObject([{ year, month, day }]));

test.each(['1.2.2026.1', '32 June 2026', '2026-13-01', '20260603', 'June 2026', '192.168.20.24', '12026-06-03'])(
  '%s has none',
  (text) => expect(writtenDates(text)).toEqual([]),
);

test('several dates in a text each have their offsets', () => {
  const text = '3 June 2026, 4 June 2026 and 2026-06-05.';
  expect(writtenDates(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '3 June 2026',
    '4 June 2026',
    '2026-06-05',
  ]);
});

test('a long text is read in linear time: quadratic work would outlast the test', () => {
  expect(writtenDates('2026 de '.repeat(200_000))).toEqual([]);
  expect(writtenDates('1 june '.repeat(200_000))).toEqual([]);
});
