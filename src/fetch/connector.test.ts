import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fetcherTo, page } from '../../test/support/fetcher.ts';
import { serve, serveRaw } from '../../test/support/loopback.ts';
import { type Authority, createAuthority } from '../../test/support/tls.ts';
import { createFetcher, type FetcherOptions } from './fetcher.ts';

let authority: Authority;
beforeAll(async () => {
  authority = await createAuthority();
});

const url = 'https://site.example/';

async function fetchOverTls(
  credentials: { key: string; cert: string },
  options: FetcherOptions = { ca: [authority.caPem] },
) {
  const server = await serve((_request, response) => response.end('private'), { tls: credentials });
  return await fetcherTo({ 'site.example:443': server }, options).fetch(page(url));
}

describe('TLS', () => {
  test('a certificate of a trusted authority for the host name is accepted', async () => {
    expect(await fetchOverTls(await authority.issue(['site.example']))).toMatchObject({
      body: 'private',
      failure: null,
    });
  });

  test.each<[string, string[], { expired?: boolean }]>([
    ['The TLS certificate that site.example sent is for another host name.', ['other.example'], {}],
    ['The TLS certificate of site.example has expired.', ['site.example'], { expired: true }],
  ])('%s', async (message, hosts, how) => {
    expect(await fetchOverTls(await authority.issue(hosts, how))).toMatchObject({
      status: null,
      attempts: 1,
      failure: { kind: 'tls', stage: null, message },
    });
  });

  test('an authority that is not trusted is an unknown issuer', async () => {
    expect(await fetchOverTls(await authority.issue(['site.example']), {})).toMatchObject({
      failure: { kind: 'tls', message: expect.stringContaining('unknown issuer') },
    });
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED does not switch the verification off', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
    expect(await fetchOverTls(await authority.issue(['site.example']), {})).toMatchObject({ failure: { kind: 'tls' } });
  });

  test('SNI and Host name the site, whatever address was chosen for it', async () => {
    const names: unknown[] = [];
    const server = await serve(
      (request, response) => {
        const { socket } = request;
        names.push(request.headers.host, 'servername' in socket && socket.servername);
        names.push('alpnProtocol' in socket && socket.alpnProtocol);
        response.end();
      },
      { tls: await authority.issue(['site.example']) },
    );
    await fetcherTo({ 'site.example:443': server }, { ca: [authority.caPem] }).fetch(page(url));
    expect(names).toEqual(['site.example', 'site.example', 'http/1.1']);
  });

  test('the final dot of a fully qualified name is ignored in the certificate', async () => {
    const server = await serve((_request, response) => response.end('fully qualified'), {
      tls: await authority.issue(['site.example']),
    });
    const fetcher = fetcherTo({ 'site.example:443': server }, { ca: [authority.caPem] });
    expect(await fetcher.fetch(page('https://site.example./'))).toMatchObject({ body: 'fully qualified' });
  });

  test('the certificate must be for the address in the URL, which is not sent as SNI', async () => {
    const names: unknown[] = [];
    const server = await serve(
      (request, response) => {
        names.push('servername' in request.socket && request.socket.servername);
        response.end('by address');
      },
      { tls: await authority.issue(['127.0.0.1']) },
    );
    const fetcher = fetcherTo({}, { ca: [authority.caPem], allowPrivate: true });
    expect(await fetcher.fetch(page(`https://127.0.0.1:${server.port}/`))).toMatchObject({ body: 'by address' });
    expect(await fetcher.fetch(page(`https://localhost:${server.port}/`))).toMatchObject({ failure: { kind: 'tls' } });
    expect(names).toEqual([false]);
  });

  test('a server without TLS is distinguished from one with a bad certificate', async () => {
    const server = await serve((_request, response) => response.end());
    const message = 'site.example does not speak TLS on port 443.';
    expect(await fetcherTo({ 'site.example:443': server }).fetch(page(url))).toMatchObject({
      attempts: 1,
      failure: { kind: 'tls', message },
    });
  });

  test('a server that hangs up during the handshake resets the connection', async () => {
    const server = await serveRaw((socket) => socket.once('data', () => socket.end()));
    const exchange = await fetcherTo({ 'site.example:443': server }).fetch(page(url, { maxAttempts: 1 }));
    expect(exchange).toMatchObject({ failure: { kind: 'connection_reset' } });
  });
});

