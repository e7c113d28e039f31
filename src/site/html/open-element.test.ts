import { describe, expect, test } from 'vitest';
import { readPage } from './read-page.ts';

function readTexts(html: string): string[] {
  return readPage(html, 'https://example.com/').blocks.map(({ text }) => text);
}

describe('what is open around a drawing is not ended in it', () => {
  test.each([
    ['a paragraph by another', '<p hidden>', '<p>'],
    ['a paragraph by its end tag', '<p hidden>', '</p>'],
    ['an item', '<ul><li hidden>', '<li>'],
    ['a description', '<dl><dd hidden>', '<dd>'],
    ['a heading', '<h2 hidden>', '</h2>'],
    ['a division', '<div hidden>', '</div>'],
    ['a cell', '<table><tr><td hidden>', '<td>'],
    ['a row', '<table><tr hidden><td>', '<tr>'],
    ['a group of rows', '<table><tbody hidden><tr><td>', '<tbody>'],
  ])('%s: %s<svg><desc>%s', (_what, opened, tag) => {
    expect(readTexts(`${opened}<svg><desc>${tag}</desc></svg>no`)).toEqual([]);
  });
});

describe('where none is open', () => {
  test.each([
    ['an item ends nothing', '<b hidden>', '<li>'],
    ['a term ends nothing', '<b hidden>', '<dt>'],
    ['the end of a heading ends nothing', '<b hidden>', '</h2>'],
    ['nor in a division', '<div hidden>', '</h2>'],
  ])('%s: %s%s', (_what, opened, tag) => {
    expect(readTexts(`${opened}no${tag}no`)).toEqual([]);
  });
});

describe('the end tag of an inline element', () => {
  test.each(['<select>', '<svg>', '<math>', '<b>', '<x-y>'])('ends it around %s', (inner) => {
    expect(readTexts(`<i hidden>no${inner}</i>yes`)).toEqual(['yes']);
  });

  test.each(['div', 'button', 'object', 'table'])('does not end it around <%s>', (name) => {
    expect(readTexts(`<i hidden>no<${name}></i></${name}>no`)).toEqual([]);
  });
});

test('the end tag of a paragraph in a button does not end the one around it', () => {
  expect(readTexts('<p hidden>no<button></p></button>no')).toEqual([]);
});

test('a slash at the end of a tag in mathematics ends the element', () => {
  expect(readTexts('<math><mi hidden/>yes</math>')).toEqual(['yes']);
});

describe('the rows of a table', () => {
  test.each(['tbody', 'thead', 'tfoot'])('are ended by the next group behind <%s>, with it', (group) => {
    expect(readTexts(`<table><${group} hidden><tr><td>no<tbody><tr><td>yes`)).toEqual(['yes']);
  });

  test('are ended by the next row, not with their group', () => {
    expect(readTexts('<table><tbody><tr hidden><td>no<tr><td>yes')).toEqual(['yes']);
    expect(readTexts('<table><tbody hidden><tr><td>no<tr><td>no')).toEqual([]);
  });

  test('are ended by the next cell no more than their cell', () => {
    expect(readTexts('<table><tr hidden><td>no<td>no')).toEqual([]);
  });
});
