import { describe, expect, it, test } from 'vitest';
import { MAX_NODES } from '../../page/page-limits.ts';
import { readPage } from '../read-page.ts';

const read = (html: string) => readPage(html, 'https://example.com/page').structuredData;
const script = (json: string, type = 'application/ld+json'): string => `<script type="${type}">${json}</script>`;
const jsonLd = (value: unknown) => read(script(JSON.stringify(value)));
const SCHEMA = 'https://schema.org';

test('JSON-LD of schema.org in a script of another type is broken', () => {
  const block = `{"@context":"${SCHEMA}","@type":"Organization","name":"Tide Tours"}`;
  const data = read(script(` [${block}]`, 'application/json'));
  expect(data).toMatchObject({ jsonLdBlocks: 1, jsonLdBroken: 1, nodes: [] });
  expect(data.jsonLdErrors[0]?.message).toContain('another type than application/ld+json');
  expect(read(script('{"@context":"https://www.w3.org/ns/x"}', 'application/json')).jsonLdBlocks).toBe(0);
});

describe('JSON-LD', () => {
  it('lists a node, its nested nodes after it, values as strings', () => {
    const data = jsonLd({
      '@context': SCHEMA,
      '@type': 'Article',
      headline: 'A',
      wordCount: 12,
      isAccessibleForFree: true,
      image: null,
      author: [{ '@type': 'Person', name: 'Jo' }, 'Al'],
      publisher: { name: 'typeless' },
    });
    expect(data.nodes).toEqual([
      {
        syntax: 'json-ld',
        types: ['Article'],
        id: null,
        nested: false,
        line: 1,
        properties: {
          headline: ['A'],
          wordCount: ['12'],
          isAccessibleForFree: ['true'],
          author: [{ node: 1 }, 'Al'],
          publisher: [{ node: 2 }],
        },
      },
      { syntax: 'json-ld', types: ['Person'], id: null, nested: true, line: 1, properties: { name: ['Jo'] } },
      { syntax: 'json-ld', types: [], id: null, nested: true, line: 1, properties: { name: ['typeless'] } },
    ]);
    expect(data).toMatchObject({ jsonLdBlocks: 1, jsonLdErrors: [], truncated: false });
  });

  it('opens @graph and resolves @id within the page, also between blocks and before the node stands', () => {
    const graph = {
      '@context': SCHEMA,
      '@graph': [
        { '@type': 'WebSite', '@id': '/#site', publisher: { '@id': 'https://example.com/#org' } },
        { '@type': 'WebPage', isPartOf: { '@id': '#site' }, about: { '@id': 'https://example.org/thing' } },
      ],
    };
    const organization = {
      '@context': SCHEMA,
      '@type': 'Organization',
      '@id': 'https://example.com/#org',
      name: 'Acme',
    };
    const { nodes } = read(script(JSON.stringify(graph)) + script(JSON.stringify(organization)));
    expect(nodes.map(({ types, id }) => [types, id])).toEqual([
      [['WebSite'], 'https://example.com/#site'],
      [['WebPage'], null],
      [['Organization'], 'https://example.com/#org'],
    ]);
    expect(nodes[0]?.properties).toEqual({ publisher: [{ node: 2 }] });
    expect(nodes[1]?.properties).toEqual({
      isPartOf: ['https://example.com/page#site'],
      about: ['https://example.org/thing'],
    });
  });

  it('joins what is said of one @id in several places, which is nested only if it is so everywhere', () => {
    const { nodes } = jsonLd({
      '@context': SCHEMA,
      '@graph': [
        { '@type': 'WebSite', publisher: { '@type': 'Organization', '@id': '#o', name: 'Acme' } },
        { '@type': ['Organization', 'Store'], '@id': '#o', url: 'https://example.com/' },
      ],
    });
    expect(nodes).toHaveLength(2);
    expect(nodes[1]).toMatchObject({
      types: ['Organization', 'Store'],
      nested: false,
      properties: { name: ['Acme'], url: ['https://example.com/'] },
    });
  });

  it('gives the main entity of a page as a node of its own', () => {
    const { nodes } = jsonLd({ '@context': SCHEMA, '@type': 'WebPage', mainEntity: { '@type': 'Product', name: 'P' } });
    expect(nodes.map(({ types, nested }) => [types[0], nested])).toEqual([
      ['WebPage', false],
      ['Product', true],
    ]);
  });

  test.each([
    ['https', 'https://schema.org'],
    ['a trailing slash', 'http://schema.org/'],
    ['www and capitals', 'HTTP://www.Schema.org'],
    ['a list', ['https://example.org/ns', 'https://schema.org']],
    ['a list with terms', ['https://schema.org', { x: 'https://example.org/x#' }]],
    ['a vocabulary', { '@vocab': 'https://schema.org/' }],
  ])('knows schema.org by %s', (_, context) => {
    expect(jsonLd({ '@context': context, '@type': 'Person' }).nodes[0]?.types).toEqual(['Person']);
  });

  test.each([
    [{ s: 'http://schema.org/' }, 's:Person', 'Person'],
    [undefined, 'schema:Person', 'Person'],
    [undefined, 'https://schema.org/Person', 'Person'],
    ['https://schema.org', 'http://xmlns.com/foaf/0.1/Person', 'http://xmlns.com/foaf/0.1/Person'],
    [{ '@vocab': 'http://xmlns.com/foaf/0.1/' }, 'Person', 'http://xmlns.com/foaf/0.1/Person'],
    ['https://www.w3.org/ns/activitystreams', 'Person', 'https://www.w3.org/ns/activitystreams#Person'],
    [undefined, 'Person', 'https://example.com/Person'],
    ['https://schema.org.example.com', 'Person', 'https://schema.org.example.com#Person'],
  ])('under the context %j, %s is %s', (context, type, expected) => {
    expect(jsonLd({ '@context': context, '@type': type }).nodes[0]?.types).toEqual([expected]);
  });

  it('reads property names with a prefix, and @value, @list and @set', () => {
    const { nodes } = jsonLd({
      '@context': SCHEMA,
      '@type': 'Thing',
      'schema:name': { '@value': 'A', '@language': 'en' },
      'https://schema.org/url': { '@list': ['b', { '@value': 'c' }] },
      sameAs: { '@set': [['d'], 'e'] },
    });
    expect(nodes[0]?.properties).toEqual({ name: ['A'], url: ['b', 'c'], sameAs: ['d', 'e'] });
  });

  it('reads every entity of a list at the top', () => {
    const { nodes } = jsonLd([{ '@context': SCHEMA, '@type': 'A' }, { '@context': SCHEMA, '@type': 'B' }, 'x', null]);
    expect(nodes.map(({ types, nested }) => [types[0], nested])).toEqual([
      ['A', false],
      ['B', false],
    ]);
  });

  test.each([
    ['parameters and capitals in the type', script('{"@type":"A"}', 'Application/LD+JSON; charset=utf-8')],
    ['an HTML comment', script('\n<!--\n{"@type":"A"}\n-->\n'), 1],
    ['CDATA behind a comment mark', script('\n//<![CDATA[\n{"@type":"A"}\n//]]>\n'), 1],
    ['CDATA between comment marks', script('/* <![CDATA[ */{"@type":"A"}/* ]]> */'), 1],
    ['a byte order mark', script('\ufeff{"@type":"A"}')],
    ['white space around the type', script('{"@type":"A"}', ' application/ld+json ;charset=utf-8')],
  ])('tolerates %s', (_, html, wrapped = 0) => {
    const { nodes, jsonLdErrors, jsonLdWrapped } = read(html);
    expect([jsonLdErrors, jsonLdWrapped]).toEqual([[], wrapped]);
    expect(nodes.map(({ types }) => types)).toEqual([['https://example.com/A']]);
  });

  it('is broken where it was written as JSON twice', () => {
    const { jsonLdBroken, jsonLdErrors } = read(script(JSON.stringify('{"@type":"A"}')));
    expect(jsonLdBroken).toBe(1);
    expect(jsonLdErrors).toMatchObject([{ message: 'the JSON is a string, as though it was written as JSON twice' }]);
  });

  it('is found in the body, not in templates, comments, or as text', () => {
    const one = script('{"@type":"A"}');
    expect(read(`<body><div>${one}</div>`).jsonLdBlocks).toBe(1);
    expect(read(`<template>${one}</template><!--${one}--><textarea>${one}</textarea>`).jsonLdBlocks).toBe(0);
  });

  it('says where and why a block is broken, and reads the others', () => {
    const data = read(`<p>\n${script('\n{\n  "@type": "A",\n  "name": "b",\n}')}\n${script('{"@type":"B"}')}`);
    expect(data.jsonLdErrors).toEqual([{ line: 6, text: '}', message: 'a comma before the closing bracket' }]);
    expect(data.jsonLdBlocks).toBe(2);
    expect(data.nodes).toHaveLength(1);
  });

  it('counts lines behind the start of an HTML comment too, and takes the end of one alone for a fault', () => {
    expect(read(script('<!--\n{A}\n-->')).jsonLdErrors).toEqual([
      { line: 2, text: 'A}\n', message: 'a property name in double quotes is missing' },
    ]);
    expect(read(script('{"@type":"A"}-->')).jsonLdErrors).toMatchObject([{ text: '-->' }]);
  });

  it('reads a block once, whatever follows it', () => {
    expect(read(`${script('{"@type":"A"}')}<h2>a</h2><a href=/x>b</a>`)).toMatchObject({ jsonLdBlocks: 1 });
  });

  it('counts an empty block as broken', () => {
    expect(read(script(' ')).jsonLdErrors).toMatchObject([{ message: 'the block is empty' }]);
    expect(read('<script type="application/ld+json"></script>').jsonLdErrors).toHaveLength(1);
  });

  it('keeps hostile names as plain properties', () => {
    const { nodes } = read(script('{"@type":"A","__proto__":"x","constructor":{"toString":"y"}}'));
    expect(Object.keys(nodes[0]?.properties ?? {})).toEqual(['__proto__', 'constructor']);
    expect(nodes[1]?.properties['toString']).toEqual(['y']);
  });

  it('stops at the limits of depth and number, and says so', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(read(script(deep))).toMatchObject({ truncated: true, jsonLdErrors: [] });
    expect(read(script('['.repeat(1_000_000))).jsonLdErrors).toHaveLength(1);
    const many = read(script(JSON.stringify(Array.from({ length: MAX_NODES + 1 }, () => ({ a: 'b' })))));
    expect(many.nodes).toHaveLength(MAX_NODES);
    expect(many.truncated).toBe(true);
    const types = read(script(JSON.stringify({ '@type': Array.from({ length: 50_000 }, (_, i) => `T${i}`) })));
    expect(types.nodes[0]?.types.length).toBeLessThan(100);
  });
});

