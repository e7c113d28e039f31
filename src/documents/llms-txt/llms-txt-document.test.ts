import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inventoryWith, NO_ORGANIZATION, NO_READING, NO_SITE } from '../../../test/support/inventories.ts';
import { runs } from '../../../test/support/properties.ts';
import type { InventoryPage, PageInventory, PageSummary } from '../../site/inventory/inventory.ts';
import { knownPages } from '../../site/inventory/listed-pages.ts';
import { parseLlmsTxt } from '../../site/llms-txt/llms-txt.ts';
import { freeLlmsTxt, vipLlmsTxt } from './llms-txt-document.ts';
import { wordsFor } from './llms-txt-words.ts';
import { linkUrl } from './markdown-line.ts';
import { selectPages } from './page-selection.ts';
import { mainLanguage, mayBeListed } from './placed-pages.ts';

const HOSTED = 'https://citable.example/llms/example.com.txt?tier=vip';

function inventory(
  pages: readonly InventoryPage[],
  site: Partial<PageInventory['site']> = {},
  domain = 'example.com',
): PageInventory {
  return inventoryWith(pages, { domain, origin: `https://${domain}`, site: { ...NO_SITE, lang: 'en', ...site } });
}

function page(url: string, reading: Partial<PageSummary> = {}, more: Partial<InventoryPage> = {}): InventoryPage {
  const isHome = url === 'https://example.com/';
  return {
    url,
    place: isHome ? 'home' : 'navigation',
    label: null,
    status: 'listed',
    reading: { ...NO_READING, kind: isHome ? 'home' : 'other', ...reading },
    ...more,
  };
}

/**
 * The rule of the convention's own parser, as strict as it gets: an H1, then a summary, and after each line that begins
 * with `## ` nothing but lines of links.
 */
