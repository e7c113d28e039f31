import { describe, expect, it, test } from 'vitest';
import { MAX_NODE_DEPTH, MAX_NODES } from '../../page/page-limits.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page').structuredData;
const items = (html: string) => read(html).nodes.map(({ types, properties }) => [...types, properties]);
const item = (inside: string, more = ''): string =>
  `<div itemscope itemtype="https://schema.org/A" ${more}>${inside}</div>`;

describe('the value of a property', () => {
  test.each([
    ['content, on any element, trimmed', '<b itemprop=p content=" v ">no</b>', 'v'],
    ['content before a link', '<a itemprop=p content=v href=/no>no</a>', 'v'],
    ['nothing of a meta without content', '<meta itemprop=p>', ''],
    ['href of a link', '<a itemprop=p href=/v>no</a>', 'https://example.com/v'],
    ['href of an area', '<area itemprop=p href=/v>', 'https://example.com/v'],
    ['href of a link element', '<link itemprop=p href=/v>', 'https://example.com/v'],
    ['src of an image', '<img itemprop=p src=/v>', 'https://example.com/v'],
    ['src of a video', '<video itemprop=p src=/v>no</video>', 'https://example.com/v'],
    ['data of an object', '<object itemprop=p data=/v>no</object>', 'https://example.com/v'],
    ['nothing of an image without src', '<img itemprop=p>', ''],
    ['value of data, trimmed', '<data itemprop=p value=" v ">no</data>', 'v'],
    ['value of a meter', '<meter itemprop=p value=5>no</meter>', '5'],
    ['nothing of data without value', '<data itemprop=p>no</data>', ''],
    ['datetime of a time, trimmed', '<time itemprop=p datetime=" 2030 ">no</time>', '2030'],
    ['the text of a time without one', '<time itemprop=p>2031</time>', '2031'],
    ['the text of an element that has a datetime but is not a time', '<ins itemprop=p datetime=2030>v</ins>', 'v'],
    ['the text of any other element', '<p itemprop=p> a <b>b</b></p>', 'a b'],
  ])('is %s', (_what, html, value) => {
    expect(items(item(html))).toEqual([['A', { p: [value] }]]);
  });

  test.each([
    ['a property of content', '<b itemprop=q content=v>b</b>', { q: ['v'] }],
    ['a link', '<a href=/x>b</a>', {}],
    ['an item', '<b itemscope>b</b>', {}],
  ])('is all the text of an element, also around %s', (_what, inside, more) => {
    expect(items(item(`<p itemprop=p>a ${inside} c</p>`))[0]).toEqual(['A', { p: ['a b c'], ...more }]);
  });

  it('is nobody’s where the element names no property', () => {
    expect(items(item('<b itemprop="" content=no>no</b><b itemprop=" ">no</b>'))).toEqual([['A', {}]]);
  });

  it('may be that of several properties, of at most 32 names', () => {
    expect(items(item('<b itemprop="\n p  q ">v</b>'))).toEqual([['A', { p: ['v'], q: ['v'] }]]);
    const names = Array.from({ length: 40 }, (_, i) => `p${i}`).join('  ');
    const [, properties = {}] = items(item(`<b itemprop="${names}">v</b>`))[0] ?? [];
    expect(Object.keys(properties)).toHaveLength(32);
  });
});