describe('Microdata', () => {
  it('gives items with the values that elements have', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product http://example.org/X" itemid="#p">
      <h1 itemprop="name alternateName">A <b>B</b></h1><img itemprop=image src=i.png alt=x><a itemprop=url href=/p>p</a>
      <meta itemprop=sku content=" 1 "><time itemprop=releaseDate datetime=2030-01-02>soon</time><time itemprop=other>2031</time>
      <data itemprop=weight value=5>five</data><span itemprop="https://schema.org/color" content=red>Rot</span>
      <div itemprop=offers itemscope itemtype=https://schema.org/Offer><span itemprop=price>9</span></div></div>`;
    expect(read(html).nodes).toEqual([
      {
        syntax: 'microdata',
        types: ['Product', 'http://example.org/X'],
        id: 'https://example.com/page#p',
        nested: false,
        line: 1,
        lastLine: 5,
        properties: {
          name: ['A B'],
          alternateName: ['A B'],
          image: ['https://example.com/i.png'],
          url: ['https://example.com/p'],
          sku: ['1'],
          releaseDate: ['2030-01-02'],
          other: ['2031'],
          weight: ['5'],
          color: ['red'],
          offers: [{ node: 1 }],
        },
      },
      { syntax: 'microdata', types: ['Offer'], id: null, nested: true, line: 5, properties: { price: ['9'] } },
    ]);
  });

  it('takes properties by itemref from elsewhere', () => {
    const html = `<div itemscope itemtype=https://schema.org/Person itemref="a missing"></div>
      <div id=a><p><span itemprop=name>Jo</span><span itemprop=knows itemscope>x</span></div><span itemprop=name>no</span>`;
    expect(read(html).nodes[0]?.properties).toEqual({ name: ['Jo'], knows: [{ node: 1 }] });
  });

  it('leaves out what stands in a template, and metas outside any item', () => {
    expect(read('<meta itemprop=name content=x><template><p itemscope itemprop=a></template>').nodes).toEqual([]);
  });
});

