import { setImmediate } from 'node:timers/promises';
import type { AuditStore } from '../../store/audits.ts';
import type { BatchDomainRow, BatchStore } from '../../store/batches.ts';
import { RETRY_AFTER_SECONDS, ServiceError } from '../errors.ts';
import { auditFromRow, parseAuditId } from './audit.ts';
import type { AuditQueue } from './audit-queue.ts';
import { type Batch, batchFromRow, newBatch } from './batch.ts';
import type { BulkResult } from './bulk-result.ts';

/** Most unfinished batches of a key. */
const MAX_UNFINISHED = 10;
const RESULTS_AT_ONCE = 50;
/** After this time, a batch that is still incomplete belongs to a process that has died. */
const MAX_STORING_MS = 600_000;
const DAY_MS = 86_400_000;

/** Result of one entry, with the id of its audit; null where there was none. */
export interface BatchResult extends BulkResult {
  readonly id: string | null;
}

export interface BatchesContext {
  readonly batches: BatchStore;
  readonly audits: AuditStore;
  readonly queue: AuditQueue;
  /** True when other processes store batches in the same database. */
  readonly isShared: boolean;
}

/** The batches of key holders: each has its own, and knows of no other. */
export class Batches {
  readonly #context: BatchesContext;
  readonly #created = Date.now();

  constructor(context: BatchesContext) {
    this.#context = context;
  }

  /**
   * Has a list of domains audited. When this resolves, all of it is on the disk, and will be, whatever becomes of this
   * process. What is no domain has its result already.
   *
   * @throws ServiceError `queue_full` when the key has too many that are unfinished, and as {@link AuditQueue.add}
   */
  async create(keyId: string, texts: readonly string[], options: { readonly allowPrivate: boolean }): Promise<Batch> {
    const { batches, queue } = this.#context;
    // A cheap early check. The transaction that stores the batch counts again.
    if ((await batches.countUnfinished(keyId)) >= MAX_UNFINISHED) throw tooManyError();
    const { row, entries } = await newBatch(keyId, texts, options);
    if (!(await queue.addBatch(row, entries, MAX_UNFINISHED))) throw tooManyError();
    return this.find(row.id, keyId);
  }

  /** Deletes incomplete batches of processes that have died. @param now milliseconds since 1970 */
  async deleteIncomplete(now: number): Promise<void> {
    const { batches, isShared } = this.#context;
    const before = isShared ? now - MAX_STORING_MS : this.#created;
    await batches.deleteIncomplete(new Date(before).toISOString());
  }

  /**
   * Finds a batch.
   *
   * @throws ServiceError `batch_not_found`, also for malformed ids and batches of other keys
   */
  async find(idText: string, keyId: string): Promise<Batch> {
    const { batches } = this.#context;
    const id = parseAuditId(idText);
    const row = id === null ? null : await batches.find(id);
    if (row === null || row.keyId !== keyId) throw new ServiceError('batch_not_found', 'Batch not found');
    return batchFromRow(row, await batches.progressOf(row.id), Date.now());
  }

  /**
   * Deletes the batches that finished at least that many days ago.
   * @param now milliseconds since 1970
   * @param signal ends it between one deletion and the next
   * @returns how many
   */
  async deleteExpired(days: number, now: number, signal?: AbortSignal): Promise<number> {
    const before = new Date(now - days * DAY_MS).toISOString();
    let deleted = 0;
    while (signal?.aborted !== true && (await this.#context.batches.deleteOneFinishedBefore(before))) {
      deleted += 1;
      // Lets requests run: each deletion blocks the database.
      await setImmediate();
    }
    return deleted;
  }

  /** Yields the results of a batch so far, in the order of the list. Reads some at a time, as they are needed. */
  async *results({ id }: Pick<Batch, 'id'>): AsyncGenerator<BatchResult, void> {
    const { batches, audits } = this.#context;
    // Loaded when first needed, because the rubric includes the engine.
    const { auditedResult, refusedResult } = await import('./bulk-result.ts');
    const toResult = async ({ input, domain, status, auditId, error }: BatchDomainRow): Promise<BatchResult | null> => {
      if (status === 'queued') return null;
      if (status === 'refused') return { id: null, ...refusedResult(input, error ?? '') };
      const row = auditId === null ? null : await audits.find(auditId);
      const audit = row === null ? null : auditFromRow(row);
      if (audit !== null && audit.finishedAt !== null)
        return { id: audit.id, ...auditedResult(input, audit.report, audit) };
      return { id: auditId, ...refusedResult(input, error ?? 'The audit is no longer stored.'), domain, status };
    };
    let position = -1;
    for (;;) {
      const entries = await batches.entriesAfter(id, position, RESULTS_AT_ONCE);
      const last = entries.at(-1);
      if (last === undefined) return;
      for (const result of await Promise.all(entries.map(toResult))) if (result !== null) yield result;
      position = last.position;
    }
  }
}

function tooManyError(): ServiceError {
  const message = `This key already has ${MAX_UNFINISHED} unfinished batches; wait until one is done.`;
  return new ServiceError('queue_full', message, { retryAfter: RETRY_AFTER_SECONDS });
}
