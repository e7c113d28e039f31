import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRow, ApiKeyStore } from '../../store/api-keys.ts';
import { type ApiKey, hashOfApiKey, newApiKey, parseApiKey } from './api-key.ts';

/** A key that was made, without the key. */
export type ApiKeyRecord = Omit<ApiKeyRow, 'hash'>;

export interface VerifiedKey {
  readonly id: string;
  readonly name: string;
}

/** The keys of this service: made by the operator, shown once. */
export class ApiKeys {
  readonly #store: ApiKeyStore;

  constructor(store: ApiKeyStore) {
    this.#store = store;
  }

  /**
   * Makes a key. Returns it, for the only time; null when a key in use has that name.
   * @param name 1 to 64 printable characters (see {@link isKeyName})
   */
  async create(name: string): Promise<ApiKey | null> {
    const key = newApiKey();
    const id = randomBytes(6).toString('hex');
    const isNew = await this.#store.insert({ id, name, hash: hashOfApiKey(key), createdAt: new Date().toISOString() });
    return isNew ? key : null;
  }

  /** Makes a key named `default` if none was ever made; otherwise null. */
  async createFirst(): Promise<ApiKey | null> {
    return (await this.#store.list()).length > 0 ? null : this.create('default');
  }

  /** All keys, the oldest first, revoked ones included. */
  async list(): Promise<ApiKeyRecord[]> {
    return (await this.#store.list()).map(({ id, name, createdAt, revokedAt }) => ({ id, name, createdAt, revokedAt }));
  }

  /** Finds the key in use with this id or name. Returns null when there is none. */
  async find(idOrName: string): Promise<VerifiedKey | null> {
    const inUse = (await this.#store.list()).filter((key) => key.revokedAt === null);
    const key = inUse.find(({ id }) => id === idOrName) ?? inUse.find(({ name }) => name === idOrName);
    return key === undefined ? null : { id: key.id, name: key.name };
  }

  /**
   * Revokes a key in use, from the next request on. Returns the key; null when no key in use has this id or name.
   * @param heirId id of the key that gets its domains; null: they are left without an owner
   */
  async revoke(idOrName: string, heirId: string | null = null): Promise<VerifiedKey | null> {
    const key = await this.find(idOrName);
    if (key === null || !(await this.#store.revoke(key.id, new Date().toISOString(), heirId))) return null;
    return key;
  }

  /** Whose key that is; null when it is mistyped (found without a look-up), unknown or revoked. */
  async verify(text: string): Promise<VerifiedKey | null> {
    const key = parseApiKey(text);
    if (key === null) return null;
    const hash = hashOfApiKey(key);
    const row = await this.#store.findByHash(hash);
    if (row === null || row.revokedAt !== null) return null;
    return timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) ? { id: row.id, name: row.name } : null;
  }
}

/** Whether a key may be called that: it stands in logs and lists, so one line of 1 to 64 printable characters. */
export function isKeyName(name: string): boolean {
  return /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]{0,62}[\p{L}\p{N}\p{P}\p{S}])?$/u.test(name);
}
