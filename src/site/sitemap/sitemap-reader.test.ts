import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/properties.ts';
import { sampled } from '../../../test/support/sample.ts';
import { urlHash } from '../page/page-url.ts';
import { SAMPLED_ENTRIES, type SitemapDocument } from './sitemap.ts';
import { createSitemapReader, type SitemapReaderOptions } from './sitemap-reader.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function read(
  file: string | Uint8Array,
  budgets?: SitemapReaderOptions,
  pieces: readonly number[] = [],
): SitemapDocument {
  const bytes = typeof file === 'string' ? Buffer.from(file, 'utf8') : file;
  const reader = createSitemapReader('https://example.com/maps/sitemap.xml', budgets);
  let start = 0;
  for (const size of [...pieces, bytes.length]) {
    const isWanted = reader.write(bytes.subarray(start, start + size));
    if (!isWanted) break;
    start += size;
  }
  return reader.end();
}

function urlset(...entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>\n${entries.join('\n')}\n</urlset>\n`;
}

function entry(loc: string, lastmod?: string): string {
  return `<url><loc>${loc}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`;
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `https://example.com/p/${n}`);
}

const urls = ({ entries }: SitemapDocument): string[] => entries.map(({ url }) => url);

describe('the kind of a file', () => {
  it.each<[string, SitemapDocument['kind'], string]>([
    ['a urlset', 'urlset', urlset()],
    ['one without a namespace', 'urlset', '<urlset></urlset>'],
    ['one with a prefix', 'urlset', `<sm:urlset xmlns:sm="x"></sm:urlset>`],
    ['an empty element', 'urlset', '<urlset/>'],
    [
      'after white space, a comment and a style sheet',
      'urlset',
      '\n <!-- <html> --><?xml-stylesheet href="a"?><urlset/>',
    ],
    ['an index', 'sitemapindex', `<sitemapindex ${NAMESPACE}></sitemapindex>`],
    ['RSS', 'rss', '<rss version="2.0"><channel></channel></rss>'],
    ['Atom', 'atom', '<feed xmlns="http://www.w3.org/2005/Atom"></feed>'],
    ['a list', 'text', 'https://example.com/\n'],
    ['a list of http URLs', 'text', 'http://example.com/\n'],
    ['a list in which a later line is none', 'text', 'https://example.com/\nNot found'],
    ['HTML by its doctype', 'html', '<!DOCTYPE html><title>404</title>'],
    ['HTML by its doctype alone', 'html', '<!-- x --><!DocType\n  HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
    ['HTML with a root of another kind', 'html', '<!DOCTYPE html><urlset/>'],
    ['one with a doctype of its own', 'urlset', '<!DOCTYPE urlset SYSTEM "!doctype html"><urlset/>'],
    ['one with a doctype that only begins like that of HTML', 'urlset', '<!DOCTYPE html5><urlset/>'],
    ['one with a doctype in it', 'urlset', '<urlset><!DOCTYPE html></urlset>'],
    ['HTML by its root', 'html', '<!-- x --><HTML lang="en"></HTML>'],
    ['a piece of HTML', 'html', '<div>Not found</div>'],
    ['another element', 'invalid', '<opml></opml>'],
    ['an element named otherwise but for its case', 'invalid', '<URLSET></URLSET>'],
    ['nothing', 'invalid', ''],
    ['white space', 'invalid', ' \n'],
    ['no element', 'invalid', '<?xml version="1.0"?>'],
    ['prose', 'invalid', 'Not found'],
    ['a relative list', 'invalid', '/a\n/b'],
    ['JSON', 'invalid', '{"error":"not found"}'],
  ])('%s is %s', (_, kind, file) => {
    const document = read(file);
    expect(document.kind).toBe(kind);
    expect(document.problem === null).toBe(kind !== 'invalid');
    expect(document.truncated).toBeNull();
  });

  it.each([
    ['', 'The file is empty.'],
    [' \n', 'The file is empty.'],
    ['<?xml version="1.0"?><!-- later -->', 'The file has no root element.'],
    ['Not found', 'The file is neither XML nor a list of URLs.'],
    ['<opml/>', 'The root element is "opml", not urlset or sitemapindex.'],
  ])('is invalid for a reason: %j', (file, problem) => {
    expect(read(file)).toMatchObject({ kind: 'invalid', problem });
  });

  it('quotes an unknown root element safely', () => {
    expect(read(`<opml${'x'.repeat(1000)}/>`).problem).toMatch(
      /^The root element is "opmlx{35}…", not urlset or sitemapindex\.$/,
    );
  });

  it('is known from the start of a page, and the rest is not read', () => {
    const reader = createSitemapReader('https://example.com/sitemap.xml');
    expect(reader.write(Buffer.from(`<!doctype html><p>${'x'.repeat(100_000)}`))).toBe(false);
    expect(reader.end().kind).toBe('html');
  });
});

describe('the part of a file that is still needed', () => {
  const prose = Buffer.from('x'.repeat(20_000));
  const zipped = gzipSync(urlset());

  it.each<[string, SitemapReaderOptions, readonly Uint8Array[], readonly boolean[]]>([
    [
      'all of a sitemap',
      {},
      ['<', 'u', 'rlset><!--', prose].map((part) => Buffer.from(part)),
      [true, true, true, true],
    ],
    ['no more of a page that began small', {}, [Buffer.from('<!doctype html>'), prose, prose], [true, false, false]],
    ['no more than the budget', { maxBytes: 30_000 }, [Buffer.from('<urlset><!--'), prose, prose], [true, true, false]],
    [
      'of gzip, no more than its budget on the wire',
      { maxGzipBytes: zipped.length - 1 },
      [zipped.subarray(0, 1), zipped.subarray(1, -1), zipped.subarray(-1)],
      [true, true, false],
    ],
  ])('is %s', (_, budgets, parts, expected) => {
    const reader = createSitemapReader('https://example.com/sitemap.xml', budgets);
    expect(parts.map((part) => reader.write(part))).toEqual(expected);
  });
});

describe('the entries of a file', () => {
  it('are those of a urlset with their lastmod', () => {
    const document = read(urlset(entry('https://example.com/', '2026-11-20'), entry('\n https://example.com/a \n')));
    expect(document.entryCount).toBe(2);
    expect(document.entries).toEqual([
      { url: 'https://example.com/', lastmod: '2026-11-20' },
      { url: 'https://example.com/a', lastmod: null },
    ]);
  });

  it('are those of an index', () => {
    const index = `<sitemapindex><sitemap><loc>https://example.com/1.xml</loc><lastmod>2026</lastmod></sitemap></sitemapindex>`;
    expect(read(index).entries).toEqual([{ url: 'https://example.com/1.xml', lastmod: '2026' }]);
  });

  it.each([
    ['with the prefix of the root', '<s:urlset><s:url><s:loc>https://e/1</s:loc></s:url></s:urlset>', ['https://e/1']],
    [
      'not with another where the root has one',
      '<s:urlset><s:url><i:loc>https://e/i</i:loc><loc>https://e/2</loc><s:loc>https://e/1</s:loc></s:url></s:urlset>',
      ['https://e/1'],
    ],
    ['not with another', '<urlset><url><image:loc>https://e/1</image:loc></url></urlset>', []],
    [
      'not those of images and videos',
      `<urlset><url><image:image><image:loc>https://e/i.png</image:loc><loc>https://e/2</loc></image:image>
        <loc>https://e/1</loc><video:video><video:player_loc>https://e/v</video:player_loc></video:video></url></urlset>`,
      ['https://e/1'],
    ],
    [
      'not those of alternates',
      '<urlset><url><loc>https://e/1</loc><xhtml:link href="https://e/2"/></url></urlset>',
      ['https://e/1'],
    ],
    ['not outside url', '<urlset><loc>https://e/1</loc><x><url><loc>https://e/2</loc></url></x></urlset>', []],
    ['the first of two', '<urlset><url><loc>https://e/1</loc><loc>https://e/2</loc></url></urlset>', ['https://e/1']],
    [
      'with entities decoded',
      '<urlset><url><loc>https://e/?a&amp;b&#38;c&#x26;d</loc></url></urlset>',
      ['https://e/?a&b&c&d'],
    ],
    ['with a bare ampersand', '<urlset><url><loc>https://e/?a=1&b=2</loc></url></urlset>', ['https://e/?a=1&b=2']],
    [
      'in CDATA, as it stands',
      '<urlset><url><loc><![CDATA[https://e/?a&b&amp;]]></loc></url></urlset>',
      ['https://e/?a&b&amp;'],
    ],
    ['without comments', '<urlset><url><loc>https://e/<!-- x -->1</loc></url></urlset>', ['https://e/1']],
    ['without nested elements', '<urlset><url><loc>https://e/1<b>2</b></loc></url></urlset>', ['https://e/1']],
    ['with any case of the scheme', '<urlset><url><loc>HTTPS://E/1</loc></url></urlset>', ['https://e/1']],
    ['serialised', '<urlset><url><loc>https://e/ü ö</loc></url></urlset>', ['https://e/%C3%BC%20%C3%B6']],
    ['without an end tag of their own', '<urlset><url><loc>https://e/1</url></urlset>', ['https://e/1']],
    ['none after the root has ended', '<urlset></urlset><urlset><url><loc>https://e/1</loc></url></urlset>', []],
    [
      'of RSS items',
      '<rss><channel><link>https://e/</link><item><link>https://e/1</link></item></channel></rss>',
      ['https://e/1'],
    ],
    [
      'of Atom, relative to the feed',
      '<feed><link href="/"/><entry><link rel="self" href="https://e/x"/><link href="../1"/></entry></feed>',
      ['https://example.com/1'],
    ],
    [
      'of Atom by links that say they are alternates, in any case',
      '<feed><entry><link rel=" Alternate " type="text/html" hreflang="en" href=" /1 "/></entry></feed>',
      ['https://example.com/1'],
    ],
    [
      'of Atom not by what stands in a link',
      '<feed><entry><link href="/1"><x href="/2" rel="self"/></link></entry></feed>',
      ['https://example.com/1'],
    ],
    [
      'of Atom not from a link that names none',
      '<feed><entry><link>https://e/1</link></entry><entry><link href="/2"/></entry></feed>',
      ['https://example.com/2'],
    ],
    [
      'of a list, by line',
      'https://e/1\r\nhttps://e/2\r\r\n\n  https://e/3\rhttps://e/4',
      ['https://e/1', 'https://e/2', 'https://e/3', 'https://e/4'],
    ],
  ])('are taken %s', (_, file, expected) => {
    expect(urls(read(file))).toEqual(expected);
  });

  it('have the updated date of an Atom entry', () => {
    const feed =
      '<feed><updated>2020</updated><entry><link href="https://e/1"/><updated>2026-11-20T00:00:00Z</updated></entry></feed>';
    expect(read(feed).entries).toEqual([{ url: 'https://e/1', lastmod: '2026-11-20T00:00:00Z' }]);
  });

  it.each([
    ['/relative', true],
    ['//example.com/', true],
    ['example.com', true],
    ['ftp://example.com/', true],
    ['https:example.com', true],
    ['ftp://example.com/https://example.com/', true],
    ['https://', true],
    ['', true],
    [`https://example.com/${'a'.repeat(2_048 - 20)}`, true],
    [`https://example.com/${'a'.repeat(2_047 - 20)}`, false],
    ['http://example.com', false],
  ])('count %s as bad: %s', (loc, isBad) => {
    const document = read(urlset(entry(loc), entry('https://example.com/good')));
    expect(document.entryCount).toBe(2);
    expect(document.badLocs).toEqual(isBad ? { count: 1, first: loc } : { count: 0, first: null });
    expect(document.entries).toHaveLength(isBad ? 1 : 2);
  });

  it('count a link of Atom that is no URL as bad', () => {
    const { entryCount, badLocs } = read('<feed><entry><link href=" https:// "/></entry></feed>');
    expect({ entryCount, badLocs }).toEqual({ entryCount: 1, badLocs: { count: 1, first: 'https://' } });
  });

  it('have the text of their fields alone, not that of elements in them', () => {
    const inner =
      '<url><b>x</b><loc>https://example.com/<b>x</b>a</loc><lastmod>2026<b>x</b>-06</lastmod><b>x</b></url>';
    expect(read(urlset(inner)).entries).toEqual([{ url: 'https://example.com/a', lastmod: '2026-06' }]);
  });

  it('without a loc are ignored', () => {
    expect(read(urlset('<url><lastmod>2026</lastmod></url>')).entryCount).toBe(0);
  });

  it('are sampled by the smallest hash, in file order, and all are counted', () => {
    const all = numbered(5_000);
    const document = read(urlset(...all.map((url) => entry(url))));
    const smallest = new Set(all.toSorted((a, b) => urlHash(a) - urlHash(b)).slice(0, SAMPLED_ENTRIES));
    expect(document.entryCount).toBe(5_000);
    expect(urls(document)).toEqual(all.filter((url) => smallest.has(url)));
  });

  it('are unique by URL', () => {
    const document = read(urlset(...numbered(3).flatMap((url) => new Array<string>(2_000).fill(entry(url)))));
    expect(document.entryCount).toBe(6_000);
    expect(urls(document)).toEqual(numbered(3));
  });
});

describe('priority', () => {
  it('is that of the entry, of a urlset alone', () => {
    const url = (path: string, more: string) => `<url><loc>https://e/${path}</loc>${more}</url>`;
    const { entries } = read(
      urlset(
        url('a', '<priority> 0.8 </priority>'),
        url('b', ''),
        url('c', '<priority>9</priority>'),
        url('d', '<x:priority>0.9</x:priority>'),
      ),
    );
    expect(entries).toEqual([
      { url: 'https://e/a', lastmod: null, priority: 0.8 },
      { url: 'https://e/b', lastmod: null },
      { url: 'https://e/c', lastmod: null },
      { url: 'https://e/d', lastmod: null },
    ]);
    const index = '<sitemapindex><sitemap><loc>https://e/1.xml</loc><priority>1</priority></sitemap></sitemapindex>';
    expect(read(index).entries).toEqual([{ url: 'https://e/1.xml', lastmod: null }]);
  });
});

describe('lastmod', () => {
  it('is summarised over all entries', () => {
    const { lastmod } = read(
      urlset(
        entry('https://e/1', '2026-01-01'),
        entry('https://e/2', '2026-03-01T00:30:00+01:00'),
        entry('https://e/3', '01.02.2026'),
        entry('https://e/4', '2026-02-30'),
        entry('/bad', '2026-01-01'),
        entry('https://e/5', ''),
        entry('https://e/6'),
      ),
    );
    expect(lastmod).toEqual({
      present: 5,
      invalid: 2,
      firstInvalid: '01.02.2026',
      commonest: '2026-01-01',
      commonestCount: 2,
      latest: '2026-02-28T23:30:00.000Z',
    });
  });

  it('is empty when there is none', () => {
    expect(read(urlset(entry('https://e/1'))).lastmod).toEqual({
      present: 0,
      invalid: 0,
      firstInvalid: null,
      commonest: null,
      commonestCount: 0,
      latest: null,
    });
  });
});

describe('the bytes of a file', () => {
  const file = urlset(entry('https://example.com/ä', '2026'));
  const expected = read(file);

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${file}`)],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${file}`, 'utf16le')],
    ['UTF-16 BE with a byte order mark', Buffer.from(`\ufeff${file}`, 'utf16le').swap16()],
    ['UTF-16 LE without', Buffer.from(file, 'utf16le')],
    ['UTF-16 BE without', Buffer.from(file, 'utf16le').swap16()],
    ['ISO 8859-1 by its declaration', Buffer.from(file.replace('UTF-8', 'iso-8859-1'), 'latin1')],
    [
      'ISO 8859-1 by a declaration that is written loosely',
      Buffer.from(`\n${file.replace('="UTF-8"', " = 'iso-8859-1' ")}`, 'latin1'),
    ],
    [
      'UTF-8 that speaks of another encoding',
      Buffer.from(`<!-- <?xml version="1.0" encoding="koi8-r"?> -->${file.slice(file.indexOf('<urlset'))}`),
    ],
    ['UTF-8 that claims UTF-16', Buffer.from(file.replace('UTF-8', 'utf-16'))],
    ['UTF-8 that claims UTF-16 by another name', Buffer.from(file.replace('UTF-8', 'unicode'))],
    ['UTF-8 that claims an unknown encoding', Buffer.from(file.replace('UTF-8', 'klingon'))],
    ['gzip', gzipSync(file)],
    ['gzip in two members', Buffer.concat([gzipSync(file.slice(0, 60)), gzipSync(file.slice(60))])],
  ])('may be %s', (_, bytes) => {
    const { length: _length, ...document } = read(bytes);
    expect(document).toEqual({ ...document, kind: expected.kind, entries: expected.entries, truncated: null });
  });

  it('may split a character', () => {
    const head = '<urlset><!--';
    const body = `-->${entry('https://example.com/ä')}</urlset>`;
    for (let length = 16_384 - 64; length < 16_384; length += 1)
      expect(urls(read(head.padEnd(length, '.') + body))).toEqual(['https://example.com/%C3%A4']);
  });

  it('are counted after decompression', () => {
    expect(expected.length).toBe(Buffer.byteLength(file));
    expect(read(gzipSync(file)).length).toBe(Buffer.byteLength(file));
  });

  it('may be gzip that is damaged', () => {
    const bytes = gzipSync(file);
    bytes[12] = ~(bytes[12] ?? 0);
    expect(read(bytes)).toMatchObject({ kind: 'invalid', problem: 'The file is gzip, and damaged.', entryCount: 0 });
  });

  it.each([
    [[0x3c, 0x8b], 'The file has no root element.'],
    [[0x1f, 0x3c], 'The file is neither XML nor a list of URLs.'],
    [[0x1f, 0x8b, ...Buffer.from('not at all gzip')], 'The file is gzip, and damaged.'],
  ])('are recognised as gzip by the first two: %j', (bytes, problem) => {
    expect(read(Buffer.from(bytes))).toMatchObject({ kind: 'invalid', problem });
  });

  it.each([
    [0, 'The file is empty.'],
    [1, 'The file is neither XML nor a list of URLs.'],
    [2, 'The file is empty.'],
    [3, 'The file is empty.'],
    [10, 'The file is empty.'],
  ])('may be only %i, of gzip', (size, problem) => {
    expect(read(gzipSync(file).subarray(0, size))).toMatchObject({ kind: 'invalid', problem });
  });
});

