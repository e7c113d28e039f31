import { beforeAll, describe, expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { TIDEWATER } from '../support/showcase.ts';
import { showcaseOfFile } from '../support/showcase-of-file.ts';
import { sitesOfFile } from '../support/sites-of-file.ts';
import { createOptions, PAGES, SIGNED_IN_PAGES } from './pages.ts';

const browser = browserOfFile();
const sites = sitesOfFile();
const showcase = showcaseOfFile();

beforeAll(() => sites.place('example.com', 'web/first-attempt'));

describe('without JavaScript', () => {
  test.each([...PAGES, ...SIGNED_IN_PAGES])('$name shows its content, and no button without effect', async (of) => {
    const { service, show } = showcase();
    const options = { javaScript: false, ...createOptions(of, show) };
    const page = await browser.visit(service.url, of.path(show), options);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('');
    const useless = await page
      .getByRole('button')
      .evaluateAll((buttons: HTMLButtonElement[]) =>
        buttons.filter(({ type, form }) => type !== 'submit' || form === null).map(({ textContent }) => textContent),
      );
    expect(useless).toEqual([]);
  });

  test('a report is filtered, and a badge is tried and saved', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, `/audits/${show.improved}`, { javaScript: false });
    await page.getByLabel('Check', { exact: true }).selectOption('metadata');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 check shown.').waitFor();
    expect(await page.locator('details.finding').count()).toBe(1);

    await page.goto('/sign-in');
    await page.getByLabel('API key').fill(show.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await page.goto(`/audits/${show.improved}/badge`);
    await page.getByLabel('Label', { exact: true }).fill('AI ready');
    await page.getByRole('button', { name: 'Try' }).click();
    const picture = page.locator('img[data-badge]').first();
    expect(await picture.getAttribute('src')).toContain('label=AI+ready');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await picture.getAttribute('src')).not.toContain('label');
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('AI ready');
  });

  test('who has signed in sees the traffic of an own domain, with the rules of robots.txt', async () => {
    const { service, show } = showcase();
    const page = await browser.open(service.url, '/sign-in', { javaScript: false });
    await page.getByLabel('API key').fill(show.key);
    await page.getByLabel('API key').press('Enter');
    await page.getByRole('link', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await page.goto(`/domains/${TIDEWATER}`);
    await page.getByRole('heading', { name: 'AI crawlers on your site' }).waitFor();
    const forbidden = page.getByRole('region', { name: 'Requests that robots.txt forbids' });
    await forbidden.getByRole('row', { name: /GPTBot OpenAI 3 Disallow: \// }).waitFor();
    const chart = page.getByRole('img', { name: /Requests of AI crawlers by day/ });
    expect(await chart.isVisible()).toBe(true);
  });

  test('one link leads to the demonstration, whose findings open and whose tabs are pages', async () => {
    const { url } = await sites.start();
    const page = await browser.open(url, '/', { javaScript: false });
    await page.getByRole('link', { name: 'See an example report' }).click();
    await page.getByText('This is a demonstration.').waitFor();
    const finding = page.locator('details:has(#crawler_access)');
    expect(await finding.getByText('Why it matters').isVisible()).toBe(false);
    await finding.locator('summary').first().click();
    await finding.getByText('Why it matters').waitFor();
    await page.getByRole('link', { name: 'Fix guide' }).click();
    await page.getByText('This is a demonstration.').waitFor();
    await page.getByRole('link', { name: 'Badge', exact: true }).click();
    await page.getByText('[![AEO score of shop.example.com]').first().waitFor();
  });

  test('the form asks for a key, and then starts the live audit', async () => {
    const { url, key } = await sites.start();
    const page = await browser.open(url, '/', { javaScript: false, expectedFaults: [/status of 401/] });
    await page.getByLabel('Website').fill('https://example.com/products/');
    await page.getByLabel('Website').press('Enter');
    await page.getByLabel('API key').fill('ctb_mistyped');
    await page.getByRole('button', { name: 'Sign in and audit' }).click();
    await page.getByRole('alert').getByText('That is not a complete key').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('ctb_mistyped');
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('API key').press('Enter');
    await page.getByText('Audit of', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Audit again' }).click();
    await page.getByText('Audit of', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('API key').waitFor();
  });

  test('the form explains an invalid domain, and keeps the input', async () => {
    const { url } = await sites.start();
    const page = await browser.open(url, '/', { javaScript: false, expectedFaults: [/status of 400/] });
    await page.getByLabel('Website').fill('192.0.2.1');
    await page.getByLabel('Website').press('Enter');
    await page.getByRole('alert').getByText('IP address').waitFor();
    expect(await page.getByLabel('Website').inputValue()).toBe('192.0.2.1');
  });

  test('the page of a public live audit reloads itself until the report', async () => {
    const { url, release } = await sites.startPaused({ LIVE_AUDITS: 'public' });
    const page = await browser.open(url, '/', { javaScript: false });
    await page.getByLabel('Website').fill('example.com');
    await page.getByRole('button', { name: 'Audit this site' }).click();
    await page.getByText('Auditing').waitFor();
    release();
    await page.getByText('Audit of', { exact: true }).waitFor();
    expect(await page.getByText('This is a demonstration.').count()).toBe(0);
    const first = page.url();
    await page.getByRole('button', { name: 'Audit again' }).click();
    await page.getByText('Audit of', { exact: true }).waitFor();
    expect(page.url()).not.toBe(first);
  });
});
