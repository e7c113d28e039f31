import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/support/exchanges.ts';
import { exampleDomain, fixtureFetcher, parseFixture, readFixture } from '../../../test/support/fixture-web.ts';
import type { Exchange, Fetcher, FetchRequest } from '../../fetch/exchange.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import type { Site } from '../site.ts';
import { gather } from './gather.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

/** Gathers a site from a fixture, and records the requests. */
async function gathered(text: string): Promise<{ site: Site; asked: readonly FetchRequest[] }> {
  const asked: FetchRequest[] = [];
  const web = fixtureFetcher(parseFixture(text));
  const fetcher: Fetcher = {
    pause: () => Promise.resolve(),
    fetch: (request) => {
      asked.push(request);
      return web.fetch(request);
    },
  };
  return { site: await gather(exampleDomain, { fetcher, now: NOW }), asked };
}

const urls = (asked: readonly FetchRequest[], method = 'GET') =>
  asked.filter((request) => (request.method ?? 'GET') === method).map((request) => request.url);

describe('gather', () => {
  test('of a good site returns everything that the rubric needs', async () => {
    const site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    expect(site).toMatchObject({
      format: 1,
      domain: 'example.com',
      origin: 'https://example.com',
      gatheredAt: NOW.toISOString(),
    });
    expect(site.probes.map((probe) => probe.productToken)).toEqual([
      'OAI-SearchBot',
      'PerplexityBot',
      'Claude-SearchBot',
      'Googlebot',
      'bingbot',
      'GPTBot',
      'ClaudeBot',
      'Controlbot',
    ]);
    expect(site.probes.every((probe) => probe.sameBodyAsHome && probe.exchange.body === null)).toBe(true);
    expect(site.pages).toHaveLength(7);
    expect(new Set(site.pages.map((page) => page.finalUrl)).size).toBe(7);
    expect(site.sitemaps.map(({ from, document }) => [from, document?.kind, document?.entryCount])).toEqual([
      ['robots_txt', 'urlset', 8],
    ]);
    expect(site.sitemapSample).toHaveLength(8);
    expect(site.llmsTxtLinks).toHaveLength(5);
    expect(site.softNotFound.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('sends our own token with every user agent', async () => {
    const { asked } = await gathered('A site.\n\n=== / 200 text/html\n<title>Home</title>\n');
    expect(asked.length).toBeGreaterThan(8);
    for (const { userAgent } of asked) expect(userAgent).toMatch(/ Citable\/\d+\.\d+\.\d+ \(AEO audit\)$/);
  });

  test('gives the same Site for the same site', async () => {
    const once = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    const twice = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
  });

  test('requests the files at the root of the origin of the home page', async () => {
    const { site } = await gathered(
      'An apex that redirects its home page alone.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/robots.txt 200 text/plain\nUser-agent: *\n',
    );
    expect(site.origin).toBe('https://www.example.com');
    expect(site.robotsTxt).toMatchObject({ url: 'https://www.example.com/robots.txt', status: 200 });
    expect(site.llmsTxt.url).toBe('https://www.example.com/llms.txt');
  });

  test('reuses a file that the apex redirected to the same origin', async () => {
    const { site, asked } = await gathered(
      'An apex that redirects everything.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== /robots.txt 301\nlocation: https://www.example.com/robots.txt\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/robots.txt 200 text/plain\nUser-agent: *\n',
    );
    expect(site.robotsTxt.finalUrl).toBe('https://www.example.com/robots.txt');
    expect(urls(asked).filter((url) => url.endsWith('/robots.txt'))).toEqual(['https://example.com/robots.txt']);
  });

  test('reports no redirect for a sitemap entry with the final URL of the home page', async () => {
    const { site, asked } = await gathered(
      'An apex that redirects.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/sitemap.xml 200 application/xml\n<urlset><url><loc>https://www.example.com/</loc></url></urlset>\n',
    );
    expect(site.home.redirects).toHaveLength(1);
    expect(site.sitemapSample).toMatchObject([{ url: 'https://www.example.com/', status: 200, redirects: [] }]);
    expect(urls(asked, 'HEAD')).toEqual([]);
  });

  test('falls back to http without a TLS server, and not for a bad certificate', async () => {
    const plain = await gathered(
      'No TLS here.\n\n=== / fails connection_refused\n=== http://example.com/ 200 text/html\n<title>Home</title>\n',
    );
    expect(plain.site.origin).toBe('http://example.com');
    const bad = await gathered(
      'A bad certificate.\n\n=== / fails tls\n=== http://example.com/ 200 text/html\n<title>Home</title>\n',
    );
    expect(bad.site.home.failure?.kind).toBe('tls');
    expect(urls(bad.asked).some((url) => url.startsWith('http://'))).toBe(false);
  });

  test('requests nothing more of a site whose home page cannot be read', async () => {
    const { site, asked } = await gathered('A dead host.\n\n=== / fails name_not_found\n');
    expect(site.home.failure?.kind).toBe('name_not_found');
    expect(site.probes).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test('samples no page that robots.txt disallows for our own token', async () => {
    const { asked } = await gathered(
      'A closed section.\n\n=== /robots.txt 200 text/plain\nUser-agent: Citable\nDisallow: /closed/\n=== / 200 text/html\n<title>Home</title><a href="/closed/a">a</a><a href="/open/b">b</a>\n',
    );
    expect(urls(asked)).toContain('https://example.com/open/b');
    expect(urls(asked)).not.toContain('https://example.com/closed/a');
  });

  test('follows the links of further pages', async () => {
    const html = (...links: string[]) => links.map((href) => `<a href="${href}">x</a>`).join('');
    const { site, asked } = await gathered(
      [
        'A blog whose home page links to its index alone.\n',
        '=== /robots.txt 200 text/plain\nUser-agent: *\nDisallow: /private\n',
        `=== / 200 text/html\n${html('/posts/')}\n`,
        `=== /posts/ 200 text/html\n${html('/', '/posts/a', '/posts/b#top', '/private')}\n`,
        `=== /posts/a 200 text/html\n${html('/posts/c')}\n`,
        '=== /posts/b 200 text/html\n<p>B</p>\n',
        `=== /posts/c 200 text/html\n${html('/posts/d')}\n`,
        '=== /posts/d 200 text/html\n<p>D</p>\n',
      ].join('\n'),
    );
    const paths = site.pages.map(({ url }) => new URL(url).pathname);
    expect(paths[0]).toBe('/posts/');
    expect(paths.slice(1, 3).sort()).toEqual(['/posts/a', '/posts/b']);
    expect(paths.slice(3)).toEqual(['/posts/c', '/posts/d']);
    expect(urls(asked)).not.toContain('https://example.com/private');
  });

  test('tries the usual places if robots.txt names no sitemap', async () => {
    const { site, asked } = await gathered(
      'A sitemap of a plugin.\n\n=== / 200 text/html\n<title>Home</title>\n=== /wp-sitemap.xml 200 application/xml\n<urlset><url><loc>https://example.com/a</loc></url></urlset>\n',
    );
    expect(site.sitemaps.map(({ url, from }) => [url, from])).toEqual([
      ['https://example.com/wp-sitemap.xml', 'usual_place'],
    ]);
    expect(urls(asked)).toContain('https://example.com/sitemap.xml');
  });

  test('follows an index to its children, once each, without loops', async () => {
    const { site } = await gathered(
      'An index.\n\n=== / 200 text/html\n<title>Home</title>\n=== /sitemap.xml 200 application/xml\n<sitemapindex><sitemap><loc>https://example.com/sitemap.xml</loc></sitemap><sitemap><loc>https://example.com/a.xml</loc></sitemap><sitemap><loc>https://example.com/a.xml</loc></sitemap></sitemapindex>\n=== /a.xml 200 application/xml\n<urlset><url><loc>https://example.com/a</loc></url></urlset>\n',
    );
    expect(site.sitemaps.map(({ url }) => url)).toEqual([
      'https://example.com/sitemap.xml',
      'https://example.com/a.xml',
    ]);
  });

  test('checks a link by HEAD, and by GET if HEAD is refused', async () => {
    const { site, asked } = await gathered(
      'Links.\n\n=== / 200 text/html\n<title>Home</title>\n=== /llms.txt 200 text/plain\n# Site\n\n- [Gone](/gone.pdf): gone\n- [There](/there.pdf): there\n=== /there.pdf 200 application/pdf\n%PDF\n',
    );
    expect(site.llmsTxtLinks.map(({ url, status }) => [new URL(url).pathname, status]).sort()).toEqual([
      ['/gone.pdf', 404],
      ['/there.pdf', 200],
    ]);
    expect(urls(asked, 'HEAD').sort()).toEqual(['https://example.com/gone.pdf', 'https://example.com/there.pdf']);
    expect(urls(asked)).toContain('https://example.com/gone.pdf');
    expect(urls(asked)).not.toContain('https://example.com/there.pdf');
  });

  test('prefers the llms.txt that the home page announces to that of the root', async () => {
    const { site } = await gathered(
      'An announced file.\n\n=== / 200 text/html\n<title>Home</title><link rel="describedby" href="/en/llms.txt" type="text/plain">\n=== /en/llms.txt 200 text/plain\n# English\n',
    );
    expect(site.llmsTxt.url).toBe('https://example.com/en/llms.txt');
  });

  test('reads the llms.txt that the Link header of the home page announces', async () => {
    const { site } = await gathered(
      'An announced file.\n\n=== / 200 text/html +headers\nlink: </docs/llms.txt>; rel="describedby"; type="text/markdown"\n\n<title>Home</title>\n=== /docs/llms.txt 200 text/plain\n# Docs\n',
    );
    expect(site.llmsTxt.url).toBe('https://example.com/docs/llms.txt');
  });

  test('looks at the logo that the structured data of the home page names', async () => {
    const data = '{"@type": "Organization", "logo": {"@type": "ImageObject", "url": "https://example.com/logo.svg"}}';
    const { site, asked } = await gathered(
      `A logo.\n\n=== / 200 text/html\n<title>Home</title><script type="application/ld+json">${data}</script>\n`,
    );
    expect(urls(asked, 'HEAD')).toContain('https://example.com/logo.svg');
    expect(site.canonicalTargets.map(({ url, status }) => [url, status])).toEqual([
      ['https://example.com/logo.svg', 404],
    ]);
  });
});

describe('what is gathered', () => {
  const page = (head: string) => `text/html\n<title>A</title>${head}\n`;
  const paths = (exchanges: readonly Exchange[]) => exchanges.map(({ url }) => url.replace('https://example.com', ''));

  test.each([
    ['a page', 'text/html', ['home page', 'crawlers and sitemaps', 'pages and links']],
    ['no page', 'application/json', ['home page']],
  ])('of a home page that is %s is reported by stage', async (_what, mediaType, expected) => {
    const stages: string[] = [];
    const fetcher = fixtureFetcher(parseFixture(`A site.\n\n=== / 200 ${mediaType}\n{}\n`));
    await gather(exampleDomain, { fetcher, now: NOW, onStage: (stage) => stages.push(stage) });
    expect(stages).toEqual(expected);
  });

  test('of a home page that is not HTML is only the files at the root', async () => {
    const { site } = await gathered('A program.\n\n=== / 200 application/json\n{}\n');
    expect(site).toMatchObject({
      robotsTxt: { url: 'https://example.com/robots.txt', status: 404 },
      llmsTxt: { url: 'https://example.com/llms.txt', status: 404 },
      probes: [],
      llmsTxtLinks: [],
      sitemaps: [],
      sitemapSample: [],
      pages: [],
      canonicalTargets: [],
      softNotFound: [{ status: 404 }],
    });
  });

  test('as a text file at the root is requested as text', async () => {
    const { asked } = await gathered(`A site.\n\n=== / 200 ${page('')}`);
    const wanted = (path: string) => {
      const request = asked.find(({ url }) => url === `https://example.com${path}`);
      return [request?.accept, request?.charset];
    };
    expect(wanted('/robots.txt')).toEqual(['text/plain, */*;q=0.8', 'utf-8']);
    expect(wanted('/llms.txt')).toEqual(['text/plain, */*;q=0.8', 'utf-8']);
    expect(wanted('/')).toEqual([undefined, undefined]);
  });

  test('includes the body that a crawler gets if it differs from the browser’s', async () => {
    const { site } = await gathered(
      `A page of its own.\n\n=== / 200 ${page('<p>All')}\n=== / as GPTBot 200 ${page('<p>Less')}\n=== / as ClaudeBot fails timeout\n`,
    );
    const probe = (token: string) => site.probes.find(({ productToken }) => productToken === token);
    expect(probe('GPTBot')).toMatchObject({
      sameBodyAsHome: false,
      exchange: { body: expect.stringContaining('Less') },
    });
    expect(probe('ClaudeBot')).toMatchObject({ sameBodyAsHome: false, exchange: { body: null } });
    expect(probe('bingbot')).toMatchObject({ sameBodyAsHome: true, exchange: { body: null } });
  });

  test('is requested once if a file at the root redirects within the origin', async () => {
    const { site, asked } = await gathered(
      `Moved.\n\n=== / 200 ${page('')}\n=== /robots.txt 301\nlocation: /static/robots.txt\n\n=== /static/robots.txt 200 text/plain\nUser-agent: *\n`,
    );
    expect(site.robotsTxt).toMatchObject({ finalUrl: 'https://example.com/static/robots.txt', status: 200 });
    expect(urls(asked).filter((url) => url.endsWith('/robots.txt'))).toHaveLength(1);
  });

  test.each(['/llms.txt', '/en/llms.txt'])(
    'is asked for once where the root redirects, and the home page announces %s',
    async (href) => {
      const { site, asked } = await gathered(
        `Moved.\n\n=== / 200 ${page(`<link rel=describedby href=${href}>`)}\n=== /llms.txt 301\nlocation: /en/llms.txt\n\n=== /en/llms.txt 200 text/plain\n# English\n`,
      );
      expect(site.llmsTxt.finalUrl).toBe('https://example.com/en/llms.txt');
      expect(urls(asked).filter((url) => url.endsWith('/llms.txt'))).toEqual(['https://example.com/llms.txt']);
    },
  );

  test('does not treat the entries of a sitemap index as pages', async () => {
    const { site, asked } = await gathered(
      `An index.\n\n=== / 200 ${page('')}\n=== /sitemap.xml 200 application/xml\n<sitemapindex><sitemap><loc>https://example.com/child</loc></sitemap></sitemapindex>\n=== /child 200 application/xml\n<urlset><url><loc>https://example.com/a</loc></url></urlset>\n`,
    );
    expect(paths(site.sitemapSample)).toEqual(['/a']);
    expect(urls(asked).filter((url) => url.endsWith('/child'))).toHaveLength(1);
  });

  test('checks each linked URL once', async () => {
    const { site, asked } = await gathered(
      `Named twice.\n\n=== / 200 ${page('')}\n=== /sitemap.xml 200 application/xml\n<urlset><url><loc>https://example.com/a.pdf</loc></url></urlset>\n=== /llms.txt 200 text/plain\n# A\n- [a](/a.pdf)\n=== /a.pdf 200 application/pdf\n%PDF\n`,
    );
    expect([paths(site.sitemapSample), paths(site.llmsTxtLinks)]).toEqual([['/a.pdf'], ['/a.pdf']]);
    expect(urls(asked, 'HEAD')).toEqual(['https://example.com/a.pdf']);
  });

  test('requests the canonical URL of every page, in link elements and headers', async () => {
    const canonical = (href: string) => page(`<link rel=canonical href="${href}">`);
    const { site, asked } = await gathered(
      `Canonicals.\n\n=== / 200 ${page('<link rel=canonical href=/><link rel=canonical href=/home#part><link rel=canonical href="http://["><link rel=canonical href="mailto:a@example.com"><a href=/a>a</a><a href=/b>b</a><a href=/c>c</a><a href=/d>d</a><a href=/data>e</a>')}` +
        `\n=== /a 200 ${canonical('/b')}\n=== /b 200 ${canonical('/b2')}\n=== /c 200 ${canonical('/c2')}\n=== /d 200 text/html +headers\nlink: </d2>; rel=canonical\n\n<p>D` +
        '\n=== /data 200 application/json\n<link rel=canonical href=/data2>\n=== /llms.txt 200 text/plain\n# A\n- [c](/c2)\n',
    );
    expect(paths(site.canonicalTargets).toSorted()).toEqual(['/b2', '/c2', '/d2', '/home']);
    expect(urls(asked, 'HEAD').filter((url) => url.endsWith('/c2'))).toHaveLength(1);
  });

  test('follows pages that refresh to another at once, within the site and where robots.txt allows it', async () => {
    const to = (target: string) => page(`<meta http-equiv=refresh content="0; url=${target}">`);
    const { site, asked } = await gathered(
      `Stubs.\n\n=== / 200 ${page('<a href=/a>a</a><a href=/b>b</a><a href=/c>c</a><a href=/d>d</a><a href=/new-a>a</a>')}` +
        `\n=== /robots.txt 200 text/plain\nUser-agent: *\nDisallow: /closed\n` +
        `=== /a 200 ${to('/new-a')}\n=== /b 200 ${to('https://example.org/b')}\n=== /c 200 ${to('/closed')}\n=== /d 200 ${to('/gone')}\n=== /new-a 200 ${page('<p>A')}\n`,
    );
    const a = site.pages.find(({ url }) => url === 'https://example.com/a');
    expect(a).toMatchObject({
      finalUrl: 'https://example.com/new-a',
      redirects: [{ url: 'https://example.com/a', status: 200, location: 'https://example.com/new-a' }],
    });
    const stubs = site.pages.filter(({ url }) => /\/[bcd]$/.test(url));
    expect(stubs.every(({ url, finalUrl, redirects }) => url === finalUrl && redirects.length === 0)).toBe(true);
    const fetched = urls(asked).map((url) => new URL(url).pathname);
    expect(fetched.filter((path) => path === '/new-a')).toHaveLength(1);
    expect(fetched).not.toContain('/closed');
  });

  test('fetches pages named with another scheme, or with www., from the origin of the home page', async () => {
    const { site } = await gathered(
      `Names.\n\n=== / 200 ${page('<a href=http://example.com/a>a</a><a href=https://docs.example.com/b>b</a>')}` +
        '\n=== /sitemap.xml 200 application/xml\n<urlset><url><loc>https://www.example.com/c</loc></url></urlset>\n',
    );
    expect(site.pages.map(({ url }) => url).toSorted()).toEqual(['https://example.com/a', 'https://example.com/c']);
  });

  test('follows a home page that refreshes within the host, and no other', async () => {
    const { site } = await gathered(
      `A language.\n\n=== / 200 ${page('<meta http-equiv=refresh content="0; url=/en/">')}\n=== /en/ 200 ${page('<h1>Home</h1><a href=/en/a>a</a>')}\n`,
    );
    expect(site.home).toMatchObject({
      url: 'https://example.com/',
      finalUrl: 'https://example.com/en/',
      redirects: [{ url: 'https://example.com/', status: 200, location: 'https://example.com/en/' }],
    });
    expect(paths(site.pages)).toEqual(['/en/a']);
    const moved = await gathered(
      `Moved.\n\n=== / 200 ${page('<meta http-equiv=refresh content="0; url=https://example.org/">')}\n=== https://example.org/ 200 ${page('<h1>Other</h1>')}\n`,
    );
    expect(moved.site.home).toMatchObject({ finalUrl: 'https://example.com/', redirects: [] });
  });

  test('includes no canonical URL of a response that is not a page', async () => {
    const { site } = await gathered(
      `Data.\n\n=== / 200 ${page('<a href=/data>e</a>')}\n=== /data 200 application/json\n<link rel=canonical href=/data2>\n`,
    );
    expect([paths(site.pages), paths(site.canonicalTargets)]).toEqual([['/data'], []]);
  });

  test('checks 20 links of an llms.txt, those to the site itself first', async () => {
    const links = (count: number, base: string) =>
      Array.from({ length: count }, (_, i) => `- [a](${base}${i}.pdf)\n`).join('');
    const { site } = await gathered(
      `Links.\n\n=== / 200 ${page('')}\n=== /llms.txt 200 text/plain\n# A\n${links(30, 'https://example.org/')}${links(5, '/')}- [mail](mailto:a@example.com)\n`,
    );
    const isOwn = site.llmsTxtLinks.map(({ url }) => url.startsWith('https://example.com/'));
    expect(isOwn).toEqual(Array.from({ length: 20 }, (_, i) => i < 5));
  });

  test('requests a path that does not exist, always the same for a domain', async () => {
    const probed = async (domain: string) => {
      const parsed = parseDomainName(domain);
      if (!parsed.ok) throw new Error(parsed.problem);
      const fetcher = fixtureFetcher(parseFixture(`A site.\n\n=== / 200 ${page('')}`, domain));
      const { softNotFound } = await gather(parsed.domain, { fetcher, now: NOW });
      return softNotFound.map(({ url }) => new URL(url).pathname);
    };
    const [path = '', withExtension] = await probed('example.com');
    expect(path).toMatch(/^\/[a-z0-9]{1,7}-[a-z0-9]{1,7}-[a-z0-9]{1,7}$/);
    expect(new Set(path.slice(1).split('-')).size).toBe(3);
    expect(withExtension).toBe(`${path}.txt`);
    expect(await probed('example.org')).not.toContain(path);
  });
});

describe('a simulated site', () => {
  const HTML = { 'content-type': 'text/html' };
  const found = (url: string) => createExchange(url, { headers: HTML, body: '<title>Home</title><p>Text' });
  const silent = (url: string) => createExchange(url, { failure: 'connection_refused' });

  /** Gathers it, and the requests for its home pages and others that are not probes. */
  async function told(domain: string, answer: (url: string, method: string) => Exchange) {
    const asked: string[] = [];
    const fetcher: Fetcher = {
      pause: () => Promise.resolve(),
      fetch: async ({ url, method = 'GET' }) => {
        asked.push(method === 'GET' ? url : `${method} ${url}`);
        return answer(url, method);
      },
    };
    const parsed = parseDomainName(domain, { allowPrivate: true });
    if (!parsed.ok) throw new Error(parsed.problem);
    return { site: await gather(parsed.domain, { fetcher, now: NOW }), asked };
  }

  test.each([
    ['example.com', 'https://example.com/'],
    ['example.com:443', 'https://example.com/'],
    ['example.com:8443', 'http://example.com:8443/'],
    ['example.com:1443', 'http://example.com:1443/'],
  ])('%s is requested as %s first', async (domain, url) => {
    const { asked } = await told(domain, found);
    expect(new URL(asked[0] ?? '').href).toBe(url);
  });

  test.each([
    ['example.com', 'http://example.com'],
    ['example.com:8443', 'https://example.com:8443'],
  ])('%s is requested by the other scheme if nothing serves the first', async (domain, origin) => {
    const { site } = await told(domain, (url) => (url.startsWith(`${origin}/`) ? found(url) : silent(url)));
    expect([site.origin, site.home.status]).toEqual([origin, 200]);
  });

  test('keeps the first failure if the other scheme fails as well', async () => {
    const { site } = await told('example.com', silent);
    expect(site.origin).toBe('https://example.com');
  });

  test('keeps the first failure if our proxy fails for the other scheme', async () => {
    const { site } = await told('example.com', (url) =>
      url.startsWith('https:') ? silent(url) : createExchange(url, { failure: 'egress_proxy' }),
    );
    expect([site.origin, site.home.failure?.kind]).toEqual(['https://example.com', 'connection_refused']);
  });

  test.each<[what: string, failure: Partial<NonNullable<Exchange['failure']>>, isTried: boolean]>([
    ['no connection', { kind: 'timeout', stage: 'connect' }, true],
    ['no TLS', { kind: 'timeout', stage: 'tls' }, true],
    ['no answer', { kind: 'timeout', stage: 'body' }, false],
    ['a reset', { kind: 'connection_reset' }, true],
    ['no route', { kind: 'unreachable' }, true],
    ['other words than HTTP', { kind: 'protocol' }, true],
    ['a refusal of our proxy', { kind: 'egress_proxy' }, true],
    ['a bad certificate', { kind: 'tls' }, false],
    ['a challenge', { kind: 'challenge' }, false],
  ])('is requested by http after %s: %j, %s', async (_what, failure, isTried) => {
    const failed = (url: string): Exchange => {
      const answer = silent(url);
      return answer.failure === null ? answer : { ...answer, failure: { ...answer.failure, ...failure } };
    };
    const { asked } = await told('example.com', (url) => (url.startsWith('https:') ? failed(url) : found(url)));
    expect(asked.includes('http://example.com/')).toBe(isTried);
  });

  test('is requested by https only if that redirected before it failed', async () => {
    const hop = { url: 'https://example.com/', status: 301, location: 'https://www.example.com/' };
    const { asked } = await told('example.com', (url) => ({ ...silent(url), redirects: [hop] }));
    expect(asked.filter((url) => url.startsWith('http:'))).toEqual([]);
  });

  test.each<[what: string, head: Parameters<typeof createExchange>[1], isAskedAgain: boolean]>([
    ['200', {}, false],
    ['404', { status: 404 }, true],
    ['405', { status: 405 }, true],
    ['a challenge', { failure: 'challenge', status: 403 }, true],
    ['nothing', { failure: 'timeout' }, false],
    ['a budget that is spent', { failure: 'request_budget' }, false],
    ['a failure of our proxy', { failure: 'egress_proxy' }, false],
  ])(
    'is asked by GET whether a link is there after HEAD was answered with %s: %s',
    async (_what, head, isAskedAgain) => {
      const link = 'https://example.com/linked';
      const { asked } = await told('example.com', (url, method) => {
        if (method === 'HEAD') return createExchange(url, head);
        if (url.endsWith('/llms.txt'))
          return createExchange(url, { headers: { 'content-type': 'text/plain' }, body: `# A\n- [a](${link})` });
        return url.endsWith('/') ? found(url) : createExchange(url, { status: 404 });
      });
      expect(asked.filter((one) => one.endsWith(link))).toEqual(
        isAskedAgain ? [`HEAD ${link}`, link] : [`HEAD ${link}`],
      );
    },
  );

  test.each([
    ['/docs/llms.txt', true],
    ['/docs/LLMS.TXT', true],
    ['/llms.txt', false],
    ['/docs/llms.txt.html', false],
    ['/docs/about', false],
    ['http://[', false],
  ])('is asked for %s, which its home page announces: %s', async (href, isAsked) => {
    const { asked, site } = await told('example.com', (url) =>
      url.endsWith('/')
        ? createExchange(url, { headers: HTML, body: `<title>A</title><link rel=describedby href="${href}"><p>Text` })
        : createExchange(url, { headers: { 'content-type': 'text/plain' }, body: '# A' }),
    );
    const files = asked.filter((url) => /llms\.txt/i.test(url) || url.endsWith('/about'));
    expect(files).toHaveLength(isAsked ? 2 : 1);
    expect(site.llmsTxt.url).toBe(isAsked ? new URL(href, 'https://example.com').href : 'https://example.com/llms.txt');
  });
});
