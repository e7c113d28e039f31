import { promises as dns } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { dialFailure, lookupFailure, nameNotFound, resolvedHere, tlsFailure } from './connect-failure.ts';
import { type ConnectToRule, route } from './connect-to.ts';
import type { Egress } from './egress/egress.ts';
import type { FetchFailure } from './exchange.ts';
import { auditOver, FetchError, timedOut } from './failure.ts';
import { createTargetGuard, type TargetGuard } from './guard/target-guard.ts';

/** All addresses of a name. Rejects with Node's DNS error codes: `ENOTFOUND` and `ENODATA` mean that it has none. */
export type Lookup = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface ConnectorOptions extends Egress {
  readonly connectTo: readonly ConnectToRule[];
  readonly allowPrivate: boolean;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** Milliseconds for each stage. */
  readonly budgets: { readonly dns: number; readonly connect: number; readonly tls: number };
  /** Extra certificate authorities, PEM. */
  readonly ca?: readonly string[] | undefined;
  /** Ends every connection that is being made. */
  readonly signal: AbortSignal;
}

/** Where a connection is to go, in the terms of the URL. */
interface Peer {
  readonly host: string;
  readonly port: number;
}

/** How long one address is waited for before the next one is tried beside it (RFC 8305 §5). */
const ATTEMPT_DELAY = 250;

/** Of a name with very many addresses, as many are tried. */
const MAX_ADDRESSES = 6;

const systemLookup: Lookup = (host) => dns.lookup(host, { all: true });

/**
 * Makes the function by which undici opens connections. Each connection makes one look-up, is refused when any of the
 * answers is not public, and goes to one of the very addresses that were checked: a name that answers differently the
 * next time (DNS rebinding) gains nothing. IP literals take the same path.
 *
 * All of this holds with an egress proxy, too: the proxy receives only checked addresses, never names.
 *
 * The errors it calls back with are {@link FetchError}s.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const guard = createTargetGuard(options);
  return ({ hostname, protocol, port }, callback) => {
    const secure = protocol === 'https:';
    const peer = { host: hostname, port: port === '' ? (secure ? 443 : 80) : Number(port) };
    const open = async (): Promise<Socket> => {
      const socket = await openTcp(peer, options, guard);
      if (!secure) return socket;
      return await openTls(socket, peer, secureContextFor(options.ca ?? []), options);
    };
    open().then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

let latest: { readonly key: string; readonly context: SecureContext } | undefined;

/**
 * The trust of a connection. It holds every root certificate, some megabytes outside the heap, so that one per audit would
 * fill the memory before the collector sees a reason to run: the latest one is kept, and a process rarely needs another.
 */
function secureContextFor(ca: readonly string[]): SecureContext {
  const key = ca.join('\n');
  if (latest?.key !== key) {
    const context = createSecureContext(ca.length === 0 ? {} : { ca: [...getCACertificates('default'), ...ca] });
    latest = { key, context };
  }
  return latest.context;
}

async function openTcp(peer: Peer, options: ConnectorOptions, guard: TargetGuard): Promise<Socket> {
  const { host, port, chosen } = route(options.connectTo, peer.host, peer.port);
  const addresses = isIP(host) === 0 ? await lookUp(host, options) : [host];
  if (addresses.length === 0) throw new FetchError(inView(nameNotFound(host), options));
  const objection = guard(peer.host, addresses, chosen);
  if (objection !== null) throw new FetchError(objection);
  return await dial(addresses.slice(0, MAX_ADDRESSES), port, peer, options);
}

function lookUp(host: string, options: ConnectorOptions): Promise<string[]> {
  const { lookup = systemLookup, budgets } = options;
  const begin: Begin<string[]> = (resolve, reject) => {
    // In a turn of its own, and inside the promise: a resolver that was handed in may throw, or end the audit.
    Promise.resolve(host)
      .then(lookup)
      .then(
        (answers) => resolve(answers.map(({ address }) => address)),
        (error: unknown) => reject(new FetchError(inView(lookupFailure(error, host), options))),
      );
    return () => undefined;
  };
  const late = inView(timedOut('dns', host, 0, budgets.dns), options);
  return inTime('dns', { host, port: 0 }, options, begin, late);
}

/** Describes a failed look-up. With a proxy, it adds that the proxy does not resolve names. */
function inView(failure: FetchFailure, { egressProxy }: ConnectorOptions): FetchFailure {
  return egressProxy === null ? failure : resolvedHere(failure);
}

