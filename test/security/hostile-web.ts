import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { ConnectToRule } from '../../src/fetch/connect-to.ts';
import type { Lookup } from '../../src/fetch/dns.ts';
import type { FetcherOptions } from '../../src/fetch/fetcher.ts';
import { createAuthority } from '../support/tls.ts';

/** Request handler of a site of the hostile web. @param host its own name */
export type HostileSite = (path: string, response: ServerResponse, host: string, request: IncomingMessage) => void;

/**
 * A simulated web on loopback: sites by name, a configurable DNS, and canaries. A canary detects every connection to this machine
 * at port 80 or 443, by any name or notation.
 */
export interface HostileWeb {
  /** Ports of 127.0.0.1 with sites. */
  readonly sitePorts: readonly number[];
  /** Ports of the canaries for ports 80 and 443. */
  readonly canaryPorts: readonly number[];
  /** Number of connections that canaries accepted. */
  readonly caught: number;
  /** Serves a site at a name. */
  addSite(host: string, site: HostileSite): void;
  /** Sets the results of successive look-ups of a name, the last one repeated. */
  addName(host: string, ...responses: readonly (readonly string[])[]): void;
  /** Fetcher options for this web. None of them opens the guard. */
  readonly fetcherOptions: Pick<FetcherOptions, 'connectTo' | 'lookup' | 'ca' | 'budgets'>;
  close(): Promise<void>;
}

/** Domain whose subdomains resolve to this machine. */
export const INSIDE = 'inside.example.com';

/**
 * @param realPorts true for canaries on ports 80 and 443 themselves, where the system allows it; else on other ports
 */
export async function openHostileWeb({ realPorts = false } = {}): Promise<HostileWeb> {
  const sites = new Map<string, HostileSite>();
  const names = new Map<string, (readonly string[])[]>();
  const open = new Set<Socket>();
  const servers: Server[] = [];
  const listen = async (server: Server, host: string, port = 0): Promise<number> => {
    server.on('connection', (socket: Socket) => {
      open.add(socket.on('error', () => socket.destroy()));
      socket.on('close', () => open.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host }, resolve);
    });
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };

  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const host = request.headers.host ?? '';
    const site = sites.get(host);
    if (site === undefined) response.writeHead(404).end();
    else site(request.url ?? '/', response, host, request);
  };
  const authority = await createAuthority();
  const tls = await authority.issue(['*.example.com']);
  const securePort = await listen(createSecureServer(tls, respond), '127.0.0.1');
  const plainPort = await listen(createServer(respond), '127.0.0.1');

  let caught = 0;
  const canary = (): Server =>
    createRawServer((socket) => {
      caught += 1;
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>inside</title>');
    });
  const canaryPorts = new Map<number, number>();
  for (const port of [80, 443]) {
    const hasPort = realPorts && (await listenOnAll(() => canary(), port, listen));
    // `::` accepts IPv4, too, and so every loopback address; without IPv6, 0.0.0.0 does.
    if (!hasPort) canaryPorts.set(port, await listen(canary(), '::').catch(() => listen(canary(), '0.0.0.0')));
  }

  const lookup: Lookup = async (host) => {
    const name = host.replace(/\.$/, '');
    const known = names.get(name);
    const isInside = name === 'localhost' || name === INSIDE || name.endsWith(`.${INSIDE}`);
    const addresses =
      (known !== undefined && known.length > 1 ? known.shift() : known?.[0]) ?? (isInside ? ['127.0.0.1'] : []);
    if (addresses.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const siteRules: ConnectToRule[] = [];
  // A rule without an address does not open the guard.
  const canaryRules = [...canaryPorts].map(
    ([port, addressPort]): ConnectToRule => ({ host: null, port, address: null, addressPort }),
  );
  return {
    sitePorts: [securePort, plainPort],
    canaryPorts: [80, 443].map((port) => canaryPorts.get(port) ?? port),
    get caught() {
      return caught;
    },
    addSite(host, site) {
      sites.set(host, site);
      siteRules.push({ host, port: 443, address: '127.0.0.1', addressPort: securePort });
      siteRules.push({ host, port: 80, address: '127.0.0.1', addressPort: plainPort });
    },
    addName(host, ...responses) {
      names.set(host, [...responses]);
    },
    get fetcherOptions() {
      return { connectTo: [...siteRules, ...canaryRules], lookup, ca: [authority.caPem], budgets: { retryBackOff: 1 } };
    },
    async close() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/** Returns whether a canary could listen at that port on the addresses of this machine. */
async function listenOnAll(
  canary: () => Server,
  port: number,
  listen: (server: Server, host: string, port: number) => Promise<number>,
): Promise<boolean> {
  const places = await Promise.allSettled(['127.0.0.1', '::1', '::'].map((host) => listen(canary(), host, port)));
  return places.some(({ status }) => status === 'fulfilled');
}
