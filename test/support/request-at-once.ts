import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Sends requests over separate connections. Each connection was used before, so a server in this process reads all requests in
 * one round of its event loop.
 *
 * @param requests the bytes to send; each must close its connection
 * @returns the responses, in the order of the requests
 */
export async function requestAtOnce(url: string, requests: readonly string[]): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const sockets = [];
  for (let open = 0; open < requests.length; open += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write('HEAD /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    sockets.push(socket);
  }
  for (const [index, socket] of sockets.entries()) socket.write(requests[index] ?? '');
  return Promise.all(sockets.map((socket) => text(socket)));
}
