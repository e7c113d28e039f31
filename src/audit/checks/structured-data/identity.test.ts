import { describe, expect, test } from 'vitest';
import { pageAt } from '../../../../test/support/pages.ts';
import { ARTICLE_TYPES, IDENTITY_TYPES } from '../../../site/page/schema-types.ts';
import type { Page } from '../../site-facts.ts';
import { entityLines, findIdentity, foreignWebSite, isSchemaOrg, misnamedIdentity } from './identity.ts';

const URL = 'https://www.example.com/page';
const ORIGIN = 'https://www.example.com';
const nothing = () => false;

function pageWith(body: string): Page {
  const html = `<html lang="en"><body>${body}<main><p>Text</p></main></body></html>`;
  return pageAt(URL, html, { kind: 'article' });
}

function jsonLd(value: object): Page {
  return pageWith(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`,
  );
}

const NAMED = { name: 'Tidewater', url: 'https://www.example.com/' };

test.each([
  ['tidewater.github.io', ['name']],
  ['https://tidewater.netlify.app/', ['name']],
  ['About', ['name']],
  ['Startseite', ['name']],
  ['Welcome Tidewater', []],
  ['Tidewater', []],
  ['www.tidewater.com', []],
  ['Tidewater.io', []],
])('an entity with the name %s lacks %j', (name, missing) => {
  const page = jsonLd({ '@type': 'Organization', ...NAMED, name });
  expect(findIdentity([page], ORIGIN, nothing)?.missing).toEqual(missing);
});

test('a WebSite with another name on each page has none', () => {
  const site = (name: string) => jsonLd({ '@type': 'WebSite', ...NAMED, name });
  const named = (...names: string[]) => findIdentity(names.map(site), ORIGIN, nothing)?.missing;
  expect(named('Tides', 'Piers', 'Pilots', 'Gauges')).toEqual(['name']);
  expect(named('Tides', 'Gezeiten', 'Marées')).toEqual([]);
  expect(named('Tides', 'Tides', 'Tides', 'Tides')).toEqual([]);
});

test('what a further page says of another site does not identify this one', () => {
  const copied = jsonLd({
    '@type': 'WebPage',
    isPartOf: { '@type': 'WebSite', name: 'Harbour', url: 'https://harbour.example.org/' },
  });
  expect(findIdentity([pageWith(''), copied], ORIGIN, nothing)).toBeNull();
  const own = jsonLd({ '@type': 'WebPage', isPartOf: { '@type': 'WebSite', ...NAMED } });
  expect(findIdentity([pageWith(''), own], ORIGIN, nothing)).toMatchObject({ isOnlyNamedElsewhere: true });
});

test('an entity nested anywhere with the home page as its url is an identity that counts half', () => {
  const provider = { '@type': 'Organization', ...NAMED };
  const nested = jsonLd({ '@type': 'Service', provider });
  expect(findIdentity([nested], ORIGIN, nothing)).toMatchObject({ missing: [], isOnlyNamedElsewhere: true });
  const another = jsonLd({ '@type': 'Service', provider: { ...provider, url: 'https://www.example.com/partners/a' } });
  expect(findIdentity([another], ORIGIN, nothing)).toBeNull();
});

describe('an entity with the url of another site', () => {
  const url = 'https://www.other.example/';
  const home = pageAt(`${ORIGIN}/`, '<p>Text</p>');
  const of = (type: string) => jsonLd({ '@type': type, name: 'Harbour', url });
  const SCRIPT = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Harbour","url":"${url}"}</script>`;

  test.each(['WebSite', 'Organization'])('does not identify the site on a further page: %s', (type) => {
    expect(findIdentity([home, of(type)], ORIGIN, nothing)).toBeNull();
  });

  test('may run the site on a home page that names it, where a WebSite lacks its own url', () => {
    const named = pageAt(`${ORIGIN}/`, `<title>Harbour tours</title>${SCRIPT}<p>Text</p>`);
    expect(findIdentity([named], ORIGIN, nothing)?.missing).toEqual([]);
    expect(findIdentity([of('Organization')], ORIGIN, nothing)?.missing).toEqual(['url']);
    expect(findIdentity([of('WebSite')], ORIGIN, nothing)?.missing).toEqual(['url']);
  });

  test('is told by its WebSite', () => {
    expect(foreignWebSite([home, of('WebSite')], ORIGIN)).toMatchObject({ text: url });
    expect(foreignWebSite([home, jsonLd({ '@type': 'WebSite', ...NAMED })], ORIGIN)).toBeNull();
    // A designer's page may list the sites of others.
    const work = { '@type': 'WebSite', name: 'Harbour', url };
    expect(foreignWebSite([home, jsonLd({ '@type': 'CollectionPage', hasPart: work })], ORIGIN)).toBeNull();
  });
});

