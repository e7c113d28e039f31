import { expect, test } from 'vitest';
import { csvLine, readCsvLine, toCsv } from './csv.ts';

test('CSV begins with a byte order mark, and has the header and the rows, each line ending in CRLF', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x', 1],
        [null, 'y'],
      ],
    ),
  ).toBe('\ufeffa,b\r\nx,1\r\n,y\r\n');
});

test.each([
  ['plain text', 'plain text'],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['\u202e=1', "'=1"],
  ['\u200b@x', "'\u200b@x"],
  ['＝1+1', "'＝1+1"],
  ['＠x', "'＠x"],
  ['a=1', 'a=1'],
])('%j is written as %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "so"'], '"a,b","say ""so"""'],
  [['', ''], ','],
  [[''], ''],
  [['a', ''], 'a,'],
  [['"'], '""""'],
  [[',"'], '",""'],
])('the cells %j are read back from their line', (cells) => {
  expect(readCsvLine(csvLine(cells).trimEnd())).toEqual(cells);
});

test.each(['"', '"a', 'a"b', '"a"b', '"a""', ',"'])('%j is not a row', (line) => {
  expect(readCsvLine(line)).toBeNull();
});
