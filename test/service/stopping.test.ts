import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openService } from '../support/open-service.ts';
import { instantAudit, pausedAudits } from '../support/running-service.ts';

// Kept open by their time alone, connections would hold the stop up for longer than a test may take.
const LONG = { idle: 250_000, head: 250_000, request: 250_000 };

async function open(url: string, output: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(output);
  return socket;
}

test('a stop closes the connections on which nothing is asked at once', async () => {
  const service = await openService(instantAudit, {}, undefined, LONG);
  const sockets = await Promise.all(
    ['', 'GET /heal', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'].map((output) => open(service.url, output)),
  );
  const [, , answered] = sockets;
  if (answered !== undefined) await once(answered, 'data');
  await Promise.all([service.close(), ...sockets.map((socket) => text(socket).catch(() => ''))]);
});

test('what is answered during a stop says that it is the last on its connection, and is', async () => {
  const paused = pausedAudits();
  const service = await openService(paused.liveAudit, {}, undefined, LONG);
  const path = '/api/audit?domain=example.com&tier=vip';
  const authorization = `Authorization: Bearer ${service.key}`;
  const socket = await open(service.url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`);
  await paused.whenStarted(1);
  const closed = service.close();
  const response = await text(socket);
  expect(response).toMatch(/^HTTP\/1\.1 503 /);
  expect(response).toMatch(/\r\nconnection: close\r\n/i);
  await closed;
});
