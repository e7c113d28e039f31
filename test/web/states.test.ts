import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserOfFile } from '../support/browser.ts';
import { instantAudit, pausedAudits, startService } from '../support/running-service.ts';
import { TIDEWATER } from '../support/showcase.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

describe('axe finds nothing', () => {
  test.each(['light', 'dark'] as const)('in the %s form that asks for the key, and in its complaint', async (theme) => {
    const { service } = showcase();
    const page = await browser.open(service.url, '/', { theme, expectedFaults: [/status of 401/] });
    await page.getByLabel('Website').fill('example.com');
    await page.getByLabel('Website').press('Enter');
    await page.getByLabel('API key').waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('API key').fill('ctb_mistyped');
    await page.getByLabel('API key').press('Enter');
    await page.getByText('That is not a complete key').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('in the %s statistics of a domain', async (theme) => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/domains/${TIDEWATER}`, { theme, key: show.key });
    await page.getByRole('rowheader', { name: 'GPTBot' }).first().waitFor();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 800 });
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overhang).toBe(0);
  });

  test.each(['light', 'dark'] as const)('in the %s dialog that confirms a withdrawal', async (theme) => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/domains/${TIDEWATER}`, { theme, width: 360, key: show.key });
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByText(`Withdraw ${TIDEWATER}?`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await fetch(`${service.url}/llms/${TIDEWATER}.txt?tier=vip`)).status).toBe(200);
  });

  test.each(['/', '/crawlers'])('on %s without visits', async (path) => {
    const { url } = await startService(instantAudit);
    const page = await browser.open(url, path, { width: 360 });
    expect(await violationsOn(page)).toEqual([]);
  });

  test('on batches, one of which runs, and they fit 360 px', async () => {
    const audits = pausedAudits();
    const { url, key, request, authorization } = await startService(audits.liveAudit);
    const headers = { ...authorization, 'content-type': 'application/json' };
    for (const domains of [['a.com', 'b.com'], ['not a site']])
      await request('/api/audits', { method: 'POST', headers, body: JSON.stringify({ domains }) });
    const page = await browser.open(url, '/batches', { width: 360, key });
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(1);
    const readCells = async (name: RegExp) =>
      (await page.getByRole('row', { name }).locator('th, td').allInnerTexts()).slice(1);
    expect(await readCells(/^Requested/)).toEqual([
      'State',
      'Action',
      'Sites',
      'Waiting',
      'Done',
      'Failed',
      'Refused',
      'Cancelled',
    ]);
    expect(await readCells(/ UTC Done /)).toEqual(['Done', '', '1', '0', '0', '0', '1', '0']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violationsOn(page)).toEqual([]);
  });

  test('in the registry of crawlers once it is filtered', async () => {
    const { service } = showcase();
    const page = await browser.open(service.url, '/crawlers');
    const names = page.getByLabel('Name or vendor');
    await names.fill('anthropic');
    await page.getByText('ClaudeBot').first().waitFor();
    expect(await page.getByText('PerplexityBot').first().isVisible()).toBe(false);
    expect(await violationsOn(page)).toEqual([]);
    await names.fill('no crawler has this name');
    await page.getByText('0 crawlers').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});

describe('prefers-reduced-motion', () => {
  test('turns motion off', async () => {
    const { service, show } = showcase();
    for (const path of ['/', `/audits/${show.running}`, `/audits/${show.first}`]) {
      const page = await browser.open(service.url, path, { reducedMotion: true });
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
    }
  });
});

describe('a report on paper', () => {
  test('has the headline of every check, and no buttons', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/audits/${show.first}`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.finding-headline').filter({ visible: true }).count()).toBe(9);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is dark on white, whatever the theme', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/audits/${show.first}`, { theme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    const measureLightness = (property: 'color' | 'backgroundColor') =>
      page.evaluate((name) => {
        const context = document.createElement('canvas').getContext('2d');
        if (context === null) throw new Error('There is no canvas.');
        context.fillStyle = getComputedStyle(document.body)[name];
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
        return (red + green + blue) / 3;
      }, property);
    expect(await measureLightness('color')).toBeLessThan(80);
    expect(await measureLightness('backgroundColor')).toBeGreaterThan(230);
  });
});

describe('text is escaped by construction', () => {
  // The rooms whose files write HTML or run in the browser.
  const sources = ['documents', 'server', 'web']
    .flatMap((room) =>
      readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
    )
    .filter((name) => /\.tsx?$/.test(name));
  const holding = (words: RegExp) => sources.filter((name) => words.test(readFileSync(`src/${name}`, 'utf8')));

  test('only the JSON-LD of the layout, and the stylesheet of a page that is one file, are raw HTML', () => {
    expect(holding(/dangerouslySetInnerHTML/)).toEqual(['documents/logs/traffic-html.tsx', 'web/layout/layout.tsx']);
  });

  test('scripts insert no markup', () => {
    expect(
      holding(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTMLUnsafe|createContextualFragment/),
    ).toEqual([]);
  });
});
