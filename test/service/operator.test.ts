import { expect, test } from 'vitest';
import { instantAudit, startService } from '../support/running-service.ts';

const HTML = { accept: 'text/html' };

test('the contact is where a key is asked for, and with the other links in the footer of every page', async () => {
  const { request } = await startService(instantAudit, {
    CONTACT: 'keys@shop.example',
    IMPRINT_URL: 'https://shop.example/imprint',
    PRIVACY_URL: 'https://shop.example/privacy',
  });
  const page = async (path: string, init = {}) => (await request(path, { headers: HTML, ...init })).text();
  const asked = await Promise.all([
    page('/sign-in'),
    page('/'),
    page('/api'),
    page('/audits', { method: 'POST', body: new URLSearchParams({ domain: 'example.com' }) }),
  ]);
  for (const html of asked) {
    expect(html).toContain('Get one from <a class="address" href="mailto:keys@shop.example">keys@shop.example</a>');
    expect(html).not.toContain('Ask whoever runs this server');
  }
  for (const html of [...asked, await page('/crawlers'), await page('/no-such-page')]) {
    expect(html).toContain('<li><a href="mailto:keys@shop.example">Contact</a></li>');
    expect(html).toContain('<a href="https://shop.example/imprint">Imprint</a>');
    expect(html).toContain('<a href="https://shop.example/privacy">Privacy</a>');
  }
});

test.each(['nobody', 'javascript:alert(1)', 'a b@c', 'a@b@c'])('%s is not a contact', async (CONTACT) => {
  await expect(startService(instantAudit, { CONTACT })).rejects.toThrow(/^CONTACT /);
});

test('the demonstration of the pages is of an invented shop, never of the domain that a visitor typed', async () => {
  const { request } = await startService(instantAudit);
  const typed = await request('/audits?domain=bakery.com', { headers: HTML, redirect: 'manual' });
  expect(typed.status).toBe(200);
  expect(await typed.text()).toMatch(/value="bakery\.com"[\s\S]*href="\/audits\?example"/);
  const example = await (await request('/audits?example', { headers: HTML })).text();
  expect(example).toContain('This shop does not exist: the score and findings are invented.');
  expect(example).toContain('shop.example.com');
  for (const path of ['/', '/sign-in', '/domains/bakery.com', '/audits']) {
    expect(await (await request(path, { headers: HTML })).text()).not.toContain('/audits?domain=');
  }
});