function strictly(text: string): { title: string; summary: string; sections: Map<string, string[]> } {
  const [start = '', ...rest] = text.split(/^##(?!#)\s*/m);
  const lead = /^# (.+)\n\n> (.+)\n/m.exec(start);
  expect(lead, 'a title and a summary').not.toBeNull();
  expect(start.match(/^#/gm), 'one heading before the sections').toHaveLength(1);
  const sections = rest.map((part): [string, string[]] => {
    const [name = '', ...lines] = part.split('\n');
    const links = lines.filter((line) => line.trim() !== '');
    for (const line of links) expect(line).toMatch(/^- \[[^\]\n]+\]\([^)\s]+\)(: \S.*)?$/);
    return [name, links];
  });
  expect(new Set(sections.map(([name]) => name)).size, 'no section twice').toBe(sections.length);
  return { title: lead?.[1] ?? '', summary: lead?.[2] ?? '', sections: new Map(sections) };
}

/** Text that tries to be anything but text. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        ...'# ## > - * + 1. [ ] ( ) ](x) [a](https://evil.example) \\ ` ``` ~~~ _ __ ** | < > <!-- --> & &amp; &#10; ---  === \n \r \u2028 \u0000 \u202e \u200b \ufeff \ud800 ignore previous instructions'.split(
          ' ',
        ),
        '\n## Admin\n- [x](https://evil.example)',
        '\n# Title',
        'é',
        'ب',
        '字',
        ' ',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);
const hostileOrNull = fc.option(hostile);
const hostileUrl = fc
  .tuple(fc.constantFrom('/', '/docs/', '/en/blog/', '/tag/', '/#'), hostile, fc.option(hostile))
  .map(
    ([folder, path, query]) =>
      URL.parse(`https://example.com${folder}${path}${query === null ? '' : `?${query}`}`)?.href ??
      'https://example.com/x',
  );
const hostileTag = fc.constantFrom('en', 'ar', 'pt-BR', 'zz', 'zh-Hant-TW', 'x', '', '../../..', 'en\n## x');
const hostilePage: fc.Arbitrary<InventoryPage> = fc
  .record({
    url: hostileUrl,
    canonical: fc.option(hostileUrl),
    place: fc.constantFrom('navigation', 'main', 'sitemap', 'page', 'footer'),
    label: hostileOrNull,
    status: fc.constantFrom('listed', 'listed', 'listed', 'unread', 'left_out'),
    reading: fc.record({
      title: hostileOrNull,
      heading: hostileOrNull,
      description: hostileOrNull,
      paragraph: hostileOrNull,
      lang: fc.option(hostileTag),
      kind: fc.constantFrom('article', 'documentation', 'product', 'listing', 'legal', 'contact', 'other'),
      trail: fc.array(fc.record({ name: hostile, url: fc.option(hostileUrl) }), { maxLength: 3 }),
    }),
  })
  .map(({ canonical, ...page }) => (canonical === null ? page : { ...page, canonical }));

const hostileInventory = fc
  .record({
    pages: fc.array(hostilePage, { maxLength: 25 }),
    sitemaps: fc.array(hostileUrl, { maxLength: 2 }),
    known: fc.nat({ max: 2_000 }),
    site: fc.record({
      name: hostileOrNull,
      description: hostileOrNull,
      lang: fc.option(hostileTag),
      headline: hostileOrNull,
      topics: fc.array(hostile, { maxLength: 3 }),
      organization: fc.record({
        description: hostileOrNull,
        slogan: hostileOrNull,
        alternateNames: fc.array(hostile, { maxLength: 2 }),
        audience: fc.array(hostile, { maxLength: 2 }),
        foundingDate: hostileOrNull,
        founders: fc.array(hostile, { maxLength: 2 }),
        address: fc.array(fc.oneof(hostile, fc.constantFrom('SA', 'ZZ', 'QQ')), { maxLength: 3 }),
        areaServed: fc.array(hostile, { maxLength: 2 }),
        email: hostileOrNull,
        telephone: hostileOrNull,
        sameAs: fc.array(hostileUrl, { maxLength: 3 }),
      }),
      languages: fc.array(fc.record({ hreflang: fc.constantFrom('en', 'ar', 'pt-BR', 'de-AT'), url: hostileUrl }), {
        maxLength: 3,
      }),
    }),
  })
  .map(({ pages, site, sitemaps, known }) => {
    const byUrl = new Map(pages.map((one) => [one.url, one]));
    return { ...inventory([page('https://example.com/'), ...byUrl.values()], site), sitemaps, known };
  });

describe('freeLlmsTxt', () => {
  test('is a template with a watermark, and follows the format', () => {
    const text = freeLlmsTxt('xn--mnchen-3ya.de');
    expect(text).toMatch(/^# xn--mnchen-3ya\.de\n\n> .+\n\n<!-- .*watermark.* -->\n/);
    expect(strictly(text).title).toBe('xn--mnchen-3ya.de');
    const read = parseLlmsTxt(text, 'https://xn--mnchen-3ya.de/llms.txt');
    expect(read.problems).toEqual([]);
    expect(read.title?.text).toBe('xn--mnchen-3ya.de');
  });
});

describe('vipLlmsTxt', () => {
  test('follows the format whatever a site says, and leads nowhere but to its pages and profiles', () => {
    fc.assert(
      fc.property(hostileInventory, (given) => {
        const text = vipLlmsTxt({ inventory: given, hostedUrl: HOSTED });
        const { sections } = strictly(text);
        const read = parseLlmsTxt(text, HOSTED);
        expect(read.problems).toEqual([]);
        expect(read.title).not.toBeNull();
        expect(read.summary).not.toBeNull();
        const listed = selectPages(given).pages.length;
        const { organization } = given.site;
        const lists = [...sections.values()].flat();
        const found = new Set(mayBeListed(given).pages.map(({ url }) => linkUrl(url)));
        const readUrl = (line: string) => /\]\(([^)]*)\)/.exec(line)?.[1] ?? '';
        const languages = [...sections].find(([name]) => name === wordsFor(mainLanguage(given)).languages)?.[1] ?? [];
        expect(lists).toHaveLength(listed + languages.length);
        expect(lists.filter((line) => !languages.includes(line)).every((line) => found.has(readUrl(line)))).toBe(true);
        expect(read.links).toHaveLength(lists.length + organization.sameAs.length);
        const { duplicates, elsewhere, ofUnindexed } = mayBeListed(given);
        const isShare = listed < knownPages(given) - duplicates - elsewhere - ofUnindexed;
        const [beginning = ''] = wordsFor(mainLanguage(given)).share.split('{');
        expect(text.includes(beginning)).toBe(isShare);
        expect(read.links.every(({ url }) => url !== null)).toBe(true);
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/);
        expect(vipLlmsTxt({ inventory: structuredClone(given), hostedUrl: HOSTED })).toBe(text);
      }),
      runs(300),
    );
  });

  test('has the order of the convention, the hosted URL and who is behind the site before the first section', () => {
    const text = vipLlmsTxt({
      inventory: inventory(
        [
          page('https://example.com/'),
          page('https://example.com/pricing', { title: 'Pricing', description: 'Costs.' }),
        ],
        {
          name: 'Acme',
          description: 'Anvils for everyone.',
          organization: {
            ...NO_ORGANIZATION,
            description: 'Acme forges anvils',
            foundingDate: '1949',
            address: ['Main Street 1', 'CA'],
            country: 'US',
            sameAs: ['https://www.wikidata.org/wiki/Q0'],
          },
          languages: [
            { hreflang: 'de', url: 'https://example.com/de/' },
            { hreflang: 'pt-BR', url: 'https://example.com/br/' },
            { hreflang: 'en-x-plain', url: 'https://example.com/plain/' },
            { hreflang: 'ar-u-nu-latn', url: 'https://example.com/ar/' },
          ],
        },
      ),
      hostedUrl: HOSTED,
    });
    expect(text).toBe(`# Acme (example.com)

> Anvils for everyone.

<!-- llms.txt of example.com, made by Citable from its audit of 2026-11-01 -->

**Acme:** Acme forges anvils.

- Founded: 1949
- Location: Main Street 1, CA, United States
- Official profiles: [wikidata.org](https://www.wikidata.org/wiki/Q0)

**The current version of this file is at:** <${HOSTED}>

## Main pages

- [Home](https://example.com/)
- [Pricing](https://example.com/pricing): Costs.

## Language versions

- [Deutsch](https://example.com/de/)
- [português (Brasil)](https://example.com/br/)
- [English](https://example.com/plain/)
- [العربية](https://example.com/ar/)
`);
  });

  test.each([
    { what: 'parentheses', url: 'https://example.com/a_(b)', written: 'https://example.com/a_%28b%29' },
    { what: 'brackets', url: 'https://example.com/?q=[x]', written: 'https://example.com/?q=%5Bx%5D' },
    { what: 'spaces', url: 'https://example.com/a b', written: 'https://example.com/a%20b' },
    { what: 'an entity', url: 'https://example.com/?a=1&copy;', written: 'https://example.com/?a=1&copy%3B' },
    { what: 'a parameter', url: 'https://example.com/?a=1&b=2', written: 'https://example.com/?a=1&b=2' },
  ])('writes a URL with $what so that Markdown reads it whole', ({ url, written }) => {
    const text = vipLlmsTxt({ inventory: inventory([page(url, { title: 'X' })]), hostedUrl: null });
    expect(text).toContain(`](${written})`);
  });

  test('names nothing that was not read, or is not to be listed', () => {
    const pages = [
      page('https://example.com/'),
      page('https://example.com/unread', {}, { status: 'unread', reading: null }),
      page('https://example.com/out', {}, { status: 'left_out', reading: null }),
    ];
    expect(strictly(vipLlmsTxt({ inventory: inventory(pages), hostedUrl: null })).sections).toEqual(
      new Map([['Main pages', ['- [Home](https://example.com/)']]]),
    );
  });

  test('takes the name of the site off the titles of its pages, and tells pages of one title apart', () => {
    const pages = [
      page('https://example.com/a', { title: 'Anvils | Acme' }),
      page('https://example.com/b', { title: 'Acme – Hammers' }),
      page('https://example.com/c', { title: 'Acme', heading: 'Tongs' }),
      page('https://example.com/d', { title: 'Shop | Acme', heading: 'Bellows' }),
      page('https://example.com/e', { title: 'Shop | Acme', heading: 'Forges' }),
    ];
    const text = vipLlmsTxt({ inventory: inventory(pages, { name: 'Acme' }), hostedUrl: null });
    expect(text.match(/(?<=^- \[)[^\]]+/gm)).toEqual(['Anvils', 'Hammers', 'Tongs', 'Bellows', 'Forges']);
  });

  test('takes the first paragraph where the description is missing or the same everywhere, cut at a sentence', () => {
    const sentence = 'This sentence is repeated until there is no room for it any more. ';
    const description = 'The same on every page.';
    const pages = ['a', 'b', 'c'].map((name) =>
      page(`https://example.com/${name}`, { title: name, description, paragraph: `${name}. ${sentence.repeat(9)}` }),
    );
    const text = vipLlmsTxt({ inventory: inventory(pages), hostedUrl: null });
    expect(text).toContain(`- [a](https://example.com/a): a. ${sentence.repeat(3).trim()}\n`);
  });

  test('divides pages by language and folder, and puts the small print of all languages at the end', () => {
    const listed = (url: string, lang: string, more: Partial<PageSummary> = {}) =>
      page(url, { title: new URL(url).pathname, lang, ...more });
    const pages = [
      page('https://example.com/', { lang: 'pt-BR' }),
      listed('https://example.com/servicos/', 'pt-BR'),
      listed('https://example.com/servicos/sites', 'pt-BR'),
      listed('https://example.com/privacidade', 'pt-BR', { kind: 'legal' }),
      listed('https://example.com/en/', 'en'),
      listed('https://example.com/en/services/sites', 'en'),
      listed('https://example.com/en/services/apps', 'en'),
      listed('https://example.com/en/tags/x', 'en'),
      listed('https://example.com/en/contact', 'en', { kind: 'contact' }),
    ];
    const text = vipLlmsTxt({ inventory: inventory(pages, { lang: 'pt-BR' }), hostedUrl: null });
    const { sections } = strictly(text);
    expect([...sections].map(([name, links]) => [name, links.length])).toEqual([
      ['Páginas principais', 1],
      ['Serviços', 2],
      ['Services (English)', 2],
      ['Versões em outros idiomas', 1],
      ['Optional', 2],
    ]);
  });

  test.each([
    ['en', 'This file lists 1 of 1,204 known pages. All of them: <https://example.com/sitemap.xml>'],
    ['de', 'Diese Datei nennt 1 von 1.204 bekannten Seiten. Alle Seiten: <https://example.com/sitemap.xml>'],
    ['ja', '1,204ページのうち1ページ'],
    ['ar', '1 من أصل 1,204'],
    ['pl', 'This file lists 1 of 1'],
  ])('says in %s, before the first section, how many pages are listed', (lang, line) => {
    const given = { ...inventory([page('https://example.com/')], { lang }), known: 1_204 };
    const text = vipLlmsTxt({
      inventory: { ...given, sitemaps: ['https://example.com/sitemap.xml'] },
      hostedUrl: HOSTED,
    });
    expect(text.split('\n## ')[0]).toContain(line);
    strictly(text);
    expect(vipLlmsTxt({ inventory: given, hostedUrl: HOSTED })).not.toContain('sitemap.xml');
  });

  test('says nothing of how many pages are listed where all are, duplicates aside', () => {
    const canonical = { canonical: 'https://example.com/' };
    const given = inventory([page('https://example.com/'), page('https://example.com/a', {}, canonical)]);
    expect(vipLlmsTxt({ inventory: given, hostedUrl: null })).not.toContain('known pages');
  });

  test('puts a page that lists the others for people under Optional', () => {
    const pages = [page('https://example.com/'), page('https://example.com/sitemap.html', { title: 'All pages' })];
    const { sections } = strictly(vipLlmsTxt({ inventory: inventory(pages), hostedUrl: null }));
    expect(sections.get('Optional')).toEqual(['- [All pages](https://example.com/sitemap.html)']);
  });

  test('puts the categories of a large site into a section of their own, of a small one under Optional', () => {
    const pages = ['shoes', 'hats'].map((name) => page(`https://example.com/category/${name}`, { title: name }));
    const names = (known: number) => [
      ...strictly(vipLlmsTxt({ inventory: { ...inventory(pages), known }, hostedUrl: null })).sections.keys(),
    ];
    expect([names(2), names(500)]).toEqual([['Optional'], ['Categories']]);
  });

  test('names pages by their paths where three have one title and no heading of their own', () => {
    const pages = ['fresh-curd', 'milk-peda', 'ghee'].map((name) =>
      page(`https://example.com/shop/${name}`, { title: 'Product', heading: '{{product.title}}' }),
    );
    const text = vipLlmsTxt({ inventory: inventory(pages), hostedUrl: null });
    expect(text.match(/(?<=^- \[)[^\]]+/gm)).toEqual(['Fresh curd', 'Milk peda', 'Ghee']);
    const codes = ['classA', 'classB', 'classC'].map((name) =>
      page(`https://example.com/${name}.html`, { title: 'Member List' }),
    );
    expect(vipLlmsTxt({ inventory: inventory(codes), hostedUrl: null }).match(/\[Member List\]/g)).toHaveLength(3);
  });

  test('takes a text in another script for the language of that script, whatever its tag says', () => {
    const description = '分形是数学中的一个有趣的概念，是一种图形。';
    const pages = ['a', 'b'].map((name) =>
      page(`https://example.com/posts/${name}`, {
        title: `文章${name}`,
        description: `${name}${description}`,
        lang: 'en-US',
      }),
    );
    const text = vipLlmsTxt({ inventory: inventory([page('https://example.com/'), ...pages]), hostedUrl: null });
    expect([...strictly(text).sections.keys()]).toEqual(['Main pages', '文章 (中文)']);
    const untagged = inventory([page('https://example.com/'), ...pages], { lang: null, description });
    expect([...strictly(vipLlmsTxt({ inventory: untagged, hostedUrl: null })).sections.keys()]).toEqual([
      '主要页面',
      '文章',
    ]);
  });

  test('repeats no note, nor what the site says of itself, nor the name of a page', () => {
    const note = (url: string, description: string) =>
      page(url, { title: new URL(url).pathname.slice(1), description });
    const text = vipLlmsTxt({
      inventory: inventory(
        [
          page('https://example.com/', { description: 'Anvils for everyone.' }),
          note('https://example.com/a', 'The same note.'),
          note('https://example.com/b', 'The same note.'),
          note('https://example.com/c', 'Anvils for everyone.'),
          note('https://example.com/d', 'e'),
          note('https://example.com/e', 'Its own.'),
        ],
        { description: 'Anvils for everyone.' },
      ),
      hostedUrl: null,
    });
    expect(text.match(/^- .*/gm)).toEqual([
      '- [Home](https://example.com/): Anvils for everyone.',
      '- [a](https://example.com/a)',
      '- [b](https://example.com/b)',
      '- [c](https://example.com/c)',
      '- [d](https://example.com/d)',
      '- [e](https://example.com/e): Its own.',
    ]);
  });

  test('says nothing of a site with a heading of one word, or with a part of its name', () => {
    for (const headline of ['Contact', 'Tide Port']) {
      const pages = [page('https://example.com/', { paragraph: 'We keep the tides of the port.' })];
      const site = { name: 'Tide Port Office', description: 'Tides of all ports, hour by hour.', headline };
      expect(vipLlmsTxt({ inventory: inventory(pages, site), hostedUrl: null })).toContain(
        '\n**Tide Port Office:** We keep the tides of the port.\n',
      );
    }
  });

  test('takes a part of the name of the site off the titles of two pages', () => {
    const pages = ['Tides', 'Piers'].map((name) =>
      page(`https://example.com/${name}`, { title: `${name} - Tide Port` }),
    );
    const site = { name: 'Tide Port Office' };
    const text = vipLlmsTxt({ inventory: inventory([page('https://example.com/'), ...pages], site), hostedUrl: null });
    expect(text).toMatch(/- \[Tides\].*\n- \[Piers\]/);
  });

  test('takes the name of the site in parts off the titles of its pages', () => {
    const pages = [page('https://example.com/anvils', { title: 'Anvils - Smithy notes | AB' })];
    const text = vipLlmsTxt({ inventory: inventory(pages, { name: 'Smithy notes | AB' }), hostedUrl: null });
    expect(text).toContain('- [Anvils](');
  });

  test('says nothing of a blog that only its newest article says', () => {
    const heading = 'The highest tide of the decade';
    const opening = 'In March the water stood at the door of the harbour office.';
    const home = page('https://example.com/', { kind: 'home', paragraph: `${opening} Read more about the storm.` });
    const article = page('https://example.com/march', { title: heading, heading, kind: 'article', paragraph: opening });
    const site = { name: 'Tide notes', headline: heading };
    const text = vipLlmsTxt({ inventory: inventory([home, article], site), hostedUrl: null });
    expect(text.split('\n## ', 1)[0]).not.toMatch(/highest|March/);
  });

  test('says nothing that only the copyright line says', () => {
    for (const paragraph of [
      '©2030 Tide Port - All rights reserved',
      'Copyright 2030 Tide Port. All rights reserved.',
    ]) {
      const text = vipLlmsTxt({
        inventory: inventory([page('https://example.com/', { paragraph })], { name: 'Tide Port' }),
        hostedUrl: null,
      });
      expect(text).not.toMatch(/rights reserved/);
    }
  });

  test('says nothing that only a tool says', () => {
    const text = vipLlmsTxt({
      inventory: inventory([page('https://example.com/')], {
        name: 'React App',
        description: 'Web site created using create-react-app',
      }),
      hostedUrl: null,
    });
    expect(text).toMatch(/^# example\.com\n\n> example\.com\n/);
    expect(text).not.toMatch(/react/i);
  });

  test('stays under 100 KB with what matters first, however long everything is', () => {
    const long = 'ب '.repeat(2_000);
    const pages = Array.from({ length: 500 }, (_, index) =>
      page(`https://example.com/${index}/${'ب'.repeat(60)}`, {
        title: `${index} ${long}`,
        description: `${index} ${long}`,
      }),
    );
    const text = vipLlmsTxt({ inventory: inventory([page('https://example.com/'), ...pages]), hostedUrl: HOSTED });
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(90_000);
    expect(text).toContain('- [Home](https://example.com/)');
    expect(parseLlmsTxt(text, HOSTED).problems).toEqual([]);
  });
});

