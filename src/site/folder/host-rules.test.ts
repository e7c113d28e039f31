import { describe, expect, test } from 'vitest';
import { findHeaders, findTarget, parsePattern, type RouteRule } from './host-rules.ts';
import { parseHeadersFile, parseNetlifyToml, parseRedirectsFile } from './netlify.ts';
import { parseVercelJson } from './vercel-json.ts';

/** Returns where the first rule for a path leads. */
const leads = (routes: readonly RouteRule[], path: string) =>
  routes.map((rule) => findTarget(rule, path)).find((target) => target !== null) ?? null;

describe('a pattern', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/a/', true],
    ['/a', '/ab', false],
    ['/a.html', '/axhtml', false],
    ['/blog/:slug', '/blog/one', true],
    ['/blog/:slug', '/blog/one/two', false],
    ['/blog/*', '/blog/one/two', true],
    ['/blog/*', '/blog', true],
    ['/blog/*', '/blogs', false],
    ['/*', '/', true],
    ['/*.pdf', '/files/a.pdf', true],
  ])('%s is for %s: %s', (pattern, path, isFor) => {
    expect(parsePattern(pattern)?.expression.test(path)).toBe(isFor);
  });

  // What several names in one segment match is ambiguous, and takes a time that grows with a power of their number.
  test.each(['a', 'https://example.com/a', '/*/*', `/${'a'.repeat(2_000)}`, '/:year-:month', '/:a:b', '/*:a'])(
    '%.30s is not read',
    (pattern) => {
      expect(parsePattern(pattern)).toBeNull();
    },
  );
});

describe('_redirects', () => {
  const { routes, ignored } = parseRedirectsFile(
    [
      '# Old addresses',
      '/old /new/   301   # moved',
      '/news/:slug  /blog/:slug!',
      '/docs/*  https://docs.example.org/:splat  302!',
      '/app/*  /index.html  200',
      '/store id=:id  /shop/:id  301',
      '/de/*  /en/:splat  302  Country=us',
      'nonsense',
    ].join('\r\n'),
  );

  test('gives where paths lead, with what their patterns matched', () => {
    expect(leads(routes, '/old')).toBe('/new/');
    expect(leads(routes, '/news/one')).toBe('/blog/one!');
    expect(leads(routes, '/docs/a/b')).toBe('https://docs.example.org/a/b');
    expect(leads(routes, '/app/x')).toBe('/index.html');
    expect(routes.map(({ status, isForced }) => `${status}${isForced ? '!' : ''}`)).toEqual([
      '301',
      '301',
      '302!',
      '200',
    ]);
  });

  test('ends at a comment, whatever characters it has', () => {
    expect(parseRedirectsFile('/a /b 301 # one\u2028two')).toMatchObject({ routes: [{ to: '/b' }], ignored: [] });
  });

  test('leaves out rules with conditions, and names their lines', () => {
    expect(ignored).toEqual([6, 7, 8].map((line) => `Line ${line} of _redirects was not read.`));
  });
});

test('_headers gives the fields of every pattern for a path', () => {
  const { headers, ignored } = parseHeadersFile(
    '/*\n  X-Robots-Tag: noindex\n  # why\n\n/a/*\n  x-robots-tag: nofollow\n  ! Link\nhttps://x/*\n  A: b',
  );
  expect(findHeaders(headers, '/')).toEqual({ 'x-robots-tag': 'noindex' });
  expect(findHeaders(headers, '/a/b')).toEqual({ 'x-robots-tag': 'noindex, nofollow' });
  expect(ignored).toHaveLength(3);
  const odd = parseHeadersFile('/*\n  A:   one\u2028two');
  expect(findHeaders(odd.headers, '/')).toEqual({ a: 'one\u2028two' });
});

describe('netlify.toml', () => {
  test('gives its redirects and headers', () => {
    const rules = parseNetlifyToml(`
      [build]
      publish = "dist"
      [[redirects]]
      from = "/old/*"
      to = "/new/:splat"
      status = 302
      force = true
      [[redirects]]
      from = "/x"
      to = "/y"
      conditions = { Country = ["us"] }
      [[headers]]
      for = "/drafts/*"
      [headers.values]
      X-Robots-Tag = "noindex"`);
    expect(rules.routes).toMatchObject([{ to: '/new/:splat', status: 302, isForced: true }]);
    expect(leads(rules.routes, '/old/a')).toBe('/new/a');
    expect(findHeaders(rules.headers, '/drafts/a')).toEqual({ 'x-robots-tag': 'noindex' });
    expect(rules.ignored).toEqual(['Redirect 2 of netlify.toml was not read.']);
  });

  test.each(['[[redirects', 'redirects = 3', 'headers = ["a"]'])('%s is not a fault', (text) => {
    expect(parseNetlifyToml(text)).toMatchObject({ routes: [], headers: [] });
  });
});

describe('vercel.json', () => {
  const rules = parseVercelJson(
    JSON.stringify({
      cleanUrls: true,
      trailingSlash: false,
      redirects: [
        { source: '/old/:path*', destination: '/new/:path*' },
        { source: '/temporary', destination: '/there', permanent: false },
        { source: '/gone/(\\d+)', destination: '/' },
        { source: '/a', has: [{ type: 'host', value: 'x' }], destination: '/b' },
      ],
      rewrites: [{ source: '/(.*)', destination: '/index.html' }],
      headers: [{ source: '/private/(.*)', headers: [{ key: 'X-Robots-Tag', value: 'noindex' }] }],
    }),
  );

  test('gives its redirects, rewrites and headers', () => {
    expect(rules).toMatchObject({ servesCleanUrls: true, redirectsToCleanUrls: true, trailingSlash: false });
    expect(leads(rules.routes, '/old/a/b')).toBe('/new/a/b');
    expect(leads(rules.routes, '/temporary')).toBe('/there');
    expect(leads(rules.routes, '/any')).toBe('/index.html');
    expect(rules.routes.map(({ status }) => status)).toEqual([308, 307, 200]);
    expect(findHeaders(rules.headers, '/private/a')).toEqual({ 'x-robots-tag': 'noindex' });
  });

  test('leaves out conditions and expressions', () => {
    expect(rules.ignored).toEqual(
      [3, 4].map((i) => `Redirect ${i} of vercel.json was not read: it has conditions or an expression.`),
    );
  });

  test.each(['{', '[]', '{"redirects":[{}]}'])('%s is not a fault', (text) => {
    expect(parseVercelJson(text)).toMatchObject({ routes: [], headers: [], ignored: [expect.any(String)] });
  });
});
