import type { Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectProxy } from '../../../test/support/connect-proxy.ts';
import { fetcherTo, page } from '../../../test/support/fetcher.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { serve, serveRaw } from '../../../test/support/loopback.ts';
import { type Authority, createAuthority } from '../../../test/support/tls.ts';
import type { Lookup } from '../dns.ts';
import { createFetcher, type FetcherOptions } from '../fetcher.ts';
import { type EgressProxy, parseEgressProxy } from './egress.ts';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

const PUBLIC = '93.184.216.34';
const ONCE = { maxAttempts: 1 };

const createLookup =
  (zone: Record<string, string[]>): Lookup =>
  async (host) => {
    const addresses = zone[host];
    if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: 0 }));
  };
const lookup = createLookup({ 'site.example': [PUBLIC], 'private.example': ['10.0.0.1'], 'v6.example': ['2a00::1'] });

const through = (proxy: EgressProxy, options: FetcherOptions = {}) =>
  fetcherTo({}, { lookup, egressProxy: proxy, ...options });

/** A proxy that does what it likes with each connection. */
async function rawProxy(talk: (socket: Socket, count: number) => void): Promise<EgressProxy> {
  const { port } = await serveRaw(talk);
  return { host: '127.0.0.1', port, authorization: null };
}

/** Starts a proxy that responds to every CONNECT with this text. */
const answering = (text: string) =>
  rawProxy((socket) => void socket.on('data', (data) => data.includes('\r\n\r\n') && socket.write(text)));

describe('parseEgressProxy', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

  test.each([
    ['http://proxy:3128', { host: 'proxy', port: 3128, authorization: null }],
    ['http://proxy:3128/', { host: 'proxy', port: 3128, authorization: null }],
    ['http://10.0.0.1', { host: '10.0.0.1', port: 80, authorization: null }],
    ['http://[fd00::1]:3128', { host: 'fd00::1', port: 3128, authorization: null }],
    ['http://me:word@proxy:3128', { host: 'proxy', port: 3128, authorization: basic('me:word') }],
    ['http://me@proxy:3128', { host: 'proxy', port: 3128, authorization: basic('me:') }],
    ['http://me:p%40ss%3Aword@proxy:1', { host: 'proxy', port: 1, authorization: basic('me:p@ss:word') }],
    ['http://me:gr%C3%BC%C3%9Fe@proxy:1', { host: 'proxy', port: 1, authorization: basic('me:grüße') }],
    ['', null],
  ])('%s', (text, proxy) => {
    expect(parseEgressProxy(text)).toEqual({ ok: true, proxy });
  });

  test.each([
    'proxy:3128',
    'proxy',
    'https://me:hunter2@proxy:3128',
    'socks5://proxy:1080',
    'http://proxy:3128/path',
    'http://proxy:3128/?hunter2',
    'http://proxy:3128/#hunter2',
    'http://proxy:0',
    'http://proxy:65536',
    'http://me:%hunter2@proxy:3128',
    'http://me%3Ahunter2:x@proxy:3128',
    'http://',
    'http:// hunter2',
  ])('%s is refused, and nothing of it is repeated', (text) => {
    const parsed = parseEgressProxy(text);
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining('http://user:password@host:port') });
    expect(JSON.stringify(parsed)).not.toContain('hunter2');
  });
});

