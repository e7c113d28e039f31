import { quote } from '../values/untrusted-text.ts';
import type { MinimumRate } from './budgets.ts';
import type { FailureKind, FetchFailure, Stage } from './exchange.ts';

/** Carries a {@link FetchFailure} through code that can only throw, such as a connector. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure) {
    super(failure.message);
    this.name = 'FetchError';
    this.failure = failure;
  }
}

/** Creates a {@link FetchFailure}. Fields that are not given are null. */
export function failed(
  kind: FailureKind,
  message: string,
  more: Partial<Pick<FetchFailure, 'stage' | 'limit' | 'vendor'>> = {},
): FetchFailure {
  return { kind, stage: null, limit: null, vendor: null, ...more, message };
}

/** Returns a host name fit to be shown. A redirect can name any host, so it is untrusted text. */
export function shown(host: string): string {
  return quote(host, 80);
}

/** Formats a duration: `5 seconds`, `0.2 seconds`. */
export function seconds(ms: number): string {
  return ms === 1000 ? '1 second' : `${ms / 1000} seconds`;
}

/** Formats a size: `10 MiB`, `64 KiB`, `100 bytes`. */
export function size(bytes: number): string {
  if (bytes >= 1_048_576 && bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`;
  if (bytes >= 1024 && bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return `${bytes} bytes`;
}

/** Failure of a request one stage of which exceeded its time budget. */
export function timedOut(
  stage: Exclude<Stage, 'rate' | 'audit'>,
  host: string,
  port: number,
  ms: number,
): FetchFailure {
  const name = shown(host);
  const within = `within ${seconds(ms)}`;
  const message = {
    dns: `The look-up of ${name} in the DNS did not end ${within}.`,
    connect: `${name} did not accept a TCP connection on port ${port} ${within}.`,
    tls: `${name} did not complete the TLS handshake on port ${port} ${within}.`,
    first_byte: `${name} did not start to respond ${within}.`,
    body: `${name} did not send its whole response ${within}.`,
  }[stage];
  return failed('timeout', message, { stage });
}

/** Failure of a response that arrived more slowly than the minimum rate. */
export function tooSlow(host: string, { bytes, ms }: MinimumRate): FetchFailure {
  const message = `${shown(host)} sent less than ${size(bytes)} in ${seconds(ms)}; the rest was not read.`;
  return failed('timeout', message, { stage: 'rate' });
}

/** Reason for ending the audit of a site that sends too slowly. */
export const SITE_TOO_SLOW = 'Too many responses came too slowly';

/** Failure of a request that the end of the audit interrupted. @param signal the audit's signal, aborted */
export function auditOver(host: string, { reason }: AbortSignal): FetchFailure {
  const why = reason === SITE_TOO_SLOW ? SITE_TOO_SLOW : 'The time for the whole audit ran out';
  return failed('timeout', `${why} before ${shown(host)} responded.`, { stage: 'audit' });
}

/** Returns the `code` of a Node.js error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Failure of a DNS look-up: the name does not exist, or the resolver failed. */
export function lookupFailure(error: unknown, host: string): FetchFailure {
  const code = errorCode(error);
  if (code === 'ENOTFOUND' || code === 'ENODATA') return nameNotFound(host);
  return failed('name_lookup_failed', `The DNS could not say where ${shown(host)} is.`);
}

/** Failure for a name that does not exist or has no address. */
export function nameNotFound(host: string): FetchFailure {
  return failed('name_not_found', `The name ${shown(host)} has no address in the DNS.`);
}

/** Failure when no address accepted a connection. Reports the error that says most about the server. */
export function connectFailure(errors: readonly unknown[], host: string, port: number): FetchFailure {
  const codes = errors.map(errorCode);
  const name = shown(host);
  if (codes.includes('ECONNREFUSED')) {
    return failed('connection_refused', `${name} refused the connection on port ${port}.`);
  }
  if (codes.includes('ECONNRESET')) return connectionReset(host);
  if (codes.includes('ETIMEDOUT')) {
    return failed('timeout', `${name} did not accept a TCP connection on port ${port}.`, { stage: 'connect' });
  }
  return failed('unreachable', `There is no network route to ${name} on port ${port}.`);
}

/** Failure of a connection that the server closed before its response was complete. */
export function connectionReset(host: string): FetchFailure {
  return failed('connection_reset', `${shown(host)} closed the connection before it sent a response.`);
}

const UNKNOWN_ISSUER = 'is from an unknown issuer, or the certificate between them is not sent';

/** Faults of a certificate, by error code. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
};

/** Codes of errors that mean that the server speaks something other than TLS. */
const NOT_TLS: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNKNOWN_PROTOCOL',
  'ERR_SSL_HTTP_REQUEST',
]);

/** Failure of a TLS handshake. Uses the error code alone: the message may quote the certificate, which is untrusted. */
export function tlsFailure(error: unknown, host: string, port: number): FetchFailure {
  const code = errorCode(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return connectionReset(host);
  return failed('tls', tlsMessage(code, shown(host), port));
}

function tlsMessage(code: string, name: string, port: number): string {
  const fault = CERTIFICATE_FAULTS[code];
  if (fault !== undefined) return `The TLS certificate of ${name} ${fault}.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The TLS certificate that ${name} sent is for another host name.`;
  if (NOT_TLS.has(code)) return `${name} does not speak TLS on port ${port}.`;
  return `The TLS handshake with ${name} failed on port ${port}.`;
}

/**
 * Failure of a response that undici reported as an error.
 *
 * @param hasHead true when the response head has arrived
 */
export function responseFailure(error: Error, url: URL, headerBytes: number, hasHead: boolean): FetchFailure {
  const code = errorCode(error);
  const name = shown(url.hostname);
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failed('too_large', `${name} sent more than ${size(headerBytes)} of header fields.`, { limit: 'headers' });
    case 'UND_ERR_SOCKET':
      // undici uses this code for unsolicited responses, too.
      if (error.message.startsWith('bad ')) break;
      return connectionReset(url.hostname);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // undici also uses this code for repeated and for malformed Content-Length fields.
      if (!hasHead) break;
      return connectionReset(url.hostname);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
    // The connection ended before the last chunk.
    case 'HPE_INVALID_EOF_STATE':
      return connectionReset(url.hostname);
  }
  // In TLS 1.3, a server can refuse the client after the client's handshake is complete.
  if (code.startsWith('ERR_SSL_')) return tlsFailure(error, url.hostname, Number(url.port) || 443);
  return failed('protocol', `${name} did not send a valid HTTP response.`);
}