describe('a file that stops before its end', () => {
  const file = urlset(...numbered(5_000).map((url) => entry(url, '2026-11-20')));
  const size = Buffer.byteLength(file);

  it('is truncated, and its beginning counts', () => {
    const document = read(file.slice(0, file.length / 2));
    expect(document).toMatchObject({ kind: 'urlset', truncated: 'file', length: Math.floor(size / 2) });
    expect(document.entryCount).toBeGreaterThan(2_000);
    expect(document.badLocs.count).toBe(0);
  });

  it('never gives an entry whose loc was cut', () => {
    const cut = '<urlset><url><loc>https://example.com/1</loc></url><url><loc>https://example.com/2';
    expect(urls(read(cut))).toEqual(['https://example.com/1']);
    expect(read(`${cut}</loc>`).entryCount).toBe(1);
  });

  it('is truncated by us when our budget ends it', () => {
    const document = read(file, { maxBytes: 100_000 });
    expect(document).toMatchObject({ truncated: 'budget', length: 100_000 });
    expect(document.entryCount).toBeGreaterThan(500);
  });

  it('is truncated by us at the last byte of the budget, and not when the file ends there', () => {
    expect(read(file, { maxBytes: size }).truncated).toBeNull();
    expect(read(file, { maxBytes: size - 1 }).truncated).toBeNull();
    expect(read(file.trimEnd(), { maxBytes: size - 2 }).truncated).toBe('budget');
    expect(read(file.slice(0, 1_000), { maxBytes: 1_000 }).truncated).toBe('budget');
    expect(read(file.slice(0, 1_000), { maxBytes: 1_001 }).truncated).toBe('file');
  });

  it('is truncated by us when the fetch says so', () => {
    const reader = createSitemapReader('https://example.com/sitemap.xml');
    reader.write(Buffer.from(file.slice(0, 1_000)));
    expect(reader.end(true).truncated).toBe('budget');
  });

  it('is complete if it is a text file, unless our budget ended it', () => {
    const list = numbered(100).join('\n');
    expect(read(list).truncated).toBeNull();
    expect(read(list, { maxBytes: 1_000 }).truncated).toBe('budget');
  });

  it('may be gzip that stops', () => {
    const document = read(gzipSync(file).subarray(0, 5_000));
    expect(document).toMatchObject({ kind: 'urlset', truncated: 'file' });
    expect(document.entryCount).toBeGreaterThan(0);
  });

  it('may be gzip that is longer than its budget on the wire', () => {
    const document = read(gzipSync(file), { maxGzipBytes: 5_000 }, new Array<number>(10).fill(1_000));
    expect(document).toMatchObject({ kind: 'urlset', truncated: 'budget' });
    expect(document.entryCount).toBeGreaterThan(0);
    expect(document.length).toBeLessThan(size);
  });

  it.each([
    ['honest about its length', (bytes: Buffer) => bytes],
    ['lying about its length', (bytes: Buffer) => bytes.fill(0, bytes.length - 4)],
  ])('may be gzip that grows beyond the budget, %s', (_, change) => {
    const document = read(change(gzipSync(file)), { maxBytes: 200_000 });
    expect(document).toMatchObject({ kind: 'urlset', truncated: 'budget', length: 200_000 });
  });

  it('may be gzip that grows beyond the budget, most of which is read', () => {
    const fitting = read(file, { maxBytes: 200_000 }).entryCount;
    expect(read(gzipSync(file), { maxBytes: 200_000 }).entryCount).toBeGreaterThan(0.8 * fitting);
  });

  it('is not truncated when its root element has ended before the budget, gzip or not', () => {
    const long = `<urlset/>${'\n'.repeat(300_000)}`;
    for (const bytes of [Buffer.from(long), gzipSync(long)]) {
      const document = read(bytes, { maxBytes: 200_000 });
      expect(document).toMatchObject({ kind: 'urlset', truncated: null });
    }
  });

  it('may be gzip that stops at the last byte of its budget on the wire', () => {
    const bytes = gzipSync(file).subarray(0, 5_000);
    expect(read(bytes, { maxGzipBytes: 5_000 }).truncated).toBe('file');
    expect(read(bytes, { maxGzipBytes: 4_999 }).truncated).toBe('budget');
  });

  it('may be a gzip bomb', () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(20_000_000, 0x20)]));
    expect(read(bomb, { maxBytes: 1_000_000 })).toMatchObject({
      kind: 'urlset',
      truncated: 'budget',
      length: 1_000_000,
    });
  });
});