describe('each stage has its own time', () => {
  test('dns', async () => {
    const fetcher = fetcherTo({}, { lookup: () => new Promise(() => undefined), budgets: { dns: 50 } });
    const message = 'The look-up of site.example in the DNS did not end within 0.05 seconds.';
    expect(await fetcher.fetch(page(url, { maxAttempts: 1 }))).toMatchObject({
      status: null,
      attempts: 1,
      failure: { kind: 'timeout', stage: 'dns', message },
    });
  });

  test.runIf(process.platform === 'linux')('connect', async () => {
    const port = await deafPort();
    const connectTo = [{ host: 'site.example', port: 443, address: '127.0.0.1', addressPort: port }];
    const fetcher = fetcherTo({}, { connectTo, budgets: { connect: 100 } });
    const message = 'site.example did not accept a TCP connection on port 443 within 0.1 seconds.';
    expect(await fetcher.fetch(page(url, { maxAttempts: 1 }))).toMatchObject({
      failure: { kind: 'timeout', stage: 'connect', message },
    });
  });

  test('tls, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await serveRaw((socket) => {
      socket.resume();
      socket.on('close', () => closed.resolve());
    });
    const fetcher = fetcherTo({ 'site.example:443': server }, { budgets: { tls: 100 } });
    const message = 'site.example did not complete the TLS handshake on port 443 within 0.1 seconds.';
    expect(await fetcher.fetch(page(url, { maxAttempts: 1 }))).toMatchObject({
      failure: { kind: 'timeout', stage: 'tls', message },
    });
    await closed.promise;
  });

  test.each(['dns', 'tls'])('and closing the fetcher ends %s at once', async (stage) => {
    let closing = (): void => undefined;
    const closed = Promise.withResolvers<void>();
    const server = await serveRaw((socket) => {
      socket.on('data', () => closing());
      socket.on('close', () => closed.resolve());
    });
    const connectTo = [{ host: 'site.example', port: 443, address: 'inner.example', addressPort: server.port }];
    const fetcher = createFetcher({
      connectTo,
      budgets: { tls: 60_000 },
      lookup: async () => {
        if (stage === 'tls') return [{ address: '127.0.0.1', family: 4 }];
        closing();
        return await new Promise(() => undefined);
      },
    });
    closing = () => void fetcher.close();
    expect(await fetcher.fetch(page(url))).toMatchObject({ failure: { kind: 'timeout', stage: 'audit' } });
    if (stage === 'tls') await closed.promise;
  });
});

describe('of several addresses', () => {
  const createLookup = (addresses: string[]) => async () => addresses.map((address) => ({ address, family: 0 }));

  test('the next is tried when one refuses', async () => {
    const server = await serve((_request, response) => response.end('second'));
    const fetcher = fetcherTo({}, { lookup: createLookup(['127.0.0.9', '127.0.0.1']), allowPrivate: true });
    expect(await fetcher.fetch(page(`http://site.example:${server.port}/`))).toMatchObject({
      body: 'second',
      attempts: 1,
    });
  });

  test.each([
    ['the sixth is tried, and its refusal ends the attempt', 5, { body: 'reached' }],
    ['a seventh is not tried', 6, { failure: { kind: 'connection_refused' } }],
  ])('%s', async (_, refusing, expected) => {
    const server = await serve((_request, response) => response.end('reached'));
    const addresses = Array.from({ length: refusing }, (_, i) => `127.0.0.${i + 2}`);
    const fetcher = fetcherTo(
      {},
      { lookup: createLookup([...addresses, '127.0.0.1']), allowPrivate: true, budgets: { connect: 1000 } },
    );
    expect(await fetcher.fetch(page(`http://site.example:${server.port}/`))).toMatchObject(expected);
  });

  test('no other is tried once one accepted, however long its response takes', async () => {
    const server = await serve((_request, response) => void setTimeout(() => response.end('late'), 400));
    const fetcher = fetcherTo({}, { lookup: createLookup(['127.0.0.1', '127.0.0.1']), allowPrivate: true });
    expect(await fetcher.fetch(page(`http://site.example:${server.port}/`))).toMatchObject({ body: 'late' });
    expect(server.connections).toBe(1);
  });

  test.runIf(process.platform === 'linux')('a silent one is waited for when the others refuse', async () => {
    const port = await deafPort();
    const lookup = createLookup(['127.0.0.1', '127.0.0.2']);
    const fetcher = fetcherTo({}, { lookup, allowPrivate: true, budgets: { connect: 500 } });
    expect(await fetcher.fetch(page(`http://site.example:${port}/`, { maxAttempts: 1 }))).toMatchObject({
      failure: { kind: 'timeout', stage: 'connect' },
    });
  });

  test.runIf(process.platform === 'linux')('the next is tried beside a silent one', async () => {
    const port = await deafPort();
    const server = await serve((_request, response) => response.end('second'), { host: '127.0.0.2', port });
    const fetcher = fetcherTo({}, { lookup: createLookup(['127.0.0.1', '127.0.0.2']), allowPrivate: true });
    expect(await fetcher.fetch(page(`http://site.example:${port}/`))).toMatchObject({ body: 'second', attempts: 1 });
    expect(server.connections).toBe(1);
  });

  test('a common failure reports what the server did', async () => {
    const lookup = createLookup(['127.0.0.9', '127.0.0.8']);
    const server = await serve((_request, response) => response.end());
    const exchange = await fetcherTo({}, { lookup, allowPrivate: true }).fetch(
      page(`http://x.example:${server.port}/`),
    );
    expect(exchange).toMatchObject({ failure: { kind: 'connection_refused' } });
  });
});

/** A port on 127.0.0.1 that no longer accepts: its thread sleeps, and its queue of connections is full (Linux drops the rest). */
async function deafPort(): Promise<number> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  const [port]: number[] = await once(worker, 'message');
  const queued: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of queued) socket.destroy();
    await worker.terminate();
  });
  // A backlog of one holds two.
  while (queued.length < 2) {
    const socket = connect({ port: port ?? 0, host: '127.0.0.1' });
    queued.push(socket);
    await once(socket, 'connect');
  }
  return port ?? 0;
}