describe('through a proxy', () => {
  test('a site is fetched over TLS: the proxy receives the checked address, the site its name', async () => {
    const seen: unknown[] = [];
    const site = await serve(
      ({ headers, socket }, response) => {
        seen.push(headers, 'servername' in socket && socket.servername);
        response.end('over TLS');
      },
      { tls: await authority.issue(['site.example']) },
    );
    const { proxy, requests } = await connectProxy(() => site.port);
    const withCredentials = { ...proxy, authorization: 'Basic bWU6aHVudGVyMg==' };
    const fetcher = through(withCredentials, { ca: [authority.caPem] });
    const exchange = await fetcher.fetch(page('https://site.example/'));
    expect(exchange).toMatchObject({ body: 'over TLS', failure: null });
    expect(requests).toEqual([
      {
        authority: `${PUBLIC}:443`,
        headers: { host: `${PUBLIC}:443`, connection: 'keep-alive', 'proxy-authorization': 'Basic bWU6aHVudGVyMg==' },
      },
    ]);
    expect(seen).toEqual([expect.objectContaining({ host: 'site.example' }), 'site.example']);
    expect(JSON.stringify([seen, exchange])).not.toMatch(/bWU6aHVudGVyMg|hunter2|proxy/i);
  });

  test('plain HTTP uses CONNECT as well, one tunnel for several requests', async () => {
    const site = await serve(({ headers, url }, response) => response.end(`${headers.host} ${url}`));
    const { proxy, requests } = await connectProxy(() => site.port);
    const fetcher = through(proxy);
    for (const path of ['/a', '/b']) {
      expect(await fetcher.fetch(page(`http://site.example${path}`))).toMatchObject({ body: `site.example ${path}` });
    }
    expect(requests).toEqual([
      { authority: `${PUBLIC}:80`, headers: { host: `${PUBLIC}:80`, connection: 'keep-alive' } },
    ]);
    expect(site.connections).toBe(1);
  });

  test('an IPv6 address is sent in brackets', async () => {
    const site = await serve((_request, response) => response.end('v6'));
    const { proxy, requests } = await connectProxy(() => site.port);
    expect(await through(proxy).fetch(page('http://v6.example/'))).toMatchObject({ body: 'v6' });
    expect(requests.map((one) => one.authority)).toEqual(['[2a00::1]:80']);
  });

  test('the next address is tried when the proxy cannot connect to one', async () => {
    const site = await serve((_request, response) => response.end('second'));
    const { proxy, requests } = await connectProxy((to) => (to.startsWith('8.8.8.8') ? site.port : undefined));
    const fetcher = through(proxy, { lookup: createLookup({ 'site.example': ['2a00::1', '8.8.8.8'] }) });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'second' });
    expect(requests.map((one) => one.authority)).toEqual(['[2a00::1]:80', '8.8.8.8:80']);
  });

  test('the proxy itself may have a name and a private address', async () => {
    const site = await serve((_request, response) => response.end('by name'));
    const { proxy } = await connectProxy(() => site.port);
    const fetcher = through({ ...proxy, host: 'localhost' });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'by name' });
  });

  test('a 407, a 502 and a reset sent by the site are the site’s', async () => {
    const site = await serve(({ url, socket }, response) => {
      if (url === '/reset') socket.destroy();
      else response.writeHead(Number(url?.slice(1))).end();
    });
    const { proxy } = await connectProxy(() => site.port);
    const fetcher = through(proxy);
    expect(await fetcher.fetch(page('http://site.example/407', ONCE))).toMatchObject({ status: 407, failure: null });
    expect(await fetcher.fetch(page('http://site.example/502', ONCE))).toMatchObject({ status: 502, failure: null });
    expect(await fetcher.fetch(page('http://site.example/reset', ONCE))).toMatchObject({
      failure: { kind: 'connection_reset' },
    });
  });

  test('HTTP_PROXY and NO_PROXY change nothing', async () => {
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_USE_ENV_PROXY'];
    onTestFinished(() => {
      for (const name of names) delete process.env[name];
    });
    for (const name of names) process.env[name] = name === 'NO_PROXY' ? '*' : 'http://127.0.0.1:1';
    const site = await serve((_request, response) => response.end('x'));
    const { proxy, requests } = await connectProxy(() => site.port);
    expect(await through(proxy).fetch(page('http://site.example/'))).toMatchObject({ body: 'x' });
    expect(requests).toHaveLength(1);
    const direct = fetcherTo({ 'site.example:80': site });
    expect(await direct.fetch(page('http://site.example/'))).toMatchObject({ body: 'x' });
  });
});

