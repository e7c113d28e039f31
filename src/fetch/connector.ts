import { promises as dns } from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import { type ConnectToRule, route } from './connect-to.ts';
import type { Lookup } from './dns.ts';
import type { Egress } from './egress/egress.ts';
import type { FetchFailure } from './exchange.ts';
import { auditOver, connectFailure, FetchError, lookupFailure, nameNotFound, timedOut, tlsFailure } from './failure.ts';
import { createTargetGuard, type TargetGuard } from './guard/target-guard.ts';

export interface ConnectorOptions extends Egress {
  readonly connectTo: readonly ConnectToRule[];
  readonly allowPrivate: boolean;
  /** Default: the system's resolver. */
  readonly lookup?: Lookup | undefined;
  /** Milliseconds for each stage. */
  readonly budgets: { readonly dns: number; readonly connect: number; readonly tls: number };
  /** Certificate authorities, PEM. Default: the system's. */
  readonly ca?: readonly string[] | undefined;
  /** Ends every connection attempt. */
  readonly signal: AbortSignal;
}

/** Target of a connection as the URL names it. */
interface Peer {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds after which the next address is tried beside a slow one (RFC 8305 §5). */
const ATTEMPT_DELAY = 250;

/** Maximum number of addresses of a name that are tried. */
const MAX_ADDRESSES = 6;

const systemLookup: Lookup = (host) => dns.lookup(host, { all: true });

/**
 * Creates the function by which undici opens connections. Each connection makes one look-up, is refused when any of the
 * addresses is not public, and goes to one of the checked addresses: a name that resolves differently the next time (DNS
 * rebinding) gains nothing. IP literals take the same path.
 *
 * All of this holds with an egress proxy, too: the proxy receives only checked addresses, never names.
 *
 * The errors passed to the callback are {@link FetchError}s.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const guard = createTargetGuard(options);
  const { ca } = options;
  let secureContext: SecureContext | undefined;
  return ({ hostname, protocol, port }, callback) => {
    const isSecure = protocol === 'https:';
    const peer = { host: hostname, port: port === '' ? (isSecure ? 443 : 80) : Number(port) };
    const open = async (): Promise<Socket> => {
      const socket = await openTcp(peer, options, guard);
      if (!isSecure) return socket;
      secureContext ??= createSecureContext(ca === undefined ? {} : { ca: [...ca] });
      return await openTls(socket, peer, secureContext, options);
    };
    open().then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function openTcp(peer: Peer, options: ConnectorOptions, guard: TargetGuard): Promise<Socket> {
  const { host, port, chosen } = route(options.connectTo, peer.host, peer.port);
  const addresses = isIP(host) === 0 ? await lookUp(host, options) : [host];
  if (addresses.length === 0) throw new FetchError(withProxyHint(nameNotFound(host), options));
  const refusal = guard(peer.host, addresses, chosen);
  if (refusal !== null) throw new FetchError(refusal);
  return await connectToAny(addresses.slice(0, MAX_ADDRESSES), port, peer, options);
}

function lookUp(host: string, options: ConnectorOptions): Promise<string[]> {
  const { lookup = systemLookup, budgets } = options;
  const start: Start<string[]> = (resolve, reject) => {
    // Asynchronous from the start: an injected resolver may throw, or end the audit.
    Promise.resolve(host)
      .then(lookup)
      .then(
        (results) => resolve(results.map(({ address }) => address)),
        (error: unknown) => reject(new FetchError(withProxyHint(lookupFailure(error, host), options))),
      );
    return () => undefined;
  };
  const failure = withProxyHint(timedOut('dns', host, 0, budgets.dns), options);
  return withTimeout('dns', { host, port: 0 }, options, start, failure);
}

/** Describes a failed look-up. With a proxy, adds that the proxy does not resolve names. */
function withProxyHint(failure: FetchFailure, { egressProxy }: ConnectorOptions): FetchFailure {
  if (egressProxy === null) return failure;
  const hint =
    'This service resolves names itself, not through its egress proxy, and needs a name server for public names.';
  return { ...failure, message: `${failure.message} ${hint}` };
}

/** Starts one connection attempt, which ends by one of the two calls. Returns a function that stops it. */
type Attempt = (address: string, opened: (socket: Socket) => void, failed: (error: unknown) => void) => () => void;

/** Connects to the first address that accepts, through the proxy if there is one. */
async function connectToAny(
  addresses: readonly string[],
  port: number,
  peer: Peer,
  options: ConnectorOptions,
): Promise<Socket> {
  const { egressProxy, budgets } = options;
  if (egressProxy === null) {
    const failure = (errors: readonly unknown[]) => new FetchError(connectFailure(errors, peer.host, port));
    return withTimeout('connect', peer, options, raceAddresses(addresses, directTo(port), failure));
  }
  // Loaded only here: importing node:http takes 25 ms of CPU time.
  const { openTunnel, proxyTimedOut } = await import('./egress/egress-tunnel.ts');
  const attempt: Attempt = (address, opened, failed) =>
    openTunnel(egressProxy, { address, port, site: peer.host }, { opened, failed });
  const timeout = proxyTimedOut(peer.host, budgets.connect);
  // Reports the proxy's response for the first address: the other addresses of a name mostly fail alike.
  const first = ([error]: readonly unknown[]) => (error instanceof FetchError ? error : new FetchError(timeout));
  return withTimeout('connect', peer, options, raceAddresses(addresses, attempt, first), timeout);
}

function directTo(port: number): Attempt {
  return (address, opened, failed) => {
    const socket = connectTcp({ host: address, port, noDelay: true });
    socket.once('connect', () => opened(socket));
    // Stays on the socket: an error before undici adds its own listener would be unhandled.
    socket.on('error', failed);
    return () => socket.destroy();
  };
}

/** Tries the addresses in order, the next one beside a slow one (RFC 8305). The first connection wins. */
function raceAddresses(
  addresses: readonly string[],
  attempt: Attempt,
  failure: (errors: readonly unknown[]) => FetchError,
): Start<Socket> {
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
  return withTimeout('tls', peer, options, (resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      secureContext,
      // The certificate must be for this name. RFC 6066 §3 excludes addresses from SNI.
      host: peer.host,
      servername: isIP(peer.host) === 0 ? peer.host : '',
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    socket.once('secureConnect', () => resolve(socket));
    socket.on('error', (error) => reject(new FetchError(tlsFailure(error, peer.host, peer.port))));
    return () => socket.destroy();
  });
}

/** Starts work that ends by one of the two calls. Returns a function that stops it. */
type Start<T> = (resolve: (value: T) => void, reject: (error: FetchError) => void) => () => void;

/**
 * Runs one stage within its time budget and the audit's.
 *
 * @param timeout the failure when the stage exceeds its budget
 */
function withTimeout<T>(
  stage: 'dns' | 'connect' | 'tls',
  peer: Peer,
  options: ConnectorOptions,
  start: Start<T>,
  timeout: FetchFailure = timedOut(stage, peer.host, peer.port, options.budgets[stage]),
): Promise<T> {
  const { signal, budgets } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new FetchError(auditOver(peer.host, signal)));
    let stop = (): void => undefined;
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: FetchError): void => {
      settle();
      reject(error);
    };
    const stopWith = (failure: FetchFailure): void => {
      fail(new FetchError(failure));
      stop();
    };
    const onAbort = (): void => stopWith(auditOver(peer.host, signal));
    const timer = setTimeout(() => stopWith(timeout), budgets[stage]);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = start((value) => {
      settle();
      resolve(value);
    }, fail);
  });
}
