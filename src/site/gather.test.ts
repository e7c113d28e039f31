import { describe, expect, test } from 'vitest';
import { answerOf } from '../../test/support/answers.ts';
import { exampleDomain, fixtureFetcher, parseFixture, readFixture } from '../../test/support/fixture-web.ts';
import { parseDomainName } from '../domain-name.ts';
import type { Exchange, Fetcher, FetchRequest } from '../fetch/exchange.ts';
import { gather } from './gather.ts';
import type { Site } from './site.ts';

const NOW = new Date('2026-11-01T12:00:00Z');

/** Gathers a site that is written down, and what was asked for on the way. */
async function gathered(text: string): Promise<{ site: Site; asked: readonly FetchRequest[] }> {
  const asked: FetchRequest[] = [];
  const web = fixtureFetcher(parseFixture(text));
  const fetcher: Fetcher = {
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
  test('of a good site holds everything that the rubric asks for', async () => {
    const site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    expect(site).toMatchObject({
      format: 1,
      domain: 'example.com',
      origin: 'https://example.com',
      gatheredAt: NOW.toISOString(),
    });
    expect(site.probes.map((probe) => probe.productToken)).toEqual([
      'GPTBot',
      'OAI-SearchBot',
      'ClaudeBot',
      'PerplexityBot',
      'bingbot',
      'Googlebot',
    ]);
    expect(site.probes.every((probe) => probe.sameBodyAsHome && probe.exchange.body === null)).toBe(true);
    expect(site.pages).toHaveLength(5);
    expect(new Set(site.pages.map((page) => page.finalUrl)).size).toBe(5);
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

  test('is the same for the same site', async () => {
    const once = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    const twice = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture('base/good')), now: NOW });
    expect(JSON.stringify(twice)).toBe(JSON.stringify(once));
  });

  test('asks for the files of the root where the home page turns out to live', async () => {
    const { site } = await gathered(
      'An apex that redirects its home page alone.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/robots.txt 200 text/plain\nUser-agent: *\n',
    );
    expect(site.origin).toBe('https://www.example.com');
    expect(site.robotsTxt).toMatchObject({ url: 'https://www.example.com/robots.txt', status: 200 });
    expect(site.llmsTxt.url).toBe('https://www.example.com/llms.txt');
  });

  test('takes what the apex redirected to the same place, without asking again', async () => {
    const { site, asked } = await gathered(
      'An apex that redirects everything.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== /robots.txt 301\nlocation: https://www.example.com/robots.txt\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/robots.txt 200 text/plain\nUser-agent: *\n',
    );
    expect(site.robotsTxt.finalUrl).toBe('https://www.example.com/robots.txt');
    expect(urls(asked).filter((url) => url.endsWith('/robots.txt'))).toEqual(['https://example.com/robots.txt']);
  });

  test('lists no redirect where a sitemap names the address that the home page was redirected to', async () => {
    const { site, asked } = await gathered(
      'An apex that redirects.\n\n=== / 301\nlocation: https://www.example.com/\n\n=== https://www.example.com/ 200 text/html\n<title>Home</title>\n=== https://www.example.com/sitemap.xml 200 application/xml\n<urlset><url><loc>https://www.example.com/</loc></url></urlset>\n',
    );
    expect(site.home.redirects).toHaveLength(1);
    expect(site.sitemapSample).toMatchObject([{ url: 'https://www.example.com/', status: 200, redirects: [] }]);
    expect(urls(asked, 'HEAD')).toEqual([]);
  });

  test('falls back to http when nothing speaks https, and not when a certificate is bad', async () => {
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

  test('asks for nothing more of a site whose home page cannot be read', async () => {
    const { site, asked } = await gathered('A dead host.\n\n=== / fails name_not_found\n');
    expect(site.home.failure?.kind).toBe('name_not_found');
    expect(site.probes).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  test('samples no page that robots.txt closes to our own token', async () => {
    const { asked } = await gathered(
      'A closed section.\n\n=== /robots.txt 200 text/plain\nUser-agent: Citable\nDisallow: /closed/\n=== / 200 text/html\n<title>Home</title><a href="/closed/a">a</a><a href="/open/b">b</a>\n',
    );
    expect(urls(asked)).toContain('https://example.com/open/b');
    expect(urls(asked)).not.toContain('https://example.com/closed/a');
  });

  test('looks in the usual places for a sitemap that robots.txt does not name', async () => {
    const { site, asked } = await gathered(
      'A sitemap of a plugin.\n\n=== / 200 text/html\n<title>Home</title>\n=== /wp-sitemap.xml 200 application/xml\n<urlset><url><loc>https://example.com/a</loc></url></urlset>\n',
    );
    expect(site.sitemaps.map(({ url, from }) => [url, from])).toEqual([
      ['https://example.com/wp-sitemap.xml', 'usual_place'],
    ]);
    expect(urls(asked)).toContain('https://example.com/sitemap.xml');
  });

  test('follows an index to its children, once each, and never in a circle', async () => {
    const { site } = await gathered(
      'An index.\n\n=== / 200 text/html\n<title>Home</title>\n=== /sitemap.xml 200 application/xml\n<sitemapindex><sitemap><loc>https://example.com/sitemap.xml</loc></sitemap><sitemap><loc>https://example.com/a.xml</loc></sitemap><sitemap><loc>https://example.com/a.xml</loc></sitemap></sitemapindex>\n=== /a.xml 200 application/xml\n<urlset><url><loc>https://example.com/a</loc></url></urlset>\n',
    );
    expect(site.sitemaps.map(({ url }) => url)).toEqual([
      'https://example.com/sitemap.xml',
      'https://example.com/a.xml',
    ]);
  });

  test('asks by HEAD whether a link is there, and by GET where HEAD is refused', async () => {
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

  test('reads the llms.txt that the home page announces before the one of the root', async () => {
    const { site } = await gathered(
      'An announced file.\n\n=== / 200 text/html\n<title>Home</title><link rel="describedby" href="/en/llms.txt" type="text/plain">\n=== /en/llms.txt 200 text/plain\n# English\n',
    );
    expect(site.llmsTxt.url).toBe('https://example.com/en/llms.txt');
  });
});

describe('a site of which each answer is told', () => {
  const HTML = { 'content-type': 'text/html' };
  const found = (url: string) => answerOf(url, { headers: HTML, body: '<title>Home</title><p>Text' });
  const silent = (url: string) => answerOf(url, { failure: 'connection_refused' });

  /** Gathers it, and the requests for its home pages and others that are no probes. */
  async function told(domain: string, answer: (url: string, method: string) => Exchange) {
    const asked: string[] = [];
    const fetcher: Fetcher = {
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
  ])('%s is asked for as %s first', async (domain, url) => {
    const { asked } = await told(domain, found);
    expect(new URL(asked[0] ?? '').href).toBe(url);
  });

  test.each([
    ['example.com', 'http://example.com'],
    ['example.com:8443', 'https://example.com:8443'],
  ])('%s is asked for by the other scheme where nothing speaks the first', async (domain, origin) => {
    const { site } = await told(domain, (url) => (url.startsWith(`${origin}/`) ? found(url) : silent(url)));
    expect([site.origin, site.home.status]).toEqual([origin, 200]);
  });

  test('keeps what was said first where the other scheme says nothing either', async () => {
    const { site } = await told('example.com', silent);
    expect(site.origin).toBe('https://example.com');
  });

  test.each<[what: string, failure: Partial<NonNullable<Exchange['failure']>>, isTried: boolean]>([
    ['no connection', { kind: 'timeout', stage: 'connect' }, true],
    ['no TLS', { kind: 'timeout', stage: 'tls' }, true],
    ['no answer', { kind: 'timeout', stage: 'body' }, false],
    ['a reset', { kind: 'connection_reset' }, true],
    ['no route', { kind: 'unreachable' }, true],
    ['other words than HTTP', { kind: 'protocol' }, true],
    ['a bad certificate', { kind: 'tls' }, false],
    ['a challenge', { kind: 'challenge' }, false],
  ])('is asked for by http after %s: %j, %s', async (_what, failure, isTried) => {
    const failed = (url: string): Exchange => {
      const answer = silent(url);
      return answer.failure === null ? answer : { ...answer, failure: { ...answer.failure, ...failure } };
    };
    const { asked } = await told('example.com', (url) => (url.startsWith('https:') ? failed(url) : found(url)));
    expect(asked.includes('http://example.com/')).toBe(isTried);
  });

  test('is asked for by https alone where that redirected before it failed', async () => {
    const hop = { url: 'https://example.com/', status: 301, location: 'https://www.example.com/' };
    const { asked } = await told('example.com', (url) => ({ ...silent(url), redirects: [hop] }));
    expect(asked.filter((url) => url.startsWith('http:'))).toEqual([]);
  });

  test.each<[what: string, head: Parameters<typeof answerOf>[1], isAskedAgain: boolean]>([
    ['200', {}, false],
    ['404', { status: 404 }, true],
    ['405', { status: 405 }, true],
    ['a challenge', { failure: 'challenge', status: 403 }, true],
    ['nothing', { failure: 'timeout' }, false],
    ['a budget that is spent', { failure: 'request_budget' }, false],
  ])(
    'is asked by GET whether a link is there after HEAD was answered with %s: %s',
    async (_what, head, isAskedAgain) => {
      const link = 'https://example.com/linked';
      const { asked } = await told('example.com', (url, method) => {
        if (method === 'HEAD') return answerOf(url, head);
        if (url.endsWith('/llms.txt'))
          return answerOf(url, { headers: { 'content-type': 'text/plain' }, body: `# A\n- [a](${link})` });
        return url.endsWith('/') ? found(url) : answerOf(url, { status: 404 });
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
        ? answerOf(url, { headers: HTML, body: `<title>A</title><link rel=describedby href="${href}"><p>Text` })
        : answerOf(url, { headers: { 'content-type': 'text/plain' }, body: '# A' }),
    );
    const files = asked.filter((url) => /llms\.txt/i.test(url) || url.endsWith('/about'));
    expect(files).toHaveLength(isAsked ? 2 : 1);
    expect(site.llmsTxt.url).toBe(isAsked ? new URL(href, 'https://example.com').href : 'https://example.com/llms.txt');
  });
});
