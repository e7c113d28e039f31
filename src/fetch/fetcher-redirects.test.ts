import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { type Loopback, serve, serveRaw } from '../../test/support/loopback.ts';

const url = 'http://site.example/';
const at = (server: Loopback) => ({ 'site.example:80': server });

/** Redirects by path. A path that is not in the map responds with 200 and itself. */
const redirecting = (hops: Record<string, string>): Promise<Loopback> =>
  serve((request, response) => {
    const location = hops[request.url ?? ''];
    if (location === undefined) response.end(`${request.headers.host}${request.url}`);
    else response.writeHead(302, { Location: location }).end('moved');
  });

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('of status %d are followed', async (status) => {
    const server = await serve((request, response) => {
      if (request.url === '/new') response.end('new');
      else response.writeHead(status, { Location: '/new' }).end('old');
    });
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({
      url,
      finalUrl: 'http://site.example/new',
      redirects: [{ url, status, location: '/new' }],
      status: 200,
      body: 'new',
      attempts: 1,
      failure: null,
    });
  });

  test.each([300, 304, 305, 306, 309])('status %d is not followed', async (status) => {
    const server = await serve((_request, response) => response.writeHead(status, { Location: '/new' }).end());
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({ status, redirects: [], failure: null });
  });

  test.each([
    ['/a/b?c', '../d', 'http://site.example/d'],
    ['/a/b?c', '?e', 'http://site.example/a/b?e'],
    ['/a/b?c', '//other.example/f', 'http://other.example/f'],
    ['/a/b?c', 'HTTP://OTHER.example:80', 'http://other.example/'],
    ['/a/b?c', '/g#part', 'http://site.example/g'],
    ['/a/b?c', 'http://SITE.example./h', 'http://site.example/h'],
    ['/a/b?c', '/a b', 'http://site.example/a%20b'],
  ])('from %s with Location %s end at %s', async (path, location, finalUrl) => {
    const server = await redirecting({ [path]: location });
    const fetcher = fetcherTo({ 'site.example:80': server, 'other.example:80': server });
    const exchange = await fetcher.fetch(page(`http://site.example${path}`));
    expect(exchange).toMatchObject({ finalUrl, body: finalUrl.slice(7), redirects: [{ location }] });
  });

  test('a Location in raw UTF-8 is followed', async () => {
    const server = await serveRaw((socket: Socket) => {
      socket.on('data', (request: Buffer) => {
        const found = request.toString().startsWith('GET /gr%C3%BC%C3%9Fe ');
        socket.write(
          found ? 'HTTP/1.1 204 Found\r\n\r\n' : 'HTTP/1.1 301 Moved\r\nLocation: /grüße\r\nContent-Length: 0\r\n\r\n',
        );
      });
    });
    expect(await fetcherTo(at(server)).fetch(page(url))).toMatchObject({
      status: 204,
      finalUrl: 'http://site.example/gr%C3%BC%C3%9Fe',
    });
  });

  test('five redirects are followed, a sixth is not', async () => {
    const server = await redirecting({ '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5', '/5': '/6', '/6': '/7' });
    const fetcher = fetcherTo(at(server));
    expect(await fetcher.fetch(page('http://site.example/2'))).toMatchObject({ body: 'site.example/7', failure: null });
    const exchange = await fetcher.fetch(page('http://site.example/1'));
    expect(exchange).toMatchObject({
      status: 302,
      finalUrl: 'http://site.example/6',
      body: null,
      failure: { kind: 'too_many_redirects' },
    });
    expect(exchange.redirects).toHaveLength(5);
  });

  test.each([
    ['to itself', { '/': '/' }, 1],
    ['to itself with another fragment', { '/': '/#again' }, 1],
    ['over two', { '/': '/b', '/b': 'http://site.example/' }, 2],
  ])('a loop %s ends', async (_name, hops, requests) => {
    const fetcher = fetcherTo(at(await redirecting(hops)));
    expect(await fetcher.fetch(page(url))).toMatchObject({ status: 302, failure: { kind: 'redirect_loop' } });
    expect(fetcher.requests).toBe(requests);
  });

  test.each([
    ['is missing', {}],
    ['is empty', { Location: '' }],
    ['is no URL', { Location: 'http://[/' }],
    ['has a port that does not exist', { Location: 'http://site.example:99999/' }],
    ['is there twice, and different', { Location: ['/a', '/b'] }],
  ])('a Location that %s is not followed', async (_name, headers) => {
    const server = await serve((_request, response) => response.writeHead(301, headers).end('moved'));
    const fetcher = fetcherTo(at(server));
    expect(await fetcher.fetch(page(url))).toMatchObject({
      status: 301,
      finalUrl: url,
      failure: { kind: 'bad_redirect' },
    });
    expect(fetcher.requests).toBe(1);
  });

  test('a small body of a redirect is read, so that its connection is reused', async () => {
    const server = await redirecting({ '/': '/b', '/b': '/c' });
    await fetcherTo(at(server)).fetch(page(url));
    expect(server.connections).toBe(1);
  });

  test.each(['endless', 'stalled', 'reset'])('a redirect with an %s body is followed', async (how) => {
    const server = await serveRaw((socket) => {
      socket.on('data', (request: Buffer) => {
        if (request.toString().startsWith('GET /new ')) return socket.end('HTTP/1.1 200 OK\r\n\r\nnew');
        socket.write('HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 99999999\r\n\r\n');
        if (how === 'endless') socket.write(Buffer.alloc(1_000_000));
        if (how === 'reset') socket.write('x', () => socket.end());
        return undefined;
      });
    });
    const fetcher = fetcherTo(at(server), { budgets: { body: 1_000 } });
    expect(await fetcher.fetch(page(url))).toMatchObject({ body: 'new', failure: null, attempts: 1 });
    expect(fetcher.requests).toBe(2);
  });
});
