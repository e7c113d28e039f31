import { describe, expect, it, test } from 'vitest';
import { MAX_NODE_DEPTH, MAX_NODES } from '../../page/page-limits.ts';
import { readPage } from '../read-page.ts';

const read = (...blocks: unknown[]) =>
  readPage(
    blocks.map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`).join(''),
    'https://example.com/page',
  ).structuredData;
const SCHEMA = { '@context': 'https://schema.org' };
/** The types and properties of each entity. */
const entities = (...blocks: unknown[]) => read(...blocks).nodes.map(({ types, properties }) => [...types, properties]);
const thing = (context: unknown, more: object = {}) => entities({ '@context': context, '@type': 'T', ...more })[0];

describe('an object', () => {
  test.each<[what: string, block: object, expected: unknown]>([
    ['that is empty', {}, []],
    ['of a context alone', SCHEMA, []],
    ['of a graph alone', { ...SCHEMA, '@graph': [{ '@type': 'A' }] }, [['A', {}]]],
    ['of a graph with a name', { ...SCHEMA, '@id': '#g', '@graph': [{ '@type': 'A' }] }, [['A', {}]]],
    [
      'of a graph and a type',
      { ...SCHEMA, '@type': 'B', '@graph': [{ '@type': 'A' }] },
      [
        ['B', {}],
        ['A', {}],
      ],
    ],
    [
      'that includes others',
      { ...SCHEMA, '@type': 'B', '@included': { '@type': 'A' } },
      [
        ['B', {}],
        ['A', {}],
      ],
    ],
    ['of a type with white space around it', { ...SCHEMA, '@type': ' A ' }, [['A', {}]]],
    ['of a type that is not text', { ...SCHEMA, '@type': ['A', 1, null] }, [['A', {}]]],
    ['of keywords that say nothing of it', { ...SCHEMA, '@type': 'A', '@reverse': { a: 'b' } }, [['A', {}]]],
    ['with an id alone, at the top', { ...SCHEMA, '@id': '#a' }, []],
    ['with the names that schema.org gives to keywords', { ...SCHEMA, type: 'A', id: '#a' }, [['A', {}]]],
    [
      'with names of its own for keywords and properties',
      {
        '@context': ['https://schema.org', { art: '@type', titel: 'name', von: { '@id': 'schema:author' } }],
        art: 'A',
        titel: 't',
        von: 'v',
      },
      [['A', { name: ['t'], author: ['v'] }]],
    ],
    [
      'with a property called type, of another vocabulary',
      { '@context': 'https://x.example/', type: 'A' },
      [[{ type: ['A'] }]],
    ],
  ])('%s', (_what, block, expected) => {
    expect(entities(block)).toEqual(expected);
  });

  it('is nested where it is a value, and not where it is included or in a graph', () => {
    const block = {
      ...SCHEMA,
      '@type': 'A',
      p: { '@type': 'B' },
      '@included': { '@type': 'C' },
      '@graph': [{ '@type': 'D' }],
    };
    expect(read({ '@type': 'E' }, block).nodes.map(({ types, nested }) => [types[0], nested])).toEqual([
      ['https://example.com/E', false],
      ['A', false],
      ['B', true],
      ['C', false],
      ['D', false],
    ]);
  });

  it('has a context of its own where it says so, and after it the one around it is read', () => {
    const other = 'https://other.example/';
    const block = { '@context': other, '@type': 'A', p: { ...SCHEMA, '@type': 'B' }, q: { '@type': 'C' } };
    expect(entities(block).map(([type]) => type)).toEqual([`${other}A`, 'B', `${other}C`]);
    expect(entities({ ...SCHEMA, '@type': 'A', p: { '@context': null, '@type': 'B' } })[1]?.[0]).toBe(
      'https://example.com/B',
    );
  });

  it('is one with what another block says of its id', () => {
    expect(
      entities(
        { ...SCHEMA, '@type': 'A', '@id': '#a', p: '1' },
        { ...SCHEMA, '@type': ['A', 'B'], '@id': '#a', p: '2' },
      ),
    ).toEqual([['A', 'B', { p: ['1', '2'] }]]);
  });
});

describe('a context', () => {
  test.each<[what: string, context: unknown, type: string]>([
    ['that is null', null, 'https://example.com/T'],
    ['of several, schema.org first', ['https://schema.org', 'https://other.example/'], 'T'],
    ['of several, schema.org last', ['https://other.example/', 'https://schema.org'], 'T'],
    ['of several others', ['https://one.example/', 'https://other.example/'], 'https://other.example/T'],
    ['with null among them', ['https://schema.org', null], 'T'],
    ['with a list among them', ['https://schema.org', ['https://other.example/']], 'T'],
    ['with a number among them', ['https://schema.org', 1], 'T'],
    ['of terms alone', { name: 'https://schema.org/name' }, 'https://example.com/T'],
    ['with a vocabulary that is not text', { '@vocab': 1 }, 'https://example.com/T'],
    ['without a slash', 'https://other.example/ns', 'https://other.example/ns#T'],
    ['with a hash', 'https://other.example/ns#', 'https://other.example/ns#T'],
  ])('%s', (_what, context, type) => {
    expect(thing(context)?.[0]).toBe(type);
  });

  test.each<[what: string, context: unknown, name: string, expected: string]>([
    ['by a prefix', { x: 'https://x.example/' }, 'x:p', 'https://x.example/p'],
    ['by a prefix that ends with a hash', { x: 'https://x.example/ns#' }, 'x:p', 'https://x.example/ns#p'],
    ['by a prefix that ends with a colon', { x: 'urn:x:' }, 'x:p', 'urn:x:p'],
    ['by a term, which is not a prefix', { x: 'https://x.example/p' }, 'x:p', 'x:p'],
    ['by a keyword, which is none either', { '@x': 'https://x.example/' }, '@x:p', ''],
    ['by a prefix that is not declared', {}, 'x:p', 'x:p'],
    ['by a URL', { https: 'https://x.example/' }, 'https://y.example/p', 'https://y.example/p'],
    ['by nothing', {}, 'p', 'p'],
    ['by a name that only begins like a prefix', { x: 'https://x.example/' }, 'xy', 'xy'],
    ['by a prefix that ends with an at sign', { 'x@': 'https://x.example/' }, 'x@:p', 'https://x.example/p'],
    ['by nothing at all', {}, '', ''],
    ['by the prefix of schema.org', {}, 'schema:p', 'p'],
  ])('names a property %s', (_what, context, name, expected) => {
    expect(thing(context, { [name]: 'v' })?.at(-1)).toEqual(expected === '' ? {} : { [expected]: ['v'] });
  });

  it('has 64 prefixes at most', () => {
    const context = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`x${i}`, `https://x${i}.example/`]));
    const properties = thing(context, { 'x0:p': 'v', 'x62:p': 'v', 'x63:p': 'v', 'x69:p': 'v' })?.at(-1);
    expect(Object.keys(properties ?? {})).toEqual(['https://x0.example/p', 'https://x62.example/p', 'x63:p', 'x69:p']);
  });
});

