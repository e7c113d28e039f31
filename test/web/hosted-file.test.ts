import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nameServers } from '../../src/fetch/dns.ts';
import { browserOfFile } from '../support/browser.ts';
import { instantAudit, type RunningService, startService } from '../support/running-service.ts';
import { type PublishedFile, serveVendors, type VendorServer } from '../support/vendor-server.ts';

const FILE = 'https://example.com/llms.txt';
const CHECK = '/api/domains/example.com/llms-txt-check';

const browser = browserOfFile();
let sites: VendorServer;
beforeAll(async () => {
  sites = await serveVendors(['example.com', 'www.example.com']);
});
afterAll(() => sites.close());
beforeEach(() => {
  sites.files.clear();
  sites.requests.length = 0;
});

/** A service whose first key has published example.com. */
async function startPublished(settings: Record<string, string> = {}) {
  const lookup = (name: string) =>
    Promise.reject(Object.assign(new Error('No DNS.'), { code: name === 'gone.example' ? 'ENOTFOUND' : 'EAI_AGAIN' }));
  const outside = { fetching: { ...sites.fetching, lookup }, about: null, dns: nameServers([]) };
  const running = await startService(instantAudit, settings, undefined, undefined, outside);
  const { request, authorization, url } = running;
  const text = await (await request('/api/llms-txt?domain=example.com&tier=vip', { headers: authorization })).text();
  return { ...running, text, hosted: `${url}/llms/example.com.txt?tier=vip` };
}

async function check({ request, authorization }: RunningService, headers = authorization) {
  const response = await request(CHECK, { method: 'POST', headers });
  return { httpStatus: response.status, ...JSON.parse(await response.text()) };
}

test('a redirect to the hosted file is recognised, over other redirects too, and is not counted as a visit', async () => {
  const running = await startPublished();
  const { hosted, request, authorization } = running;
  sites.files.set(FILE, { body: '', status: 301, location: 'https://www.example.com/llms.txt' });
  sites.files.set('https://www.example.com/llms.txt', { body: '', status: 302, location: `${hosted}#top` });
  expect(await check(running)).toEqual({
    httpStatus: 200,
    domain: 'example.com',
    url: FILE,
    hosted_url: hosted,
    is_hosted: true,
    status: 302,
    message: `${FILE} redirects to the hosted file.`,
  });
  expect(sites.requests.map(({ url }) => url)).toEqual([FILE, 'https://www.example.com/llms.txt']);
  const visits = await (await request('/api/domains/example.com/visits', { headers: authorization })).text();
  expect(JSON.parse(visits).totals).toEqual({ ai_bot: 0, ai_referral: 0, traditional_bot: 0, human: 0 });
});

test('a copy of the hosted file is recognised, whatever its line breaks are', async () => {
  const running = await startPublished();
  sites.files.set(FILE, { body: `\ufeff${running.text.replaceAll('\n', '\r\n')}\r\n` });
  expect(await check(running)).toMatchObject({
    is_hosted: true,
    message: `${FILE} serves the same text as the hosted file.`,
  });
});

const PAGE = '<!doctype html><title>Not found</title>';
test.each<[string, PublishedFile | null, boolean | null, string]>([
  ['nothing', null, false, `${FILE} does not exist (status 404). It should redirect to `],
  ['a text of its own', { body: '# Example\n' }, false, `${FILE} serves another text than the hosted file.`],
  ['a page', { body: PAGE, contentType: 'text/html' }, false, `${FILE} serves an HTML page.`],
  ['a page without a type', { body: PAGE }, false, `${FILE} serves an HTML page.`],
  ['a refusal', { body: '', status: 403 }, false, `${FILE} responds with status 403.`],
  ['a loop', { body: '', status: 302, location: FILE }, false, 'sent a redirect back to a URL that led to it.'],
  [
    'the home page',
    { body: '', status: 302, location: 'https://www.example.com/' },
    false,
    `${FILE} redirects to https://www.example.com/, which does not exist (status 404).`,
  ],
  ['a private address', { body: '', status: 302, location: 'http://10.0.0.1/llms.txt' }, false, 'could not be read'],
  [
    'a bot challenge',
    { body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>', status: 403 },
    null,
    'is behind a bot challenge, so it could not be checked from here.',
  ],
  [
    'a redirect to no host',
    { body: '', status: 302, location: 'http://gone.example/' },
    false,
    'The name gone.example has no address in the DNS.',
  ],
  [
    'a name server that fails',
    { body: '', status: 302, location: 'http://other.example/' },
    null,
    'could not be checked',
  ],
])('%s in its place is named', async (_name, file, isHosted, message) => {
  const running = await startPublished();
  if (file !== null) sites.files.set(FILE, file);
  const result = await check(running);
  expect([result.is_hosted, result.message]).toEqual([isHosted, expect.stringContaining(message)]);
});

test('only the owner may check, as often as it may request audits, however few it has left today', async () => {
  const running = await startPublished({ AUDIT_RATE_LIMIT: '3' });
  const { service, request } = running;
  const other = { authorization: `Bearer ${await service.keys.create('other')}` };
  expect((await request(CHECK, { method: 'POST' })).status).toBe(401);
  expect((await check(running, other)).httpStatus).toBe(403);
  await running.db.updateTable('api_keys').set({ audits_per_day: 1 }).where('name', '=', 'test').execute();
  // Publishing it used one.
  expect(
    [await check(running), await check(running), await check(running)].map(({ httpStatus }) => httpStatus),
  ).toEqual([200, 200, 429]);
  expect(sites.requests.filter(({ url }) => url === FILE)).toHaveLength(2);
});

test('the forms of the page ask to sign in, and refuse other websites', async () => {
  const { request, authorization } = await startPublished();
  const requestStatus = async (headers: Record<string, string>) => {
    const body = new URLSearchParams({ action: 'check' });
    const response = await request('/domains/example.com', { method: 'POST', redirect: 'manual', headers, body });
    return [response.status, response.headers.get('location')];
  };
  const own = { 'sec-fetch-site': 'same-origin' };
  expect(await requestStatus(own)).toEqual([303, '/sign-in?next=%2Fdomains%2Fexample.com']);
  expect(await requestStatus({ ...own, authorization: 'Bearer wrong' })).toEqual([
    303,
    '/sign-in?next=%2Fdomains%2Fexample.com',
  ]);
  expect(await requestStatus({ ...authorization, 'sec-fetch-site': 'cross-site' })).toEqual([403, null]);
  expect(sites.requests).toEqual([]);
});

test('the owner checks on the page, without JavaScript, until the redirect works', async () => {
  const { url, key, hosted } = await startPublished();
  const page = await browser.open(url, '/domains/example.com', { javaScript: false, key });
  await page.getByRole('button', { name: 'Check the redirect' }).click();
  await page.getByRole('status').getByText(`${FILE} does not exist (status 404).`).waitFor();
  sites.files.set(FILE, { body: '', status: 302, location: hosted });
  await page.getByRole('button', { name: 'Check the redirect' }).click();
  await page.getByRole('status').getByText(`It works: ${FILE} redirects to the hosted file.`).waitFor();
  expect(new URL(page.url()).pathname).toBe('/domains/example.com');
  const visitor = await browser.open(url, '/domains/example.com');
  expect(await visitor.getByRole('button', { name: 'Check the redirect' }).count()).toBe(0);
});
