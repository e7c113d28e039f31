import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, Connections } from './connection-limits.ts';

/** A server with these limits, and the requests that it admitted. */
async function listen(limits: Partial<ConnectionLimits>, isAnswering = true) {
  const server = createServer();
  const connections = new Connections(server, { ...CONNECTION_LIMITS, ...limits });
  const admitted = new EventEmitter();
  let requests = 0;
  server.on('request', (request, response) => {
    if (!connections.admit(request, response)) return;
    requests += 1;
    admitted.emit('request');
    if (isAnswering) response.end('served');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    connections.stop();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Sends bytes over one connection, and returns all that comes back. */
  const send = (bytes: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.end(bytes);
    return text(socket).catch(() => 'disconnected');
  };
  /** Sends a request over a connection from an address of loopback. */
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).resume();
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    const isAdmitted = once(admitted, 'request').then(() => 'admitted');
    socket.write(GET);
    return { socket, closed, outcome: await Promise.race([isAdmitted, closed.then(() => 'disconnected')]) };
  };
  return { send, open, requests: () => requests };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('a client that pipelines too many requests is disconnected, and none behind the last is served', async () => {
  const { send, requests } = await listen({ pipelined: 4 }, false);
  await send(GET.repeat(1_000));
  expect(requests()).toBe(4);
});

test('a client that pipelines as many requests as are allowed gets all responses', async () => {
  const { send } = await listen({ pipelined: 4 });
  expect((await send(GET.repeat(4))).match(/served/g)).toHaveLength(4);
});

test('a request to upgrade to another protocol is served in this one', async () => {
  const { send } = await listen({});
  const request = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  expect(await send(request)).toMatch(/^HTTP\/1\.1 200 [\s\S]*served$/);
});

test('a CONNECT request closes the connection', async () => {
  const { send, requests } = await listen({});
  await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  expect(requests()).toBe(0);
});

test('a client with all connections loses its oldest to another client, though responses are pending on all', async () => {
  const { open } = await listen({ connections: 2 }, false);
  const [oldest] = [await open('127.0.0.1'), await open('127.0.0.1')];
  expect((await open('127.0.0.2')).outcome).toBe('admitted');
  await oldest.closed;
});

test('a client with as many connections as any other replaces none on which a response is pending', async () => {
  const { open } = await listen({ connections: 2 }, false);
  const [first] = [await open('127.0.0.1'), await open('127.0.0.2')];
  expect((await open('127.0.0.3')).outcome).toBe('disconnected');
  expect((await open('127.0.0.1')).outcome).toBe('disconnected');
  expect(first.socket.destroyed).toBe(false);
});
