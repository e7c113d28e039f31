import { expect, test } from 'vitest';
import { browserOfFile } from '../support/browser.ts';
import { instantAudit, startService } from '../support/running-service.ts';

const browser = browserOfFile();

test('an agency signs in, pastes 40 domains, audits and schedules them, and finds the one it looks for', async () => {
  const { url, key } = await startService(instantAudit);
  const page = await browser.open(url, '/checks');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'The nine checks' }).waitFor();
  await page.getByRole('link', { name: 'My sites' }).click();
  const names = Array.from({ length: 40 }, (_, n) => `https://client-${n}.com/a-page`);
  await page.getByLabel('One website, or a list').fill(names.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('40 sites added. They will be audited now.').waitFor();
  await expect
    .poll(async () => {
      await page.goto('/sites?sort=score');
      return page.locator('.sites-verdict').count();
    })
    .toBe(40);
  await page.getByLabel('All 40 sites').check();
  await page.getByRole('button', { name: 'Audit weekly' }).click();
  await page.getByText('40 sites will be audited every week.').waitFor();
  await page.getByLabel('Search').fill('client-17');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText('1 of 40 sites').waitFor();
  await page.getByRole('link', { name: 'client-17.com' }).click();
  await page.getByRole('button', { name: 'Audit now' }).click();
  await page.getByText('Audit of', { exact: true }).waitFor();
});

test('signing in leads back to the page with what was chosen on it', async () => {
  const { url, key } = await startService(instantAudit);
  const page = await browser.open(url, '/compare?a=example.com&b=example.org', { expectedFaults: [/status of 404/] });
  await page.getByText('example.org can be compared by its name once you have signed in.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(page.url()).toBe(`${url}/compare?a=example.com&b=example.org`);
});

test('the page of a domain that is not published offers to sign in, audited or not, and then shows the scores', async () => {
  const { url, key, request, authorization } = await startService(instantAudit);
  await (await request('/api/audit?domain=example.com&tier=vip', { headers: authorization })).text();
  const requestText = async (domain: string) =>
    (await (await request(`/domains/${domain}`)).text()).replaceAll('<wbr/>', '').replaceAll(domain, 'DOMAIN');
  expect(await requestText('example.com')).toBe(await requestText('example.org'));
  const page = await browser.open(url, '/domains/example.com', { expectedFaults: [/status of 404/] });
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: /91 of 100/ }).waitFor();
  expect(page.url()).toBe(`${url}/domains/example.com`);
});

test('an operator makes a second key with the first, and signs in with it', async () => {
  const { url, service } = await startService(instantAudit);
  const first = (await service.keys.create('first', { isAdmin: true })) ?? expect.fail('The name is taken.');
  const page = await browser.open(url, '/', { key: first });
  await page.getByRole('link', { name: 'Keys' }).click();
  await page.getByLabel('Name').first().fill('shop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('it is shown only once').waitFor();
  const key = (await page.locator('.callout code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My sites' }).waitFor();
  expect(await page.getByRole('link', { name: 'Keys' }).count()).toBe(0);
});