describe('a hostile file', () => {
  const size = 2_000_000;
  it.each(
    sampled(
      [
        ['elements nested without end', '<urlset>', '<a>'],
        ['nested elements with stray end tags', '<urlset>', '<a></b>'],
        ['end tags', '<urlset>', '</a>'],
        ['attributes', '<urlset><url ', 'a="b" '],
        ['one attribute', '<urlset><url a="', '&amp;'],
        ['one tag name', '<urlset><', 'a'],
        ['one loc', '<urlset><url><loc>', '&#38;'],
        ['one comment', '<urlset><!--', '--'],
        ['angle brackets', '<urlset>', '<'],
        ['entity declarations', '<!DOCTYPE a [', '<!ENTITY a "&a;&a;">'],
        ['white space', '', ' '],
        ['one line', 'https://example.com/', 'a'],
        ['distinct dates', '<urlset>', '<url><loc>https://e/1</loc><lastmod>$</lastmod></url>'],
      ],
      4,
    ),
  )('full of %s is read to its end', (_, head, piece) => {
    let count = 0;
    const numberedPiece = (): string => piece.replace('$', () => String(count++));
    const body = Array.from({ length: Math.ceil(size / piece.length) }, numberedPiece).join('');
    expect(read(head + body).length).toBeGreaterThan(0);
  });

  it('with a part that exceeds 1 MiB is read up to that part', () => {
    const file = (size: number) =>
      `<urlset>${entry('https://e/1')}<!--${'-a'.repeat(size / 2)}-->${entry('https://e/2')}</urlset>`;
    expect(read(file(1_000_000))).toMatchObject({ entryCount: 2, truncated: null });
    expect(read(file(1_100_000))).toMatchObject({ kind: 'urlset', entryCount: 1, truncated: 'budget' });
  });

  it('nested too deep is invalid, one a little less is not', () => {
    const nested = (depth: number): string =>
      `<urlset><url>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}<loc>https://e/1</loc></url></urlset>`;
    expect(read(nested(98))).toMatchObject({ kind: 'urlset', entryCount: 1 });
    expect(read(nested(99))).toMatchObject({ kind: 'invalid', problem: 'Its elements are nested more than 100 deep.' });
  });

  it('has its own entities left unexpanded', () => {
    const file =
      '<!DOCTYPE urlset [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>https://e/&b;</loc></url></urlset>';
    expect(urls(read(file))).toEqual(['https://e/&b;']);
  });

  it('has a bad loc or lastmod cut at the length of a valid one', () => {
    const { badLocs, lastmod } = read(urlset(entry('x'.repeat(100_000), '9'.repeat(100_000))));
    expect(badLocs.first).toHaveLength(2_048);
    expect(lastmod.firstInvalid).toHaveLength(64);
  });
});

