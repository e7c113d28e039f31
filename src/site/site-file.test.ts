import { describe, expect, test } from 'vitest';
import { site } from '../../test/support/reports.ts';
import { domainName } from '../../test/support/running-service.ts';
import { formatSiteFile, parseSiteFile } from './site-file.ts';

const NONE = 'https://[';

const sitemap = {
  url: 'https://example.com/sitemap.xml',
  from: 'usual_place',
  exchange: site(domainName('example.com')).home,
  document: {
    kind: 'urlset',
    problem: null,
    entryCount: 1,
    entries: [{ url: 'https://example.com/a', lastmod: null }],
    length: 100,
    badLocs: { count: 0, first: null },
    lastmod: { present: 0, invalid: 0, firstInvalid: null, commonest: null, commonestCount: 0, latest: null },
    truncated: null,
  },
} as const;

const saved = { ...site(domainName('example.com')), sitemaps: [sitemap] };

describe('a saved site', () => {
  test('is read back as it was', () => {
    expect(parseSiteFile(formatSiteFile(saved))).toEqual({ ok: true, site: saved });
  });

  test.each([
    ['its origin', { ...saved, origin: NONE }],
    ['what was asked for', { ...saved, home: { ...saved.home, url: NONE } }],
    ['what answered', { ...saved, home: { ...saved.home, finalUrl: NONE } }],
    ['a sitemap', { ...saved, sitemaps: [{ ...sitemap, url: NONE }] }],
    [
      'an entry of a sitemap',
      {
        ...saved,
        sitemaps: [{ ...sitemap, document: { ...sitemap.document, entries: [{ url: NONE, lastmod: null }] } }],
      },
    ],
  ])('is refused when %s is no URL', (_, broken) => {
    expect(parseSiteFile(formatSiteFile(broken))).toEqual({
      ok: false,
      problem: 'The file is not a saved site: it holds a URL that is none.',
    });
  });
});
