import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { activeContent } from '../support/active-content.ts';
import { browserOfFile } from '../support/browser.ts';
import { HOSTILE } from '../support/showcase.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { listExpectedFaults } from './pages.ts';

const browser = browserOfFile();
const showcase = showcaseOfFile();

const PAYLOAD = `"'><script>window.__pwned=1</script><img src=x onerror=window.__pwned=1>`;

async function expectInactive(page: Page): Promise<void> {
  expect(await page.evaluate(activeContent)).toEqual([]);
}

describe('hostile text', () => {
  test('is quoted in the report: there was something to escape', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/audits/${show.hostile}`);
    const words = await page.locator('main').evaluate((main) => main.textContent);
    for (const field of ['x-robots-tag', 'robots-meta', 'lang-home', 'link-header', 'generator', 'llms-prose']) {
      expect(words, field).toContain(field);
    }
    expect(words).toMatch(/[<‹]script[>›]window\.__pwned/);
    await page.goto(`/audits/${show.hostile}/llms-txt`);
    expect(await page.locator('main').textContent()).toContain('ld-description');
  });

  test('in user agents and referrers is inert', async () => {
    const { service, show } = showcase();
    const headers = { authorization: `Bearer ${show.key}` };
    await fetch(`${service.url}/api/llms-txt?domain=${HOSTILE}&tier=vip`, { headers });
    for (const userAgent of [`GPTBot ${PAYLOAD}`, `Mozilla/5.0 (compatible; ${PAYLOAD}Bot/1.0)`, PAYLOAD]) {
      const visitor = { 'user-agent': userAgent, referer: `https://chatgpt.com/${encodeURIComponent(PAYLOAD)}` };
      await fetch(`${service.url}/llms/${HOSTILE}.txt?tier=vip&utm_source=${encodeURIComponent(PAYLOAD)}`, {
        headers: visitor,
      });
    }
    const page = await browser.open(service.url, '/crawlers');
    await expectInactive(page);
    await page.goto(`/domains/${HOSTILE}`);
    await page.getByRole('link', { name: 'Sign in to see scores and visits' }).click();
    await page.getByLabel('API key').fill(show.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByText('window.__pwned').first().waitFor();
    await expectInactive(page);
  });

  test('is text in the responses that the API reference shows', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, '/api');
    for (const path of ['/api/audit/{id}/snapshot', '/api/audit/{id}/evidence']) {
      const attempt = page.locator(`details:has(form[data-path="${path}"][data-method="GET"])`);
      await attempt.locator('summary').click();
      await attempt.getByLabel('id').fill(show.hostile);
      await attempt.getByRole('button', { name: 'Send' }).click();
      await attempt.getByText('window.__pwned').waitFor();
    }
    await expectInactive(page);
  });

  const requests = [
    { path: `/audits?domain=${encodeURIComponent(PAYLOAD)}`, status: 400 },
    { path: `/${encodeURIComponent(PAYLOAD)}`, status: 404 },
    { path: `/audits/${encodeURIComponent(PAYLOAD)}`, status: 404 },
    { path: `/checks/${encodeURIComponent(PAYLOAD)}`, status: 404 },
    { path: `/domains/${encodeURIComponent(PAYLOAD)}`, status: 400 },
  ];
  test.each(requests)('is text on the page of $path', async (of) => {
    const page = await browser.open(showcase().service.url, of.path, {
      expectedFaults: listExpectedFaults({ name: '', ...of, path: () => of.path }),
    });
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await expectInactive(page);
  });

  test('is inert in a snapshot: no script, no frame, no form, no request', async () => {
    const { service, show } = showcase();
    const path = `/api/audit/${show.hostile}/snapshot`;
    // Chromium reports each attempt as refused by the policy: none reached the network.
    const expectedFaults = [
      /^console: .*(?:Content Security Policy|sandboxed|Refused to refresh)/,
      /^request to /,
      /^failed: .* csp$/,
    ];
    const page = await browser.open(service.url, path, { expectedFaults });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.context().cookies()).toEqual([]);
  });
});
