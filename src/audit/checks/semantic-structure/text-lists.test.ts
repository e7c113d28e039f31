import { expect, test } from 'vitest';
import { readPage } from '../../../site/html/read-page.ts';
import { textLists } from './text-lists.ts';

function listsIn(lines: readonly string[], tag = 'p') {
  const html = `<main>${lines.map((line) => `<${tag}>${line}</${tag}>`).join('')}</main>`;
  return textLists(readPage(html, 'https://example.com/').blocks).map(({ kind, items }) => ({ kind, items }));
}

test.each([
  [['• dig', '• wait', '• fill'], 'bullets'],
  [['- dig', '- wait', '- fill'], 'bullets'],
  [['-dig', '-wait', '-fill'], 'bullets'],
  [['* dig', '* wait', '* fill'], 'bullets'],
  [['・掘る', '・待つ', '・埋める'], 'bullets'],
  [['1. dig', '2. wait', '3. fill'], 'numbers'],
  [['(1) dig', '(2) wait', '(3) fill'], 'numbers'],
  [['١. قمح', '٢. شعير', '٣. ذرة'], 'numbers'],
  [['１．掘る', '２．待つ', '３．埋める'], 'numbers'],
  [['一、掘る', '二、待つ', '三、埋める'], 'numbers'],
  [['①掘る', '②待つ', '③埋める'], 'numbers'],
  [['Rye bread 500 g —– 2,60 €', 'Oat bread 500 g —– 2,80 €', 'Rolls —– 0,40 €'], 'columns'],
  [['Soup ........ 4.50', 'Fish ....... £12', 'Tea ........... 2'], 'columns'],
  [['Range | 20 | m', 'Error | 3 | mm', 'Weight | 4 | kg'], 'columns'],
])('%j is a list of plain text', (lines, kind) => {
  expect(listsIn(lines)).toEqual([{ kind, items: 3 }]);
});

test.each(['١. قمح<br>٢. شعير<br>٣. ذرة', '①掘る<br>②待つ<br>③埋める', '一、掘る<br>二、待つ<br>三、埋める'])(
  'the lines of %s are a list',
  (line) => {
    expect(listsIn([line])).toEqual([{ kind: 'numbers', items: 3 }]);
  },
);

test('lines with leaders that br breaks are a list, and a dash in a sentence makes none', () => {
  expect(listsIn(['Soup .... 4<br>Fish .... 12<br>Tea .... 2'])).toEqual([{ kind: 'columns', items: 3 }]);
  expect(listsIn(['We came -- 3 of us.', 'We waited... 2 hours.', 'We left.'])).toEqual([]);
});

test('a heading that holds a list is one, and numbered headings are none', () => {
  expect(listsIn(['- dig <br> - wait <br> - fill'], 'h6')).toEqual([{ kind: 'bullets', items: 3 }]);
  expect(listsIn(['1. dig', '2. wait', '3. fill'], 'h3')).toEqual([]);
});

test.each([
  [['• dig', '• wait']],
  [['— Good day.', '— And to you.', '— Farewell.']],
  [['-Good day -said the pilot-. -And to you.']],
  [['-5 degrees', '-6 degrees', '-7 degrees']],
  [['1998. A beginning.', '1999. A gauge.', '2000. A radar.']],
  [['1. dig', '1. wait', '1. fill']],
  [[1, 2, 3].map((n) => `(${n}) ${'The harbour may be used by members. '.repeat(6)}`)],
  [['• dig', 'Some text between.', '• wait', '• fill']],
  [['1.5 m of water', '2.5 m of water', '3.5 m of water']],
  [['* * *', '* * *', '* * *']],
  [['- - -', 'Some text.', '- - -']],
  [['•', '•', '•']],
  [['① —', '② —', '③ —']],
  [['| | |', '| | |', '| | |']],
])('%j is none', (lines) => {
  expect(listsIn(lines)).toEqual([]);
});

test.each([
  ['• dig<br>• wait<br>• fill', 'bullets'],
  ['- dig<br>- wait<br>- fill', 'bullets'],
  ['1. dig<br>2. wait<br>3. fill', 'numbers'],
  ['(1) dig (2) wait (3) fill', 'numbers'],
  ['Services:<br>- dig<br>- wait<br>- fill', 'bullets'],
  ['What we do: <br/>• dig<br/>• wait<br/>• fill', 'bullets'],
  ['Steps:<br>1. dig<br>2. wait<br>3. fill', 'numbers'],
])('one block may hold a list: %s', (line, kind) => {
  expect(listsIn([line])).toEqual([{ kind, items: 3 }]);
});

