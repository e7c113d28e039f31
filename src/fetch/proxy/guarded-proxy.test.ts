import { createHash } from 'node:crypto';
import { request as httpRequest, type RequestListener } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Loopback, serve } from '../../../test/support/loopback.ts';
import { createAuthority } from '../../../test/support/tls.ts';
import { parseConnectTo } from '../connect-to.ts';
import { type GuardedProxy, openGuardedProxy, type ProxyOptions } from './guarded-proxy.ts';

const HOST = 'site.example.com';

async function proxyFor(options: Partial<ProxyOptions> = {}, connectTo = ''): Promise<GuardedProxy> {
  const parsed = parseConnectTo(connectTo);
  if (!parsed.ok) throw new Error(parsed.problem);
  const proxy = await openGuardedProxy({
    ownHost: HOST,
    connectTo: parsed.rules,
    allowPrivate: false,
    allowTargets: [],
    denyTargets: [],
    ownAddresses: [],
    egressProxy: null,
    signal: new AbortController().signal,
    ...options,
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

function serveSite(handler: RequestListener): Promise<Loopback> {
  return serve(handler);
}

/** A server that must never be reached. */
function canary(): Promise<Loopback> {
  return serve((_, response) => response.end('reached'));
}

/** Sends a request as a browser does to its proxy. */
function load(
  { port }: { readonly port: number },
  url: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<{ readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', method, path: url, headers: { host: 'x', ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
    });
    sent.end(body);
  });
}

/** Opens a tunnel, and returns it once the proxy has agreed. */
function tunnel({ port }: { readonly port: number }, authority: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'CONNECT', path: authority });
    sent.on('connect', (_, socket: Socket) => resolve(socket));
    sent.on('error', reject);
    sent.end();
  });
}

