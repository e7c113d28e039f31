import type { FetchFailure } from './exchange.ts';
import { failed, shown } from './failure.ts';

/** The `code` of an error of Node's, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Why a name could not be looked up: it does not exist, or the resolver could not say. */
export function lookupFailure(error: unknown, host: string): FetchFailure {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'ENODATA') return nameNotFound(host);
  return failed('name_lookup_failed', `The DNS could not say where ${shown(host)} is.`);
}

/** Adds to a failed look-up what the operator of an egress proxy has to know. */
export function resolvedHere(failure: FetchFailure): FetchFailure {
  const message = `${failure.message} This service resolves names itself, not through its egress proxy, and needs a name server for public names.`;
  return { ...failure, message };
}

/** The name does not exist, or no address is known for it. */
export function nameNotFound(host: string): FetchFailure {
  return failed('name_not_found', `The name ${shown(host)} has no address in the DNS.`);
}

/** The guard refuses where a name or a literal leads. */
export function notPublic(host: string): FetchFailure {
  return failed(
    'guard',
    `${shown(host)} leads to an address that is not on the public internet, and was not connected to.`,
  );
}

/** The guard refuses an address of the auditing machine: a connection from inside would bypass its firewall. */
export function ownMachine(host: string): FetchFailure {
  return failed('guard', `${shown(host)} leads to an address of the machine that audits, and was not connected to.`);
}

/** The system does not list this machine's addresses, so the guard cannot tell whether a host resolves to one. */
export function interfacesUnknown(host: string): FetchFailure {
  return failed(
    'guard',
    `The addresses of the machine that audits could not be read, so ${shown(host)} was not connected to.`,
  );
}

/** The address of the host is in the operator's `DENY_TARGETS`. */
export function denied(host: string): FetchFailure {
  return failed(
    'guard',
    `${shown(host)} leads to an address that the operator of this service has excluded, and was not connected to.`,
  );
}

/** Why no address accepted a connection. Of several errors, the one that says most about the server. */
export function dialFailure(errors: readonly unknown[], host: string, port: number): FetchFailure {
  const codes = errors.map(codeOf);
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

/** The other side closed the connection before its answer was whole. */
export function connectionReset(host: string): FetchFailure {
  return failed('connection_reset', `${shown(host)} closed the connection before it had answered.`);
}

/**
 * Why a TLS handshake failed, told from the error code alone: the text of such an error can hold what the certificate
 * says, which the site chose.
 */
export function tlsFailure(error: unknown, host: string, port: number): FetchFailure {
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return connectionReset(host);
  return failed('tls', tlsSentence(code, shown(host), port));
}

function tlsSentence(code: string, name: string, port: number): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `The TLS certificate of ${name} has expired.`;
    case 'CERT_NOT_YET_VALID':
      return `The TLS certificate of ${name} is not valid yet.`;
    case 'CERT_REVOKED':
      return `The TLS certificate of ${name} was revoked.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The TLS certificate that ${name} sent is for another host name.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The TLS certificate of ${name} is self-signed.`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The TLS certificate of ${name} is from an unknown issuer, or the certificate between them is not sent.`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_UNKNOWN_PROTOCOL':
    case 'ERR_SSL_HTTP_REQUEST':
      return `${name} does not speak TLS on port ${port}.`;
    default:
      return `The TLS handshake with ${name} failed on port ${port}.`;
  }
}