describe('RDFa Lite', () => {
  it('gives nodes with vocab, typeof, property, resource and prefix', () => {
    const html = `<div vocab="https://schema.org/" typeof="Person" resource="#jo" prefix="foaf: http://xmlns.com/foaf/0.1/">
      <span property=name>Jo</span><a property="url sameAs" href=/jo>x</a><meta property=birthDate content=1980>
      <span property="foaf:nick">J</span><img property=image src=j.png>
      <div property=worksFor typeof=Organization><span property=name>Acme</span></div></div>`;
    expect(read(html).nodes).toEqual([
      {
        syntax: 'rdfa',
        types: ['Person'],
        id: 'https://example.com/page#jo',
        nested: false,
        line: 1,
        lastLine: 4,
        properties: {
          name: ['Jo'],
          url: ['https://example.com/jo'],
          sameAs: ['https://example.com/jo'],
          birthDate: ['1980'],
          'http://xmlns.com/foaf/0.1/nick': ['J'],
          image: ['https://example.com/j.png'],
          worksFor: [{ node: 1 }],
        },
      },
      { syntax: 'rdfa', types: ['Organization'], id: null, nested: true, line: 4, properties: { name: ['Acme'] } },
    ]);
  });

  it('knows schema: without a declaration', () => {
    expect(read('<div typeof="schema:Event"><b property="schema:name">E</b></div>').nodes).toMatchObject([
      { types: ['Event'], properties: { name: ['E'] } },
    ]);
  });

  it('takes no Open Graph for an entity', () => {
    const html = `<html prefix="og: https://ogp.me/ns#" vocab="https://schema.org/" typeof="WebPage">
      <meta property="og:title" content=x><meta property="article:author" content=y><meta property=name content=z>`;
    expect(read(html).nodes).toMatchObject([{ types: ['WebPage'], properties: { name: ['z'] } }]);
    expect(read('<html prefix="og: https://ogp.me/ns#"><meta property="og:title" content=x>').nodes).toEqual([]);
  });
});