describe('the identity of a site', () => {
  test.each([
    ['an Organization', { '@type': 'Organization', ...NAMED }],
    ['a subtype of LocalBusiness', { '@type': 'Dentist', ...NAMED }],
    ['one type of several', { '@type': ['Thing', 'Bakery'], ...NAMED }],
    ['a WebSite', { '@type': 'WebSite', ...NAMED }],
    ['a Person on its own', { '@type': 'Person', ...NAMED }],
    ['a node of a graph', { '@graph': [{ '@type': 'WebPage' }, { '@type': 'Organization', ...NAMED }] }],
    ['the main entity of a page', { '@type': 'AboutPage', mainEntity: { '@type': 'Organization', ...NAMED } }],
    [
      'a publisher that stands on its own elsewhere',
      {
        '@graph': [
          { '@type': 'Article', publisher: { '@id': '#org' } },
          { '@type': 'Organization', '@id': '#org', ...NAMED },
        ],
      },
    ],
    ['a type with the prefix of the vocabulary', { '@type': 'https://schema.org/Organization', ...NAMED }],
  ])('is %s', (_, value) => {
    expect(findIdentity([jsonLd(value)], ORIGIN, nothing)?.missing).toEqual([]);
  });

  test.each([
    ['a brand', { '@type': 'Product', brand: { '@type': 'Organization', ...NAMED, url: 'https://brand.example/' } }],
    [
      'a Person who is only an author',
      {
        '@graph': [
          { '@type': 'Article', author: { '@id': '#ines' } },
          { '@type': 'Person', '@id': '#ines', ...NAMED },
        ],
      },
    ],
    ['a Product', { '@type': 'Product', ...NAMED }],
  ])('is not %s', (_, value) => {
    expect(findIdentity([jsonLd(value)], ORIGIN, nothing)).toBeNull();
  });

  test('is known by half from the publisher of a page alone', () => {
    const publisher = jsonLd({ '@type': 'Article', publisher: { '@type': 'Organization', ...NAMED } });
    expect(findIdentity([publisher], ORIGIN, nothing)).toMatchObject({ missing: [], isOnlyNamedElsewhere: true });
  });

  test('on another page than the home page is known in full by the site’s own address alone', () => {
    const home = pageWith('');
    const other = (url: string) => [home, jsonLd({ '@type': 'Organization', name: 'Tidewater', url })];
    const isOnlyNamedElsewhere = (url: string) =>
      findIdentity(other(url), ORIGIN, nothing)?.isOnlyNamedElsewhere ?? null;
    expect(isOnlyNamedElsewhere('https://www.example.com/')).toBe(false);
    expect(isOnlyNamedElsewhere('https://example.com/')).toBe(false);
    expect(isOnlyNamedElsewhere('https://example.org/')).toBeNull();
  });

  test('is the best described node of all pages, not the first', () => {
    const pages = [jsonLd({ '@type': 'WebSite', name: 'Tidewater' }), jsonLd({ '@type': 'Organization', ...NAMED })];
    expect(findIdentity(pages, ORIGIN, nothing)?.node.types).toEqual(['Organization']);
    expect(findIdentity(pages.slice(0, 1), ORIGIN, nothing)?.missing).toEqual(['url']);
  });

  test('may be Microdata', () => {
    const page = pageWith(
      '<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Tidewater</span><a itemprop="url" href="/">x</a></div>',
    );
    expect(findIdentity([page], ORIGIN, nothing)?.missing).toEqual([]);
  });

  test('has no name while a template’s leftover stands in its place', () => {
    const page = jsonLd({ '@type': 'Organization', name: 'TODO', url: NAMED.url });
    expect(findIdentity([page], ORIGIN, (value) => value === 'TODO')?.missing).toEqual(['name']);
  });
});

