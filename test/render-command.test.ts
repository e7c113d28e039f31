import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { renderPages } from '../src/browser/render-pages.ts';
import type { RenderBudgets, RenderedPage } from '../src/browser/tab.ts';
import { openGuardedProxy } from '../src/fetch/proxy/guarded-proxy.ts';
import { chromiumEnvironment } from './support/chromium.ts';
import { createPage } from './support/small-sites.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'citable-render-'));
const folder = join(root, 'dist');
/** What is folded away, what a click loads, and what a click would send. */
const FOLDS = `<details><summary>Terms</summary>Parcels leave on Tuesdays before noon.</details>
<button type="button" onclick="fetch('/more.json').then((one) => one.json()).then((text) => this.after(text))">Show more</button>
<button type="button" aria-expanded="false" onclick="fetch('/order', { method: 'POST', body: 'x' })">Order</button>
<button type="button" onclick="this.after('Nobody may press this button.')">Delete</button>`;
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  environment = await chromiumEnvironment();
  const shell = (path: string) => `<!doctype html><html lang="en"><title>App</title><a href="/about">About</a>
<div id="root" data-path="${path}"></div><script type="module" src="/app.mjs"></script>`;
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), shell('home'));
  writeFileSync(join(folder, 'about.html'), shell('about'));
  const form =
    '<form toolname="ask" tooldescription="Asks"><label>Name <input autocomplete="name"></label><textarea></textarea><input type="submit"></form>';
  writeFileSync(
    join(folder, 'home.json'),
    JSON.stringify({ html: createPage('home').replace('</body>', `${form}${FOLDS}</body>`) }),
  );
  writeFileSync(join(folder, 'more.json'), JSON.stringify('Zebras graze behind the barn until evening.'));
  writeFileSync(join(folder, 'about.json'), JSON.stringify({ html: createPage('about') }));
  const script = `const name = document.getElementById('root').dataset.path;
await fetch('https://elsewhere.example.org/').catch(() => undefined);
alert('stop');
const { html } = await (await fetch('/' + name + '.json')).json();
document.open(); document.write(html); document.close();`;
  writeFileSync(join(folder, 'app.mjs'), script);
});
afterAll(() => rmSync(root, { recursive: true }));

function audit(env: Readonly<Record<string, string>>, ...words: string[]) {
  const profiles = join(root, 'tmp');
  mkdirSync(profiles, { recursive: true });
  return new Promise<{
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
    readonly left: string[];
  }>((resolve) => {
    const options = { encoding: 'utf8' as const, env: { ...process.env, TMPDIR: profiles, ...env } };
    const args = [main, 'audit', folder, '--base-url', 'https://example.com', ...words];
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr, left: readdirSync(profiles) }),
    );
  });
}

/** Renders pages of example.com, with pictures. @param pages their HTML by path, in order */
async function renderedInFull(
  pages: Readonly<Record<string, string>>,
  budgets: Partial<RenderBudgets> = {},
): Promise<readonly RenderedPage[]> {
  const proxy = await openGuardedProxy({
    ownHost: 'example.com',
    local: ({ pathname }) =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from(pages[pathname] ?? ''),
      }),
    connectTo: [],
    allowPrivate: false,
    allowTargets: [],
    denyTargets: [],
    ownAddresses: [],
    egressProxy: null,
    signal: new AbortController().signal,
  });
  onTestFinished(() => proxy.close());
  const { CHROME_PATH: path = '', ...machine } = environment;
  for (const [name, value] of Object.entries(machine)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const connection = { proxyPort: proxy.port, keyHash: proxy.keyHash, userAgent: 'Citable', proxy };
  const urls = Object.keys(pages).map((name) => `https://example.com${name}`);
  const rendered: RenderedPage[] = [];
  await renderPages(urls, { path, ...connection, budgets, pictures: true }, (page) => rendered.push(page));
  return rendered;
}