describe('what several syntaxes say of one id', () => {
  const ORGANIZATION = { '@context': SCHEMA, '@type': 'Organization', '@id': '#acme' };
  const named = script(JSON.stringify({ ...ORGANIZATION, name: 'Acme' }));
  const addressed = script(JSON.stringify({ ...ORGANIZATION, url: 'https://example.com/' }));
  const microdata =
    '<p itemscope itemtype=https://schema.org/Store itemid="#acme"><i itemprop=telephone>+1 555 0100</i></p>';
  const rdfa = '<p vocab="https://schema.org/" typeof=Brand resource="#acme"><i property=slogan>Roads</i></p>';
  const site = script(JSON.stringify({ '@context': SCHEMA, '@type': 'WebSite', publisher: { '@id': '#acme' } }));

  test.each([
    ['json-ld', [named, addressed, microdata, rdfa, site]],
    ['microdata', [microdata, named, addressed, rdfa, site]],
    ['microdata', [microdata, rdfa, named, site, addressed]],
    ['rdfa', [rdfa, microdata, named, addressed, site]],
    ['rdfa', [rdfa, site, addressed, named, microdata]],
  ])('is one entity, of the syntax that comes first: %s', (syntax, parts) => {
    const { nodes } = read(parts.join(''));
    const index = nodes.findIndex(({ id }) => id === 'https://example.com/page#acme');
    expect(nodes).toHaveLength(2);
    expect({ ...nodes[index], types: nodes[index]?.types.toSorted() }).toEqual({
      syntax,
      types: ['Brand', 'Organization', 'Store'],
      id: 'https://example.com/page#acme',
      nested: false,
      line: 1,
      properties: {
        name: ['Acme'],
        url: ['https://example.com/'],
        telephone: ['+1 555 0100'],
        slogan: ['Roads'],
      },
    });
    expect(nodes.find(({ types }) => types.includes('WebSite'))?.properties).toEqual({ publisher: [{ node: index }] });
  });

  test('is of two entities where the ids differ, and where there are none', () => {
    const other = '<p itemscope itemtype=https://schema.org/Store itemid="#other"></p>';
    const anonymous = '<p itemscope itemtype=https://schema.org/Store></p>';
    expect(read(named + other + anonymous + anonymous).nodes).toHaveLength(4);
  });
});