describe('an item', () => {
  it('has what stands in it, up to its end', () => {
    const html = `${item(`<b itemprop=p>1</b>${item('<b itemprop=p>2</b>', 'itemprop=q')}<b itemprop=p>3</b>`)}<b itemprop=p>no</b>`;
    expect(items(html)).toEqual([
      ['A', { p: ['1', '3'], q: [{ node: 1 }] }],
      ['A', { p: ['2'] }],
    ]);
  });

  it('is nested where it is the value of a property', () => {
    expect(read(item(item('', 'itemprop=p') + item(''))).nodes.map(({ nested }) => nested)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('has the types that itemtype names, with any white space between them', () => {
    const types = '\n https://schema.org/A  https://schema.org/B ';
    expect(read(`<p itemscope itemtype="${types}"></p>`).nodes.map((node) => node.types)).toEqual([['A', 'B']]);
  });

  it('has the id that itemid gives it, and none where that is empty', () => {
    expect(read(item('', 'itemid=" #a "') + item('', 'itemid=" "')).nodes.map(({ id }) => id)).toEqual([
      'https://example.com/page#a',
      null,
    ]);
  });

  it('is read down to the greatest depth, and no deeper', () => {
    const nest = (depth: number) => read(`${'<div itemscope itemprop=p>'.repeat(depth)}<b itemprop=name>deep</b>`);
    const atTheLimit = nest(MAX_NODE_DEPTH);
    expect([atTheLimit.nodes.length, atTheLimit.truncated]).toEqual([MAX_NODE_DEPTH, false]);
    expect(atTheLimit.nodes.at(-1)?.properties).toEqual({ name: ['deep'] });
    const beyond = nest(MAX_NODE_DEPTH + 1);
    expect([beyond.nodes.length, beyond.truncated]).toEqual([MAX_NODE_DEPTH, true]);
    expect(beyond.nodes.at(-1)?.properties).toEqual({});
    expect(beyond.nodes[1]?.properties).toEqual({ p: [{ node: 2 }] });
  });

  it('is the value of nothing when there are too many', () => {
    const { nodes, truncated } = read(item('<b itemprop=p itemscope></b>'.repeat(MAX_NODES)));
    expect([nodes[0]?.properties['p']?.length, truncated]).toEqual([MAX_NODES - 1, true]);
  });
});

describe('itemref', () => {
  it('takes what stands in an element with that id, at any depth, and nothing after it', () => {
    const html = `${item('', 'itemref="a c"')}<div id=a><p id=b><b itemprop=p>1</b></p></div><b itemprop=p>no</b>
      <div id=c><b itemprop=p>2</b></div><div id=d><b itemprop=p>no</b></div>`;
    expect(items(html)).toEqual([['A', { p: ['1', '2'] }]]);
  });

  it('may name what came before, and what others name as well', () => {
    expect(items(`<p id=a itemprop=p>1</p>${item('', 'itemref=a')}${item('', 'itemref=a')}`)).toEqual([
      ['A', { p: ['1'] }],
      ['A', { p: ['1'] }],
    ]);
  });

  it('takes nothing out of an item', () => {
    expect(items(`${item('', 'itemref=a')}<div id=a>${item('<b itemprop=p>no</b>')}</div>`)).toEqual([
      ['A', {}],
      ['A', { p: ['no'] }],
    ]);
  });

  it('names 16 ids at most, in 50 items', () => {
    const ids = Array.from({ length: 20 }, (_, i) => `i${i}`);
    const values = ids.map((id) => `<p id=${id} itemprop=p>${id}</p>`).join('');
    const [, properties = {}] = items(item('', `itemref="${ids.join(' ')}"`) + values)[0] ?? [];
    expect(properties).toEqual({ p: ids.slice(0, 16) });
    const many = items(item('', 'itemref=i0').repeat(52) + values);
    expect(many.filter(([, own]) => JSON.stringify(own) === '{"p":["i0"]}')).toHaveLength(50);
    expect(items(item('').repeat(60) + item('', 'itemref=i0') + values).at(-1)).toEqual(['A', { p: ['i0'] }]);
  });

  it('takes 1,000 values of the page at most', () => {
    const [, properties = {}] = items(`${item('', 'itemref=a')}<p id=a>${'<b itemprop=p>v</b>'.repeat(1001)}`)[0] ?? [];
    expect(Object.values(properties).flat()).toHaveLength(1000);
  });

  it('takes what stands behind a link in an element with that id', () => {
    expect(items(`${item('', 'itemref=a')}<p id=a><a href=/x>x</a><b itemprop=p>1</b></p>`)).toEqual([
      ['A', { p: ['1'] }],
    ]);
  });
});