describe('a value', () => {
  test.each<[value: unknown, expected: readonly unknown[]]>([
    ['text', ['text']],
    [1.5, ['1.5']],
    [false, ['false']],
    [null, []],
    [
      ['a', null, ['b', 1]],
      ['a', 'b', '1'],
    ],
    [{ '@value': 'a' }, ['a']],
    [{ '@list': ['a', 'b'] }, ['a', 'b']],
    [{ '@set': [] }, []],
    [{}, []],
    [{ '@id': '#x' }, ['https://example.com/page#x']],
    [{ '@id': 'x:y' }, ['x:y']],
    [{ '@id': 1 }, [{ node: 1 }]],
  ])('%j is %j', (value, expected) => {
    const { p = [] } = read({ ...SCHEMA, '@type': 'A', p: value }).nodes[0]?.properties ?? {};
    expect(p).toEqual(expected);
  });

  it('is cut at 5,000 characters', () => {
    expect(read({ ...SCHEMA, '@type': 'A', p: 'a'.repeat(5_001) }).nodes[0]?.properties['p']).toEqual([
      'a'.repeat(5_000),
    ]);
  });
});

describe('the limits', () => {
  it('are so many values in all', () => {
    const values = (count: number) => read({ ...SCHEMA, '@type': 'A', p: Array.from({ length: count }, () => 'v') });
    expect([values(20_000).truncated, values(20_001).truncated]).toEqual([false, true]);
    expect(values(20_001).nodes[0]?.properties['p']).toHaveLength(20_000);
  });

  it('are so many nodes, and 32 types of each', () => {
    const nodes = (count: number) => read(Array.from({ length: count }, () => ({ ...SCHEMA, '@type': 'A' })));
    expect([nodes(MAX_NODES).truncated, nodes(MAX_NODES + 1).truncated]).toEqual([false, true]);
    expect(nodes(MAX_NODES + 1).nodes).toHaveLength(MAX_NODES);
    const values = Array.from({ length: MAX_NODES }, (_, i) => ({ '@type': 'B', p: `${i}` }));
    const [holder, first, second] = read({ ...SCHEMA, '@type': 'A', p: values }).nodes;
    expect(holder?.properties['p']).toHaveLength(MAX_NODES - 1);
    expect([first?.properties, second?.properties]).toEqual([{ p: ['0'] }, { p: ['1'] }]);
    const types = Array.from({ length: 33 }, (_, i) => `T${i}`);
    expect(entities({ ...SCHEMA, '@type': types })[0]?.slice(0, -1)).toEqual(types.slice(0, 32));
    const twice = [types.slice(0, 31), types.slice(30)].map((some) => ({ ...SCHEMA, '@id': '#a', '@type': some }));
    expect(entities(...twice)[0]?.slice(0, -1)).toEqual(types.slice(0, 32));
  });

  it('are so many arrays and objects in each other', () => {
    const nested = (depth: number) =>
      read({ ...SCHEMA, '@type': 'A', p: Array.from({ length: depth }).reduce((inner) => [inner], 'v') });
    // The object is one of them.
    expect([nested(MAX_NODE_DEPTH).truncated, nested(MAX_NODE_DEPTH + 1).truncated]).toEqual([false, true]);
    expect(nested(MAX_NODE_DEPTH).nodes[0]?.properties['p']).toEqual(['v']);
  });
});
