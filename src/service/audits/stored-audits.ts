import type { Log } from '../../log.ts';
import type { AuditStore } from '../../store/audits.ts';
import { BucketFailure } from '../../store/snapshots/bucket-failure.ts';
import type { SnapshotStore } from '../../store/snapshots/snapshot-store.ts';
import { ServiceError, snapshotsUnreachableError } from '../errors.ts';
import { type Audit, type AuditId, auditFromRow, type FinishedAudit, parseAuditId } from './audit.ts';
import type { AuditProgress } from './audit-progress.ts';
import type { AuditQueue } from './audit-queue.ts';
import { type AuditReport, readAuditReport } from './audit-report.ts';
import { whyNotComparable } from './why-not-comparable.ts';

export interface StoredAuditsContext {
  readonly audits: AuditStore;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly queue: AuditQueue;
  readonly log: Log;
}

/** Stored audits, found by the id in a request. */
export class StoredAudits {
  readonly #context: StoredAuditsContext;

  constructor(context: StoredAuditsContext) {
    this.#context = context;
  }

  /**
   * Finds an audit.
   *
   * @throws ServiceError `audit_not_found`, also for malformed ids
   */
  async find(idText: string): Promise<Audit> {
    const id = parseAuditId(idText);
    const row = id === null ? null : await this.#context.audits.find(id);
    if (row === null) throw new ServiceError('audit_not_found', 'Audit not found');
    return auditFromRow(row);
  }

  /**
   * Yields the progress of an audit and its end; for a finished one only the end. A slow client gets only the newest. Ends
   * early when the service stops or `signal` aborts.
   *
   * @throws ServiceError `audit_not_found`
   */
  async watch(
    idText: string,
    signal: AbortSignal,
  ): Promise<{ readonly id: AuditId; readonly progress: AsyncGenerator<AuditProgress, void> }> {
    const audit = await this.find(idText);
    return { id: audit.id, progress: this.#progressOf(audit, signal) };
  }

  async *#progressOf(audit: Audit, signal: AbortSignal): AsyncGenerator<AuditProgress, void> {
    const { audits, queue } = this.#context;
    if (audit.finishedAt === null) yield* queue.watch(audit.id, signal);
    const row = await audits.find(audit.id);
    const end = row === null ? null : auditFromRow(row);
    if (end !== null && end.finishedAt !== null) yield { status: end.status, audit: end };
  }

  /** An audit, the one before it, what has changed since, and the scores so far. @throws ServiceError `audit_not_found` */
  async report(idText: string): Promise<AuditReport> {
    return readAuditReport(await this.find(idText), this.#context.audits);
  }

  /** A finished audit, for its Report. @throws ServiceError `audit_not_found`, `audit_unfinished` */
  async findFinished(idText: string, then = 'its evidence is there'): Promise<FinishedAudit> {
    const audit = await this.find(idText);
    if (audit.finishedAt !== null) return audit;
    const { id: auditId, status } = audit;
    const message = `The audit is ${status}; ${then} when it is finished.`;
    throw new ServiceError('audit_unfinished', message, { auditId, retryAfter: 5 });
  }

  /**
   * Finds a finished live audit to compare with a later one.
   *
   * @throws ServiceError `audit_not_found`, `audit_unfinished`, `audit_not_comparable`
   */
  async findComparable(idText: string): Promise<FinishedAudit> {
    const audit = await this.findFinished(idText, 'its fixes can be verified');
    const problem = whyNotComparable(audit);
    if (problem !== null) throw new ServiceError('audit_not_comparable', problem, { auditId: audit.id });
    return audit;
  }

  /**
   * The home page of an audit as it was fetched, as UTF-8.
   * @throws ServiceError `audit_not_found`, `snapshot_not_found`, `snapshot_store_missing`, `snapshot_store_unreachable`
   */
  async findSnapshot(idText: string): Promise<{ id: AuditId; html: Uint8Array }> {
    const { snapshots } = this.#context;
    if (snapshots === null) throw new ServiceError('snapshot_store_missing', 'Snapshot storage not available');
    const audit = await this.find(idText);
    const html = audit.finishedAt !== null && audit.hasSnapshot ? await this.#read(snapshots, audit.id) : null;
    if (html === null) throw new ServiceError('snapshot_not_found', 'Snapshot not found', { auditId: audit.id });
    return { id: audit.id, html };
  }

  async #read(snapshots: SnapshotStore, id: AuditId): Promise<Uint8Array | null> {
    try {
      return await snapshots.read(id);
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      this.#context.log.error({ problem: error.message, audit: id }, 'snapshot not read');
      throw snapshotsUnreachableError(id);
    }
  }
}