describe('the guard holds through a proxy', () => {
  test.each([
    ['http://private.example/', {}],
    ['http://127.0.0.1/', {}],
    ['http://[::ffff:10.0.0.1]/', {}],
    ['http://168.63.129.16/', {}],
    ['https://site.example/', { denyTargets: ['93.184.216.0/24'] }],
    ['https://site.example/', { denyTargets: [PUBLIC], allowPrivate: true }],
    ['https://site.example/', { ownAddresses: [PUBLIC] }],
  ])('%s with %j: the proxy receives no request', async (url, options) => {
    const { proxy, requests } = await connectProxy(() => 1);
    expect(await through(proxy, options).fetch(page(url))).toMatchObject({ status: null, failure: { kind: 'guard' } });
    expect(requests).toEqual([]);
  });

  test.each([
    'http://127.0.0.1/',
    'http://private.example/',
    'https://private.example/',
    'http://[64:ff9b::a00:1]/',
    'http://site.example:22/',
    'http://user:word@site.example/',
  ])('a redirect to %s is not followed', async (location) => {
    const site = await serve((_request, response) => response.writeHead(302, { Location: location }).end());
    const { proxy, requests } = await connectProxy(() => site.port);
    expect(await through(proxy).fetch(page('http://site.example/'))).toMatchObject({ failure: { kind: 'guard' } });
    expect(requests.map((one) => one.authority)).toEqual([`${PUBLIC}:80`]);
  });

  test('DNS rebinding gains nothing: the proxy never receives a name', async () => {
    const results = [[PUBLIC], ['127.0.0.1']];
    let lookUps = 0;
    const site = await serve((_request, response) => response.setHeader('connection', 'close').end('site'));
    const { proxy, requests } = await connectProxy(() => site.port);
    const fetcher = through(proxy, {
      lookup: async () => (results[lookUps++] ?? []).map((address) => ({ address, family: 4 })),
    });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'site' });
    expect(await fetcher.fetch(page('http://site.example/2'))).toMatchObject({ failure: { kind: 'guard' } });
    expect([lookUps, requests.map((one) => one.authority)]).toEqual([2, [`${PUBLIC}:80`]]);
  });

  test('CONNECT_TO sets the address that the proxy connects to', async () => {
    const site = await serve((_request, response) => response.end('chosen'));
    const { proxy, requests } = await connectProxy(() => site.port);
    const fetcher = fetcherTo({ 'site.example:80': site }, { egressProxy: proxy });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'chosen' });
    expect(requests.map((one) => one.authority)).toEqual([`127.0.0.1:${site.port}`]);
  });

  test.each([
    ['name_not_found', 'ENOTFOUND'],
    ['name_lookup_failed', 'ECONNREFUSED'],
  ])('a failed look-up (%s) is not left to the proxy', async (kind, code) => {
    const { proxy, requests } = await connectProxy(() => 1);
    const fetcher = through(proxy, { lookup: () => Promise.reject(Object.assign(new Error('no'), { code })) });
    expect(await fetcher.fetch(page('https://site.example/', ONCE))).toMatchObject({
      failure: {
        kind,
        message: expect.stringMatching(
          / This service resolves names itself, not through its egress proxy, and needs a name server for public names\.$/,
        ),
      },
    });
    expect(requests).toEqual([]);
  });
});

describe('a failure of the proxy says nothing about the site', () => {
  const findFailure = async (proxy: EgressProxy, options: FetcherOptions = {}, url = 'https://site.example/') => {
    const exchange = await through(proxy, options).fetch(page(url));
    expect(exchange).toMatchObject({ status: null, body: null, failure: { kind: 'egress_proxy' }, attempts: 1 });
    return exchange.failure?.message;
  };

  test.each([
    [
      'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n',
      'did not accept our credentials (407).',
    ],
    ['HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\n\r\npolicy', 'refused the connection (403).'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'refused the connection (400).'],
    ['HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nhtml', 'could not connect to site.example (502).'],
    ['HTTP/1.0 503 Service Unavailable\r\n\r\n', 'could not connect to site.example (503).'],
    ['HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n', 'returned status 302 and opened no connection.'],
    ['HTTP/1.1 100 Continue\r\n\r\n', 'returned status 100 and opened no connection.'],
    [
      'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged',
      'sent unexpected data after its response.',
    ],
    ['SSH-2.0-OpenSSH_9.6\r\n\r\n', 'did not respond in valid HTTP.'],
    [`HTTP/1.1 200 OK\r\n${'X-Endless: 1\r\n'.repeat(5000)}`, 'did not respond in valid HTTP.'],
    [`HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(70_000)}`, 'did not respond in valid HTTP.'],
  ])('%.24s', async (text, message) => {
    expect(await findFailure(await answering(text))).toBe(`The egress proxy ${message}`);
  });

  test('it hangs up', async () => {
    const proxy = await rawProxy((socket) => socket.once('data', () => socket.end()));
    expect(await findFailure(proxy)).toBe('The egress proxy closed the connection before it responded.');
  });

  test('it does not listen', async () => {
    const proxy = { host: '127.0.0.1', port: await freePort(), authorization: null };
    expect(await findFailure(proxy)).toBe('The egress proxy could not be reached.');
  });

  test('its name does not resolve', async () => {
    const proxy = { host: 'proxy.invalid', port: 3128, authorization: null };
    expect(await findFailure(proxy)).toBe('The egress proxy could not be reached.');
  });

  test.each([
    ['is silent', () => undefined],
    [
      'drips',
      (socket: Socket) => {
        const dripping = setInterval(() => socket.write('X: 1\r\n'), 10);
        socket.on('close', () => clearInterval(dripping));
        socket.write('HTTP/1.1 200 OK\r\n');
      },
    ],
  ])('it %s: the time for a connection is over, and the connection closed', async (_, talk) => {
    const closed = Promise.withResolvers<void>();
    const proxy = await rawProxy((socket) => {
      socket.resume().on('close', () => closed.resolve());
      talk(socket);
    });
    expect(await findFailure(proxy, { budgets: { connect: 100 } })).toBe(
      'The egress proxy did not open a connection to site.example within 0.1 seconds.',
    );
    await closed.promise;
  });

  test('the time of the audit ends while it is silent', async () => {
    const ending = new AbortController();
    const proxy = await rawProxy((socket) => socket.once('data', () => ending.abort()));
    expect(await through(proxy, { signal: ending.signal }).fetch(page('https://site.example/'))).toMatchObject({
      failure: { kind: 'timeout', stage: 'audit' },
    });
  });

  test("it goes away while the site is requests, so that the reset is not the site's", async () => {
    const text = 'HTTP/1.1 200 OK\r\n\r\n';
    const proxy = await rawProxy((socket, count) => {
      if (count > 1) return socket.once('data', () => socket.end('HTTP/1.1 503 Busy\r\n\r\n'));
      return socket.once('data', () => {
        socket.write(text);
        socket.once('data', () => socket.destroy());
      });
    });
    const fetcher = through(proxy, { budgets: { retryBackOff: 1 } });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({
      status: null,
      failure: { kind: 'egress_proxy' },
      attempts: 2,
    });
  });
});

