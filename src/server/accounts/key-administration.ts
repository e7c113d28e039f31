import { ServiceError } from '../app/service-error.ts';
import { mayAct } from '../store/key-authority.ts';
import type { ApiKeyStore, KeyChange, RevocationRefusal } from './api-key-store.ts';
import { type ApiKey, type ApiKeyRecord, type ApiKeys, isKeyName, type KeyOptions } from './api-keys.ts';

/** Deletes the visits to a domain, their counts, and the traffic of its site, not their part of the totals. */
export type DeleteVisits = (domain: string) => Promise<void>;

/** Maximum number of audits a day that can be set as the limit of a key. */
export const MAX_AUDITS_PER_DAY = 1_000_000;

/** A key as operators see it. */
export interface ManagedKey extends ApiKeyRecord {
  /** Number of domains that it has published. */
  readonly domains: number;
}

/** What becomes of the domains that a revoked key has published: withdrawn, or given to another key. */
export type Bequest = { readonly withdraw: true } | { readonly to: string };

export interface KeyAdministrationContext {
  readonly keys: ApiKeys;
  readonly store: ApiKeyStore;
  /** Called with every domain that is withdrawn. Must not throw. */
  readonly onChanged: (domain: string) => void;
  readonly deleteVisits: DeleteVisits;
}

/**
 * Management of keys by the holders of keys that may: operators. Each change names the key of its caller (`by`), and throws `KeyEnded` when
 * that was revoked meanwhile.
 */
export class KeyAdministration {
  readonly #context: KeyAdministrationContext;

  constructor(context: KeyAdministrationContext) {
    this.#context = context;
  }

  /** Lists all keys, the oldest first, revoked ones included. */
  async list(): Promise<ManagedKey[]> {
    const { keys, store } = this.#context;
    const [records, counts] = await Promise.all([keys.list(), store.publishedCounts()]);
    return records.map((record) => ({ ...record, domains: counts.get(record.id) ?? 0 }));
  }

  /**
   * Makes a key. Returns it for the only time, with its record.
   * @throws ServiceError `key_refused` for a name that is taken or not accepted, and for a limit out of range
   */
  async create(
    name: string,
    options: KeyOptions,
    by: string,
  ): Promise<{ readonly key: ApiKey; readonly record: ManagedKey }> {
    requireName(name);
    requireLimit(options.auditsPerDay);
    const key = await this.#context.keys.create(name, options, by);
    if (key === null) throw nameTakenError(name);
    const record = (await this.list()).find((one) => mayAct(one) && one.name === name);
    if (record === undefined) throw new Error('The new key is not in the list.');
    return { key, record };
  }

  /** Changes a key in use. @throws ServiceError `key_not_found`, and as {@link create} */
  async change(id: string, change: KeyChange, by: string): Promise<ManagedKey> {
    if (change.name !== undefined) requireName(change.name);
    requireLimit(change.auditsPerDay);
    await this.#findInUse(id);
    if (!(await this.#context.store.update(id, change, by))) throw nameTakenError(change.name ?? '');
    return this.#findInUse(id);
  }

  /**
   * Revokes a key in use, from the next request on. The last key that may manage keys stays.
   * @param bequest null: the key must have published no domain
   * @throws ServiceError `key_not_found`, `key_refused`
   */
  async revoke(id: string, bequest: Bequest | null, by: string): Promise<void> {
    const { keys, onChanged, deleteVisits } = this.#context;
    const terms = bequest === null ? {} : 'to' in bequest ? { heirId: bequest.to } : { withdraws: true };
    if (terms.heirId === id) throw refusedError('The domains of a key go to another key.');
    const revocation = await keys.revoke(id, { ...terms, keepsAdmin: true, by });
    if (typeof revocation === 'string') throw await this.#refusal(revocation, id);
    revocation.withdrawn.forEach(onChanged);
    for (const domain of revocation.withdrawn) await deleteVisits(domain);
  }

  async #refusal(reason: RevocationRefusal, id: string): Promise<ServiceError> {
    if (reason === 'not_found' || reason === 'heir_ended') return keyNotFoundError();
    const { name } = await this.#findInUse(id);
    return refusedError(
      reason === 'last_admin'
        ? `${name} is the only key that may manage keys. Make another one, and revoke it with that.`
        : `${name} has published domains: withdraw them, or give them to another key.`,
    );
  }

  async #findInUse(id: string): Promise<ManagedKey> {
    const key = (await this.list()).find((one) => one.id === id && mayAct(one));
    if (key === undefined) throw keyNotFoundError();
    return key;
  }
}

function requireName(name: string): void {
  if (!isKeyName(name))
    throw refusedError('A name must be one line of 1 to 64 printable characters, with at least one that can be read.');
}

function requireLimit(limit: number | null | undefined): void {
  const isAccepted =
    limit === undefined || limit === null || (Number.isInteger(limit) && limit >= 0 && limit <= MAX_AUDITS_PER_DAY);
  if (!isAccepted) throw refusedError(`A limit is a whole number from 0 to ${MAX_AUDITS_PER_DAY} audits a day.`);
}

function nameTakenError(name: string): ServiceError {
  return refusedError(`A key named ${name} already exists; revoke it or choose another name.`);
}

function keyNotFoundError(): ServiceError {
  return new ServiceError('key_not_found', 'No key in use has that id.');
}

function refusedError(message: string): ServiceError {
  return new ServiceError('key_refused', message);
}
