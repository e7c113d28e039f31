import { describe, expect, it, test } from 'vitest';
import { MAX_NODE_DEPTH, MAX_NODES } from '../../page/page-limits.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page').structuredData;
/** The types and properties of each entity. */
const entities = (html: string) => read(html).nodes.map(({ types, properties }) => [...types, properties]);
const person = (inside: string): string => `<div vocab="https://schema.org/" typeof="Person">${inside}</div>`;

describe('a vocabulary', () => {
  test.each([
    ['of schema.org, with white space around it', ' https://schema.org/ ', 'Thing'],
    ['of schema.org under http and with www', 'http://www.schema.org/', 'Thing'],
    ['of others', 'http://other.example/', 'http://other.example/Thing'],
    ['that is empty', '', 'Thing'],
  ])('%s gives the whole name of a type', (_what, vocab, type) => {
    expect(entities(`<div vocab="${vocab}"><p typeof=Thing></p></div>`)).toEqual([[type, {}]]);
  });

  it('holds for its element and what stands in it, and is the one around it again afterwards', () => {
    const html = `<div vocab="http://a.example/"><div vocab="http://b.example/"><i typeof=B></i></div><i typeof=A></i></div>
      <i typeof=None></i>`;
    expect(entities(html)).toEqual([
      ['http://b.example/B', {}],
      ['http://a.example/A', {}],
      ['None', {}],
    ]);
  });

  it('stays where only prefixes are declared, as prefixes stay where only a vocabulary is', () => {
    const prefixed = '<p prefix="ex: http://ex.example/"><b typeof="A ex:B"></b></p>';
    expect(entities(`<div vocab="http://a.example/">${prefixed}</div>`)).toEqual([
      ['http://a.example/A', 'http://ex.example/B', {}],
    ]);
    const within = '<p vocab="http://a.example/"><b typeof="A ex:B"></b></p>';
    expect(entities(`<div prefix="ex: http://ex.example/">${within}</div>`)).toEqual([
      ['http://a.example/A', 'http://ex.example/B', {}],
    ]);
  });
});

describe('a prefix', () => {
  test.each([
    ['any case', 'EX: http://ex.example/', 'ex:B', 'http://ex.example/B'],
    ['more white space', '  ex:\n   http://ex.example/  ', 'ex:B', 'http://ex.example/B'],
    [
      'several, the last of a name',
      'ex: http://a.example/ b: http://b.example/ ex: http://ex.example/',
      'ex:B',
      'http://ex.example/B',
    ],
    ['schema.org by another name', 's: https://schema.org/', 's:B', 'B'],
    ['none of that name', 'ex: http://ex.example/', 'other:B', 'other:B'],
    ['no IRI', 'ex:', 'ex:B', 'ex:B'],
  ])('is read with %s', (_what, prefix, typeName, type) => {
    expect(entities(`<div prefix="${prefix}" typeof="${typeName}"></div>`)).toEqual([[type, {}]]);
  });

  it('is one of 64 at most', () => {
    const declared = Array.from({ length: 70 }, (_, i) => `p${i}: http://p${i}.example/`).join(' ');
    const types = ['p0:A', 'p62:A', 'p63:A', 'p69:A'];
    expect(entities(`<div prefix="${declared}" typeof="${types.join(' ')}"></div>`)).toEqual([
      ['http://p0.example/A', 'http://p62.example/A', 'p63:A', 'p69:A', {}],
    ]);
  });
});

