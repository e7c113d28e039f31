import { describe, expect, test } from 'vitest';
import { jsonLd, NO_ORGANIZATION } from '../../test/support/inventories.ts';
import { readPage } from './html/read-page.ts';
import { siteIdentity } from './site-identity.ts';

const identity = (html: string) =>
  siteIdentity([readPage(html, 'https://www.tide-water.example/')], 'www.tide-water.example');

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

  const named = (home: string, others: readonly string[]) =>
    siteIdentity(
      [home, ...others].map((html, i) => readPage(html, `https://tides.example/${i}`)),
      'tides.example',
    ).name;
  const titled = (title: string) => `<title>${title}</title>`;

  test.each([
    ['Gauges and Buoys | Water Ltd', ['Buoys | Water Ltd', 'Contact | WATER LTD', 'Legal notice'], 'Water Ltd'],
    ['Water Ltd | Gauges', ['Gauges | Water Ltd', 'Buoys | Water Ltd'], 'Water Ltd'],
    ['Water Ltd – Gauges', ['Contact', 'Legal notice – Gauges'], 'Water Ltd'],
    ['Water Ltd – Gauges', ['Water Ltd – Gauges', ''], 'Water Ltd'],
    ['Home | Water Ltd', ['Home | Gauges', 'Home | Buoys'], 'Water Ltd'],
  ])('of several parts of the title %s is the one that most of %j have', (home, others, name) => {
    expect(named(titled(home), others.map(titled))).toBe(name);
  });

  test('is the part that is the h1 if another title has it too', () => {
    const home = '<title>Gauges by hand | Water Ltd</title><h1>Water  Ltd</h1>';
    expect(named(home, ['Buoys | Water Ltd', 'Contact'].map(titled))).toBe('Water Ltd');
    expect(named(home, ['Buoys', 'Contact'].map(titled))).toBe('Gauges by hand');
  });

  test('is what another page says if the home page does not', () => {
    const page = '<meta property="og:site_name" content="Tide">';
    expect(named(titled('Gauges | Water'), [titled('Buoys | Water'), page])).toBe('Tide');
  });

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
        address: { '@type': 'PostalAddress', addressCountry: 'US', addressRegion: 'CA', streetAddress: 'Markt 1' },
        sameAs: ['https://social.example/x', 'javascript:alert(1)', 'nonsense', 'https://user:secret@social.example/'],
      },
    ]),
  );
  expect(organization).toMatchObject({
    email: 'hello@example.com',
    address: ['Markt 1', 'CA'],
    country: 'US',
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
    link('it', 'x-https://example.com/it/'),
    link('es', 'http://['),
    link(' nl ', 'http://example.com/nl/'),
  ].join('');
  expect(identity(html).languages).toEqual([
    { hreflang: 'de', url: 'https://www.tide-water.example/de/' },
    { hreflang: 'pt-BR', url: 'https://example.com.br/' },
    { hreflang: 'nl', url: 'http://example.com/nl/' },
  ]);
});