describe('citable audit --render', () => {
  test('shows what scripts add and changes no score', async () => {
    const plain = await audit(environment, '--format', 'json');
    const json = await audit(environment, '--format', 'json', '--render');
    const { rendering, ...report } = JSON.parse(json.stdout);
    const { started_at: _, finished_at: __, ...score } = JSON.parse(plain.stdout);
    expect(report).toMatchObject(score);
    expect(rendering).toMatchObject({ failure: null, words: 332, words_from_scripts: 332 });
    expect(rendering.requests.refused.offline).toBeGreaterThan(0);
    const byPath = new Map(rendering.pages.map((page: { url: string }) => [new URL(page.url).pathname, page]));
    for (const [path, name] of [
      ['/', 'home'],
      ['/about', 'about'],
    ])
      expect(byPath.get(path)).toMatchObject({
        failure: null,
        sent: { title: 'App' },
        after_scripts: { words: 166, title: `All about ${name}` },
        words_from_scripts: 166,
        disagreement: null,
      });
    expect(byPath.get('/')).toMatchObject({
      stood_after_ms: expect.any(Number),
      folded: {
        pressed: 3,
        folds: 3,
        words_in_html: 0,
        words_from_scripts: 6,
        words_only_pressed: 7,
        text_only_pressed: ['Zebras graze behind the barn until evening.'],
      },
      controls: expect.arrayContaining([
        { role: 'textbox', name: 'Name', autocomplete: 'name' },
        { role: 'button', name: 'Show more', autocomplete: null },
      ]),
    });
    expect(rendering.requests.refused.method).toBe(1);
    const forms = { forms: 1, fields: 2, labelled: 1, completed: 1, tools: 1 };
    expect([byPath.get('/'), byPath.get('/about')]).toMatchObject([{ forms }, { forms: null }]);
    // No profile is left.
    expect(json.left).toEqual([]);
  }, 60_000);

  test('gives the next page a browser of its own after one that does not end', async () => {
    const shadow = `<details><summary>Terms</summary>Folded beside a shadow.</details><x-a>light</x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML =
      '<p>in shadow, <slot></slot></p>'; open('/other')</script>`;
    const html = (name: string) => (name === 'stuck' ? '<script>for (;;) {}</script>' : `${createPage(name)}${shadow}`);
    const pages = await renderedInFull(
      { '/stuck': html('stuck'), '/next': html('next') },
      { load: 300, settle: 1_000, page: 3_000 },
    );
    expect(pages).toMatchObject([
      { failure: 'too_slow' },
      {
        failure: null,
        html: expect.stringContaining('All about next'),
        revealed: { pressed: 1, folds: 1, lines: ['Folded beside a shadow.'] },
      },
    ]);
    // Text in an open shadow root is written where it is shown.
    expect(pages[1]?.html).toContain('<x-a><p>in shadow, <slot>light</slot></p></x-a>');
  }, 60_000);

  test('tells apart what only hovering shows, and reads open shadow roots', async () => {
    const html = `<!doctype html><title>H</title><style>nav ul ul { display: none } nav li:hover ul { display: block }
      .tip { visibility: hidden; opacity: 0; transition: opacity 1s } .term:hover + .tip { visibility: visible; opacity: 1 }
      .late { opacity: 0 } .always { display: none }</style>
      <nav><ul><li><a href="/a">Boats</a><ul><li>Sloops and ketches</li></ul></li></ul></nav>
      <p><b class="term">Draught</b><span class="tip">Depth below the water</span> <i class="always">Never shown.</i></p>
      <div style="height: 9000px"></div><p class="late">Shown when it is scrolled to.</p><div style="height: 9000px"></div>
      <p class="always">Beside what is shown late.</p><x-a></x-a><script>
      const late = document.querySelector('.late');
      new IntersectionObserver(([one]) => one.isIntersecting && (late.className = '')).observe(late);
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = \`<style>i { display: none } b:hover + i { display: block }</style>
        <b>Sails</b><i>Jib and spinnaker</i><details><summary>Rigging</summary>Folded in a shadow.</details>
        <form toolname="order" tooldescription="Orders"><label>Name <input autocomplete="name"></label></form><form toolname="undescribed"></form>\`;</script>`;
    const [page] = await renderedInFull({ '/': html });
    expect(page).toMatchObject({
      failure: null,
      forms: { forms: 2, fields: 1, labelled: 1, completed: 1, tools: 1 },
      revealed: { pressed: 1, folds: 1, lines: ['Folded in a shadow.'] },
    });
    expect(page?.failure === null && page.controls.map(({ name }) => name)).toEqual(['Boats', 'Rigging', 'Name']);
    expect(page?.failure === null && page.revealed?.hoverLines).toEqual([
      'Sloops and ketches',
      'Depth below the water',
      'Jib and spinnaker',
    ]);
  }, 60_000);

  test('takes pictures of the first pages, as sent and after scripts, within a bound', async () => {
    const shell = '<!doctype html><title>A</title><body><noscript>Needs scripts.</noscript>';
    const filled = `${shell}<script>document.body.append('Written by a script. '.repeat(200))</script>`;
    // A picture of noise is larger than one may be.
    const noise = `${shell}<canvas width=1280 height=1600></canvas><script>const to = document.querySelector('canvas').getContext('2d');
      for (let n = 0; n < 640 * 800; n++) { to.fillStyle = '#' + Math.random().toString(16).slice(2, 8); to.fillRect(n % 640 * 2, Math.floor(n / 640) * 2, 2, 2); }</script>`;
    const leads = `${shell}<noscript><meta http-equiv="refresh" content="0;url=/other"></noscript>`;
    const few = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/${n}`, filled]));
    const pages = await renderedInFull({ '/noise': noise, '/leads': leads, ...few });
    expect(pages.map((page) => page.failure === null && page.pictures !== null)).toEqual([
      false,
      false,
      ...[true, true, true],
      ...[false, false, false],
    ]);
    const [, , page] = pages;
    if (page?.failure !== null || page.pictures === null) throw new Error('There is no picture.');
    const { 'as-sent': sent, 'after-scripts': after } = page.pictures;
    // RIFF, and the name of the format (RFC 9649).
    for (const picture of [sent, after]) expect(String(picture.subarray(8, 12))).toBe('WEBP');
    expect(after.length).toBeGreaterThan(2 * sent.length);
  }, 60_000);

  test('writes pictures as files', async () => {
    const pictures = join(root, 'pictures', 'new');
    const { stdout } = await audit(environment, '--render', '--pictures', pictures, '--format', 'json');
    const [home] = JSON.parse(stdout).rendering.pages;
    expect(home.pictures).toEqual({
      as_sent: join(pictures, '1-as-sent.webp'),
      after_scripts: join(pictures, '1-after-scripts.webp'),
    });
    expect(readdirSync(pictures)).toHaveLength(4);
    for (const path of Object.values<string>(home.pictures)) expect(readFileSync(path, 'latin1')).toContain('WEBP');
    expect(await audit(environment, '--pictures', pictures)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--pictures requires --render'),
    });
  }, 60_000);

  test('says what is missing where there is no browser, and audits all the same', async () => {
    const { code, stdout } = await audit({ CHROME_PATH: '/nowhere' }, '--render');
    expect(code).toBe(0);
    expect(stdout).toContain('AEO score');
    expect(stdout).toContain('no Chromium or Chrome was found');
  });

  test('says so when the browser does not start', async () => {
    const { code, stdout } = await audit({ CHROME_PATH: '/bin/false' }, '--render', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rendering.failure).toContain('the browser could not be used');
  });

  test.each([[['--basic-auth', 'a:b']], [['--header', 'Cookie: a=b']]])(
    'gives the browser no credentials: %s',
    async (words) => {
      const { code, stderr } = await audit(environment, '--render', ...words);
      expect(code).toBe(2);
      expect(stderr).toContain('gets no credentials');
    },
  );
});
