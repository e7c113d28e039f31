import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { readPage } from '../site/html.ts';
import { ARTICLE_TYPES, IDENTITY_TYPES } from '../site/schema-types.ts';
import { articleOf, identityOf } from './entities.ts';
import type { Page } from './facts.ts';

const URL = 'https://www.example.com/page';
const nothing = () => false;

function pageWith(body: string): Page {
  const html = `<html lang="en"><body>${body}<main><p>Text</p></main></body></html>`;
  return {
    url: URL,
    exchange: answerOf(URL, { body: html }),
    facts: readPage(html, URL),
    kind: 'article',
    language: 'en',
  };
}

function jsonLd(value: object): Page {
  return pageWith(
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`,
  );
}

const NAMED = { name: 'Tidewater', url: 'https://www.example.com/' };

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
    expect(identityOf([jsonLd(value)], nothing)?.missing).toEqual([]);
  });

  test.each([
    ['a publisher stub', { '@type': 'Article', publisher: { '@type': 'Organization', ...NAMED } }],
    ['a brand', { '@type': 'Product', brand: { '@type': 'Organization', ...NAMED } }],
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
    expect(identityOf([jsonLd(value)], nothing)).toBeNull();
  });

  test('is the best described node of all pages, not the first', () => {
    const pages = [jsonLd({ '@type': 'WebSite', name: 'Tidewater' }), jsonLd({ '@type': 'Organization', ...NAMED })];
    expect(identityOf(pages, nothing)?.node.types).toEqual(['Organization']);
    expect(identityOf(pages.slice(0, 1), nothing)?.missing).toEqual(['url']);
  });

  test('may be Microdata', () => {
    const page = pageWith(
      '<div itemscope itemtype="https://schema.org/Organization"><span itemprop="name">Tidewater</span><a itemprop="url" href="/">x</a></div>',
    );
    expect(identityOf([page], nothing)?.missing).toEqual([]);
  });

  test('has no name while a template’s leftover stands in its place', () => {
    const page = jsonLd({ '@type': 'Organization', name: 'TODO', url: NAMED.url });
    expect(identityOf([page], (value) => value === 'TODO')?.missing).toEqual(['name']);
  });
});

describe('the article of a page', () => {
  const ARTICLE = { headline: 'Drift', datePublished: '2026-06-03' };

  test.each([
    ['a name', 'Ines Marlow', []],
    ['a node with a name', { '@type': 'Person', name: 'Ines Marlow' }, []],
    ['a list of nodes', [{ '@type': 'Person' }, { '@type': 'Person', name: 'Ines Marlow' }], []],
    ['a reference to a node of another page', { '@id': 'https://www.example.com/#ines' }, []],
    ['a node that says nothing', { '@type': 'Person' }, ['author']],
    ['an empty name', ' ', ['author']],
  ])('may have as author %s', (_, author, missing) => {
    expect(articleOf(jsonLd({ '@type': 'BlogPosting', ...ARTICLE, author }), nothing)?.missing).toEqual(missing);
  });

  test('is no WebPage', () => {
    expect(articleOf(jsonLd({ '@type': 'WebPage', ...ARTICLE, author: 'Ines' }), nothing)).toBeNull();
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
