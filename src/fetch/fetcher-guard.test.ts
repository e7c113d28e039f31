import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { type Loopback, serve } from '../../test/support/loopback.ts';
import type { ConnectToRule } from './connect-to.ts';
import type { Lookup } from './dns.ts';
import { StagedSite } from './staging.ts';

const url = 'http://site.example/';

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

/** A server that must never be reached. */
const canaryOn = (host: string): Promise<Loopback> => serve((_request, response) => response.end('inside'), { host });

/** Makes port 80 of a host that port: a guard that is passed leads to the canary, and is seen. The address stays as it is. */
const port80 = (host: string | null, { port }: Loopback): ConnectToRule => ({
  host,
  port: 80,
  address: null,
  addressPort: port,
});

const createLookup =
  (results: Record<string, string[]>): Lookup =>
  async (host) =>
    (results[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('a redirect is checked like a typed URL', () => {
  describe.each([301, 302, 303, 307, 308])('%d', (status) => {
    test.each([
      ['127.0.0.1', 'http://127.0.0.1/'],
      ['127.0.0.1', 'http://2130706433/'],
      ['127.0.0.1', 'http://0x7f.1/'],
      ['127.0.0.1', '//127.0.0.1/'],
      ['127.0.0.1', 'http://[::ffff:127.0.0.1]/'],
      ['127.0.0.1', 'http://[::127.0.0.1]/'],
      ['127.0.0.1', 'http://[64:ff9b::7f00:1]/'],
      ['127.0.0.1', 'http://private.example/'],
      ['127.0.0.1', 'http://private.example./'],
      ['127.0.0.1', 'http://localhost/'],
      ['127.0.0.1', 'https://private.example/'],
      [hasIPv6 ? '::1' : '127.0.0.1', 'http://[::1]/'],
    ])('to a private address (canary on %s): %s', async (host, location) => {
      const canary = await canaryOn(host);
      const server = await serve((_request, response) => response.writeHead(status, { Location: location }).end());
      const fetcher = fetcherTo(
        { 'site.example:80': server },
        {
          lookup: createLookup({
            'private.example': ['127.0.0.1'],
            'private.example.': ['127.0.0.1'],
            localhost: ['127.0.0.1'],
          }),
          connectTo: [port80(null, canary), { ...port80(null, canary), port: 443 }],
        },
      );
      const exchange = await fetcher.fetch(page(url));
      expect(exchange).toMatchObject({
        status: null,
        redirects: [{ url, status, location }],
        failure: { kind: 'guard' },
      });
      expect([server.connections, canary.connections]).toEqual([1, 0]);
    });

    test.each([
      ['file:///etc/passwd', 'neither http nor https'],
      ['gopher://site.example:80/', 'neither http nor https'],
      ['javascript:alert(1)', 'neither http nor https'],
      ['http://site.example:22/', 'port'],
      ['http://127.0.0.1:6379/', 'port'],
      ['http://user:word@site.example/', 'credentials'],
    ])('to %s', async (location, what) => {
      const server = await serve((_request, response) => response.writeHead(status, { Location: location }).end());
      const fetcher = fetcherTo({ 'site.example:80': server });
      expect(await fetcher.fetch(page(url))).toMatchObject({
        status,
        finalUrl: url,
        redirects: [],
        body: null,
        failure: {
          kind: 'guard',
          message: expect.stringMatching(new RegExp(` redirects to an? .*${what}.*, which is not followed`)),
        },
      });
      expect(fetcher.requests).toBe(1);
    });
  });
});

describe('a name', () => {
  test.each([
    ['private', ['10.0.0.1']],
    ['mixed, the public address first', ['8.8.8.8', '127.0.0.1']],
    ['mixed, the private address first', ['127.0.0.1', '8.8.8.8']],
    ['mixed in family', ['8.8.8.8', '::1']],
    ['private through NAT64', ['64:ff9b::a00:1']],
    ['no address', ['localhost']],
    ['with a zone', ['fe80::1%lo']],
  ])('that resolves to %s is refused', async (_name, addresses) => {
    const canary = await canaryOn('127.0.0.1');
    const fetcher = fetcherTo(
      {},
      { lookup: createLookup({ 'site.example': addresses }), connectTo: [port80(null, canary)] },
    );
    expect(await fetcher.fetch(page(url))).toMatchObject({ status: null, failure: { kind: 'guard' } });
    expect(canary.connections).toBe(0);
  });

  test('that resolves to private addresses is allowed where the operator allows it', async () => {
    const server = await serve((_request, response) => response.end('mine'));
    const lookup = createLookup({ 'site.example': ['127.0.0.1'] });
    const byName = fetcherTo({}, { lookup, allowPrivate: true });
    expect(await byName.fetch(page(`http://site.example:${server.port}/`))).toMatchObject({ body: 'mine' });
    expect(await byName.fetch(page(`http://127.0.0.1:${server.port}/`))).toMatchObject({ body: 'mine' });
  });

  test('is looked up once for each connection, and each result is checked', async () => {
    // DNS rebinding: the first result passes, the second is private. Nothing may leave this machine, so the
    // first audit is given up between its look-up and its connection.
    const results = [['2000::1'], ['127.0.0.1']];
    let lookUps = 0;
    const canary = await canaryOn('127.0.0.1');
    const givenUp = new AbortController();
    const lookup: Lookup = async () => {
      if (lookUps === 0) givenUp.abort();
      return (results[lookUps++] ?? []).map((address) => ({ address, family: 0 }));
    };
    const connectTo = [port80(null, canary)];
    const first = await fetcherTo({}, { lookup, connectTo, signal: givenUp.signal }).fetch(page(url));
    expect(first.failure?.kind).toBe('timeout');
    expect(lookUps).toBe(1);
    expect(await fetcherTo({}, { lookup, connectTo }).fetch(page(url))).toMatchObject({ failure: { kind: 'guard' } });
    expect([lookUps, canary.connections]).toEqual([2, 0]);
  });

  test('is looked up once for many requests on one connection', async () => {
    let lookUps = 0;
    const server = await serve((_request, response) => response.end('x'));
    const lookup: Lookup = async () => {
      lookUps++;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const fetcher = fetcherTo({}, { lookup, allowPrivate: true });
    for (let i = 0; i < 3; i++) await fetcher.fetch(page(`http://site.example:${server.port}/${i}`));
    expect([lookUps, server.connections]).toEqual([1, 1]);
  });

  test('with an address chosen by the operator connects there, and no other name does', async () => {
    const seen: (string | undefined)[] = [];
    const server = await serve((request, response) => {
      seen.push(request.headers.host);
      response.end('x');
    });
    const chosen = { host: 'site.example', port: 80, address: 'inner.example', addressPort: server.port };
    const lookup = createLookup({ 'inner.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] });
    const fetcher = fetcherTo({}, { lookup, connectTo: [chosen, port80(null, server)] });
    expect(await fetcher.fetch(page(url))).toMatchObject({ status: 200, url, finalUrl: url });
    expect(await fetcher.fetch(page('http://other.example/'))).toMatchObject({ failure: { kind: 'guard' } });
    expect(seen).toEqual(['site.example']);
  });
});

describe('a staging origin is checked like a typed URL', () => {
  const production = 'https://site.example/';

  test.each([
    ['http://127.0.0.1', 'a private address'],
    ['http://private.example', 'a name that leads to one'],
  ])('%s, %s', async (origin) => {
    const canary = await canaryOn('127.0.0.1');
    const staging = new StagedSite(production, origin);
    const lookup = createLookup({ 'private.example': ['127.0.0.1'], 'site.example': ['192.0.2.1'] });
    const fetcher = fetcherTo({}, { staging, lookup, connectTo: [port80(null, canary)] });
    expect(await fetcher.fetch(page(production))).toMatchObject({ status: null, failure: { kind: 'guard' } });
    expect(canary.connections).toBe(0);
  });

  test('a port', async () => {
    const staging = new StagedSite(production, 'http://site.example:8080');
    const exchange = await fetcherTo({}, { staging }).fetch(page(production));
    expect(exchange).toMatchObject({ status: null, attempts: 0, failure: { kind: 'guard' } });
  });

  test('a redirect of production to its name with a final dot stays on staging', async () => {
    const paths: string[] = [];
    const server = await serve((request, response) => {
      paths.push(`${request.headers.authorization} ${request.url}`);
      if (request.url === '/') response.writeHead(302, { location: 'https://Site.example./a' }).end();
      else response.end('a');
    });
    const staging = new StagedSite(production, 'http://staging.example');
    const originHeaders = { origin: staging.origin, fields: [['authorization', 'a']] as const };
    const fetcher = fetcherTo({ 'staging.example:80': server }, { staging, originHeaders, lookup: createLookup({}) });
    expect(await fetcher.fetch(page(production))).toMatchObject({ finalUrl: 'https://site.example/a', body: 'a' });
    expect(paths).toEqual(['a /', 'a /a']);
  });

  test('where it redirects', async () => {
    const canary = await canaryOn('127.0.0.1');
    const server = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://private.example/' }).end(),
    );
    const staging = new StagedSite(production, 'http://staging.example');
    const lookup = createLookup({ 'private.example': ['127.0.0.1'] });
    const connectTo = [{ ...port80('private.example', canary) }];
    const fetcher = fetcherTo({ 'staging.example:80': server }, { staging, lookup, connectTo });
    expect(await fetcher.fetch(page(production))).toMatchObject({
      redirects: [{ url: production, status: 302 }],
      failure: { kind: 'guard' },
    });
    expect(canary.connections).toBe(0);
  });
});