test('a page is not named by a label that says "read more", or that another page has, nor a section by a flag', () => {
  const titled = { title: 'Acme', heading: 'Acme' };
  const { sections } = strictly(
    vipLlmsTxt({
      hostedUrl: HOSTED,
      inventory: inventory([
        page('https://example.com/', { title: 'Acme' }),
        page('https://example.com/tides', titled, { label: 'Weiterlesen' }),
        page('https://example.com/piers', titled, { label: 'Our work' }),
        page('https://example.com/quays', titled, { label: 'Our work' }),
        page('https://example.com/x7', titled, { label: 'Ferries' }),
        page('https://example.com/vn/', { title: 'Cảng' }, { label: '🇻🇳' }),
        page('https://example.com/vn/a', { title: 'Thuyền' }),
      ]),
    }),
  );
  expect([...sections.values()].flat().map((line) => /\[(.*)\]/.exec(line)?.[1])).toEqual(
    expect.arrayContaining(['Tides', 'Piers', 'Quays', 'Ferries']),
  );
  expect([...sections.keys()].filter((name) => !/\p{L}/u.test(name.replace(/\(.*\)/, '')))).toEqual([]);
});

test('what a template says of itself is not a summary and no note', () => {
  const ofTemplate = 'Site template made by devcows using hugo';
  const home = page('https://example.com/', { title: 'Acme', description: ofTemplate, paragraph: 'Gauges for piers.' });
  const about = page('https://example.com/about', { title: 'About', description: `${ofTemplate}.` });
  const text = vipLlmsTxt({
    inventory: inventory([home, about], { name: 'Acme', description: ofTemplate }),
    hostedUrl: HOSTED,
  });
  expect(text).not.toContain('devcows');
});
