import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { readTextDocument } from './text-document.ts';

const PROSE = 'It measures the tide at the gate of the harbour.';
const document = (body: string | null, type = 'text/plain', path = '/a.txt') =>
  readTextDocument(
    answerOf(`https://example.com${path}`, { headers: type === '' ? {} : { 'content-type': type }, body }),
  );

describe('a text document', () => {
  test('is all that a text of it says', () => {
    expect(document(`# Gauges\n\n${PROSE}\n`)).toEqual({
      title: 'Gauges',
      heading: null,
      description: null,
      paragraph: PROSE,
      lang: null,
      kind: 'documentation',
      trail: [],
    });
  });

  test.each(['text/plain', 'TEXT/Markdown; charset=utf-8', ' text/plain ;x'])('is one of the type %s', (type) => {
    expect(document(PROSE, type)).not.toBeNull();
  });

  test.each(['text/html', 'application/pdf', 'text/plainly', ''])('is none of the type %j', (type) => {
    expect(document(PROSE, type)).toBeNull();
  });

  test.each([null, '', ' \n ', '<!doctype html><html><body>Not found</body></html>'])('is none of %j', (body) => {
    expect(document(body)).toBeNull();
  });

  test.each([
    ['/LICENSE', 'legal'],
    ['/docs/licence.txt', 'legal'],
    ['/COPYING', 'legal'],
    ['/NOTICE.md', 'legal'],
    ['/terms-of-use.txt', 'legal'],
    ['/privacy.md', 'legal'],
    ['/license/guide.txt', 'documentation'],
    ['/guide.md', 'documentation'],
  ])('at %s is %s', (path, kind) => {
    expect(document(PROSE, 'text/plain', path)?.kind).toBe(kind);
  });
});

describe('its title', () => {
  test('is none where nothing has a letter', () => {
    expect(document('12345\n\n678')).toMatchObject({ title: null, paragraph: null });
  });

  test.each([
    ['# Gauges', 'Gauges'],
    ['###   Gauges', 'Gauges'],
    ['Gauges', 'Gauges'],
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), null],
    ['Gauges\nand tides', null],
    ['====\n\nGauges', 'Gauges'],
    ['Gauges in C# and F#', 'Gauges in C# and F#'],
  ])('of %j is %j', (start, title) => {
    expect(document(`${start}\n\n${PROSE}`)?.title).toBe(title);
  });
});

describe('its paragraph', () => {
  const paragraphOf = (body: string) => document(`Title\n\n${body}`)?.paragraph;

  test.each([
    ['the first prose', `Too short.\n\n${PROSE}\n\nAnd so on and on and on and on.`],
    ['prose behind line breaks of Windows', `Too short.\r\n\r\n${PROSE}\r\n\r\nMore of it and of it and of it.`],
    ['prose behind an empty line with white space', `Too short.\n \t\n${PROSE}`],
    ['prose without white space around it', `   ${PROSE}   `],
    ['six words', 'One two three four five six'],
  ])('is %s', (_what, body) => {
    expect([PROSE, 'One two three four five six']).toContain(paragraphOf(body));
  });

  test('is the next where the title is prose', () => {
    const next = 'Another one of them and of them.';
    expect(document(`${PROSE}\n\n${next}`)).toMatchObject({ title: PROSE, paragraph: next });
  });

  test('is the first of all where that is no title', () => {
    expect(document(`${PROSE}\n${PROSE}\n\nAnother one of them and of them.`)?.paragraph).toBe(`${PROSE}\n${PROSE}`);
  });

  test.each([
    ['five words', 'One two three four five'],
    ['five words far apart', 'One  two  three  four  five'],
    ['a list', `- ${PROSE}`],
    ['a list further down', `${PROSE}\n* ${PROSE}`],
    ['a numbered list', `1. ${PROSE}`],
    ['a list with parentheses', `12) ${PROSE}`],
    ['a comment', `# ${PROSE}`],
    ['a table', `| ${PROSE} |`],
    ['a quotation', `> ${PROSE}`],
    ['code that is indented', `${PROSE}\n  ${PROSE}`],
    ['a field and its value', `key: ${PROSE}`],
    ['a field of two words', `Last change: ${PROSE}`],
    ['a table by tabs', `one two\tthree four\tfive six seven`],
    ['code', 'if (a[0] == b[1] && c < d) { e = f(g); h(); }'],
    ['a drawing', '+--+--+--+ a +--+--+ b +--+--+ c +--+--+ d'],
  ])('is none of %s', (_what, body) => {
    expect(paragraphOf(body)).toBeNull();
  });

  test('has at most 600 characters, of the first 8,192', () => {
    expect(paragraphOf('word '.repeat(200))).toBe('word '.repeat(120));
    expect(paragraphOf(`${'- item\n'.repeat(1_300)}\n\n${PROSE}`)).toBeNull();
  });
});