/** Begins one attempt at a connection, which ends by one of the two calls. Returns how to stop it. */
type Attempt = (address: string, opened: (socket: Socket) => void, failed: (error: unknown) => void) => () => void;

/** Connects to the first address that accepts, through the proxy if there is one; a slow one is overtaken by the next. */
async function dial(
  addresses: readonly string[],
  port: number,
  peer: Peer,
  options: ConnectorOptions,
): Promise<Socket> {
  const { egressProxy, budgets } = options;
  if (egressProxy === null) {
    const failure = (errors: readonly unknown[]) => new FetchError(dialFailure(errors, peer.host, port));
    return inTime('connect', peer, options, raceOf(addresses, directTo(port), failure));
  }
  // Loaded only here: importing node:http takes 25 ms of CPU time.
  const { openTunnel, proxyTimedOut } = await import('./egress/egress-tunnel.ts');
  const attempt: Attempt = (address, opened, failed) =>
    openTunnel(egressProxy, { address, port, site: peer.host }, { opened, failed });
  const late = proxyTimedOut(peer.host, budgets.connect);
  // Reports the proxy's response for the first address: the other addresses of a name mostly fail alike.
  const first = ([error]: readonly unknown[]) => (error instanceof FetchError ? error : new FetchError(late));
  return inTime('connect', peer, options, raceOf(addresses, attempt, first), late);
}

function directTo(port: number): Attempt {
  return (address, opened, failed) => {
    const socket = connectTcp({ host: address, port, noDelay: true });
    socket.once('connect', () => opened(socket));
    // Stays on the socket: an error between here and undici's own listener must not be without one.
    socket.on('error', failed);
    return () => socket.destroy();
  };
}

/** Tries the addresses one after the other, the next one beside one that is slow. The first connection wins. */
function raceOf(
  addresses: readonly string[],
  attempt: Attempt,
  failure: (errors: readonly unknown[]) => FetchError,
): Begin<Socket> {
  return (resolve, reject) => {
    const waiting = [...addresses];
    const stops = new Set<() => void>();
    const errors: unknown[] = [];
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      waiting.length = 0;
      for (const stopOne of stops) stopOne();
    };
    const tryNext = (): void => {
      clearTimeout(timer);
      const address = waiting.shift();
      if (address === undefined) return;
      const stopOne = attempt(
        address,
        (socket) => {
          stops.delete(stopOne);
          stop();
          resolve(socket);
        },
        (error) => {
          stops.delete(stopOne);
          errors.push(error);
          if (waiting.length > 0) tryNext();
          else if (stops.size === 0) reject(failure(errors));
        },
      );
      stops.add(stopOne);
      if (waiting.length > 0) timer = setTimeout(tryNext, ATTEMPT_DELAY);
    };
    tryNext();
    return stop;
  };
}

function openTls(raw: Socket, peer: Peer, secureContext: SecureContext, options: ConnectorOptions): Promise<Socket> {
  const name = peer.host.replace(/\.$/, '');
  return inTime('tls', peer, options, (resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      secureContext,
      // The name that the certificate must bear; RFC 6066 §3 keeps addresses out of SNI.
      host: name,
      servername: isIP(name) === 0 ? name : '',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    socket.once('secureConnect', () => resolve(socket));
    socket.on('error', (error) => reject(new FetchError(tlsFailure(error, peer.host, peer.port))));
    return () => socket.destroy();
  });
}

/** Starts work that ends by one of the two calls; returns how to stop it. */
type Begin<T> = (resolve: (value: T) => void, reject: (error: FetchError) => void) => () => void;

/**
 * Runs one stage under its budget and the audit's.
 *
 * @param late the failure when the budget of the stage is over
 */
function inTime<T>(
  stage: 'dns' | 'connect' | 'tls',
  peer: Peer,
  options: ConnectorOptions,
  begin: Begin<T>,
  late: FetchFailure = timedOut(stage, peer.host, peer.port, options.budgets[stage]),
): Promise<T> {
  const { signal, budgets } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new FetchError(auditOver(peer.host, signal)));
    let stop = (): void => undefined;
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const giveUp = (error: FetchError): void => {
      settle();
      reject(error);
      stop();
    };
    const onAbort = (): void => giveUp(new FetchError(auditOver(peer.host, signal)));
    const timer = setTimeout(() => giveUp(new FetchError(late)), budgets[stage]);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = begin(
      (value) => {
        settle();
        resolve(value);
      },
      (error) => {
        settle();
        reject(error);
      },
    );
  });
}
