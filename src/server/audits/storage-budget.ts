import { statfs } from 'node:fs/promises';
import { formatBytes } from '../../documents/logs/traffic-words.ts';
import type { Log } from '../../values/log.ts';
import { DISK_FULL, RETRY_AFTER_SECONDS, ServiceError } from '../app/service-error.ts';
import { StorageFull, type StorageLimits, type StorageStore } from '../store/key-storage.ts';
import type { SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import type { AuditStore } from './store/audit-store.ts';
import type { BatchStore } from './store/batch-store.ts';

const DAY_MS = 86_400_000;
/** Part of a small disk that stays free, where the floor in bytes would be most of it. */
const FREE_PART = 0.05;
/** Audits that are deleted at once. */
const DELETED_AT_ONCE = 100;
/** Part of the limit that evicting leaves in use, so that it does not run for each audit. */
const EVICTED_TO = 0.95;

export interface StorageBudgetContext {
  readonly storage: StorageStore;
  readonly audits: AuditStore;
  readonly batches: BatchStore;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly log: Log;
  readonly limits: StorageLimits;
  /** Whether the oldest audits of a key give way to new ones. */
  readonly evicts: boolean;
  /** The folder whose disk must have free space, and how much in bytes; null for no floor. */
  readonly disk: { readonly folder: string; readonly floor: number } | null;
}

/** Use of a key's storage, in bytes. */
export interface StorageUse {
  readonly used: number;
  /** Null for any number. */
  readonly limit: number | null;
}

/** Admits what is stored for a key: the budget of its bytes and domains, and the free space of the disk. */
export class StorageBudget {
  readonly #context: StorageBudgetContext;

  constructor(context: StorageBudgetContext) {
    this.#context = context;
  }

  /**
   * Stores something new, if there is room.
   * @param store checks the budget in its transaction
   * @throws ServiceError `storage_full`, `too_many_sites`, `disk_low`, and what `store` throws
   */
  async admit<Result>(store: () => Promise<Result>): Promise<Result> {
    if (await this.isDiskLow()) throw new ServiceError('disk_low', DISK_FULL, { retryAfter: RETRY_AFTER_SECONDS });
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error;
      if (error.of !== 'bytes' || !this.#context.evicts || !(await this.#evict(error.budget)))
        throw this.#refuse(error);
    }
    return store().catch((error: unknown) => {
      throw error instanceof StorageFull ? this.#refuse(error) : error;
    });
  }

  /** Returns why a queued audit must not start: its key's storage was filled while it waited. Null when it may. */
  async whyNotStart(budget: string): Promise<ServiceError | null> {
    const { limits, evicts, storage } = this.#context;
    const used = limits.bytes === null ? 0 : await storage.usedBy(budget);
    if (limits.bytes === null || used <= limits.bytes || (evicts && (await this.#evict(budget)))) return null;
    return this.#refuse(new StorageFull('bytes', budget, used));
  }

  async measureUse(keyId: string): Promise<StorageUse> {
    return { used: await this.#context.storage.usedBy(keyId), limit: this.#context.limits.bytes };
  }

  /**
   * Deletes the audits of a key that were finished before a time, with their snapshots, and its batches.
   * @returns how many @throws KeyEnded
   */
  async deleteAudits(keyId: string, before: string): Promise<{ audits: number; batches: number }> {
    let audits = 0;
    for (let some = -1; some !== 0; audits += some) some = await this.#deleteSome(keyId, before, keyId);
    let batches = 0;
    while (await this.#context.batches.deleteOneFinishedBefore(before, keyId)) batches += 1;
    return { audits, batches };
  }

  /**
   * Deletes the oldest audits, but none younger than a day, and not the key's newest of a site.
   * @returns whether there is room now
   */
  async #evict(budget: string): Promise<boolean> {
    const { storage, limits, log } = this.#context;
    const goal = (limits.bytes ?? 0) * EVICTED_TO;
    const before = new Date(Date.now() - DAY_MS).toISOString();
    let deleted = 0;
    for (let some = -1; some !== 0 && (await storage.usedBy(budget)) > goal; deleted += some)
      some = await this.#deleteSome(budget, before, null);
    if (deleted > 0) log.info({ key: budget, audits: deleted }, 'evicted');
    return deleted > 0;
  }

  async #deleteSome(budget: string, before: string, by: string | null): Promise<number> {
    const { storage, audits, snapshots } = this.#context;
    const oldest = await storage.oldestAudits(budget, before, DELETED_AT_ONCE, snapshots !== null, by);
    if (oldest.length === 0) return 0;
    const withSnapshot = oldest.filter(({ hasSnapshot }) => hasSnapshot).map(({ id }) => id);
    if (withSnapshot.length > 0) {
      await snapshots?.delete(withSnapshot);
      await audits.forgetSnapshots(withSnapshot);
    }
    await audits.delete(oldest.map(({ id }) => id));
    return oldest.length;
  }

  #refuse({ of, budget, used }: StorageFull): ServiceError {
    const { bytes, domains } = this.#context.limits;
    if (of === 'domains') {
      const message = `Your key has ${domains} domains, and may not have more. Withdraw a domain, or remove one from your list.`;
      return new ServiceError('too_many_sites', message);
    }
    const use = `${formatBytes(used)} of ${formatBytes(bytes ?? 0)} are used`;
    const message =
      budget === ''
        ? `The storage for audits without a key is full: ${use}. The operator has to raise STORAGE_PER_KEY.`
        : `The storage of your key is full: ${use}. Delete old audits (DELETE /api/audits?before=DATE), or withdraw a domain with large logs.`;
    return new ServiceError('storage_full', message);
  }

  /** Returns whether the disk has less free space than it must have. Then nothing new is accepted, and queued audits wait. */
  async isDiskLow(): Promise<boolean> {
    const { disk, log } = this.#context;
    // A disk that cannot be read is not a reason to refuse: writing says what is wrong.
    const found = disk && (await statfs(disk.folder).catch(() => null));
    const free = found ? found.bavail * found.bsize : Infinity;
    const isLow = !!found && free < Math.min(disk.floor, found.blocks * found.bsize * FREE_PART);
    if (isLow) log.oncePerMinute('disk nearly full', { free_bytes: free });
    return isLow;
  }
}
