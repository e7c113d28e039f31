import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mangledBytes, pieces } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { SITEMAP_WORDS } from '../../../test/support/words.ts';
import { withoutFragment } from '../page/page-url.ts';
import { SAMPLED_ENTRIES, type SitemapDocument } from './sitemap.ts';
import { createSitemapReader } from './sitemap-reader.ts';

function read(bytes: Uint8Array, cuts: readonly number[] = [], maxBytes = 1_000_000): SitemapDocument {
  const reader = createSitemapReader('https://example.com/sitemap.xml', { maxBytes });
  for (const piece of pieces(bytes, cuts)) if (!reader.write(piece)) break;
  return reader.end();
}

describe('any bytes are a sitemap of some kind', () => {
  const cuts = fc.array(fc.nat(), { maxLength: 6 });

  test('with valid entries, however the network splits them', () => {
    fc.assert(
      fc.property(mangledBytes(SITEMAP_WORDS), cuts, (bytes, places) => {
        const document = read(bytes);
        const { kind, problem, entries, entryCount, badLocs, lastmod, length } = document;
        expect(problem === null).toBe(kind !== 'invalid');
        expect(entries.length).toBeLessThanOrEqual(SAMPLED_ENTRIES);
        expect(entries.length + badLocs.count).toBeLessThanOrEqual(entryCount);
        for (const { url } of entries) expect(new URL(url).href).toBe(url);
        expect(new Set(entries.map(({ url }) => url)).size).toBe(entries.length);
        expect(lastmod.invalid).toBeLessThanOrEqual(lastmod.present);
        expect(lastmod.present).toBeLessThanOrEqual(entryCount);
        expect(length).toBeLessThanOrEqual(bytes.length);
        expect(read(bytes, places)).toEqual(document);
      }),
      runs(500),
    );
  });

  test('and gzip gives the same result', () => {
    fc.assert(
      fc.property(mangledBytes(SITEMAP_WORDS), cuts, (bytes, places) => {
        fc.pre(!(bytes[0] === 0x1f && bytes[1] === 0x8b));
        expect(read(gzipSync(bytes), places)).toEqual(read(bytes));
      }),
      runs(100),
    );
  });

  test('and is read up to the budget', () => {
    fc.assert(
      fc.property(mangledBytes(SITEMAP_WORDS), fc.integer({ min: 1, max: 300 }), (bytes, maxBytes) => {
        expect(read(bytes, [], maxBytes).length).toBeLessThanOrEqual(maxBytes);
      }),
      runs(),
    );
  });
});

const location = fc
  .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.constantFrom('', '?a=1&b=<2>', '/é', '/\'"'))
  .map(([url, more]) => withoutFragment(new URL(url + more).href));
const written = (text: string, isCdata: boolean): string =>
  isCdata ? `<![CDATA[${text}]]>` : text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`);

test('a sitemap that is written is read back, with prefixes, other elements and CDATA or not', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(location, { maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('', 's:'),
      fc.constantFrom('utf8', 'utf16le'),
      (urls, isCdata, hasOthers, s, encoding) => {
        const others = hasOthers ? '<image:image><image:loc>https://x.example/i</image:loc></image:image>' : '';
        const xml = `<?xml version="1.0"?><${s}urlset>${urls
          .map(
            (url) =>
              `<${s}url>${others}<${s}loc> ${written(url, isCdata)}\n</${s}loc><${s}lastmod>2026-01-02</${s}lastmod></${s}url>`,
          )
          .join('')}</${s}urlset>`;
        const document = read(Buffer.from(xml, encoding));
        expect(document).toMatchObject({ kind: 'urlset', problem: null, entryCount: urls.length, truncated: null });
        expect(document.entries.map(({ url }) => url)).toEqual(urls.filter((url) => url.length < 2_048));
        expect(document.lastmod.present).toBe(urls.length);
      },
    ),
    runs(200),
  );
});
