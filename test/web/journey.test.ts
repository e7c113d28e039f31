import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { browserOfFile } from '../support/browser.ts';
import { sitesOfFile } from '../support/sites-of-file.ts';

const browser = browserOfFile();
const sites = sitesOfFile();

const GPTBOT = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)';

beforeAll(() => sites.place('example.com', 'web/first-attempt'));

/** Pastes into the field of the home page, and submits the form. */
async function ask(page: Page, pasted: string): Promise<void> {
  await page.getByLabel('Website').fill(pasted);
  await page.getByRole('button', { name: 'Audit this site' }).click();
}

async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sign in/ })
    .click();
}

describe('a user with a key', () => {
  test('pastes a URL, gives the key, watches the live audit and reads its report', async () => {
    const { url, key, release } = await sites.startPaused();
    const page = await browser.open(url, '/', { expectedFaults: [/status of 401/] });
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));

    await page.getByLabel('Website').fill('https://example.com/products/gauge-200?from=mail');
    await page.getByText('this will be example.com').waitFor();
    await page.getByLabel('Website').press('Enter');
    await giveKey(page, 'ctb_mistyped');
    await page.getByText('That is not a complete key').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('ctb_mistyped');
    await giveKey(page, key);

    await page.waitForURL('**/audits/*');
    await page.getByText('Auditing').waitFor();
    const requests = page.locator('.progress-requests');
    await expect.poll(async () => Number.parseInt((await requests.textContent()) ?? '', 10)).toBeGreaterThan(5);
    expect(await page.getByRole('status').textContent()).not.toBe('');
    expect(await page.locator('[aria-current=step]').count()).toBe(1);
    release();
    await page.getByText('Audit of', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('example.com');
    await page.getByText('You gave the address of a page').waitFor();
    await page.getByRole('img', { name: /50/ }).first().waitFor();

    const finding = page.locator('details:has(#crawler_access)');
    await finding.locator('summary').first().click();
    await finding.getByText('https://example.com/robots.txt').first().waitFor();
    await finding.getByText('Why it matters').waitFor();

    // The browser has a session, which no script can read, in any of its tabs.
    const second = await page.context().newPage();
    await second.goto(`${url}/`);
    await ask(second, 'example.com');
    await second.getByText('Audit of', { exact: true }).waitFor();
    expect(addresses.filter((address) => address.includes(key))).toEqual([]);
    expect(await page.context().cookies()).toMatchObject([
      { name: 'citable_session', httpOnly: true, sameSite: 'Lax' },
    ]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ]);

    await second.getByRole('button', { name: 'Sign out' }).click();
    await second.getByRole('link', { name: 'Sign in' }).waitFor();
    await ask(second, 'example.com');
    await second.getByLabel('API key').waitFor();
  });

  test('copies the fix guide and the badge, whose picture then loads where it is embedded', async () => {
    const { url, authorization, request } = await sites.start();
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const page = await browser.open(url, `/audits/${id}`, { clipboard: true });
    const copied = () => page.evaluate(() => navigator.clipboard.readText());

    await page.getByRole('link', { name: 'Fix guide' }).click();
    await page.getByRole('button', { name: 'Copy the fix guide' }).click();
    await page.getByText('Copied').first().waitFor();
    const guide = await copied();
    expect(guide).toMatch(/^# .*example\.com/);
    expect(guide).toMatch(/^1\. (?:FAIL|WARN)/m);
    expect(guide).not.toMatch(/ctb_\w{40}/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as Markdown' }).click();
    expect((await download).suggestedFilename()).toBe('fix-guide-example.com.md');

    await page.getByRole('link', { name: 'Badge', exact: true }).click();
    await page.getByRole('button', { name: 'Copy the Markdown of the badge Light, compact' }).click();
    await expect.poll(copied).toMatch(/^\[!\[AEO score of example\.com\]\(http.*\)\]\(http.*\)$/);
    await page.getByText('HTML', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Copy the HTML of the badge Dark, normal' }).click();
    await expect.poll(copied).toMatch(/^<a href=/);
    const elsewhere = await page.context().newPage();
    await elsewhere.setContent(await copied());
    const picture = elsewhere.getByRole('img', { name: 'AEO score of example.com' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
  });

  test('publishes the llms.txt, and sees the crawlers come', async () => {
    const { url, key, authorization, request } = await sites.start();
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const page = await browser.open(url, '/crawlers', { expectedFaults: [/status of 40[14]/] });
    expect(await page.getByRole('rowheader', { name: 'OpenAI' }).count()).toBe(0);

    await page.goto(`/audits/${id}/llms-txt`);
    await page.getByRole('button', { name: 'Preview and publish' }).click();
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Preview and publish' }).click();
    await page.getByText('# Tidewater Instruments').waitFor();
    expect((await fetch(`${url}/llms/example.com.txt?tier=vip`)).status).toBe(401);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('link', { name: `${url}/llms/example.com.txt?tier=vip` }).waitFor();
    for (let visit = 0; visit < 3; visit += 1) {
      const file = await fetch(`${url}/llms/example.com.txt?tier=vip`, { headers: { 'user-agent': GPTBOT } });
      expect(await file.text()).toContain('Tidewater Instruments');
    }

    const later = await browser.open(url, '/crawlers');
    await later.getByRole('rowheader', { name: 'OpenAI' }).first().waitFor();
    await later.getByText('/llms/example.com.txt').first().waitFor();
    // The browser has signed in: the statistics load at once.
    await page.goto('/domains/example.com');
    await page.getByRole('rowheader', { name: 'GPTBot' }).first().waitFor();
  });

  test('sees which proof of ownership is missing, where the operator requires one', async () => {
    const { url, key, authorization, request } = await sites.start({ REQUIRE_OWNERSHIP: 'dns' });
    const page = await browser.open(url, '/domains/example.com', {
      key,
      javaScript: false,
      expectedFaults: [/status of 404/],
    });
    await page.getByRole('button', { name: 'Preview and publish' }).click();
    await page.getByText('To publish it, prove that you control example.com').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const output = page.getByText('Not published yet: the proof was not found.');
    await output.waitFor();
    const { txt_record } = JSON.parse(
      await (await request('/api/domains/example.com/ownership', { headers: authorization })).text(),
    );
    expect(await output.textContent()).toContain(txt_record.value);
    expect((await fetch(`${url}/llms/example.com.txt?tier=vip`)).status).toBe(401);
  });

  test('starts a live audit from a report and from a demonstration', async () => {
    const { url, key, authorization, request } = await sites.start();
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    const page = await browser.open(url, `/audits/${id}`, { expectedFaults: [/status of 401/] });
    await page.getByRole('button', { name: 'Audit again' }).click();
    await giveKey(page, key);
    await page.waitForURL((address) => !address.pathname.endsWith(id));
    await page.getByText('Audit of', { exact: true }).waitFor();

    const demonstration = await (await request('/api/audit?domain=example.com')).json();
    await page.goto(`/audits/${demonstration.id}`);
    await page.getByText('This is a demonstration.').waitFor();
    await page.getByRole('button', { name: 'Audit it live' }).click();
    await page.getByText('Audit of', { exact: true }).waitFor();
  });

  test('sees beside the button why a site could not be audited again', async () => {
    const { url, key } = await sites.start({ AUDIT_RATE_LIMIT: '1' });
    const page = await browser.open(url, '/', { expectedFaults: [/status of (?:401|429)/] });
    await ask(page, 'nowhere.example.com');
    await giveKey(page, key);
    await page.getByText('No score').waitFor();
    // Its script has run then: before, the button sends the form as it does without JavaScript.
    await page.waitForLoadState();
    await page.getByRole('button', { name: 'Audit again' }).click();
    await page.getByRole('alert').getByText('Too many').waitFor();
    await page.getByRole('button', { name: 'Audit again' }).waitFor();
  });

  test('tries an endpoint from the API reference, and sees the live audit as JSON', async () => {
    const { url, key } = await sites.start();
    const page = await browser.open(url, '/api', { expectedFaults: [/status of 401/] });
    const attempt = page.locator('details:has(form[data-path="/api/audit"][data-method="GET"])');
    await attempt.locator('summary').click();
    await attempt.getByLabel('domain').fill('example.com');
    await attempt.getByLabel('tier').selectOption('vip');
    await attempt.getByLabel('Send the API key').check();
    await attempt.getByRole('button', { name: 'Send' }).click();
    await attempt.getByRole('link', { name: 'Sign in' }).click();
    await giveKey(page, key);
    await attempt.locator('summary').click();
    await attempt.getByLabel('domain').fill('example.com');
    await attempt.getByLabel('tier').selectOption('vip');
    await attempt.getByLabel('Send the API key').check();
    await attempt.getByRole('button', { name: 'Send' }).click();
    await attempt.getByText('200 OK').waitFor();
    await attempt.getByText('"aeo_score": 50').waitFor();
  });

  test('sees beside the field why an audit could not be started, and on its page why one failed', async () => {
    const { url, key } = await sites.start();
    const page = await browser.open(url, '/', { expectedFaults: [/status of 40[01]/] });
    // Checked before a key is asked for.
    await ask(page, 'localhost');
    await page.getByRole('alert').getByText('localhost').waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(await page.getByLabel('Website').getAttribute('aria-invalid')).toBe('true');
    await ask(page, 'someone@example.com');
    await page.getByRole('alert').getByText('is an e-mail address').waitFor();
    await ask(page, 'gone.example.com');
    await giveKey(page, key);
    await page.waitForURL('**/audits/*');
    await page
      .getByText(/could not be (?:audited|read)/i)
      .first()
      .waitFor();
  });
});

describe('a user without a key', () => {
  test('gets from the form that asks for a key to the demonstration, which says so on each of its pages', async () => {
    const { url } = await sites.start();
    const page = await browser.open(url, '/', { expectedFaults: [/status of 401/] });
    await ask(page, 'example.com');
    await page.getByLabel('API key').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'See an example report' }).click();
    await page.waitForURL('**/audits/*');
    for (const tab of ['Report', 'Fix guide', 'llms.txt', 'Badge']) {
      await page.getByLabel('This audit').getByRole('link', { name: tab, exact: true }).click();
      await page.getByLabel('This audit').locator('[aria-current=page]', { hasText: tab }).waitFor();
      await page.getByText('This is a demonstration.').waitFor();
    }
  });

  test('starts live audits where they are public', async () => {
    const { url } = await sites.start({ LIVE_AUDITS: 'public' });
    const page = await browser.open(url, '/');
    await ask(page, 'example.com');
    await page.getByText('Audit of', { exact: true }).waitFor();
    expect(await page.getByText('This is a demonstration.').count()).toBe(0);
  });
});
