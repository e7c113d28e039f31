import { beforeEach, describe, expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { publishDomains } from '../support/publish-domains.ts';
import { sitesOfFile } from '../support/sites-of-file.ts';

const browser = browserOfFile();
const sites = sitesOfFile();

beforeEach(() => sites.place('example.com', 'web/first-attempt'));

async function audited(): Promise<{ url: string; id: string }> {
  const { url, authorization, request } = await sites.start();
  const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
  return { url, id };
}

describe('the report of an audit', () => {
  test('is filtered as soon as a choice is made, and the address has the filter', async () => {
    const { url, id } = await audited();
    const page = await browser.open(url, `/audits/${id}`);
    await page.getByLabel('Check', { exact: true }).selectOption('sitemap');
    await page.getByText('1 check shown.').waitFor();
    expect(await page.locator('details.finding').count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('check')).toBe('sitemap');
    await page.reload();
    expect(await page.getByLabel('Check', { exact: true }).inputValue()).toBe('sitemap');
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect.poll(() => page.locator('details.finding').count()).toBe(9);
  });

  test('has its time in the zone of the reader, which it names, and in UTC as a title', async () => {
    const { url, id } = await audited();
    const page = await browser.open(url, `/audits/${id}/evidence`, { timeZone: 'Asia/Kolkata' });
    const time = page.locator('.audit-time time');
    expect(await time.textContent()).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d GMT\+5:30$/);
    expect(await time.getAttribute('title')).toMatch(/ UTC$/);
  });

  test('leads from a page to the problems that were seen on it', async () => {
    const { url, id } = await audited();
    const page = await browser.open(url, `/audits/${id}`);
    await page
      .locator('.basis')
      .getByRole('link', { name: /problem/ })
      .first()
      .click();
    await page.getByText('At most five', { exact: false }).or(page.getByText('at most five pages')).first().waitFor();
    const filtered = new URL(page.url()).searchParams.get('page');
    const addresses = await page
      .locator('#filtered .evidence a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(addresses.length).toBeGreaterThan(0);
    expect(new Set(addresses)).toEqual(new Set([filtered]));
  });

  test('has a link to share, to copy', async () => {
    const { url, id } = await audited();
    const page = await browser.open(url, `/audits/${id}`, { clipboard: true });
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByText('Copied').first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${url}/audits/${id}`);
  });

  test('verifies fixes on the page of the next audit', async () => {
    const { url, key, authorization, request } = await sites.start();
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    sites.place('example.com', 'web/second-attempt');
    const page = await browser.open(url, `/sign-in?next=/audits/${id}`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Verify my fixes' }).click();
    await page.getByRole('heading', { name: 'Your fixes' }).waitFor();
    await page.getByText(/^[1-9]\d* of \d+ problems fixed\.$/).waitFor();
    expect(page.url()).toMatch(new RegExp(`since=${id}$`));
  });

  test('prints on six to twelve pages, with the summary and all changes, and without commands', async () => {
    const { url, id } = await audited();
    const page = await browser.open(url, `/audits/${id}`);
    const changes = await page.locator('.priority').count();
    await page.emulateMedia({ media: 'print' });
    for (const name of ['What to fix first', 'The nine checks', 'Basis of this audit']) {
      expect(await page.getByRole('heading', { name }).isVisible()).toBe(true);
    }
    const printed = (selector: string) =>
      page.locator(selector).evaluateAll((found) => found.filter((element) => element.checkVisibility()).length);
    expect(await printed('code, pre, .fix')).toBe(0);
    expect(await printed('.priority')).toBe(changes);
    const pdf = await page.pdf({ format: 'A4' });
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
    expect(pages.length).toBeGreaterThanOrEqual(6);
    expect(pages.length).toBeLessThanOrEqual(12);
  });
});

describe('the badge page', () => {
  test('shows the owner’s colours while they are chosen, and in the plain picture once they are saved', async () => {
    const { url, key, authorization, request, db, service } = await sites.start();
    const { id } = await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).json();
    await publishDomains(db, ['example.com'], (await service.keys.list())[0]?.id ?? null);
    const page = await browser.open(url, `/sign-in?next=/audits/${id}/badge`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/badge', { waitUntil: 'load' });
    const picture = page.locator('img[data-badge]').first();
    await page.getByLabel('Label', { exact: true }).fill('AI ready');
    await page.getByLabel('Score colour', { exact: true }).fill('#7a1fa2');
    await expect.poll(() => picture.getAttribute('src')).toContain('label=AI+ready&color=7a1fa2');
    expect(await page.getByLabel('Custom score colour').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => picture.getAttribute('src')).toBe('/api/badge?domain=example.com');
    const svg = await (await request('/api/badge?domain=example.com')).text();
    expect(svg).toContain('AI ready');
    expect(svg).toContain('#7a1fa2');

    // Without the stored colour the default is shown at once, before anything is saved.
    await page.getByLabel('Custom score colour').uncheck();
    const shown = async () => (await request((await picture.getAttribute('src'))?.replace(url, '') ?? '')).text();
    await expect.poll(shown).not.toContain('#7a1fa2');
    expect(await shown()).toContain('AI ready');
    expect(await (await request('/api/badge?domain=example.com')).text()).toContain('#7a1fa2');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.waitForURL('**/badge?**', { waitUntil: 'load' });
    expect(await shown()).not.toContain('#7a1fa2');
  });
});
