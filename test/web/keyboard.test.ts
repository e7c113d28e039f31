import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { sitesOfFile } from '../support/sites-of-file.ts';

const browser = browserOfFile();
const sites = sitesOfFile();

beforeAll(() => sites.place('example.com', 'web/first-attempt'));

/** Returns the accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return (element instanceof HTMLInputElement ? element.labels?.[0] : element)?.textContent.trim() ?? '';
  });
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).startsWith(name)) return;
  }
  throw new Error(`No Tab leads to "${name}".`);
}

describe('by the keyboard alone', () => {
  test('a published domain is withdrawn by its owner, who confirms it and can cancel', async () => {
    const { url, key, authorization, request } = await sites.start();
    await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization });
    const page = await browser.open(url, '/domains/example.com', { expectedFaults: [/status of 404/] });
    const hosted = async () => (await request('/llms/example.com.txt?tier=vip')).status;
    await tabTo(page, 'Sign in to see scores and visits');
    await page.keyboard.press('Enter');
    await page.getByLabel('API key').waitFor();
    await tabTo(page, 'API key');
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Withdraw this domain' }).waitFor();
    for (const leave of ['Escape', 'Enter']) {
      await tabTo(page, 'Withdraw');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      // The dialog focuses the button that cancels, and the focus returns to the button that opened it.
      expect(await focused(page)).toBe('Cancel');
      await page.keyboard.press(leave);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect([await focused(page), await hosted()]).toEqual(['Withdraw', 200]);
      await page.keyboard.press('Shift+Tab');
    }
    await tabTo(page, 'Withdraw');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Withdraw it');
    await page.keyboard.press('Enter');
    await page.getByText('Not published').waitFor();
    expect(await hosted()).toBe(401);
  });

  test('a live audit is started, its report read and its guide copied', async () => {
    const { url, key } = await sites.start();
    const page = await browser.open(url, '/', { clipboard: true, expectedFaults: [/status of 401/] });
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Website');
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');

    await page.getByLabel('API key').waitFor();
    await tabTo(page, 'API key');
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');

    await page.getByText('Audit of', { exact: true }).waitFor();
    await tabTo(page, 'Crawler access');
    await page.keyboard.press('Enter');
    await page.locator('details:has(#crawler_access)').getByText('Why it matters').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.locator('details:has(#crawler_access)').getByText('Why it matters').isVisible()).toBe(false);
    await page.goto(`${page.url()}/fix-guide`);
    await tabTo(page, 'Copy');
    await page.keyboard.press('Enter');
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# /);
  });
});
