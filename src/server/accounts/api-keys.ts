import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { quote } from '../../values/untrusted-text.ts';
import { mayAct } from '../store/key-authority.ts';
import type { Administrator, ApiKeyRow, ApiKeyStore, Revocation, RevocationTerms } from './api-key-store.ts';

declare const checked: unique symbol;

/** A well-formed key with the right checksum: `ctb_` and 40 base62 characters. It may be unknown. */
export type ApiKey = string & { readonly [checked]: 'ApiKey' };

const PREFIX = 'ctb_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 34;
const CHECKSUM_CHARACTERS = 6;

/** Makes a key: 34 random characters (202 bits) and the checksum. */
export function newApiKey(): ApiKey {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
  const key = `${PREFIX}${random}${checksum(PREFIX + random)}`;
  if (!isApiKey(key)) throw new Error('A new key is not in the form of a key.');
  return key;
}

/** Reads a key as it was sent; null when it is mistyped, cut short or no key at all. */
export function parseApiKey(text: string): ApiKey | null {
  return isApiKey(text) ? text : null;
}

/** Returns the stored form of a key: its SHA-256 in lower-case hexadecimal. Keys are random enough to need no salt. */
export function hashOfApiKey(key: ApiKey): string {
  return hash('sha256', key);
}

function isApiKey(text: string): text is ApiKey {
  if (!/^ctb_[0-9A-Za-z]{40}$/.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(body);
}

/** Returns the CRC-32 (ISO 3309) of a key's body, in six base62 digits. */
function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let n = 0; n < CHECKSUM_CHARACTERS; n += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** A stored key, without the key itself. */
export type ApiKeyRecord = Omit<ApiKeyRow, 'hash'>;

export type VerifiedKey = Pick<ApiKeyRow, 'id' | 'name' | 'isAdmin' | 'auditsPerDay'>;

/** Properties of a new key. */
export interface KeyOptions {
  /** It may manage keys. Default: no. */
  readonly isAdmin?: boolean;
  /** Maximum number of live audits on a UTC day. Default: any number. */
  readonly auditsPerDay?: number | null;
}

/** The last use of a key is stored at most once in this time. */
const TOUCH_MS = 300_000;

/** The API keys of this service. The operator makes them, and each is shown once. */
export class ApiKeys {
  readonly #store: ApiKeyStore;
  /** Times at which this process has stored the last use of a key. */
  readonly #touched = new Map<string, number>();

  constructor(store: ApiKeyStore) {
    this.#store = store;
  }

  /**
   * Makes a key. Returns it, for the only time; null when a key in use has that name.
   * @param name 1 to 64 printable characters (see {@link isKeyName}) @param by see {@link Administrator} @throws KeyEnded
   */
  async create(name: string, options: KeyOptions = {}, by: Administrator = null): Promise<ApiKey | null> {
    const key = newApiKey();
    const id = randomBytes(6).toString('hex');
    const row = { id, name, hash: hashOfApiKey(key), createdAt: new Date().toISOString(), ...options };
    return (await this.#store.insert(row, by)) ? key : null;
  }

  /** Makes a key named `default`, which may manage keys, if none was ever made; otherwise null. */
  async createFirst(): Promise<ApiKey | null> {
    return (await this.#store.list()).length > 0 ? null : this.create('default', { isAdmin: true });
  }

  /** Lists all keys, the oldest first, revoked ones included. */
  async list(): Promise<ApiKeyRecord[]> {
    return (await this.#store.list()).map(({ hash: _hash, ...record }) => record);
  }

  /** Finds the key in use with this id or name. Returns null when there is none. */
  async find(idOrName: string): Promise<VerifiedKey | null> {
    const inUse = (await this.#store.list()).filter(mayAct);
    const key = inUse.find(({ id }) => id === idOrName) ?? inUse.find(({ name }) => name === idOrName);
    return key === undefined ? null : toVerified(key);
  }

  /** Finds the key in use with this id; null when there is none. */
  async findInUse(id: string): Promise<VerifiedKey | null> {
    const row = await this.#store.find(id);
    if (row === null || !mayAct(row)) return null;
    this.#touch(id);
    return toVerified(row);
  }

  /** Returns whether a key may still act. */
  async mayAct(id: string): Promise<boolean> {
    const row = await this.#store.find(id);
    return row !== null && mayAct(row);
  }

  /** Revokes a key in use, from the next request on, and ends its work. @returns why not; the id or name may be of no key in use */
  async revoke(idOrName: string, terms: RevocationTerms = {}): Promise<Revocation> {
    const key = await this.find(idOrName);
    return key === null ? 'not_found' : this.#store.revoke(key.id, new Date().toISOString(), terms);
  }

  /** Finds the key that a text is; null when it is mistyped (found without a look-up), unknown or revoked. */
  async verify(text: string): Promise<VerifiedKey | null> {
    const key = parseApiKey(text);
    if (key === null) return null;
    const hashOfKey = hashOfApiKey(key);
    const row = await this.#store.findByHash(hashOfKey);
    if (row === null || !mayAct(row)) return null;
    if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashOfKey))) return null;
    this.#touch(row.id);
    return toVerified(row);
  }

  /** Stores in the background that a key is used. */
  #touch(id: string): void {
    const now = Date.now();
    if (now - (this.#touched.get(id) ?? 0) < TOUCH_MS) return;
    this.#touched.set(id, now);
    const since = new Date(now - TOUCH_MS).toISOString();
    // Of no importance where the store cannot be written.
    this.#store.touch(id, new Date(now).toISOString(), since).catch(() => undefined);
  }
}

function toVerified({ id, name, isAdmin, auditsPerDay }: VerifiedKey): VerifiedKey {
  return { id, name, isAdmin, auditsPerDay };
}

/** Character of a name that can be read. Not so a blank (U+2800), and what stands for text that could not be decoded (U+FFFD). */
const READABLE = /(?![\u2800\ufffd])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns whether a key may have a name, for logs and lists: one line of 1 to 64 printable characters, with at least one that can be read. */
export function isKeyName(name: string): boolean {
  if (!READABLE.test(quote(name))) return false;
  return /^[\p{L}\p{N}\p{P}\p{S}](?:[\p{L}\p{N}\p{P}\p{S} ]{0,62}[\p{L}\p{N}\p{P}\p{S}])?$/u.test(name);
}