test.each([
  ['• dig<br>• wait<br>• fill', 'blockquote'],
  ['- dig<br>- wait<br>- fill', 'li'],
  ['2. Take with you: <br><b>- clay</b><br><b>- sand</b><br><b>- lime</b>', 'li'],
])('%s in %s is a list', (line, tag) => {
  expect(listsIn([line], tag)).toEqual([{ kind: 'bullets', items: 3 }]);
});

test('sentences with dashes in a quotation are speech', () => {
  const quoted = (lines: readonly string[]) => listsIn([lines.map((line) => `<p>${line}</p>`).join('')], 'blockquote');
  expect(quoted(['- Is the tide in?', '- Not yet.', '– Then we wait!'])).toEqual([]);
  expect(quoted(['- dig', '- wait', '- fill'])).toEqual([{ kind: 'bullets', items: 3 }]);
  expect(listsIn(['- We dig.', '- We wait.', '- We fill.'])).toEqual([{ kind: 'bullets', items: 3 }]);
});

test('items of a list that have bullets too are none, nor are ratings', () => {
  expect(listsIn(['• dig', '• wait', '• fill'], 'li')).toEqual([]);
  expect(listsIn(['★★★★★ Anna', '★★★★ Ben', '★★★ Tom'])).toEqual([]);
});

test.each([
  'There are three reasons: (1) mud, (2) wind and (3) tide.',
  'Open: Monday - Friday - Sunday',
  'Boats • Piers • Gauges: all that you need',
  'Depth: - 4 m',
])('a sentence with signs is none: %s', (line) => {
  expect(listsIn([line])).toEqual([]);
});

test.each(['* * *', '- - - - -', '• • •', '★ ★ ★ ☆ ☆', '* * * The end', '• dig • • wait', '1. 2. 3. 4.'])(
  'signs alone are not items: %s',
  (line) => {
    expect(listsIn([line])).toEqual([]);
    expect(listsIn(['A beginning.', line, 'An end.'])).toEqual([]);
  },
);

test('signs alone among items are not counted', () => {
  expect(listsIn(['• dig • • wait • fill'])).toEqual([{ kind: 'bullets', items: 3 }]);
  expect(listsIn(['・掘る ・待つ ・埋める'])).toEqual([{ kind: 'bullets', items: 3 }]);
});

test.each(['• dig<br>• wait', '2. wait<br>3. fill<br>4. go', 'News • Sport • Weather • Tides'])(
  'one block is none: %s',
  (line) => {
    expect(listsIn([line])).toEqual([]);
  },
);

test('lists of plain text end where another begins', () => {
  expect(listsIn(['• dig', '• wait', '• fill', '1. dig', '2. wait', '3. fill', '4. go', 'a | b | c'])).toEqual([
    { kind: 'bullets', items: 3 },
    { kind: 'numbers', items: 4 },
  ]);
  expect(listsIn(['• dig', '• wait', '• fill', '• dig<br>• wait<br>• fill<br>• go', '• dig', '• wait'])).toEqual([
    { kind: 'bullets', items: 3 },
    { kind: 'bullets', items: 4 },
  ]);
  expect(listsIn(['1. dig', '2. wait', 'a | b | c'])).toEqual([]);
});

test.each(['\n', '<br>'])('a table in Markdown within one paragraph, its lines divided by %j, is one', (end) => {
  const rows = ['| Outcome | Meaning |', '| :-- | --- |', '| allow | Proceed. |', '| deny | Refuse. |'];
  expect(listsIn([rows.join(end)])).toEqual([{ kind: 'columns', items: 3 }]);
  expect(listsIn([rows.slice(0, 3).join(end)])).toEqual([]);
  expect(listsIn([rows.join(end)], 'pre')).toEqual([]);
});

test('real list items and code are not looked at', () => {
  expect(listsIn(['• dig', '• wait', '• fill'], 'li')).toEqual([]);
  expect(listsIn(['- dig', '- wait', '- fill'], 'pre')).toEqual([]);
  expect(listsIn(['pump --lun 1<br>pump --lun 2<br>pump --lun 3'], 'pre')).toEqual([]);
});
