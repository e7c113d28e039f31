import { describe, expect, test } from 'vitest';
import { readPage } from './html.ts';
import { siteIdentity } from './site-identity.ts';

const identity = (html: string) =>
  siteIdentity([readPage(html, 'https://www.tide-water.example/')], 'www.tide-water.example');
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('the name of a site', () => {
  test.each([
    ['og:site_name', '<meta property="og:site_name" content="Tide">', 'Tide'],
    [
      'its Organization',
      jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Water Ltd' }),
      'Water Ltd',
    ],
    ['its WebSite', jsonLd({ '@context': 'https://schema.org', '@type': 'WebSite', name: 'Water' }), 'Water'],
    ['the part of the title that is the domain', '<title>Gauges for all | Tide Water</title>', 'Tide Water'],
    ['the first part of the title', '<title>Gauges – made by hand</title>', 'Gauges'],
  ])('is told by %s', (_, html, name) => expect(identity(html).name).toBe(name));

  test('is not a title too long for a name, nor nothing', () => {
    expect(identity(`<title>${'Long '.repeat(20)}</title>`).name).toBeNull();
    expect(identity('<title> </title>').name).toBeNull();
  });
});

test('an Organization counts before a Person, and what is nested under another is none', () => {
  const { organization } = identity(
    jsonLd([
      { '@context': 'https://schema.org', '@type': 'Person', name: 'Ines', email: 'ines@example.com' },
      {
        '@context': 'https://schema.org',
        '@type': 'Article',
        publisher: { '@type': 'Organization', email: 'no@example.com' },
      },
      {
        '@context': 'https://schema.org',
        '@type': 'Bakery',
        email: 'hello@example.com',
        address: { '@type': 'PostalAddress', addressCountry: 'DE', streetAddress: 'Markt 1' },
        sameAs: ['https://social.example/x', 'javascript:alert(1)', 'nonsense', 'https://user:secret@social.example/'],
      },
    ]),
  );
  expect(organization).toMatchObject({
    email: 'hello@example.com',
    address: ['Markt 1', 'DE'],
    sameAs: ['https://social.example/x'],
  });
});

test('language versions are those with a language tag and a web address, each tag once', () => {
  const link = (hreflang: string, href: string) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;
  const html = [
    link('de', '/de/'),
    link('x-default', '/'),
    link('de', '/other/'),
    link('pt-BR', 'https://example.com.br/'),
    link('not a tag', '/x/'),
    link('en-a', '/x/'),
    link('fr', 'javascript:alert(1)'),
  ].join('');
  expect(identity(html).languages).toEqual([
    { hreflang: 'de', url: 'https://www.tide-water.example/de/' },
    { hreflang: 'pt-BR', url: 'https://example.com.br/' },
  ]);
});

test('topics are what the navigation leads to on the page itself, each place once', () => {
  const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
  const html = `<nav>${[
    link('#tides', 'Tides'),
    link('/#gauges', 'Gauges'),
    link('#tides', 'Tides again'),
    link('#other', 'Tides'),
    link('/about#team', 'Team'),
    link('#', 'Top'),
    link('#empty', ' '),
    link('#long', 'a'.repeat(61)),
    link('#fits', 'a'.repeat(60)),
  ].join('')}</nav><main><p>Text ${link('#within', 'Within')}</p></main>${link('#after', 'After')}`;
  expect(identity(html).topics).toEqual(['Tides', 'Gauges', 'a'.repeat(60)]);
});
