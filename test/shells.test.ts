import { describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { gather } from '../src/site/gather/gather.ts';
import { exampleDomain, fixtureFetcher, parseFixture } from './support/fixture-web.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const PAGES = ['/', '/products/gauge-200', '/products/logger-10', '/docs/install', '/about'];
const ARTICLES = ['/articles/why-tide-gauges-drift', '/articles/reading-a-tide-table'];
const CLASSIC = '<script src="/js/app.js"></script>';
const MODULE = '<script type="module" src="/app.js"></script>';

/** Audits the good site with this body on the pages at these paths. robots.txt, sitemap and llms.txt stay the same. */
async function audit(body: string, paths = [...PAGES, ...ARTICLES, '/contact']): Promise<Report> {
  const routes = paths.map(
    (path) => `=== ${path} 200 text/html
<!doctype html><html lang="en"><head><title>Tidewater: ${path}</title>
<meta name="description" content="What there is to know about ${path}, in a sentence that is long enough to be one.">
<link rel="canonical" href="https://example.com${path}">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Tidewater","url":"https://example.com/"}</script>
</head><body>${body}</body></html>
`,
  );
  const fixture = parseFixture(`A shell.\nbase: good\n\n${routes.join('\n')}`);
  return judge(await gather(exampleDomain, { fetcher: fixtureFetcher(fixture), now: NOW }));
}

const links = [...PAGES, ...ARTICLES].map((path) => `<a href="${path}">${path}</a>`).join(' ');

describe('a site that says "Acme / Loading… / GitHub" scores at most 30, however good its files are', () => {
  test.each([
    ['a known root', `<div>Acme</div><div id="root">Loading…</div><a href="/github">GitHub</a>${MODULE}`],
    ['any id', `<div>Acme</div><div id="x1">Loading…</div><a href="/github">GitHub</a>${CLASSIC}`],
    ['no id, and no scripts to see', '<div>Acme</div><p>Loading…</p><a href="/github">GitHub</a>'],
    ['an empty main', `<header>Acme <nav>${links}</nav></header><main></main><footer>GitHub</footer>${CLASSIC}`],
    ['skeleton rows', `<nav>${links}</nav><div>${'<div class="skeleton"></div>'.repeat(6)}</div>${CLASSIC}`],
    ['a spinner', `<nav>${links}</nav><div><div class="spinner"><span></span></div></div><p>Acme</p>${CLASSIC}`],
    [
      'an inline script that builds the page',
      `<nav>${links}</nav><p>Acme</p><script>document.body.innerHTML = page(data)</script>`,
    ],
    [
      'text as data in an inline script',
      `<nav>${links}</nav><p>Acme</p><div id="x1">Loading…</div><script>const d = [${'"The tide is high at noon, and low at six.",'.repeat(60)}]</script>`,
    ],
  ])('in %s', async (_, body) => {
    const report = await audit(body);
    expect(report.score).toBeLessThanOrEqual(30);
    expect(report.findings.find(({ key }) => key === 'content_without_js')?.failure).not.toBeNull();
  });
});

/** Returns different texts, one after another. */
function numbered(count: number, write: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => write(n)).join('');
}

test('text that all pages share makes only the home page readable', async () => {
  const template = numbered(
    9,
    (n) => `<p>Gauge ${n} is for harbours, and we write down how it is made and who reads it.</p>`,
  );
  const report = await audit(`<div>${links}</div><div id="x1">Loading…</div>${template}${CLASSIC}`);
  const finding = report.findings.find(({ key }) => key === 'content_without_js');
  expect(finding?.questions.map(({ id, share }) => `${id} ${share.earned}/${share.of}`).slice(0, 2)).toEqual([
    'home 1/1',
    // The contact page needs no more text.
    'further 2/14',
  ]);
  expect(report.score).toBeLessThanOrEqual(60);
});

describe('article pages with only a loading message earn nothing', () => {
  test.each([
    ...['Loading…', 'Wird geladen…', 'Chargement…', 'Cargando…', 'Carregando…', 'Caricamento…', 'Bezig met laden…'],
    ...['Yükleniyor…', '読み込み中…', '불러오는 중…', '加载中…', 'جارٍ التحميل…'],
  ])('in the words "%s"', async (text) => {
    const body = `<div id="top-bar"></div><article id="x1"><p class="a">${text}</p></article><h2>More to read</h2><div id="more"></div>${CLASSIC}`;
    const report = await audit(body, [...ARTICLES, '/docs/install', '/products/gauge-200', '/products/logger-10']);
    const finding = report.findings.find(({ key }) => key === 'content_without_js');
    const further = finding?.questions.find(({ id }) => id === 'further');
    expect(further?.problem).toMatch(
      /further pages show most AI crawlers almost no text: scripts fill (?:it|them) in\.$/,
    );
    expect(report.gates.map(({ id }) => id)).toEqual(['G4']);
  });
});

describe('a rendered page is never said to be filled by scripts', () => {
  const text = (n: number) => `<h1>Tides</h1>${numbered(n, (i) => `<p>Pilot ${i} reads the gauge at night.</p>`)}`;

  test.each([
    ['a map', `${text(4)}<div id="map"></div>`],
    ['decoration', `<div class="shape"></div><div class="shape"></div>${text(4)}<div class="clearfix"></div>`],
    ['a preloader', `<div id="preloader"><div class="spinner"></div></div>${text(4)}`],
    ['a preloader that speaks', `<div class="intro">Loading…</div>${text(4)}`],
    ['overlays', `${text(4)}<div id="modal-root"></div><div id="toasts"></div><div id="portal"></div>`],
    [
      'a chat, a cart and a search',
      `${text(4)}<div id="chat"></div><div id="cart"></div><div id="search-results"></div>`,
    ],
    ['a place for advertisements', `${text(4)}<div id="div-gpt-ad-1"><script>show()</script></div>`],
    ['a page with an app', `${text(9)}<div id="calculator"></div>`],
    ['a request to enable JavaScript', `${text(9)}<noscript>Please enable JavaScript.</noscript>`],
    ['a list of links', `<ul>${'<li><a href="/a">A gauge for piers</a></li>'.repeat(15)}</ul><div class="line"></div>`],
  ])('beside %s', async (_, body) => {
    const report = await audit(`${body}<script src="/js/app.js"></script>`, ['/']);
    const finding = report.findings.find(({ key }) => key === 'content_without_js');
    const home = finding?.questions.find(({ id }) => id === 'home');
    expect(home?.share).toEqual({ earned: 1, of: 2 });
    expect(home?.problem).toBe('The home page has little text.');
    expect(report.gates).toEqual([]);
  });
});