describe('the guarded proxy of a browser', () => {
  test('passes a request on to where the site is served, and its response back', async () => {
    const site = await serveSite((request, response) => {
      response.writeHead(201, { 'content-type': 'text/x', 'alt-svc': 'h3=":443"' });
      response.end(`${request.method} ${request.url} ${request.headers.host} ${request.headers['x-own']}`);
    });
    const proxy = await proxyFor({}, `${HOST}:80:127.0.0.1:${site.port}`);
    const { status, body, headers } = await load(proxy, `http://${HOST}/a?b`, { headers: { 'x-own': '1' } });
    expect([status, body]).toEqual([201, `GET /a?b ${HOST} 1`]);
    // It would lead the browser past its proxy.
    expect(headers).not.toHaveProperty('alt-svc');
    expect(proxy.counts).toMatchObject({ sent: 1, bytes: body.length });
  });

  test('decrypts TLS with the key that the browser is told, and verifies the certificate of the site', async () => {
    const authority = await createAuthority();
    const tls = await authority.issue([HOST]);
    const site = await serve((_, response) => response.end('secret'), { tls });
    for (const ca of [[authority.caPem], undefined]) {
      const proxy = await proxyFor(ca === undefined ? {} : { ca }, `${HOST}:443:127.0.0.1:${site.port}`);
      const socket = connectTls({ socket: await tunnel(proxy, `${HOST}:443`), rejectUnauthorized: false });
      await new Promise((resolve) => socket.once('secureConnect', resolve));
      const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? '';
      expect(createHash('sha256').update(key).digest('base64')).toBe(proxy.keyHash);
      socket.write(`GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n`);
      const text = await readText(socket);
      expect(text).toMatch(ca === undefined ? /^HTTP\/1.1 502 / : /^HTTP\/1.1 200 .*secret/s);
    }
  });

  test('takes the host of a request in a tunnel from the tunnel, also where its path begins with two slashes', async () => {
    const authority = await createAuthority();
    const tls = await authority.issue([HOST, 'other.example.com']);
    const site = await serve((request, response) => response.end(`own ${request.url}`), { tls });
    const other = await serve((_, response) => response.end('other'), { tls });
    const rules = `${HOST}:443:127.0.0.1:${site.port},other.example.com:443:127.0.0.1:${other.port}`;
    const proxy = await proxyFor({ ca: [authority.caPem] }, rules);
    const socket = connectTls({ socket: await tunnel(proxy, `${HOST}:443`), rejectUnauthorized: false });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.write(`GET //other.example.com/a HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
    expect(await readText(socket)).toMatch(/own \/\/other\.example\.com\/a/);
  });

  test.each([
    ['loopback', 'http://127.0.0.1:PORT/'],
    ['loopback on the usual port', 'http://127.0.0.1/'],
    ['a name of loopback', 'http://localhost/'],
    ['loopback as one number', 'http://2130706433/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['a private address', 'http://10.0.0.1/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['a public name with a private address', 'http://rebound.example.com/'],
    ['credentials', 'http://user:word@site.example.com/'],
    ['another scheme', 'ftp://site.example.com/'],
    ['no URL', '/only-a-path'],
  ])('connects to nothing for %s', async (_, url) => {
    const closed = await canary();
    const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const proxy = await proxyFor({ lookup });
    const { status } = await load(proxy, url.replace('PORT', String(closed.port)));
    expect(status).toBe(403);
    expect(proxy.counts.refused.guard).toBe(1);
    expect(closed.connections).toBe(0);
  });

  test('looks a name up for each connection and refuses what it then resolves to', async () => {
    const closed = await canary();
    const answers = ['203.0.113.9', '127.0.0.1'];
    const lookup = () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    const proxy = await proxyFor({ lookup }, `turn.example.com:80::${closed.port}`);
    for (let turn = 0; turn < 3; turn++) expect((await load(proxy, 'http://turn.example.com/')).status).toBe(403);
    expect(closed.connections).toBe(0);
  });

  test('accepts a private address for the audited site alone', async () => {
    const site = await serveSite((_, response) => response.end('intranet'));
    const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const proxy = await proxyFor({ allowPrivate: true, lookup, ownHost: `${HOST}:${site.port}` });
    expect((await load(proxy, `http://${HOST}:${site.port}/`)).body).toBe('intranet');
    expect((await load(proxy, `http://other.example.com:${site.port}/`)).status).toBe(403);
    expect((await load(proxy, `http://127.0.0.1:${site.port}/`)).status).toBe(403);
    expect(site.connections).toBe(1);
  });

  test.each([
    ['images', 'not_text', { headers: { 'sec-fetch-dest': 'image' } }],
    ['service workers', 'service_worker', { headers: { 'service-worker': 'script' } }],
    ['the browser itself', 'browser', { headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'empty' } }],
    ['beacons', 'method', { method: 'POST', headers: { 'sec-fetch-mode': 'no-cors' } }],
    ['deletions', 'method', { method: 'DELETE' }],
  ])('sends no requests for %s', async (_, refusal, request) => {
    const site = await serveSite((_, response) => response.end());
    const proxy = await proxyFor({}, `${HOST}:80:127.0.0.1:${site.port}`);
    expect((await load(proxy, `http://${HOST}/`, request)).status).toBe(403);
    expect(proxy.counts.refused).toMatchObject({ [refusal]: 1 });
    expect(site.connections).toBe(0);
  });

  test('counts what scripts do not get', async () => {
    const site = await serveSite((request, response) => response.writeHead(request.url === '/a' ? 200 : 404).end());
    const proxy = await proxyFor({}, `${HOST}:80:127.0.0.1:${site.port}`);
    for (const [path, destination] of [
      ['a', 'script'],
      ['b', 'script'],
      ['b', 'empty'],
      ['b', 'document'],
    ])
      await load(proxy, `http://${HOST}/${path}`, { headers: { 'sec-fetch-dest': destination ?? '' } });
    expect(proxy.counts.missing).toBe(2);
  });

  test('passes on a POST by which a script reads', async () => {
    const site = await serveSite((request, response) => void request.pipe(response));
    const proxy = await proxyFor({}, `${HOST}:80:127.0.0.1:${site.port}`);
    const request = { method: 'POST', headers: { 'sec-fetch-mode': 'cors' }, body: '{"query":1}' };
    expect((await load(proxy, `http://${HOST}/graphql`, request)).body).toBe('{"query":1}');
  });

  test('ends a tunnel in which something other than TLS is spoken', async () => {
    const closed = await canary();
    const proxy = await proxyFor({ allowPrivate: true, ownHost: `127.0.0.1:${closed.port}` });
    const socket = await tunnel(proxy, `127.0.0.1:${closed.port}`);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await readText(socket);
    expect(closed.connections).toBe(0);
  });

  test('refuses WebSockets', async () => {
    const site = await serveSite((_, response) => response.end());
    const proxy = await proxyFor({}, `${HOST}:80:127.0.0.1:${site.port}`);
    const socket = connectTcp(proxy.port, '127.0.0.1');
    socket.write(`GET http://${HOST}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    expect(await readText(socket)).toBe('');
    expect(proxy.counts.refused.web_socket).toBe(1);
    expect(site.connections).toBe(0);
  });

  test('ends with its budgets of requests and bytes', async () => {
    const site = await serveSite((_, response) => response.end('x'.repeat(1000)));
    const connectTo = `${HOST}:80:127.0.0.1:${site.port}`;
    for (const budgets of [{ requests: 2 }, { bytes: 1500 }]) {
      const proxy = await proxyFor({ budgets }, connectTo);
      expect((await load(proxy, `http://${HOST}/`)).status).toBe(200);
      await load(proxy, `http://${HOST}/`).catch(() => undefined);
      expect(proxy.isUsedUp).toBe(true);
      expect((await load(proxy, `http://${HOST}/`)).status).toBe(403);
      expect(proxy.counts).toMatchObject({ sent: 2, refused: { budget: 1 } });
    }
  });

  test('serves a folder without a connection', async () => {
    const proxy = await proxyFor({
      local: ({ href }) =>
        Promise.resolve(href.endsWith('/a') ? { status: 200, headers: {}, body: Buffer.from('file') } : null),
    });
    expect((await load(proxy, `http://${HOST}/a`)).body).toBe('file');
    expect((await load(proxy, `http://${HOST}/b`)).status).toBe(403);
    expect(proxy.counts).toMatchObject({ sent: 1, refused: { offline: 1 } });
  });
});

function readText(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}