test('the table of types knows every level of the branches', () => {
  for (const type of ['Organization', 'SkiResort', 'LiveBlogPosting', 'CovidTestingFacility', 'Patient', 'WebSite']) {
    expect(IDENTITY_TYPES.has(type)).toBe(type !== 'LiveBlogPosting');
  }
  expect(ARTICLE_TYPES.has('LiveBlogPosting')).toBe(true);
  expect(ARTICLE_TYPES.has('Organization')).toBe(false);
  expect([...IDENTITY_TYPES].every((type) => /^[A-Z][A-Za-z]+$/.test(type))).toBe(true);
});

describe('a type', () => {
  const isOurs = (...types: string[]) =>
    jsonLd({ '@type': types }).facts.structuredData.nodes.map((node) => isSchemaOrg(node));

  test.each([
    [['Article'], true],
    [['http://other.example/Thing', 'Article'], true],
    [['http://other.example/Thing'], false],
    [['ex:Thing'], false],
    [['Thing/x'], false],
    [['article'], false],
  ])('of %j is schema.org’s: %s', (types, expected) => {
    expect(isOurs(...types)).toEqual([expected]);
  });
});

describe('a person whom a page credits', () => {
  const graph = (...nodes: object[]) => findIdentity([jsonLd({ '@graph': nodes })], ORIGIN, nothing)?.node.types;
  const ines = (type: unknown = 'Person') => ({ '@type': type, '@id': '#ines', ...NAMED });
  const article = (properties: object) => ({ '@type': 'Article', ...properties });

  test('may stand for the site where it founded something, too', () => {
    const shop = { '@type': 'Thing', founder: { '@id': '#ines' } };
    expect(graph(article({ author: { '@id': '#ines' } }), shop, ines())).toEqual(['Person']);
  });

  test('stands for none where every work only credits it', () => {
    expect(graph(article({ author: { '@id': '#ines' }, editor: { '@id': '#ines' } }), ines())).toBeUndefined();
  });

  test('stands for the site where it is an organization as well', () => {
    expect(graph(article({ author: { '@id': '#ines' } }), ines(['Person', 'Organization']))).toEqual([
      'Person',
      'Organization',
    ]);
  });
});

test('a nested node stands for the site where one of several properties says so', () => {
  const organization = { '@type': 'Organization', '@id': '#org', ...NAMED };
  const page = jsonLd({ '@type': 'WebPage', publisher: organization, about: { '@id': '#org' } });
  expect(findIdentity([page], ORIGIN, nothing)?.node.types).toEqual(['Organization']);
});

describe('the lines for a site that does not say who it is', () => {
  const home = pageWith('');
  const post = (author: string) =>
    pageAt(URL, `<meta name="author" content="${author}"><main><p>Text</p></main>`, { kind: 'article' });
  const other = pageAt(URL, '<main><p>Text</p></main>', { kind: 'other' });

  test.each([
    ['a blog that one person writes', [post('Ines Marlow'), post('ines marlow')], 'identity_person'],
    ['a blog of several authors', [post('Ines Marlow'), post('Jan Berg')], 'identity'],
    ['a blog that names no author', [post(''), post('')], 'identity_website'],
    ['a site with a few articles', [post('Ines Marlow'), post('Ines Marlow'), other, other, other], 'identity'],
    ['a site of one page', [], 'identity'],
  ])('are those of %s', (_, pages, name) => expect(entityLines([home, ...pages])).toBe(name));
});

test.each([
  [{ '@type': 'Organisation' }, 'Organisation'],
  [{ '@type': 'localBusiness' }, 'localBusiness'],
  [{ '@context': 'https://shema.org', '@type': 'Organization' }, 'https://shema.org#Organization'],
  [{ '@context': {}, '@type': 'WebSite' }, 'https://www.example.com/WebSite'],
  [{ '@type': 'Organization' }, undefined],
  [{ '@type': 'WebPage' }, undefined],
])('%j is an identity but for its name: %s', (value, type) => {
  expect(misnamedIdentity([jsonLd({ ...NAMED, ...value })])?.text).toBe(type);
});
