import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord, parseJson } from './vendor-json.ts';

/** A key with which an agent signs. */
export interface AgentKey {
  /** What may name it: its thumbprint (RFC 7638, RFC 8037 appendix A.3), and the name that its owner gives it. */
  readonly names: readonly string[];
  readonly key: KeyObject;
  /** Seconds since 1970; null of a key that is good for as long as it is published. */
  readonly notBefore: number | null;
  readonly expires: number | null;
}

/** Where an agent's keys are (draft-meunier-webbotauth-httpsig-directory). @param agent a host */
export function keyDirectoryUrl(agent: string): string {
  return `https://${agent}/.well-known/http-message-signatures-directory`;
}

const MAX_KEYS = 100;
/** Some write milliseconds. */
const LARGEST_SECONDS = 1e11;

/** The Ed25519 keys of a directory, a JSON Web Key Set (RFC 7517 §5). Keys of another kind are left out; null of what is none. */
export function parseKeyDirectory(text: string): readonly AgentKey[] | null {
  const directory = parseJson(text);
  const keys = isRecord(directory) ? directory['keys'] : null;
  if (!Array.isArray(keys)) return null;
  return keys.slice(0, MAX_KEYS).flatMap((jwk: unknown) => (isRecord(jwk) ? (keyOf(jwk) ?? []) : []));
}

function keyOf({ kty, crv, x, kid, nbf, exp }: Readonly<Record<string, unknown>>): AgentKey | null {
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return null;
  try {
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
    const names = typeof kid === 'string' ? [thumbprint, kid] : [thumbprint];
    return { names, key, notBefore: secondsOf(nbf), expires: secondsOf(exp) };
  } catch {
    return null;
  }
}

function secondsOf(time: unknown): number | null {
  if (typeof time !== 'number') return null;
  return time > LARGEST_SECONDS ? time / 1000 : time;
}