describe('the way the network splits a file', () => {
  const markup = fc
    .array(
      fc.oneof(
        fc.constantFrom('<urlset>', '</urlset>', '<url>', '</url>', '<loc>', '</loc>', '<lastmod>', '</lastmod>'),
        fc.constantFrom(
          '&amp;',
          '&#x26;',
          '&bad;',
          '<![CDATA[',
          ']]>',
          '<!--',
          '-->',
          '<?x ?>',
          '<a b="c">',
          'ü',
          '2026',
        ),
        fc.constantFrom('https://example.com/', '\r', '\n', '\r\n', ' '),
        fc.string({ unit: 'binary', maxLength: 5 }),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join(''));
  const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });

  it('does not change the result', () => {
    fc.assert(
      fc.property(
        markup,
        fc.constantFrom('', '<urlset>', 'https://e/\n'),
        sizes,
        fc.boolean(),
        (text, head, cuts, zip) => {
          const bytes = zip ? gzipSync(head + text) : Buffer.from(head + text);
          expect(read(bytes, {}, cuts)).toEqual(read(bytes));
        },
      ),
      runs(100),
    );
  });

  it('does not change the result of a long file at any budget', () => {
    const bytes = Buffer.from(urlset(...numbered(3_000).map((url, n) => entry(`${url}?ü&amp;${n}`, '2026-11-20'))));
    const long = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(long, fc.integer({ min: 1, max: bytes.length + 1 }), (cuts, maxBytes) => {
        expect(read(bytes, { maxBytes }, cuts)).toEqual(read(bytes, { maxBytes }));
      }),
      runs(30),
    );
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('', '<urlset>', '\x1f\x8b\x08'), (bytes, head) => {
        expect(read(Buffer.concat([Buffer.from(head, 'latin1'), bytes])).entryCount).toBe(0);
      }),
      runs(100),
    );
  });
});

