import { mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { parseDomainName } from '../src/values/domain-name.ts';
import { chromiumEnvironment } from './support/chromium.ts';
import { MAIN, startServing } from './support/citable-process.ts';
import { serve } from './support/loopback.ts';
import { temporaryFolder } from './support/running-service.ts';
import { createPage } from './support/small-sites.ts';

/** Serves a page that a script fills, and one whose script never ends. Returns its host. */
async function serveSite(): Promise<string> {
  const { port } = await serve(({ url: path = '/' }, response) => {
    const shell = `<!doctype html><html lang="en"><title>App</title><a href="/stuck">Stuck</a><div id="root"></div>
<script>fetch('/text').then((one) => one.text()).then((html) => { document.open(); document.write(html); document.close(); })</script>`;
    const pages = new Map([
      ['/', shell],
      ['/text', createPage('home')],
      ['/stuck', `${createPage('stuck')}<script>for (;;) {}</script>`],
    ]);
    response.writeHead(pages.has(path) ? 200 : 404, { 'content-type': 'text/html' }).end(pages.get(path));
  });
  return `127.0.0.1:${port}`;
}

async function startService(environment: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const service = await startServing(MAIN, ['serve'], {
    DATA_DIR: join(folder, 'data'),
    TMPDIR: folder,
    ALLOW_PRIVATE_TARGETS: '1',
    RENDER: 'on',
    RATE_LIMIT: 'off',
    ...environment,
  });
  const authorization = `Bearer ${await service.firstKey()}`;
  const audit = async (domain: string, render: boolean) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${service.url}/api/audit`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domain, render }),
    });
    const { id } = await response.json();
    const read = async (path = '') => (await fetch(`${service.url}/api/audit/${id}${path}`)).json();
    await expect.poll(async () => (await read()).finished_at, { timeout: 90_000, interval: 500 }).not.toBeNull();
    return { audit: await read(), rendering: render ? await read('/rendering') : null };
  };
  return { service, audit, left: () => readdirSync(folder).filter((name) => name !== 'data') };
}

test('an audit shows its pages in a browser, with the score that it has without', async () => {
  const { audit, left } = await startService(await chromiumEnvironment());
  const site = await serveSite();
  const plain = await audit(site, false);
  const rendered = await audit(site, true);
  const { id: _, started_at: __, finished_at: ___, ...score } = plain.audit;
  expect(rendered.audit).toMatchObject(score);
  const byPath = new Map(
    rendered.rendering.pages.map((page: { readonly url: string }) => [new URL(page.url).pathname, page]),
  );
  expect(byPath.get('/')).toMatchObject({
    failure: null,
    sent: { words: 1, title: 'App' },
    after_scripts: { words: 166 },
    words_from_scripts: 166,
    rule: ['shell'],
  });
  // One page that never ends costs itself alone.
  expect(byPath.get('/stuck')).toMatchObject({ failure: 'Its scripts did not come to an end in time.' });
  expect(left()).toEqual([]);
}, 180_000);

test('the death of the process that renders ends its browser and the rendering, not the audit', async () => {
  const folder = await temporaryFolder();
  for (const [name, value] of Object.entries({ ...(await chromiumEnvironment()), TMPDIR: folder }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { engine, domain } = await engineAndSite();
  let killed: Promise<void> | null = null;
  const onProgress = (stage: string) => {
    if (stage === 'in a browser') killed ??= killOnceBrowsing();
  };
  const killOnceBrowsing = async () => {
    await expect.poll(() => browsersIn(folder), { timeout: 30_000 }).toBeGreaterThan(0);
    const pid = engine.pids.at(-1) ?? 0;
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW);
    process.kill(pid, 'SIGKILL');
  };
  const { report, rendering } = await engine.audit(domain, onProgress, undefined, { render: true });
  await killed;
  expect(report.outcome).toBe('done');
  expect(JSON.parse(rendering ?? '')).toEqual({
    failure: expect.stringContaining('ended, by a fault of this service'),
  });
  await expect.poll(() => browsersIn(folder)).toBe(0);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
}, 60_000);

test('a rendering deletes what the renderings of a killed service have left', async () => {
  const folder = await temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('CHROME_PATH', join(folder, 'none'));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, hours] of Object.entries({ 'citable-rendering-old': 2, 'citable-rendering-new': 0, other: 2 })) {
    mkdirSync(join(folder, name, 'profile'), { recursive: true });
    const time = new Date(Date.now() - hours * 3_600_000);
    utimesSync(join(folder, name), time, time);
  }
  const { engine, domain } = await engineAndSite();
  await engine.audit(domain, undefined, undefined, { render: true });
  expect(readdirSync(folder).sort()).toEqual(['citable-rendering-new', 'other']);
}, 60_000);

/** An engine that renders, and the domain of a site for it. */
async function engineAndSite() {
  const egress = { allowTargets: [], denyTargets: [], ownAddresses: [], egressProxy: null };
  const settings = { about: null, connectTo: [], allowPrivate: true, egress, usesDnsAlone: false };
  const engine = new Engine(settings, { renders: true });
  onTestFinished(() => engine.close());
  const parsed = parseDomainName(await serveSite(), { allowPrivate: true });
  if (!parsed.ok) throw new Error(parsed.problem);
  return { engine, domain: parsed.domain };
}

/** Counts the running processes of browsers whose profile is in a folder. */
function browsersIn(folder: string): number {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(`--user-data-dir=${folder}`);
    } catch {
      return false;
    }
  }).length;
}

test('without a browser, the start and the rendering say what is missing, and audits run', async () => {
  const { service, audit } = await startService({ CHROME_PATH: '/nowhere' });
  await expect.poll(() => service.stderr()).toContain('no Chromium or Chrome was found');
  const { audit: done, rendering } = await audit(await serveSite(), true);
  expect(done.status).toBe('done');
  expect(rendering.failure).toContain('no Chromium or Chrome was found');
}, 60_000);
