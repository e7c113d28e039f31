import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';
import { toClient } from '../app/client-address.ts';
import { invalidKey, Refusal } from '../app/errors.ts';
import { isNavigation, isSameOrigin } from '../app/same-origin.ts';
import { readSessionToken } from '../app/session-cookie.ts';
import { type ApiKeys, parseApiKey, type VerifiedKey } from './api-keys.ts';
import { ANONYMOUS, type Caller } from './caller.ts';
import { isSessionForm, type Sessions } from './sessions.ts';

/** Dependencies of {@link identify}. */
export interface Identification {
  readonly keys: ApiKeys;
  readonly sessions: Sessions;
  readonly config: Pick<Config, 'BASE_URL'>;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Identifies the caller by the Authorization header, or by the session where the header has no Bearer token: a proxy may ask for a
 * password of its own.
 */
export async function identify(request: FastifyRequest, { keys, sessions, config }: Identification): Promise<Caller> {
  const session = usableSession(request, config);
  if (session === null || bearerToken(request) !== null) return identifyByHeader(request, keys);
  const key = await sessions.findKey(session, Date.now());
  return key === null ? { kind: 'invalid' } : { kind: 'key', key };
}

/** Reads `Authorization: Bearer <key>` (RFC 6750 §2.1). */
export async function identifyByHeader(request: FastifyRequest, keys: ApiKeys): Promise<Caller> {
  if (request.headers.authorization === undefined) return ANONYMOUS;
  const token = bearerToken(request);
  const key = token === null ? null : await keys.verify(token);
  return key === null ? { kind: 'invalid' } : { kind: 'key', key };
}

/**
 * Returns the session of a request, valid or not, if the request may use one. A page that is only read may: that costs nothing,
 * and no other site can read it. Anything else must come from a page of ours. A link may lead to what only key holders see,
 * but never start an audit or publish a domain: reports contain links that audited sites have chosen.
 */
function usableSession(request: FastifyRequest, config: Pick<Config, 'BASE_URL'>): string | null {
  const token = readSessionToken(request, config);
  if (token === null) return null;
  const isRead = SAFE_METHODS.has(request.method);
  if (isRead && request.keyUse === 'optional') return token;
  if (isRead && request.keyUse === 'depends' && isNavigation(request)) return null;
  return isSameOrigin(request, config) ? token : null;
}

/** Returns whether a request sends a key or a session, valid or not. */
export function hasCredential(request: FastifyRequest, config: Pick<Config, 'BASE_URL'>): boolean {
  return request.headers.authorization !== undefined || readSessionToken(request, config) !== null;
}

/** Returns whether a request has a well-formed key or session. A mistyped key fails its checksum, without a look-up. */
export function mayHaveKey(request: FastifyRequest, config: Pick<Config, 'BASE_URL'>): boolean {
  const token = bearerToken(request);
  return token === null ? isSessionForm(readSessionToken(request, config) ?? '') : parseApiKey(token) !== null;
}

/** Returns the token of a Bearer header, valid or not; null for any other header. */
export function bearerToken({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** Returns whether a request is for tier vip. Called before the query is validated. */
export function asksForVip({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'tier' in query && query.tier === 'vip';
}

/** Returns the id of the request's key; null for a request without a valid key. */
export function findKeyId({ caller }: FastifyRequest): string | null {
  return caller.kind === 'key' ? caller.key.id : null;
}

/** Key of the hash, lost with the process: stored hashes cannot be traced back to an address. */
const SECRET = randomBytes(32);

/** Returns the key and the client that a live audit counts for. Without a key, the client is a keyed hash of the address. */
export function identifyAuditor(request: FastifyRequest) {
  const keyId = findKeyId(request);
  const hashOfAddress = () => createHmac('sha256', SECRET).update(toClient(request.ip)).digest('base64url');
  return { keyId, client: keyId ?? `~${hashOfAddress()}` };
}

/** Returns the id of the key of a request to a route for key holders only. */
export function requireHolderId(request: FastifyRequest): string {
  return requireHolder(request).id;
}

/** Returns the key of a request to a route for key holders only. */
export function requireHolder({ caller }: FastifyRequest): VerifiedKey {
  if (caller.kind !== 'key') throw new Error('The route accepts requests without a key.');
  return caller.key;
}

/**
 * Requires a caller that may request live audits.
 *
 * @param isPublic whether callers without a key may
 * @throws Refusal 401 with the challenge of RFC 6750 §3
 */
export function requireKey(caller: Caller, isPublic: boolean): void {
  if (caller.kind === 'invalid') throw invalidKey();
  if (caller.kind === 'anonymous' && !isPublic) {
    throw new Refusal(401, 'This needs an API key; send it in the header Authorization: Bearer <API_KEY>.', {
      'www-authenticate': 'Bearer',
    });
  }
}

/** Requires a key that may manage keys. @throws Refusal 401, 403 */
export function requireAdmin({ caller }: FastifyRequest): void {
  requireKey(caller, false);
  if (caller.kind === 'key' && !caller.key.isAdmin)
    throw new Refusal(
      403,
      'This key may not manage keys. To create one that may, run: citable keys create NAME --admin',
    );
}