describe('a sitemap that is not well-formed XML', () => {
  it('has the place of the first fault, and the entries before the structure is lost', () => {
    const document = read(
      '<urlset>\n<url><loc>https://example.com/a?b&c</loc></url>\n<url>\n</x>\n<url><loc>https://e/</loc></url></urlset>',
    );
    expect(document).toMatchObject({
      kind: 'urlset',
      malformed: { line: 2, column: 34, problem: expect.stringContaining('ampersand') },
      entryCount: 1,
      truncated: 'fault',
    });
  });

  it.each([
    ['an ampersand', urlset(entry('https://example.com/?a&b'), entry('https://example.com/c'))],
    ['an undeclared prefix', urlset('<url><x:y/><loc>https://e/1</loc></url>', entry('https://e/2'))],
    ['a blank line before it', `\n${urlset(entry('https://e/1'), entry('https://e/2'))}`],
    ['blank lines of a whole block before it', `${'\n'.repeat(20_000)}${urlset(entry('https://e/1'), entry('/b'))}`],
    ['text after it', `${urlset(entry('https://e/1'), entry('https://e/2'))}Warning: …`],
    ['another sitemap after it', urlset(entry('https://e/1'), entry('https://e/2')).repeat(2)],
  ])('is read to its end in spite of %s', (_, file) => {
    expect(read(file)).toMatchObject({ malformed: {}, entryCount: 2, truncated: null });
  });

  it('is not reported for a sound sitemap, nor for a file that is not a sitemap', () => {
    for (const file of [urlset(), '<html><body><br>&nbsp;</html>', '<opml>&</opml>', 'https://example.com/?a=1&b=2\n'])
      expect(read(file)).not.toHaveProperty('malformed');
  });
});