describe('the budgets hold through a proxy', () => {
  test('TLS', async () => {
    const proxy = await answering('HTTP/1.1 200 OK\r\n\r\n');
    const fetcher = through(proxy, { budgets: { tls: 100 } });
    expect(await fetcher.fetch(page('https://site.example/', ONCE))).toMatchObject({
      failure: { kind: 'timeout', stage: 'tls' },
    });
  });

  test('a certificate for another name is refused', async () => {
    const site = await serve((_request, response) => response.end('private'), {
      tls: await authority.issue(['other.example']),
    });
    const { proxy } = await connectProxy(() => site.port);
    expect(await through(proxy, { ca: [authority.caPem] }).fetch(page('https://site.example/'))).toMatchObject({
      body: null,
      failure: { kind: 'tls', message: 'The TLS certificate that site.example sent is for another host name.' },
    });
  });

  test('first byte and body', async () => {
    const site = await serve(({ url }, response) => void (url === '/body' && response.write('a')));
    const { proxy } = await connectProxy(() => site.port);
    const fetcher = through(proxy, { budgets: { firstByte: 100, body: 100 } });
    expect(await fetcher.fetch(page('http://site.example/head', ONCE))).toMatchObject({
      failure: { kind: 'timeout', stage: 'first_byte' },
    });
    expect(await fetcher.fetch(page('http://site.example/body', ONCE))).toMatchObject({
      failure: { kind: 'timeout', stage: 'body' },
    });
  });

  test('received bytes', async () => {
    const site = await serveRaw((socket) => {
      const flood = () => {
        while (socket.writable && socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)));
      };
      socket.on('drain', flood).once('data', flood);
    });
    const { proxy } = await connectProxy(() => site.port);
    const fetcher = through(proxy, { budgets: { receivedBytes: 100_000 } });
    expect(await fetcher.fetch(page('http://site.example/', ONCE))).toMatchObject({
      failure: { kind: 'too_large', limit: 'wire' },
    });
  });

  test('closing the fetcher closes its tunnels', async () => {
    const closed = Promise.withResolvers<void>();
    const site = await serveRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx'));
      socket.on('close', () => closed.resolve());
    });
    const { proxy } = await connectProxy(() => site.port);
    const fetcher = createFetcher({ lookup, egressProxy: proxy });
    expect(await fetcher.fetch(page('http://site.example/'))).toMatchObject({ body: 'x' });
    await fetcher.close();
    await closed.promise;
  });
});
