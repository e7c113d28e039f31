import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecretStore } from '../../store/secrets.ts';
import type { ApiKeys, VerifiedKey } from './api-keys.ts';

/** Lifetime of a session, in seconds. */
export const SESSION_SECONDS = 30 * 86_400;

const SECRET_NAME = 'session';
const RANDOM_BYTES = 16;
/** Key id, time of issue in seconds since 1970, random bytes, HMAC-SHA-256 of all before it. */
const FORM = /^(([0-9a-f]{12})\.(\d{1,12})\.[\w-]{22})\.([\w-]{43})$/;

/**
 * Sessions of people who signed in with a key. The token itself is the session: nothing is stored but one secret, which all
 * processes share. A session ends with its lifetime, or at once when its key is revoked.
 */
export class Sessions {
  readonly #secrets: SecretStore;
  readonly #keys: ApiKeys;
  #secret: Promise<string> | null = null;

  constructor(secrets: SecretStore, keys: ApiKeys) {
    this.#secrets = secrets;
    this.#keys = keys;
  }

  /** Makes a new session of a key, another one each time. @param now milliseconds since 1970 */
  async open(key: VerifiedKey, now: number): Promise<string> {
    const body = `${key.id}.${Math.floor(now / 1000)}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return `${body}.${await this.#sign(body)}`;
  }

  /** Finds the key of a session; null when the token is forged or altered, the session has ended or the key is revoked. */
  async keyOf(token: string, now: number): Promise<VerifiedKey | null> {
    const [, body = '', keyId = '', issuedAt = '', signature = ''] = FORM.exec(token) ?? [];
    if (body === '') return null;
    const age = Math.floor(now / 1000) - Number(issuedAt);
    if (age < 0 || age >= SESSION_SECONDS) return null;
    const expected = await this.#sign(body);
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
    return this.#keys.findInUse(keyId);
  }

  async #sign(body: string): Promise<string> {
    this.#secret ??= this.#secrets.get(SECRET_NAME).catch((error: unknown) => {
      this.#secret = null;
      throw error;
    });
    return createHmac('sha256', await this.#secret)
      .update(body)
      .digest('base64url');
  }
}

/** Returns whether a text has the form of a session. It may be forged. */
export function isSessionForm(text: string): boolean {
  return FORM.test(text);
}