test('language versions are 60 at most, with URLs of up to 500 characters', () => {
  const link = (hreflang: string, href: string) => `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;
  const long = (length: number) => 'https://example.com/'.padEnd(length, 'a');
  expect(identity(link('de', long(500)) + link('fr', long(501))).languages).toEqual([
    { hreflang: 'de', url: long(500) },
  ]);
  const many = Array.from({ length: 62 }, (_, i) => link(`de-${100 + i}`, `/${i}`));
  expect(identity(many.join('')).languages.map(({ hreflang }) => hreflang)).toEqual(
    Array.from({ length: 60 }, (_, i) => `de-${100 + i}`),
  );
});

test('topics are what the navigation leads to on the page itself, each place once', () => {
  const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;
  const html = `<nav>${[
    link('http://[', 'Nowhere'),
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

describe('who is behind a site', () => {
  const organization = (properties: object) =>
    identity(jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', ...properties })).organization;

  test('is told by all of its properties', () => {
    expect(
      organization({
        description: ' Makes gauges. ',
        slogan: 'Know the tide',
        alternateName: ['Tide', 'TW'],
        legalName: ['Tide Water Ltd', 'TW'],
        audience: { '@type': 'Audience', audienceType: 'Harbours' },
        foundingDate: '1998-05-01',
        founder: { '@type': 'Person', name: 'Ines' },
        founders: ['Jo', 'Ines'],
        address: 'Quay 1, Hull',
        areaServed: [{ '@type': 'Country', name: 'Norway' }, 'Iceland'],
        email: 'hello@example.com',
        telephone: '+44 1',
        sameAs: ['https://social.example/a', 'https://social.example/a'],
      }),
    ).toEqual({
      description: 'Makes gauges.',
      slogan: 'Know the tide',
      alternateNames: ['Tide', 'TW', 'Tide Water Ltd'],
      audience: ['Harbours'],
      foundingDate: '1998-05-01',
      founders: ['Ines', 'Jo'],
      address: ['Quay 1, Hull'],
      country: null,
      areaServed: ['Norway', 'Iceland'],
      email: 'hello@example.com',
      telephone: '+44 1',
      sameAs: ['https://social.example/a'],
    });
  });

  test('is nobody where nothing is said', () => {
    expect(identity('<p>Text').organization).toEqual(NO_ORGANIZATION);
  });

  test.each([
    [
      {
        '@type': 'PostalAddress',
        streetAddress: 'Quay 1',
        postalCode: 'HU1',
        addressLocality: 'Hull',
        addressRegion: 'Yorkshire',
        addressCountry: { '@type': 'Country', name: 'UK' },
      },
      ['Quay 1', 'HU1', 'Hull', 'Yorkshire'],
    ],
    [{ '@type': 'PostalAddress', addressLocality: ' Hull ', streetAddress: ' ' }, ['Hull']],
    ['', []],
    ['a'.repeat(241), ['a'.repeat(240)]],
  ])('has the address of %j', (address, expected) => {
    expect(organization({ address }).address).toEqual(expected);
  });

  test('is reached by the contact point, where it does not say how itself', () => {
    const contactPoint = { '@type': 'ContactPoint', email: 'desk@example.com', telephone: '+44 2' };
    expect(organization({ contactPoint })).toMatchObject({ email: 'desk@example.com', telephone: '+44 2' });
    expect(organization({ contactPoint, email: 'own@example.com' })).toMatchObject({
      email: 'own@example.com',
      telephone: '+44 2',
    });
    expect(organization({ contactPoint: 'desk@example.com' }).email).toBeNull();
  });

  test('has texts that say something, each once, twelve of a property and each of them cut', () => {
    expect(
      organization({ areaServed: ['', ' ', ' Norway ', 'Norway', 'https://example.com/norway', { '@type': 'Place' }] })
        .areaServed,
    ).toEqual(['Norway']);
    expect(organization({ areaServed: Array.from({ length: 14 }, (_, i) => `Area ${i}`) }).areaServed).toHaveLength(12);
    expect(organization({ areaServed: 'a'.repeat(241) }).areaServed).toEqual(['a'.repeat(240)]);
    expect(organization({ description: 'a'.repeat(601), foundingDate: '1'.repeat(21) })).toMatchObject({
      description: 'a'.repeat(600),
      foundingDate: '1'.repeat(20),
    });
    expect(organization({ slogan: [' ', { '@type': 'Thing' }, ' Second '] }).slogan).toBe('Second');
    const places = ['http://example.com/norway', 'by https://example.com', { name: ' ' }, { name: ' Iceland ' }];
    expect(organization({ areaServed: places }).areaServed).toEqual(['by https://example.com', 'Iceland']);
  });

  test('has twelve profiles, of up to 500 characters', () => {
    const long = (length: number) => `https://social.example/${'a'.repeat(length - 23)}`;
    expect(organization({ sameAs: [long(500), long(501), ` ${long(30)} `] }).sameAs).toEqual([long(500), long(30)]);
    expect(
      organization({ sameAs: Array.from({ length: 14 }, (_, i) => `https://social.example/${i}`) }).sameAs,
    ).toHaveLength(12);
  });

  test('has profiles that are web addresses, and no text, node or secret', () => {
    const sameAs = [
      'http://social.example/a',
      'x-https://social.example/',
      'httpsx://social.example/',
      'https://user@social.example/',
      { '@type': 'Thing', name: 'https://social.example/b' },
    ];
    expect(organization({ sameAs }).sameAs).toEqual(['http://social.example/a']);
  });

  test('is an Organization that is something else as well, before one that is a Person, too', () => {
    const [person, other] = [
      ['Person', 'Organization'],
      ['Organization', 'Thing'],
    ].map((types) => jsonLd({ '@context': 'https://schema.org', '@type': types, email: `${types[0]}@example.com` }));
    expect(identity(`${person}`).organization.email).toBe('Person@example.com');
    expect(identity(`${person}${other}`).organization.email).toBe('Organization@example.com');
  });

  test('is told by other pages, too, where the home page does not', () => {
    const other = jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', email: 'hello@example.com' });
    const pages = ['<p>Home', other].map((html) => readPage(html, 'https://www.tide-water.example/'));
    expect(siteIdentity(pages, 'www.tide-water.example').organization.email).toBe('hello@example.com');
  });

  test('is no WebSite, unless it is something else as well', () => {
    const named = (types: unknown) =>
      identity(jsonLd({ '@context': 'https://schema.org', '@type': types, name: 'A', email: 'a@example.com' }))
        .organization.email;
    expect([named('WebSite'), named(['WebSite', 'Thing']), named(['WebSite', 'Organization'])]).toEqual([
      null,
      null,
      'a@example.com',
    ]);
  });
});

describe('what a site says of itself', () => {
  test('is its description, that of a preview, or that of who is behind it', () => {
    const own = '<meta name=description content=Own>';
    const preview = '<meta property="og:description" content=Preview>';
    const theirs = jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', description: 'Theirs' });
    expect([own + preview + theirs, preview + theirs, theirs, ''].map((html) => identity(html).description)).toEqual([
      'Own',
      'Preview',
      'Theirs',
      null,
    ]);
    expect(identity(`<meta name=description content=" ">${preview}`).description).toBe('Preview');
  });

  test('is its language and its first H1, cut', () => {
    const { lang, headline } = identity(`<html lang=en-GB><h2>Two</h2><h1>${'a'.repeat(241)}</h1><h1>Other</h1>`);
    expect([lang, headline]).toEqual(['en-GB', 'a'.repeat(240)]);
  });

  test('is a name in the order of who knows best', () => {
    const site = '<meta property="og:site_name" content=Site>';
    const organization = jsonLd({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Organization' });
    const website = jsonLd({ '@context': 'https://schema.org', '@type': 'WebSite', name: 'WebSite' });
    const application = '<meta name=application-name content=Application>';
    const title = '<title>Title</title>';
    const all = [site, organization, website, application, title];
    expect(all.map((_, i) => identity(all.slice(i).join('')).name)).toEqual([
      'Site',
      'Organization',
      'WebSite',
      'Application',
      'Title',
    ]);
    expect(identity(`<meta property="og:site_name" content="${'a'.repeat(121)}">`).name).toBe('a'.repeat(120));
  });

  test.each([
    ['Gauges: made by hand', 'Gauges'],
    ['Gauges|Made by hand', 'Gauges'],
    ['Gauges - made by hand', 'Gauges'],
    ['Well-made gauges', 'Well-made gauges'],
    ['Gauges · TIDE-WATER', 'TIDE-WATER'],
    ['Gauges · www.tide-water.example', 'www.tide-water.example'],
    ['| Gauges', null],
    ['Überall / Gauges', 'Überall / Gauges'],
    ['Tide | Tidewater', 'Tidewater'],
    ['Gauges | -', 'Gauges'],
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), null],
  ])('is the name in the title %j: %j', (title, name) => {
    expect(identity(`<title>${title}</title>`).name).toBe(name);
  });

  test.each([
    ['Gauges | Water', 'www.water.example', 'Water'],
    ['Gauges | Awww Water', 'awww.water.example', 'Awww Water'],
    ['Gauges | Docs Water', 'docs.water.example', 'Docs Water'],
    ['Gauges | Docs Example', 'docs.water.example', 'Gauges'],
    ['Home | Tide Water', 'tidewater.co.uk', 'Tide Water'],
    ['Início – Tide Water', 'www.tidewater.com.br', 'Tide Water'],
    ['Blog | Tide Water', 'blog.tidewater.com.au', 'Tide Water'],
    ['Welcome | Gauges made by hand', 'tidewater.example', 'Gauges made by hand'],
    ['Startseite', 'tidewater.example', null],
    ['Home | Home', 'home.example', 'Home'],
    ['Homes and gardens | Gauges', 'tidewater.example', 'Homes and gardens'],
    ['| Water', '例え.example', null],
  ])('is, in the title %j of %s, %j', (title, domain, name) => {
    const page = readPage(`<title>${title}</title>`, 'https://example.com/');
    expect(siteIdentity([page], domain).name).toBe(name);
  });

  test('is read in the first 300 characters of a title', () => {
    const late = (length: number) => `<title>${'Long '.repeat(60).slice(0, length)} | Tide Water</title>`;
    expect([identity(late(280)).name, identity(late(298)).name]).toEqual(['Tide Water', null]);
  });

  test('is none of a site without pages', () => {
    expect(siteIdentity([], 'example.com')).toMatchObject({ name: null, lang: null, topics: [], languages: [] });
  });

  test.each(['top', 'main-content', 'content', 'skip-nav', '/route', '!route', 'page'])(
    'is not a topic at #%s',
    (fragment) => {
      const isTopic = fragment === 'main-content';
      expect(identity(`<nav><a href="#${fragment}">A</a></nav><main>Text</main>`).topics).toEqual(isTopic ? ['A'] : []);
    },
  );

  test('is topics of the whole page where no link stands in the main text, twelve at most', () => {
    const links = Array.from({ length: 14 }, (_, i) => `<a href="#t${i}">T${i}</a>`).join('');
    expect(identity(`<nav>${links}</nav><main>Text</main>`).topics).toHaveLength(12);
  });
});
