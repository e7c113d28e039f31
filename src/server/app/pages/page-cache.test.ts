import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Instance } from '../../../web/layout/instance.ts';
import { ANONYMOUS } from '../../accounts/caller.ts';
import { cacheForAnHour } from '../caching.ts';
import { cachedPage, STATISTICS_TTL_MS } from './page-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Serves pages, and counts how often they are rendered. */
function appWith(ttlMs?: number) {
  const rendered = { times: 0, fails: false };
  const app = Fastify().withTypeProvider<TypeBoxTypeProvider>();
  onTestFinished(() => app.close());
  // As access.ts does.
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    const key = { id: 'a', name: 'shop', isAdmin: false, auditsPerDay: null };
    request.caller = request.headers.cookie === undefined ? ANONYMOUS : { kind: 'key', key };
  });
  const render = async ({ viewer }: Instance, { name }: Readonly<Record<string, string>>) => {
    rendered.times += 1;
    if (rendered.fails) throw new Error('It cannot be rendered.');
    return `<p>/${name}, rendering ${rendered.times}${viewer === undefined ? '' : ` for ${viewer.keyName}`}</p>`;
  };
  cachedPage(
    app,
    '/:name',
    { instance: INSTANCE, ...(ttlMs === undefined ? {} : { ttlMs }), setCacheControl: cacheForAnHour },
    render,
  );
  const get = (url: string, coding?: string) =>
    app.inject({ url, headers: coding === undefined ? {} : { 'accept-encoding': coding } });
  const getSignedIn = (url: string) => app.inject({ url, headers: { cookie: 'a session', 'accept-encoding': 'br' } });
  return { rendered, get, getSignedIn };
}

const INSTANCE: Instance = {
  baseUrl: () => 'http://127.0.0.1',
  assetsPath: '/',
  liveAuditsArePublic: false,
  maxPages: 500,
  renders: false,
};

test('a page for signed-in users is rendered each time, and never cached', async () => {
  const { get, getSignedIn } = appWith();
  expect((await getSignedIn('/a')).body).toBe('<p>/a, rendering 1 for shop</p>');
  expect((await get('/a')).body).toBe('<p>/a, rendering 2</p>');
  const { body, headers } = await getSignedIn('/a');
  expect(body).toBe('<p>/a, rendering 3 for shop</p>');
  expect(headers['cache-control']).not.toContain('max-age');
  expect((await get('/a')).body).toBe('<p>/a, rendering 2</p>');
});

test('a page is rendered once for all requests within its time to live, and again after it', async () => {
  const { rendered, get } = appWith(STATISTICS_TTL_MS);
  const statuses = (await Promise.all([get('/a'), get('/a', 'br'), get('/a')])).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200, 200]);
  vi.advanceTimersByTime(STATISTICS_TTL_MS - 1);
  expect((await get('/a')).body).toBe('<p>/a, rendering 1</p>');
  vi.advanceTimersByTime(1);
  expect((await get('/a')).body).toBe('<p>/a, rendering 2</p>');
  expect(gunzipSync((await get('/a', 'gzip')).rawPayload).toString()).toBe('<p>/a, rendering 2</p>');
  expect(rendered.times).toBe(2);
});

test('a page without a time to live is rendered once for each of its paths', async () => {
  const { get } = appWith();
  expect((await get('/a')).body).toBe('<p>/a, rendering 1</p>');
  vi.advanceTimersByTime(1e9);
  expect((await get('/a')).body).toBe('<p>/a, rendering 1</p>');
  expect((await get('/b')).body).toBe('<p>/b, rendering 2</p>');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('accept-encoding %j gets the content coding %s', async (accepted, coding) => {
  const { get } = appWith();
  for (const _ of ['first', 'again']) {
    const { headers, rawPayload } = await get('/a', accepted);
    expect(headers).toMatchObject({
      vary: 'Accept-Encoding, Cookie',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(headers['content-encoding']).toBe(coding);
    const decode = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : Buffer.from;
    expect(decode(rawPayload).toString()).toBe('<p>/a, rendering 1</p>');
  }
});

test('a page that could not be rendered is rendered for the next request', async () => {
  const { rendered, get } = appWith();
  rendered.fails = true;
  const { statusCode, headers } = await get('/a', 'br');
  expect(statusCode).toBe(500);
  for (const name of ['cache-control', 'content-encoding']) expect(headers).not.toHaveProperty(name);
  rendered.fails = false;
  expect((await get('/a')).body).toBe('<p>/a, rendering 2</p>');
});
