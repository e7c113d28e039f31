import { type ComparedTables, compareTables } from '../../audit/pages/compare-tables.ts';
import type { PageTable } from '../../audit/pages/page-table.ts';
import type { RenderedAudit } from '../../audit/rendered/rendered-site.ts';
import { compareReports, type ReportComparison } from '../../audit/report/compare-reports.ts';
import { type FewPages, fewPages } from '../../documents/pages-read.ts';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import type { PictureVersion } from '../../values/page-controls.ts';
import { RETRY_AFTER_SECONDS, ServiceError } from '../app/service-error.ts';
import { BucketFailure } from '../store/snapshots/bucket-failure.ts';
import type { SnapshotKind, SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import { type Audit, auditFromRow, type FinishedAudit, finishedFromRow, whyNotComparable } from './audit.ts';
import type { AuditQueue } from './audit-queue.ts';
import type { AuditProgress } from './audit-watch.ts';
import { pictureIn } from './pictures.ts';
import type { AuditScore, AuditStore, ScoreRow } from './store/audit-store.ts';

/** Maximum number of scores in a domain's history. */
const MAX_HISTORY = 100;

export interface StoredAuditsContext {
  readonly audits: AuditStore;
  /** What pages and responses show: no write depends on it. */
  readonly shown: Pick<AuditStore, 'find' | 'listScores' | 'newestDone' | 'findPageTable' | 'findRendering'>;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly queue: Pick<AuditQueue, 'watch'>;
  readonly log: Log;
}

/** An update for a client that watches an audit: its progress, and at last its end. */
export type AuditUpdate = AuditProgress | { readonly status: 'done' | 'failed'; readonly audit: FinishedAudit };

/** An audit beside those before. */
export interface AuditReport {
  readonly audit: Audit;
  /** The newest live audit of the domain that was done before this live one was started; null when there is none. */
  readonly previous: FinishedAudit | null;
  /** The changes since `previous`; null unless this audit is done and there is one. */
  readonly comparison: ReportComparison | null;
  /** The live audits of the domain that were done, the newest first; none for a demonstration, which is of no site. */
  readonly scores: readonly AuditScore[];
}

/** Stored audits, found by the id in a request or by their domain. */
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
    const row = id === null ? null : await this.#context.shown.find(id);
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
  ): Promise<{ readonly id: AuditId; readonly updates: AsyncGenerator<AuditUpdate, void> }> {
    const audit = await this.find(idText);
    return { id: audit.id, updates: this.#readUpdates(audit, signal) };
  }

  /** Returns the progress of an unfinished audit; null when it has just ended. @throws ServiceError `audit_not_found` */
  async findProgress(id: AuditId): Promise<AuditProgress | null> {
    const watching = new AbortController();
    const { updates } = await this.watch(id, watching.signal);
    const { value } = await updates.next();
    watching.abort();
    await updates.return();
    return value === undefined || 'audit' in value ? null : value;
  }

  async *#readUpdates(audit: Audit, signal: AbortSignal): AsyncGenerator<AuditUpdate, void> {
    const { shown, queue } = this.#context;
    if (audit.finishedAt === null) yield* queue.watch(audit.id, signal);
    const end = finishedFromRow(await shown.find(audit.id));
    if (end !== null) yield { status: end.status, audit: end };
  }

  /** Finds an audit with its domain's history. @throws ServiceError `audit_not_found` */
  async report(idText: string): Promise<AuditReport> {
    const { shown } = this.#context;
    const audit = await this.find(idText);
    const { kind, domain, startedAt, requestedAt } = audit;
    if (kind === 'demonstration') return { audit, previous: null, comparison: null, scores: [] };
    const scores = await shown.listScores(domain, MAX_HISTORY);
    const previous = finishedFromRow(await shown.newestDone(domain, startedAt ?? requestedAt));
    const comparison =
      previous !== null && audit.status === 'done' ? compareReports(previous.report, audit.report) : null;
    return { audit, previous, comparison, scores };
  }

  /** Returns the scores of a domain's live audits that were done, the newest first, at most 100. */
  listScores(domain: DomainName): Promise<AuditScore[]> {
    return this.#context.shown.listScores(domain, MAX_HISTORY);
  }

  /** Returns the score of the newest live audit of a domain that was done, however old; null when there is none. */
  newestScore(domain: DomainName): Promise<ScoreRow | null> {
    // Badges wait for it, so it waits for no list.
    return this.#context.audits.newestScore(domain);
  }

  /** Returns how few pages the audit of {@link newestScore} could judge; null where they were enough for a verdict. */
  async newestFewPages(domain: DomainName): Promise<FewPages | null> {
    const newest = finishedFromRow(await this.#context.audits.newestDone(domain));
    return newest?.status === 'done' ? fewPages(newest.report) : null;
  }

  /** Finds the demonstration for a domain, or makes it. Nothing is fetched. */
  async demonstration(domain: DomainName): Promise<FinishedAudit> {
    // Loaded when first needed, because the rubric includes the engine: the service listens sooner.
    const { demonstrationAudit } = await import('./demonstration.ts');
    return demonstrationAudit(this.#context.audits, domain);
  }

  /**
   * Finds a finished audit.
   *
   * @param then what is available once the audit is finished, for the message
   * @throws ServiceError `audit_not_found`, `audit_unfinished`
   */
  async findFinished(idText: string, then = 'its evidence is there'): Promise<FinishedAudit> {
    const audit = await this.find(idText);
    if (audit.finishedAt !== null) return audit;
    const { id: auditId, status } = audit;
    const message = `The audit is ${status}; ${then} when it is finished.`;
    throw new ServiceError('audit_unfinished', message, { auditId, retryAfter: 5 });
  }

  /**
   * Finds the page table of a finished audit; null when it stored none.
   *
   * @throws ServiceError `audit_not_found`, `audit_unfinished`
   */
  async findPageTable(idText: string): Promise<{ readonly audit: FinishedAudit; readonly table: PageTable | null }> {
    const audit = await this.findFinished(idText, 'its page table is there');
    const stored = await this.#context.shown.findPageTable(audit.id);
    const table: PageTable | null = stored === null ? null : JSON.parse(stored);
    return { audit, table };
  }

  /**
   * Finds what a browser showed of a finished audit; null when nothing was stored.
   *
   * @throws ServiceError `audit_not_found`, `audit_unfinished`
   */
  async findRendering(
    idText: string,
  ): Promise<{ readonly audit: FinishedAudit; readonly rendering: RenderedAudit | null }> {
    const audit = await this.findFinished(idText, 'its rendering is there');
    const stored = await this.#context.shown.findRendering(audit.id);
    const rendering: RenderedAudit | null = stored === null ? null : JSON.parse(stored);
    return { audit, rendering };
  }

  /** Compares the problems of all pages of two audits of a site; null where the rubric has changed, or one has no page table. */
  async compareAllPages(earlier: FinishedAudit, later: FinishedAudit): Promise<ComparedTables | null> {
    if (earlier.report.rubricVersion !== later.report.rubricVersion) return null;
    const [before, after] = [await this.findPageTable(earlier.id), await this.findPageTable(later.id)];
    if (before.table === null || after.table === null) return null;
    return compareTables(before.table, after.table);
  }

  /**
   * Finds a finished live audit to compare with a later one.
   *
   * @throws ServiceError `audit_not_found`, `audit_unfinished`, `audit_not_comparable`
   */
  async findComparable(idText: string): Promise<FinishedAudit> {
    const audit = await this.findFinished(idText, 'it can be compared');
    const problem = whyNotComparable(audit);
    if (problem !== null) throw new ServiceError('audit_not_comparable', problem, { auditId: audit.id });
    return audit;
  }

  /**
   * Finds two finished live audits of one site.
   *
   * @throws ServiceError `audit_not_found`, `audit_unfinished`, `audit_not_comparable`
   */
  async findComparablePair(earlierId: string, laterId: string): Promise<readonly [FinishedAudit, FinishedAudit]> {
    const [earlier, later] = [await this.findComparable(earlierId), await this.findComparable(laterId)];
    if (earlier.domain !== later.domain) {
      const message = `The two audits are of different sites: ${earlier.domain} and ${later.domain}.`;
      throw new ServiceError('audit_not_comparable', message, { auditId: later.id });
    }
    return [earlier, later];
  }

  /**
   * Finds the home page of an audit as it was fetched, as UTF-8.
   * @throws ServiceError `audit_not_found`, `snapshot_not_found`, `snapshot_store_missing`, `snapshot_store_unreachable`
   */
  async findSnapshot(idText: string): Promise<{ id: AuditId; html: Uint8Array }> {
    const { audit, text: html } = await this.#readText(idText, 'html');
    if (html === null) throw new ServiceError('snapshot_not_found', 'Snapshot not found', { auditId: audit.id });
    return { id: audit.id, html };
  }

  /**
   * Finds a picture of a page of an audit, as WebP.
   * @throws ServiceError `audit_not_found`, `picture_not_found`, `snapshot_store_missing`, `snapshot_store_unreachable`
   */
  async findPicture(idText: string, place: number, version: PictureVersion): Promise<{ id: AuditId; webp: Buffer }> {
    const { audit, text } = await this.#readText(idText, 'pictures');
    const webp = text === null ? null : pictureIn(text, place, version);
    if (webp === null) throw new ServiceError('picture_not_found', 'Picture not found', { auditId: audit.id });
    return { id: audit.id, webp };
  }

  async #readText(idText: string, kind: SnapshotKind): Promise<{ audit: Audit; text: Uint8Array | null }> {
    const { snapshots } = this.#context;
    if (snapshots === null) throw new ServiceError('snapshot_store_missing', 'Snapshot storage not available');
    const audit = await this.find(idText);
    const isStored = audit.finishedAt !== null && audit.hasSnapshot;
    return { audit, text: isStored ? await this.#read(snapshots, audit.id, kind) : null };
  }

  async #read(snapshots: SnapshotStore, id: AuditId, kind: SnapshotKind): Promise<Uint8Array | null> {
    try {
      return await snapshots.read(id, kind);
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      this.#context.log.oncePerMinute('snapshot not read', { problem: error.message, audit: id });
      const details = { auditId: id, retryAfter: RETRY_AFTER_SECONDS };
      throw new ServiceError('snapshot_store_unreachable', 'Snapshot storage not available', details);
    }
  }
}
