import { request } from 'node:http';
import { connect as connectTcp, isIPv6, type Socket } from 'node:net';
import type { FetchFailure } from '../exchange.ts';
import { errorCode, FetchError, failed, seconds, shown } from '../failure.ts';
import type { EgressProxy } from './egress.ts';

/** Maximum number of header bytes of the proxy's response that are read. */
const MAX_HEADER_BYTES = 16_384;

/** Callbacks for the end of a connection attempt. Exactly one is called, once. */
export interface TunnelEnd {
  opened(socket: Socket): void;
  /** Is given a {@link FetchError}. */
  failed(error: FetchError): void;
}

/**
 * Opens a connection through the proxy by CONNECT (RFC 9110 §9.3.6). The proxy receives an IP address that the guard has
 * checked, never a name: it would resolve the name itself, perhaps to another address.
 *
 * @param to.site the host as failures name it
 * @returns a function that stops the attempt
 */
export function openTunnel(
  proxy: EgressProxy,
  to: { readonly address: string; readonly port: number; readonly site: string },
  end: TunnelEnd,
): () => void {
  const socket = connectTcp({ host: proxy.host, port: proxy.port, noDelay: true });
  // Stays on the socket: an error before undici adds its own listener would be unhandled.
  socket.on('error', () => undefined);
  const authority = `${isIPv6(to.address) ? `[${to.address}]` : to.address}:${to.port}`;
  const connecting = request({
    method: 'CONNECT',
    path: authority,
    createConnection: () => socket,
    setHost: false,
    headers: {
      Host: authority,
      Connection: 'keep-alive',
      ...(proxy.authorization === null ? {} : { 'Proxy-Authorization': proxy.authorization }),
    },
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const fail = (failure: FetchFailure): void => {
    socket.destroy();
    end.failed(new FetchError(failure));
  };
  connecting.once('connect', ({ statusCode = 0 }, _socket, head) => {
    if (statusCode < 200 || statusCode > 299) return fail(refusedByProxy(statusCode, to.site));
    // No request was sent yet. Given an unsolicited response, undici would open connections without end.
    if (head.length > 0) return fail(proxyFailure('sent unexpected data after its response.'));
    end.opened(socket);
  });
  connecting.on('error', (error) => fail(connectError(error)));
  connecting.end();
  return () => {
    connecting.destroy();
    socket.destroy();
  };
}

/** Failure when the proxy did not open a connection in time. @param ms its time budget */
export function proxyTimedOut(site: string, ms: number): FetchFailure {
  return proxyFailure(`did not open a connection to ${shown(site)} within ${seconds(ms)}.`);
}

function refusedByProxy(status: number, site: string): FetchFailure {
  if (status === 407) return proxyFailure('did not accept our credentials (407).');
  if (status >= 400 && status < 500) return proxyFailure(`refused the connection (${status}).`);
  if (status >= 500) return proxyFailure(`could not connect to ${shown(site)} (${status}).`);
  return proxyFailure(`returned status ${status} and opened no connection.`);
}

function connectError(error: Error): FetchFailure {
  const code = errorCode(error);
  if (code.startsWith('HPE_')) return proxyFailure('did not respond in valid HTTP.');
  if (code === 'ECONNRESET' || code === 'EPIPE') return proxyFailure('closed the connection before it responded.');
  return proxyFailure('could not be reached.');
}

/** Creates a failure that says nothing about the site. It contains only the status of the proxy's response. */
function proxyFailure(what: string): FetchFailure {
  return failed('egress_proxy', `The egress proxy ${what}`);
}
