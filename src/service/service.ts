import type { Kysely } from 'kysely';
import type { DomainName } from '../domain-name.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { AuditStore } from '../store/audits.ts';
import type { Database } from '../store/database.ts';
import { type PublishedDomainRow, PublishedDomainStore } from '../store/published-domains.ts';
import { ApiKeys } from './api-keys.ts';
import { type Audit, type AuditId, auditFromRow, type FinishedAudit, parseAuditId } from './audit.ts';
import { AuditQueue, type AuditQueueLimits, notStoredError, stoppingError } from './audit-queue.ts';
import { ServiceError } from './errors.ts';
import type { LiveAuditContext } from './live-audit.ts';
import { type CompleteInventory, PublishedDomains } from './published-domains.ts';
import { deleteExpired, type Retention } from './retention.ts';

/** A live audit is derived from, without a new one, for so long after it finished. */
const FRESH_MS = 86_400_000;

export interface ServiceDependencies extends Omit<LiveAuditContext, 'audits' | 'onFinished'> {
  readonly db: Kysely<Database>;
  readonly completeInventory: CompleteInventory;
  /** The URL that clients reach the service by, without a slash at its end. Asked only once the service serves. */
  readonly baseUrl: () => string;
  readonly limits: AuditQueueLimits;
  readonly retention: Retention;
}

export type Service = ReturnType<typeof createService>;

/** The use cases. Nothing runs until {@link Service.resume} or the first live audit. */
export function createService(dependencies: ServiceDependencies) {
  const { db, snapshots, liveAudit, log, limits, retention, completeInventory, baseUrl } = dependencies;
  const audits = new AuditStore(db);
  const published = new PublishedDomainStore(db);
  const publishing = new PublishedDomains({ audits, published, completeInventory, baseUrl, log });
  const onFinished = (audit: FinishedAudit) => publishing.renew(audit);
  const queue = new AuditQueue({ audits, snapshots, liveAudit, log, onFinished }, limits);

  const findAudit = async (idText: string): Promise<Audit> => {
    const id = parseAuditId(idText);
    const row = id === null ? null : await audits.find(id);
    if (row === null) throw new ServiceError('audit_not_found', 'Audit not found');
    return auditFromRow(row);
  };

  const runAudit = async (domain: DomainName, keyId: string | null): Promise<FinishedAudit> => {
    const settled = await queue.join(domain, keyId).settled;
    if (settled.kind === 'stopped') throw stoppingError();
    if (settled.kind === 'lost') throw notStoredError();
    const { audit } = settled;
    const { failure } = audit.report;
    if (failure === null) return audit;
    const code = failure.kind === 'internal' ? 'internal' : 'audit_failed';
    throw new ServiceError(code, failure.message, { auditId: audit.id });
  };

  const freshAudit = async (domain: DomainName, keyId: string | null, permit?: () => Promise<void>) => {
    const row = await audits.newestDone(domain);
    const audit = row === null ? null : auditFromRow(row);
    const isFresh = audit !== null && Date.parse(audit.finishedAt ?? '') > Date.now() - FRESH_MS;
    if (isFresh && audit.finishedAt !== null) return audit;
    await permit?.();
    return runAudit(domain, keyId);
  };

  return {
    keys: new ApiKeys(new ApiKeyStore(db)),

    /**
     * Audits a domain live and waits for the end; shares the audit of that domain which is queued or running.
     * @throws ServiceError `audit_failed`, `internal`, `queue_full`, `stopping`
     */
    runAudit,

    /**
     * The newest live audit of a domain that was done, if it finished within 24 hours; else runs one, as `runAudit` does.
     * @param permit called before one is run; what it throws, this throws
     * @throws ServiceError as `runAudit`
     */
    freshAudit,

    /**
     * Publishes a domain: makes its llms.txt of tier vip from its fresh audit. From then on the text is hosted, and
     * renewed after each later live audit.
     * @param permit see `freshAudit`
     * @throws ServiceError as `runAudit`
     */
    async publishLlmsTxt(
      domain: DomainName,
      keyId: string | null,
      permit?: () => Promise<void>,
    ): Promise<PublishedDomainRow> {
      return publishing.publish(await freshAudit(domain, keyId, permit), keyId);
    },

    /** The hosted llms.txt of tier vip of a domain, with its newest text; null when the domain is not published. */
    findPublished: (domain: DomainName): Promise<PublishedDomainRow | null> => publishing.find(domain),

    /**
     * Queues a live audit of a domain, or joins the one that is queued or running. When this resolves, the audit is on
     * the disk and will be run, whatever becomes of this process.
     * @throws ServiceError `queue_full`, `stopping`, `internal`
     */
    async queueAudit(domain: DomainName, keyId: string | null): Promise<{ id: AuditId; status: 'queued' | 'running' }> {
      const ticket = queue.join(domain, keyId);
      const { id, status } = ticket;
      await ticket.stored;
      return { id, status };
    },

    /** The demonstration for a domain name; nothing is fetched. */
    async demonstrationAudit(domain: DomainName): Promise<FinishedAudit> {
      // The rubric brings the engine with it: it is loaded when first asked for, so that the service listens sooner.
      const { demonstrationAudit } = await import('./demonstration.ts');
      return demonstrationAudit(audits, domain);
    },

    /** An audit by its id as it was sent. @throws ServiceError `audit_not_found`, also for what is no id */
    findAudit,

    /** A finished audit, for its Report. @throws ServiceError `audit_not_found`, `audit_unfinished` */
    async findEvidence(idText: string): Promise<FinishedAudit> {
      const audit = await findAudit(idText);
      if (audit.finishedAt !== null) return audit;
      const { id: auditId, status } = audit;
      const message = `The audit is ${status}; its evidence is there when it is finished.`;
      throw new ServiceError('audit_unfinished', message, { auditId, retryAfter: 5 });
    },

    /**
     * The home page of an audit as it was fetched, as UTF-8.
     * @throws ServiceError `audit_not_found`, `snapshot_not_found`, `snapshot_store_missing`
     */
    async findSnapshot(idText: string): Promise<{ id: AuditId; html: Uint8Array }> {
      if (snapshots === null) {
        throw new ServiceError('snapshot_store_missing', 'Snapshot storage not available');
      }
      const audit = await findAudit(idText);
      const html = audit.finishedAt !== null && audit.hasSnapshot ? await snapshots.read(audit.id) : null;
      if (html === null) throw new ServiceError('snapshot_not_found', 'Snapshot not found', { auditId: audit.id });
      return { id: audit.id, html };
    },

    /** Deletes what has been kept long enough. @param now milliseconds since 1970 */
    deleteExpired: (now: number) => deleteExpired({ audits, snapshots }, retention, now),

    /** Takes up the live audits and the renewals that an earlier process left unfinished. */
    async resume(): Promise<void> {
      await queue.resume();
      await publishing.resume();
    },

    /** Ends live audits: what runs may finish for `graceMs`, the rest stays queued for the next start. */
    async stop(graceMs: number): Promise<void> {
      await queue.stop(graceMs);
      await publishing.stop();
    },
  };
}
