import { hash, randomBytes } from 'node:crypto';
import { SESSION_SECONDS } from '../app/session-cookie.ts';
import type { ApiKeys, VerifiedKey } from './api-keys.ts';
import type { SessionStore } from './session-store.ts';

/** 32 random bytes in base64url. */
const FORM = /^[\w-]{43}$/;

/** Sessions of people who signed in with a key. A session ends with its lifetime, when it is ended, or when its key is revoked. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #keys: ApiKeys;

  constructor(store: SessionStore, keys: ApiKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /** Makes a new session of a key. @param now milliseconds since 1970 @returns its token */
  async open({ id }: VerifiedKey, now: number): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#store.insert({ hash: hashToken(token), keyId: id, createdAt: new Date(now).toISOString() });
    return token;
  }

  /** Finds the key of a session; null when the token is unknown, the session has ended or the key is revoked. */
  async findKey(token: string, now: number): Promise<VerifiedKey | null> {
    const session = isSessionForm(token) ? await this.#store.find(hashToken(token)) : null;
    if (session === null || now - Date.parse(session.createdAt) >= SESSION_SECONDS * 1000) return null;
    return this.#keys.findInUse(session.keyId);
  }

  /** Ends a session, in every process. */
  async end(token: string): Promise<void> {
    if (isSessionForm(token)) await this.#store.delete(hashToken(token));
  }

  /** Ends all sessions of a key. */
  async endAll({ id }: VerifiedKey): Promise<void> {
    await this.#store.deleteByKey(id);
  }
}

/** Returns whether a text has the form of a session's token. */
export function isSessionForm(text: string): boolean {
  return FORM.test(text);
}

function hashToken(token: string): string {
  return hash('sha256', token);
}
