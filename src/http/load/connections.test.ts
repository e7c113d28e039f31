import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_LIMITS, Connections, IncomingRequest } from './connections.ts';

/** A server that watches over its connections, and how many requests it has read. */
async function listen(pipelined: number) {
  const server = createServer({ IncomingMessage: IncomingRequest });
  const connections = new Connections(server, { ...CONNECTION_LIMITS, pipelined });
  const read: string[] = [];
  server.on('request', (request, response) => {
    read.push(request.method ?? '');
    if (connections.admit(request, response, performance.now())) response.end('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    connections.stop();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** All that comes back for what is said in one go. */
  const say = (said: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.end(said);
    return text(socket).catch(() => 'cut off');
  };
  return { say, read };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('of who asks too much at once, nothing is read behind the request that was too much', async () => {
  const { say, read } = await listen(4);
  await say(GET.repeat(1_000));
  expect(read).toHaveLength(5);
});

test('who asks as much as is allowed is answered each time', async () => {
  const { say } = await listen(4);
  expect((await say(GET.repeat(4))).match(/answered/g)).toHaveLength(4);
});

test('who asks for another protocol is answered in this one', async () => {
  const { say } = await listen(4);
  const asking = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  expect(await say(asking)).toMatch(/^HTTP\/1\.1 200 [\s\S]*answered$/);
});

test('who asks for a tunnel has the connection closed', async () => {
  const { say, read } = await listen(4);
  await say('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  expect(read).toEqual([]);
});

/** A server with room for two connections that answers nobody, and how to open one from an address of loopback. */
async function listenForTwo() {
  const server = createServer({ IncomingMessage: IncomingRequest });
  const connections = new Connections(server, { ...CONNECTION_LIMITS, connections: 2 });
  const asked = new EventEmitter();
  server.on('request', (request, response) => {
    if (connections.admit(request, response, performance.now())) asked.emit('asked');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).resume();
    const cutOff = once(socket, 'close');
    socket.on('error', () => undefined);
    const isAsked = once(asked, 'asked').then(() => 'is answered');
    socket.write(GET);
    return { socket, cutOff, outcome: await Promise.race([isAsked, cutOff.then(() => 'cut off')]) };
  };
  onTestFinished(() => {
    connections.stop();
    server.closeAllConnections();
    server.close();
  });
  return open;
}

test('a client with every connection loses its oldest to another client, though all are being answered', async () => {
  const open = await listenForTwo();
  const [oldest] = [await open('127.0.0.1'), await open('127.0.0.1')];
  expect((await open('127.0.0.2')).outcome).toBe('is answered');
  await oldest.cutOff;
});

test('a client with as many connections as any other takes nobody’s place who is being answered', async () => {
  const open = await listenForTwo();
  const [first] = [await open('127.0.0.1'), await open('127.0.0.2')];
  expect((await open('127.0.0.3')).outcome).toBe('cut off');
  expect((await open('127.0.0.1')).outcome).toBe('cut off');
  expect(first.socket.destroyed).toBe(false);
});
