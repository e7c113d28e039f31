import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import type { SitemapDocument } from '../../src/site/sitemap/sitemap.ts';
import { createSitemapReader } from '../../src/site/sitemap/sitemap-reader.ts';
import { runs } from '../support/properties.ts';

const ADDRESS = 'https://example.com/sitemap.xml';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Entry {
  /** Serialised by WHATWG URL. */
  readonly loc: string;
  readonly lastmod: string | null;
}

/** Result of both parsers: the kind of a sitemap and its entries; null for other files. */
type Reading = { readonly kind: string; readonly entries: readonly Entry[] } | null;

function readOurs(xml: string): { reading: Reading; document: SitemapDocument } {
  const reader = createSitemapReader(ADDRESS);
  reader.write(Buffer.from(xml));
  const document = reader.end();
  const { kind, entries, truncated } = document;
  if (kind === 'invalid' || kind === 'html' || kind === 'text' || truncated !== null)
    return { reading: null, document };
  return {
    reading: {
      kind,
      entries: entries.map(({ url, lastmod }) => ({ loc: url, lastmod })),
    },
    document,
  };
}

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/** Returns the tree of a document, as far as elements have ended; null when it is malformed. */
function readTree(xml: string, isWhole: boolean): Element | null {
  const parser = new SaxesParser();
  const open: Element[] = [{ name: '', children: [], text: '' }];
  let isWellFormed = true;
  parser.on('error', () => {
    isWellFormed = false;
  });
  parser.on('opentag', ({ name }) => {
    open.push({ name, children: [], text: '' });
    // Children are added to the root before it ends.
    if (open.length === 2) open[0]?.children.push(...open.slice(1));
  });
  parser.on('closetag', () => {
    const ended = open.pop();
    if (ended !== undefined && open.length > 1) open.at(-1)?.children.push(ended);
  });
  const add = (text: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml);
  if (isWhole) parser.close();
  return isWellFormed ? (open[0]?.children[0] ?? null) : null;
}

/** Reads a sitemap by its definition: sitemaps.org, "XML tag definitions". */
function readTheirs(xml: string, isWhole = true): Reading {
  const root = readTree(xml, isWhole);
  if (root === null) return null;
  const prefix = /^[^:]*:/.exec(root.name)?.[0] ?? '';
  const kind = root.name.slice(prefix.length);
  if (kind !== 'urlset' && kind !== 'sitemapindex') return null;
  const of = (element: Element, name: string) => element.children.find((child) => child.name === prefix + name);
  const entries = root.children
    .filter(({ name }) => name === `${prefix}${kind === 'urlset' ? 'url' : 'sitemap'}`)
    .flatMap((entry): Entry[] => {
      const loc = of(entry, 'loc')?.text.trim();
      const url = loc !== undefined && loc.length < 2_048 && /^https?:\/\//i.test(loc) ? URL.parse(loc) : null;
      return url === null ? [] : [{ loc: url.href, lastmod: of(entry, 'lastmod')?.text.trim() || null }];
    });
  return { kind, entries: entries.filter(({ loc }, i) => entries.findIndex((one) => one.loc === loc) === i) };
}

const text = fc.oneof(
  fc.constantFrom(
    'https://example.com/',
    'https://example.com/a?b=1&amp;c=2',
    ' https://example.com/x ',
    '/relative',
    '2026-01-02',
    '',
  ),
  fc.constantFrom(
    'https://e.com/&#233;',
    'https://e.com/&#x1F600;',
    'https://e.com/&lt;&gt;&quot;&apos;',
    'HTTP://E.com/a b',
  ),
  fc.constantFrom(
    '<![CDATA[https://e.com/?a&b]]>',
    'https://e.com/<!-- c -->d',
    '<?p i?>https://e.com/p',
    'https://e.com/\r\nq',
  ),
);
const attributes = fc.constantFrom('', ' a="1"', " b='>'", ` xmlns="${NAMESPACE}"`, ' a = "/>"\n');
const space = fc.constantFrom('', '', '\n', ' ', '<!-- > -->', '<!--<url>-->', '<?pi <url> ?>');

