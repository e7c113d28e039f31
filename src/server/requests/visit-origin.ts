import type { IncomingMessage } from 'node:http';
import type { Config } from '../../values/config.ts';
import { findClientAddress, trustedProxies } from '../app/client-address.ts';
import type { RecordVisit } from '../app/load/response-cache.ts';
import type { SignedClaim } from './verification/visit-verifier.ts';
import type { VisitOrigin, Visits } from './visits.ts';

/** Returns the function that records requests for hosted files. */
export function visitRecording(
  visits: Pick<Visits, 'record'>,
  config: Pick<Config, 'TRUST_PROXY' | 'BASE_URL'>,
): RecordVisit {
  const readOrigin = visitOrigins(config);
  return (domain, request, recorded) => {
    const { 'user-agent': userAgent = null, referer = null } = request.headers;
    visits.record({ domain, url: request.url ?? '', userAgent, referer }, readOrigin(request), Date.now(), recorded);
  };
}

/** Returns the function that reads the origin of a request. */
export function visitOrigins({
  TRUST_PROXY,
  BASE_URL,
}: Pick<Config, 'TRUST_PROXY' | 'BASE_URL'>): (request: IncomingMessage) => VisitOrigin {
  const trust = trustedProxies(TRUST_PROXY);
  const base = BASE_URL === undefined ? null : new URL(BASE_URL);
  return (request) => ({
    // Behind an unknown proxy the address is the proxy's, which must not be taken for a spoofed crawler.
    address: () => (trust === false && isForwarded(request) ? '' : findClientAddress(request, trust)),
    signed: () => readSignedClaim(request, base),
  });
}

function isForwarded({ headers }: IncomingMessage): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

/**
 * Returns a request as its client signed it: with the name by which clients reach this service, even behind a proxy.
 * @param base null where any name in the request is accepted
 */
function readSignedClaim({ headers, method, url, rawHeaders }: IncomingMessage, base: URL | null): SignedClaim | null {
  if (headers['signature'] === undefined || headers['signature-input'] === undefined) return null;
  const named = URL.parse(`${base?.protocol ?? 'http:'}//${headers.host}`);
  const ours = base ?? named;
  if (named === null || ours === null) return null;
  return {
    method: method ?? '',
    scheme: ours.protocol.slice(0, -1),
    authority: ours.host,
    host: named.host,
    target: `${base?.pathname.replace(/\/$/, '') ?? ''}${url}`,
    field: (name) => listValues(rawHeaders, name),
  };
}

/** Returns the values of a header field. @param raw alternating names and values */
function listValues(raw: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) values.push(raw[i + 1] ?? '');
  return values;
}
