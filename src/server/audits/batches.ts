import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { count } from '../../audit/formatting.ts';
import { parseAuditId } from '../../values/audit-id.ts';
import { parseDomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { quote } from '../../values/untrusted-text.ts';
import type { VerifiedKey } from '../accounts/api-keys.ts';
import { RETRY_AFTER_SECONDS, ServiceError } from '../app/service-error.ts';
import type { EndedWork } from '../store/end-work.ts';
import { finishedFromRow } from './audit.ts';
import type { AuditQueue } from './audit-queue.ts';
import type { BulkResult } from './bulk-result.ts';
import type { AuditStore } from './store/audit-store.ts';
import type {
  BatchDomainRow,
  BatchDomainStatus,
  BatchProgress,
  BatchRow,
  BatchStore,
  NewBatchEntry,
} from './store/batch-store.ts';
import type { EndedBatch, LiveAuditStore } from './store/live-audit-store.ts';

/** Maximum number of unfinished batches of a key. */
const MAX_UNFINISHED = 10;
/** Maximum number of batches that are listed. */
const MAX_LISTED = 50;
const RESULTS_AT_ONCE = 50;
/** After this time, a batch that is still incomplete belongs to a process that has died. */
const MAX_STORING_MS = 600_000;
/** Maximum length of the input of an entry that is stored, in characters. */
const MAX_INPUT = 260;
/** Domains parsed before other requests are handled. */
const PARSED_AT_ONCE = 250;

/** A list of domains that are audited for its key holder, and its progress. */
export interface Batch {
  readonly id: string;
  /** `queued` until its first audit starts; `cancelled` where some of its audits never ran. */
  readonly status: 'queued' | 'running' | 'done' | 'cancelled';
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** At the pace so far; null when that is not known, or it is done. */
  readonly estimatedFinishAt: string | null;
  /** Number of domains sent, and of those that repeat another. */
  readonly domains: number;
  readonly duplicates: number;
  /** Number of entries by status. */
  readonly counts: Readonly<Record<BatchDomainStatus | 'running', number>>;
}

/** Result of one entry, with the id of its audit; null where there was none. */
export interface BatchResult extends Omit<BulkResult, 'status'> {
  readonly id: string | null;
  readonly status: BulkResult['status'] | 'cancelled';
}

export interface BatchesContext {
  readonly batches: BatchStore;
  readonly queue: AuditQueue;
  readonly live: LiveAuditStore;
  /** True when other processes store batches in the same database. */
  readonly isShared: boolean;
  /** What pages and results show: no write depends on it. */
  readonly shown: { readonly batches: BatchStore; readonly audits: Pick<AuditStore, 'find'> };
}

/** The batches of key holders. Each key has its own, and sees no other. */
export class Batches {
  readonly #context: BatchesContext;
  readonly #created = Date.now();

  constructor(context: BatchesContext) {
    this.#context = context;
  }

  /**
   * Queues audits of a list of domains. When this resolves, the whole batch is on the disk and will be audited, even if this
   * process dies. Texts that are not domains have their result already.
   *
   * @param options.pages maximum number of pages to read of each. Default: those of the score
   * @throws ServiceError `queue_full` when the key has too many unfinished batches, and as {@link AuditQueue.add}
   */
  async create(
    keyId: string,
    texts: readonly string[],
    options: { readonly allowPrivate: boolean; readonly pages?: number },
  ): Promise<Batch> {
    const { batches, queue } = this.#context;
    // A cheap early check. The transaction that stores the batch counts again.
    if ((await batches.countUnfinished(keyId)) >= MAX_UNFINISHED) throw tooManyError();
    const { row, entries } = await newBatch(keyId, texts, options);
    if (!(await queue.addBatch(row, entries, MAX_UNFINISHED, options.pages))) throw tooManyError();
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
    return this.#toBatch(await this.#find(idText, keyId));
  }

  /** @param keyId null: of any key */
  async #find(idText: string, keyId: string | null): Promise<BatchRow> {
    const id = parseAuditId(idText);
    const row = id === null ? null : await this.#context.batches.find(id);
    if (row === null || (keyId !== null && row.keyId !== keyId))
      throw new ServiceError('batch_not_found', 'Batch not found');
    return row;
  }

  async #toBatch(row: BatchRow): Promise<Batch> {
    return batchFromRow(row, await this.#context.batches.countProgress(row.id), Date.now());
  }

  /** Lists the newest batches of a key. */
  async list(keyId: string): Promise<Batch[]> {
    const { batches } = this.#context.shown;
    const rows = await batches.list(keyId, MAX_LISTED);
    return Promise.all(rows.map(async (row) => batchFromRow(row, await batches.countProgress(row.id), Date.now())));
  }

  /**
   * Cancels a batch. What was audited stays; a batch that has ended stays as it is. Audits that run go on outside the batch.
   * @param caller a key that may manage keys may cancel the batch of any key
   * @throws ServiceError `batch_not_found` as {@link find}; KeyEnded
   */
  async cancel(
    idText: string,
    caller: Pick<VerifiedKey, 'id' | 'isAdmin'>,
  ): Promise<{ batch: Batch; ended: EndedWork }> {
    const { live } = this.#context;
    const found = await this.#find(idText, caller.isAdmin ? null : caller.id);
    const ended = await live.cancelBatch(found.id, new Date().toISOString(), caller.id);
    return { batch: await this.#toBatch(await this.#find(found.id, null)), ended };
  }

  /** Yields the results of a batch so far, in the order of the list. Reads some at a time, as they are needed. */
  async *results({ id }: Pick<Batch, 'id'>): AsyncGenerator<BatchResult, void> {
    const { batches, audits } = this.#context.shown;
    // Loaded when first needed, because the rubric includes the engine.
    const { auditedResult, refusedResult } = await import('./bulk-result.ts');
    const toResult = async ({ input, domain, status, auditId, error }: BatchDomainRow): Promise<BatchResult | null> => {
      if (status === 'queued') return null;
      if (status === 'refused') return { id: null, ...refusedResult(input, error ?? '') };
      // An audit that ran when the batch was cancelled is none of its results.
      const id = status === 'cancelled' ? null : auditId;
      const audit = id === null ? null : finishedFromRow(await audits.find(id));
      if (audit !== null) return { id: audit.id, ...auditedResult(input, audit.report, audit) };
      return { id, ...refusedResult(input, error ?? 'The audit is no longer stored.'), domain, status };
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

/** Says what cancelling a batch did. */
export function cancellationSentence({ batches, sites, audits }: EndedWork): string {
  if (batches === 0) return 'The batch had already ended. Nothing was changed.';
  const left = sites - audits;
  const [goOn, they, them] = left === 1 ? ['goes', 'it runs', 'it'] : ['go', 'they run', 'them'];
  const outside = ` ${count(left, 'audit')} ${goOn} on outside the batch: ${they} already, or others want ${them} too.`;
  return `The batch is cancelled: ${count(audits, 'waiting audit')} will not run.${left === 0 ? '' : outside} Results so far stay.`;
}

/** Logs the end of a batch, with the number of its entries by status. Never rejects. */
export async function logBatchEnd(batches: BatchStore, { id, keyId }: EndedBatch, log: Log): Promise<void> {
  try {
    const { settled } = await batches.countProgress(id);
    log.info({ batch: id, key: keyId, ...Object.fromEntries(settled) }, 'batch');
  } catch (err) {
    log.error({ err, batch: id }, 'batch');
  }
}

function tooManyError(): ServiceError {
  const message = `This key already has ${MAX_UNFINISHED} unfinished batches; wait until one is done, or cancel one.`;
  return new ServiceError('queue_full', message, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Returns a batch with its progress. @param now milliseconds since 1970 */
export function batchFromRow(row: BatchRow, { settled, running, began }: BatchProgress, now: number): Batch {
  const { id, requestedAt, finishedAt, domains, duplicates } = row;
  const startedAt = row.startedAt ?? began;
  const settledAs = (status: BatchDomainStatus) => settled.get(status) ?? 0;
  const counts = {
    // The two are not counted at one moment.
    queued: Math.max(0, settledAs('queued') - running),
    running: Math.min(running, settledAs('queued')),
    done: settledAs('done'),
    failed: settledAs('failed'),
    refused: settledAs('refused'),
    cancelled: settledAs('cancelled'),
  };
  const audited = counts.done + counts.failed;
  const left = counts.queued + counts.running;
  const elapsed = startedAt === null ? 0 : Math.max(0, now - Date.parse(startedAt));
  return {
    id,
    status:
      finishedAt !== null ? (counts.cancelled > 0 ? 'cancelled' : 'done') : startedAt !== null ? 'running' : 'queued',
    requestedAt,
    startedAt,
    finishedAt,
    estimatedFinishAt:
      finishedAt !== null || audited === 0 ? null : new Date(now + (elapsed / audited) * left).toISOString(),
    domains,
    duplicates,
    counts,
  };
}

/**
 * Makes the entries of a batch: each domain once, in the order of the list, and invalid ones with the reason.
 *
 * @param allowPrivate see `parseDomainName`
 */
async function newBatch(
  keyId: string,
  texts: readonly string[],
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<{ readonly row: BatchRow; readonly entries: readonly NewBatchEntry[] }> {
  const entries = new Map<string, NewBatchEntry>();
  for (const [parsedBefore, text] of texts.entries()) {
    if (parsedBefore % PARSED_AT_ONCE === PARSED_AT_ONCE - 1) await setImmediate();
    const input = quote(text, MAX_INPUT);
    const parsed = parseDomainName(text, { allowPrivate });
    const key = parsed.ok ? parsed.domain : `refused ${input}`;
    if (entries.has(key)) continue;
    const result = parsed.ok
      ? { domain: parsed.domain, status: 'queued' as const, error: null }
      : { domain: null, status: 'refused' as const, error: parsed.problem };
    entries.set(key, { position: entries.size, input, ...result });
  }
  const requestedAt = new Date().toISOString();
  const hasDomains = entries.values().some(({ status }) => status === 'queued');
  const row: BatchRow = {
    id: randomUUID(),
    keyId,
    requestedAt,
    startedAt: null,
    finishedAt: hasDomains ? null : requestedAt,
    domains: texts.length,
    duplicates: texts.length - entries.size,
  };
  return { row, entries: [...entries.values()] };
}