const { document } = fc.letrec<{ document: string; root: string; child: string; field: string; deep: string }>(
  (tie) => ({
    field: fc
      .tuple(
        fc.constantFrom('loc', 'loc', 'loc', 'lastmod', 'priority', 'image:loc', 'Loc', 'x:loc'),
        attributes,
        fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: tie('deep') }),
      )
      .map(([name, attribute, inside]) => `<${name}${attribute}>${inside}</${name}>`),
    deep: fc
      .tuple(
        fc.constantFrom('image:image', 'url', 'b', 'loc'),
        text,
        fc.oneof({ maxDepth: 2 }, fc.constant(''), tie('field')),
      )
      .map(([name, inside, more]) => `<${name}>${inside}${more}</${name}>`),
    child: fc
      .tuple(
        fc.constantFrom('url', 'url', 'url', 'sitemap', 'x:url', 'URL'),
        attributes,
        fc.array(
          fc.oneof(
            { weight: 5, arbitrary: tie('field') },
            { weight: 1, arbitrary: tie('deep') },
            { weight: 1, arbitrary: space },
          ),
          { maxLength: 4 },
        ),
      )
      .map(([name, attribute, fields]) => `<${name}${attribute}>${fields.join('')}</${name}>`),
    root: fc
      .tuple(
        fc.constantFrom('urlset', 'urlset', 'sitemapindex', 'foo'),
        attributes,
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: tie('child') },
            { weight: 1, arbitrary: space },
            { weight: 1, arbitrary: text },
          ),
          { maxLength: 5 },
        ),
      )
      .map(([name, attribute, children]) => `<${name}${attribute}>${children.join('')}</${name}>`),
    document: fc
      .tuple(
        fc.constantFrom(
          '',
          '<?xml version="1.0" encoding="UTF-8"?>\n',
          '<!-- <urlset> -->',
          '<!DOCTYPE urlset [<!ENTITY a "b">]>',
        ),
        tie('root'),
        space,
      )
      .map(([prolog, root, epilog]) => prolog + root + epilog),
  }),
);

test('a well-formed sitemap reads the same as by an XML parser', () => {
  let alike = 0;
  fc.assert(
    fc.property(document, (xml) => {
      const theirs = readTheirs(xml);
      fc.pre(theirs !== null);
      expect(readOurs(xml).reading).toEqual(theirs);
      alike += 1;
    }),
    runs(3_000),
  );
  expect(alike).toBeGreaterThan(1_000);
});

test('a truncated sitemap reads the same as by an XML parser, and is marked as truncated', () => {
  fc.assert(
    fc.property(document, fc.nat(), (xml, at) => {
      const cut = xml.slice(0, at % xml.length);
      const theirs = readTheirs(cut, false);
      fc.pre(theirs !== null && !cut.includes(`</${theirs.kind}>`));
      const { document: ours } = readOurs(cut);
      expect(ours).toMatchObject({ kind: theirs?.kind, truncated: 'file' });
      expect(ours.entries.map(({ url }) => url)).toEqual(theirs?.entries.map(({ loc }) => loc));
    }),
    runs(1_000),
  );
});

const entry = (loc: string): string => `<url><loc>${loc}</loc></url>`;
const PLAIN = `<urlset>${entry('https://e.com/?a&amp;b')}${entry('https://e.com/c')}</urlset>`;

/**
 * Malformed files that ours reads where their meaning is plain: sitemaps are written by hand and by templates, and a crawler that
 * refused them would lose the site's pages.
 */
const LENIENCIES: readonly (readonly [name: string, xml: string, same: string])[] = [
  ['an ampersand that is not escaped (§2.4)', PLAIN.replaceAll('&amp;', '&'), PLAIN],
  ['something behind the root element (§2.1)', `${PLAIN}<junk>&`, PLAIN],
  ['text before the root element (§2.8)', `<?xml version="1.0"?>x${PLAIN}`, PLAIN],
  ['an XML declaration that is not first (§2.8)', `<!-- x --><?xml version="1.0"?>${PLAIN}`, PLAIN],
  ['an attribute without quotes (§3.1)', PLAIN.replace('<urlset', '<urlset a=1'), PLAIN],
  ['an attribute twice (§3.1)', PLAIN.replace('<urlset', '<urlset a="1" a="2"'), PLAIN],
  ['an element that is not closed inside an entry (§3.1)', PLAIN.replace('</url>', '<br></url>'), PLAIN],
  ['a control character (§2.2)', PLAIN.replace('<url>', '<url>\u0001'), PLAIN],
  ['an entity that HTML has and XML has not (§4.1)', PLAIN.replace('<url>', '<url><b>&nbsp;</b>'), PLAIN],
  ['two hyphens in a comment (§2.5)', PLAIN.replace('<url>', '<!-- a -- b --><url>'), PLAIN],
];

describe('a malformed sitemap is read as it is meant', () => {
  test.each(LENIENCIES)('%s', (_, xml, same) => {
    expect(readTheirs(xml)).toBeNull();
    expect(readOurs(xml).reading).toEqual(readTheirs(same));
    expect(readTheirs(same)?.entries).toHaveLength(2);
  });
});

test('a malformed sitemap is read as far as its structure is known', () => {
  const { document } = readOurs(PLAIN.replace('</urlset>', `</br>${entry('https://e.com/d')}</urlset>`));
  expect(document).toMatchObject({ kind: 'urlset', entryCount: 2, truncated: 'fault' });
});

describe('a well-formed sitemap that reads differently', () => {
  test('keeps an entity of the DOCTYPE, which could expand without limit (§4.4)', () => {
    const xml = '<!DOCTYPE urlset [<!ENTITY a "b">]><urlset><url><loc>https://e.com/&a;</loc></url></urlset>';
    expect(readOurs(xml).document.entries).toEqual([{ url: 'https://e.com/&a;', lastmod: null }]);
  });
});
