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

describe('what is not a saved site', () => {
  test.each<[what: string, text: string, problem: RegExp]>([
    ['no JSON', '{', /^The file is not JSON\.$/],
    ['another format', JSON.stringify({ ...saved, format: 2 }), /^The file is not a saved site: \/format .+\.$/],
    [
      'a part that is missing',
      JSON.stringify({ ...saved, home: undefined }),
      /^The file is not a saved site: {2}.*home.*\.$/,
    ],
    [
      'a failure that there is not',
      JSON.stringify({ ...saved, home: { ...saved.home, failure: { kind: 'x' } } }),
      /\/home\/failure/,
    ],
    ['a domain that is none', JSON.stringify({ ...saved, domain: 'a b' }), /^The file is not a saved site: "a b" /],
  ])('%s is refused in one sentence', (_what, text, problem) => {
    expect(parseSiteFile(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

test('a saved site may be of a private domain, and have a sitemap that could not be read', () => {
  const local = { ...saved, domain: domainName('example.com'), sitemaps: [{ ...sitemap, document: null }] };
  expect(parseSiteFile(formatSiteFile(local))).toEqual({ ok: true, site: local });
  expect(parseSiteFile(JSON.stringify({ ...saved, domain: 'localhost:8080' })).ok).toBe(true);
});