describe('the namespace and encoding of a file', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['of a urlset', urlset(), 'http://www.sitemaps.org/schemas/sitemap/0.9', 'utf-8'],
    ['with a prefix', '<s:urlset xmlns:s="urn:s" xmlns="urn:other"/>', 'urn:s', 'utf-8'],
    ['that are not named', '<urlset/>', '', 'utf-8'],
    ['in UTF-16', Buffer.from('<urlset/>', 'utf16le'), '', 'utf-16le'],
    ['of ASCII declared as ISO 8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?><urlset/>', '', 'utf-8'],
    ['in ISO 8859-1', latin1('<?xml version="1.0" encoding="ISO-8859-1"?><urlset>ä</urlset>'), '', 'windows-1252'],
    [
      'in ISO 8859-1 declared as UTF-8',
      latin1('<?xml version="1.0" encoding="UTF-8"?><urlset>ä</urlset>'),
      '',
      'unknown',
    ],
    ['with a replacement character', '<urlset>\ufffd</urlset>', '', 'utf-8'],
    ['of a list', 'https://e/', undefined, 'utf-8'],
    ['of a page', '<html></html>', undefined, undefined],
  ])('are reported: %s', (_, file, namespace, encoding) => {
    const document = read(file);
    expect([document.namespace, document.encoding]).toEqual([namespace, encoding]);
  });

  it('are cut at a length', () => {
    expect(read(`<urlset xmlns="${'x'.repeat(100_000)}"/>`).namespace).toHaveLength(256);
  });
});
