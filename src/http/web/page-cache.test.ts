import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cacheForAnHour } from '../caching.ts';
import { PageCache } from './page-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** An app with one page, and how often it was drawn. */
function appWith(kept: 'for good' | 'for a moment') {
  const pages = new PageCache(kept, cacheForAnHour);
  const drawn = { times: 0, fails: false };
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get('/:name', (request, reply) =>
    pages.send(request, reply, request.url, async () => {
      drawn.times += 1;
      if (drawn.fails) throw new Error('It cannot be drawn.');
      return `<p>${request.url}, drawing ${drawn.times}</p>`;
    }),
  );
  const ask = (url: string, coding?: string) =>
    app.inject({ url, headers: coding === undefined ? {} : { 'accept-encoding': coding } });
  return { drawn, ask };
}

test('a page is drawn once for all who ask within a moment, and anew for who asks later', async () => {
  const { drawn, ask } = appWith('for a moment');
  const statuses = (await Promise.all([ask('/a'), ask('/a', 'br'), ask('/a')])).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([200, 200, 200]);
  vi.advanceTimersByTime(199);
  expect((await ask('/a')).body).toBe('<p>/a, drawing 1</p>');
  vi.advanceTimersByTime(1);
  expect((await ask('/a')).body).toBe('<p>/a, drawing 2</p>');
  expect(gunzipSync((await ask('/a', 'gzip')).rawPayload).toString()).toBe('<p>/a, drawing 2</p>');
  expect(drawn.times).toBe(2);
});

test('what changes with nothing is drawn once, each page by itself', async () => {
  const { ask } = appWith('for good');
  expect((await ask('/a')).body).toBe('<p>/a, drawing 1</p>');
  vi.advanceTimersByTime(1e9);
  expect((await ask('/a')).body).toBe('<p>/a, drawing 1</p>');
  expect((await ask('/b')).body).toBe('<p>/b, drawing 2</p>');
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
])('accept-encoding %j is answered with %s', async (accepted, coding) => {
  const { ask } = appWith('for good');
  for (const _ of ['first', 'again']) {
    const { headers, rawPayload } = await ask('/a', accepted);
    expect(headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(headers['content-encoding']).toBe(coding);
    const decode = coding === 'br' ? brotliDecompressSync : coding === 'gzip' ? gunzipSync : Buffer.from;
    expect(decode(rawPayload).toString()).toBe('<p>/a, drawing 1</p>');
  }
});

test('a page that could not be drawn is drawn for the next who asks', async () => {
  const { drawn, ask } = appWith('for good');
  drawn.fails = true;
  const { statusCode, headers } = await ask('/a', 'br');
  expect(statusCode).toBe(500);
  for (const name of ['cache-control', 'content-encoding']) expect(headers).not.toHaveProperty(name);
  drawn.fails = false;
  expect((await ask('/a')).body).toBe('<p>/a, drawing 2</p>');
});