describe('the value of a property', () => {
  test.each([
    ['content, trimmed', '<span property=name content=" Jo ">no</span>', 'Jo'],
    ['content before a link', '<a property=name content=Jo href=/no>no</a>', 'Jo'],
    ['resource before href', '<a property=name resource="#jo" href=/no>no</a>', 'https://example.com/page#jo'],
    ['href', '<a property=name href=/jo>no</a>', 'https://example.com/jo'],
    ['src', '<img property=name src=jo.png>', 'https://example.com/jo.png'],
    ['datetime, trimmed', '<time property=name datetime=" 2030 ">no</time>', '2030'],
    ['the text', '<span property=name> Jo <b>Do</b></span>', 'Jo Do'],
    ['the text, where the element has a vocabulary too', '<b vocab="https://schema.org/" property=name>Jo</b>', 'Jo'],
    ['nothing for a meta without content', '<meta property=name>', ''],
    ['nothing for a link without href', '<link property=name>', ''],
  ])('is %s', (_what, html, value) => {
    expect(entities(person(html))).toEqual([['Person', { name: [value] }]]);
  });

  it('belongs to the entity around it, and after the end of one to the one around that', () => {
    const html = `${person('<div property=knows typeof=Person><b property=name>In</b></div><b property=name>Out</b>')}
      <b property=name>Nobody</b>`;
    expect(entities(html)).toEqual([
      ['Person', { knows: [{ node: 1 }], name: ['Out'] }],
      ['Person', { name: ['In'] }],
    ]);
  });

  test.each([
    ['a property of content', '<b property=jobTitle content=v>b</b>', { jobTitle: ['v'] }],
    ['a link', '<a href=/x>b</a>', {}],
    ['an entity', '<b property=knows typeof=Person>b</b>', { knows: [{ node: 1 }] }],
  ])('is all the text of an element, also around %s', (_what, inside, more) => {
    expect(entities(person(`<p property=name>a ${inside} c</p>`))[0]).toEqual(['Person', { name: ['a b c'], ...more }]);
  });

  it('may be that of several properties, of at most 32 names', () => {
    expect(entities(person('<b property="\n name  alternateName ">Jo</b>'))).toEqual([
      ['Person', { name: ['Jo'], alternateName: ['Jo'] }],
    ]);
    const names = Array.from({ length: 40 }, (_, i) => `p${i}`).join('  ');
    const [, properties = {}] = entities(person(`<b property="${names}">Jo</b>`))[0] ?? [];
    expect(Object.keys(properties)).toHaveLength(32);
  });

  test.each(['og:title', 'FB:app_id', 'article:author', 'https://ogp.me/ns#title', 'http://www.facebook.com/2008/x'])(
    'is none of an entity when the property is %s, of a preview',
    (property) => {
      expect(entities(person(`<meta property="${property}" content=x><b property=name>Jo</b>`))).toEqual([
        ['Person', { name: ['Jo'] }],
      ]);
      expect(entities(person(`<div property="${property}" typeof=Thing></div>`))).toEqual([
        ['Person', {}],
        ['Thing', {}],
      ]);
    },
  );

  test.each(['myog:title', 'authored:article', 'blog:x'])('is one of an entity when the property is %s', (property) => {
    expect(entities(person(`<meta property="${property}" content=x>`))).toEqual([['Person', { [property]: ['x'] }]]);
  });
});

describe('an entity', () => {
  it('has the types that typeof names, with any white space between them', () => {
    expect(entities('<div vocab="https://schema.org/" typeof="\n A  B "></div>')).toEqual([['A', 'B', {}]]);
  });

  it('has the id that resource gives it, and none where that is empty', () => {
    expect(
      read('<div typeof=A resource=" #jo "></div><div typeof=A resource=" "></div>').nodes.map(({ id }) => id),
    ).toEqual(['https://example.com/page#jo', null]);
  });

  it('is nested where it is the value of a property', () => {
    const html = person('<div property=knows typeof=Person></div><div typeof=Place></div>');
    expect(read(html).nodes.map(({ nested }) => nested)).toEqual([false, true, false]);
    expect(read('<div property=about typeof=Thing></div>').nodes.map(({ nested }) => nested)).toEqual([false]);
  });

  it('is read down to the greatest depth, and no deeper', () => {
    const nest = (depth: number) => read(`${'<div property=a typeof=T>'.repeat(depth)}<b property=name>deep</b>`);
    const atTheLimit = nest(MAX_NODE_DEPTH);
    expect([atTheLimit.nodes.length, atTheLimit.truncated]).toEqual([MAX_NODE_DEPTH, false]);
    expect(atTheLimit.nodes.at(-1)?.properties).toEqual({ name: ['deep'] });
    const beyond = nest(MAX_NODE_DEPTH + 2);
    expect([beyond.nodes.length, beyond.truncated]).toEqual([MAX_NODE_DEPTH, true]);
    expect(beyond.nodes.at(-1)?.properties).toEqual({});
    expect(beyond.nodes[1]?.properties).toEqual({ a: [{ node: 2 }] });
  });

  it('is the value of nothing when there are too many', () => {
    const { nodes, truncated } = read(person('<b property=knows typeof=Person></b>'.repeat(MAX_NODES)));
    expect([nodes[0]?.properties['knows']?.length, truncated]).toEqual([MAX_NODES - 1, true]);
  });
});
