import type { Config } from '../config.ts';
import type { DomainName } from '../domain-name.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { type AuditScore, AuditStore, type ScoreRow } from '../store/audits.ts';
import { BatchStore } from '../store/batches.ts';
import { BucketFailure } from '../store/bucket-failure.ts';
import { Heartbeat } from '../store/heartbeat.ts';
import { type PublishedDomainRow, PublishedDomainStore } from '../store/published-domains.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';
import type { StatementFigures } from '../store/statement-figures.ts';
import type { Store } from '../store/store.ts';
import { VisitStore } from '../store/visits.ts';
import { ApiKeys } from './api-keys.ts';
import { type Audit, type AuditId, auditFromRow, type FinishedAudit, parseAuditId } from './audit.ts';
import { AuditFigures } from './audit-figures.ts';
import type { AuditProgress } from './audit-progress.ts';
import { AuditQueue } from './audit-queue.ts';
import { type AuditReport, MAX_HISTORY, readAuditReport } from './audit-report.ts';
import { BatchAudits } from './batch-audits.ts';
import { Batches } from './batches.ts';
import { type CrawlerIndex, CrawlerIndexes } from './crawler-index.ts';
import { DailyAudits } from './daily-audits.ts';
import { type DomainVisits, readDomainVisits } from './domain-visits.ts';
import { ServiceError, snapshotsUnreachableError, stoppingError } from './errors.ts';
import type { FixGuide } from './fix-guide.ts';
import { type HostedLlmsTxt, hostedTemplate, hostedText } from './hosted-llms-txt.ts';
import type { LiveAuditContext } from './live-audit.ts';
import { type CompleteInventory, PublishedDomains } from './published-domains.ts';
import { Readiness } from './readiness.ts';
import { deleteExpired, type Retention } from './retention.ts';
import { SnapshotWatch } from './snapshot-watch.ts';
import { VisitRecorder } from './visit-recorder.ts';
import { type HostedRequest, toVisit } from './visits.ts';

/** A live audit is derived from, without a new one, for so long after it finished. */
const FRESH_MS = 86_400_000;

export interface ServiceDependencies extends Omit<LiveAuditContext, 'audits' | 'figures' | 'onFinished'> {
  readonly store: Omit<Store, 'close'>;
  /** What is measured of its database. */
  readonly statements: StatementFigures;
  readonly completeInventory: CompleteInventory;
  /** The URL that clients reach the service by, without a slash at its end. Asked only once the service serves. */
  readonly baseUrl: () => string;
  readonly config: Pick<
    Config,
    | 'MAX_RUNNING_AUDITS'
    | 'MAX_QUEUED_AUDITS'
    | 'AUDIT_RETENTION_DAYS'
    | 'SNAPSHOT_RETENTION_DAYS'
    | 'VISIT_RETENTION_DAYS'
  >;
}

export type Service = ReturnType<typeof createService>;

/** The use cases. Nothing runs until {@link Service.resume} or the first live audit. */
export function createService(dependencies: ServiceDependencies) {
  const { store, snapshots, engine, log, config, completeInventory, baseUrl } = dependencies;
  const { db, visitWriter, deleteSomeVisits } = store;
  const audits = new AuditStore(db);
  const published = new PublishedDomainStore(db);
  const listeners: ((domain: string) => void)[] = [];
  const changed = (domain: string) => {
    for (const tell of listeners) tell(domain);
  };
  const publishing = new PublishedDomains({ audits, published, completeInventory, baseUrl, log, onPublished: changed });
  const onFinished = (audit: FinishedAudit) => {
    changed(audit.domain);
    publishing.renew(audit);
  };
  const visits = new VisitStore(db);
  const recorder = new VisitRecorder(visitWriter, log);
  const crawlerIndexes = new CrawlerIndexes(visits);
  const figures = new AuditFigures();
  const limits = { maxRunning: config.MAX_RUNNING_AUDITS, maxQueued: config.MAX_QUEUED_AUDITS };
  const retention: Retention = {
    auditDays: config.AUDIT_RETENTION_DAYS,
    snapshotDays: config.SNAPSHOT_RETENTION_DAYS,
    visitDays: config.VISIT_RETENTION_DAYS,
  };
  const queue = new AuditQueue({ audits, snapshots, engine, log, figures, onFinished }, limits);
  const readiness = new Readiness(new Heartbeat(db), log);
  const snapshotWatch = new SnapshotWatch(snapshots, log);
  const dailyAudits = new DailyAudits({ published, audits, offer: (domain) => queue.offer(domain, 'daily'), log });

  const batchStore = new BatchStore(db);
  const batchAudits = new BatchAudits({
    batches: batchStore,
    audits,
    offer: (domain, keyId) => queue.offer(domain, 'batch', keyId),
    log,
  });
  queue.onRoom(() => batchAudits.look());
  const batches = new Batches({ batches: batchStore, audits, running: batchAudits });

  const findAudit = async (idText: string): Promise<Audit> => {
    const id = parseAuditId(idText);
    const row = id === null ? null : await audits.find(id);
    if (row === null) throw new ServiceError('audit_not_found', 'Audit not found');
    return auditFromRow(row);
  };

  const readSnapshot = async (store: SnapshotStore, id: AuditId): Promise<Uint8Array | null> => {
    try {
      return await store.read(id);
    } catch (error) {
      if (!(error instanceof BucketFailure)) throw error;
      log.error({ problem: error.message, audit: id }, 'snapshot not read');
      throw snapshotsUnreachableError(id);
    }
  };

  async function* progressOf(audit: Audit, signal: AbortSignal): AsyncGenerator<AuditProgress, void> {
    if (audit.finishedAt === null) yield* queue.watch(audit.id, signal);
    const row = await audits.find(audit.id);
    const end = row === null ? null : auditFromRow(row);
    if (end !== null && end.finishedAt !== null) yield { status: end.status, audit: end };
  }

  const runAudit = async (domain: DomainName, keyId: string | null): Promise<FinishedAudit> => {
    const settled = await queue.join(domain, keyId).settled;
    if (settled.kind === 'stopped') throw stoppingError();
    if (settled.kind === 'lost') throw settled.error;
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

  // Audits of earlier versions have no page inventory: a new one is made.
  const listedAudit: typeof freshAudit = async (domain, keyId, permit) => {
    const audit = await freshAudit(domain, keyId, permit);
    if (await publishing.hasInventory(audit.id)) return audit;
    await permit?.();
    return runAudit(domain, keyId);
  };

  const publishLlmsTxt = async (domain: DomainName, keyId: string | null, permit?: () => Promise<void>) =>
    publishing.publish(await listedAudit(domain, keyId, permit), keyId);

  // The guide knows the rubric, which brings the engine with it: loaded when first asked for.
  const fixGuideOf = async (audit: FinishedAudit, key: string | null): Promise<FixGuide> => {
    const { makeFixGuide } = await import('./fix-guide.ts');
    return { auditId: audit.id, markdown: makeFixGuide(audit, baseUrl(), key) };
  };

  return {
    keys: new ApiKeys(new ApiKeyStore(db)),

    /** Lists of domains that are audited beside the rest. */
    batches,

    /** The URL that clients reach the service by, without a slash at its end. */
    baseUrl,

    /**
     * Audits a domain live and waits for the end; shares the audit of that domain which is queued or running.
     * @throws ServiceError `audit_failed`, `internal`, `queue_full`, `store_unwritable`, `stopping`
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
    publishLlmsTxt,

    /**
     * The llms.txt of tier vip. With a key, the domain is published; without one, where live audits are public, the
     * text is made and kept nowhere.
     * @param permit see `freshAudit`
     * @throws ServiceError as `runAudit`
     */
    async vipLlmsTxt(
      domain: DomainName,
      keyId: string | null,
      permit?: () => Promise<void>,
    ): Promise<{ auditId: string; text: string }> {
      if (keyId !== null || (await published.has(domain))) {
        const { auditId, llmsTxt: text } = await publishLlmsTxt(domain, keyId, permit);
        return { auditId, text };
      }
      const audit = await listedAudit(domain, keyId, permit);
      return { auditId: audit.id, text: await publishing.preview(audit) };
    },

    /** The hosted llms.txt of tier vip of a domain, with its newest text; null when the domain is not published. */
    findPublished: (domain: DomainName): Promise<PublishedDomainRow | null> => publishing.find(domain),

    /** Whether a domain is published: what a key holder did, and what its badge's extras take. */
    isPublished: (domain: string): Promise<boolean> => published.has(domain),

    /** The score of the newest live audit of a domain that was done, however old; null when there is none. */
    newestScore: (domain: DomainName): Promise<ScoreRow | null> => audits.newestScore(domain),

    /** The hosted llms.txt of tier free: a template for any domain. */
    hostedTemplate,

    /** The hosted llms.txt of tier vip of a domain; null when the domain is not published. */
    async findHosted(domain: DomainName): Promise<HostedLlmsTxt | null> {
      const row = await publishing.find(domain);
      return row === null ? null : hostedText(domain, row);
    },

    /**
     * Records a request for a hosted file that is about to be answered. @param now milliseconds since 1970
     * @param recorded called when it is on the disk, or is not waited for any more; what cannot be recorded is counted as lost
     */
    recordVisit(request: HostedRequest, now: number, recorded: () => void): void {
      recorder.record(toVisit(request, now), recorded);
    },

    /** Tells, from now on, when there is something new of a domain: a live audit that ended, a hosted llms.txt. */
    onChange: (tell: (domain: string) => void): void => void listeners.push(tell),

    /** The crawler index of the seven UTC days that end now. @param now milliseconds since 1970 */
    crawlerIndex: (now: number): Promise<CrawlerIndex> => crawlerIndexes.read(now),

    /** The visits to a published domain. @param now milliseconds since 1970 @throws ServiceError `domain_not_published` */
    async domainVisits(domain: DomainName, now: number): Promise<DomainVisits> {
      if (!(await published.has(domain))) {
        const message = `${domain} is not published; GET /api/llms-txt?domain=${domain}&tier=vip publishes it.`;
        throw new ServiceError('domain_not_published', message);
      }
      return readDomainVisits(visits, domain, now);
    },

    /** The scores of a domain: its live audits that were done, the newest first, at most 100. */
    auditHistory: (domain: DomainName): Promise<AuditScore[]> => audits.scoresOf(domain, MAX_HISTORY),

    /**
     * Queues a live audit of a domain, or joins the one that is queued or running. When this resolves, the audit is on
     * the disk and will be run, whatever becomes of this process.
     * @throws ServiceError `queue_full`, `stopping`, `store_unwritable`, `internal`
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

    /**
     * The fix guide of a finished audit, for anyone: its commands take a key from the environment.
     * @param needsKey whether live audits need one
     */
    async auditFixGuide(audit: FinishedAudit, needsKey: boolean): Promise<string> {
      const { makeFixGuide, KEY_VARIABLE } = await import('./fix-guide.ts');
      return makeFixGuide(audit, baseUrl(), needsKey ? KEY_VARIABLE : null);
    },

    /**
     * The llms.txt as an audit that was done has it, with nothing more asked of the site; null when no inventory was
     * kept. Of a demonstration, the template.
     */
    async auditLlmsTxt(audit: FinishedAudit): Promise<string | null> {
      if (audit.kind === 'live') return publishing.draft(audit);
      const { freeLlmsTxt } = await import('../documents/llms-txt.ts');
      return freeLlmsTxt(audit.domain);
    },

    /** The fix guide of the demonstration for a domain name. */
    async demonstrationFixGuide(domain: DomainName): Promise<FixGuide> {
      const { demonstrationAudit } = await import('./demonstration.ts');
      return fixGuideOf(await demonstrationAudit(audits, domain), null);
    },

    /**
     * The fix guide of a domain's fresh audit.
     * @param key the caller's as it was sent, for the commands in the guide; null where none is needed
     * @param permit see `freshAudit`
     * @throws ServiceError as `runAudit`
     */
    async liveFixGuide(
      domain: DomainName,
      keyId: string | null,
      key: string | null,
      permit?: () => Promise<void>,
    ): Promise<FixGuide> {
      return fixGuideOf(await freshAudit(domain, keyId, permit), key);
    },

    /** An audit by its id as it was sent. @throws ServiceError `audit_not_found`, also for what is no id */
    findAudit,

    /**
     * What an audit does until it is finished, and its end; of a finished one the end alone. Who is slow to ask is told
     * the newest. Ends without the end when the service stops before it, or `signal` aborts.
     * @throws ServiceError `audit_not_found`
     */
    async watchAudit(
      idText: string,
      signal: AbortSignal,
    ): Promise<{ readonly id: AuditId; readonly progress: AsyncGenerator<AuditProgress, void> }> {
      const audit = await findAudit(idText);
      return { id: audit.id, progress: progressOf(audit, signal) };
    },

    /** An audit, the one before it, what has changed since, and the scores so far. @throws ServiceError `audit_not_found` */
    auditReport: async (idText: string): Promise<AuditReport> => readAuditReport(await findAudit(idText), audits),

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
     * @throws ServiceError `audit_not_found`, `snapshot_not_found`, `snapshot_store_missing`, `snapshot_store_unreachable`
     */
    async findSnapshot(idText: string): Promise<{ id: AuditId; html: Uint8Array }> {
      if (snapshots === null) {
        throw new ServiceError('snapshot_store_missing', 'Snapshot storage not available');
      }
      const audit = await findAudit(idText);
      const html = audit.finishedAt !== null && audit.hasSnapshot ? await readSnapshot(snapshots, audit.id) : null;
      if (html === null) throw new ServiceError('snapshot_not_found', 'Snapshot not found', { auditId: audit.id });
      return { id: audit.id, html };
    },

    /** What is counted and measured since the start, for who watches the service. */
    figures: {
      audits: figures,
      statements: dependencies.statements,
      visits: recorder,
      queue: () => queue.occupancy,
    },

    /** Why the service is not ready to do all that it is there for, a sentence each; none when it is. */
    faults: (): Promise<readonly string[]> => readiness.faults(performance.now()),

    /** What the service does without, a sentence each; it is ready all the same. */
    lacks: (): readonly string[] => snapshotWatch.lacks(performance.now()),

    /** Deletes what has been kept long enough. @param now milliseconds since 1970 */
    async deleteExpired(now: number) {
      // Before their audits, without which their results say little.
      const deletedBatches = await batches.deleteExpired(retention.auditDays, now);
      return {
        ...(await deleteExpired({ audits, snapshots, visits, deleteSomeVisits }, retention, now)),
        batches: deletedBatches,
      };
    },

    /** Takes up the live audits, the batches and the renewals that an earlier process left unfinished. */
    async resume(): Promise<void> {
      void snapshotWatch.look(performance.now());
      await queue.resume();
      await batchAudits.resume();
      await publishing.resume();
    },

    /** From now on audits each published domain once a day, until the service is stopped. */
    startDailyAudits: (): void => dailyAudits.start(),

    /** Ends live audits: what runs may finish for `graceMs`, the rest stays queued for the next start. */
    async stop(graceMs: number): Promise<void> {
      readiness.stop();
      await Promise.all([dailyAudits.stop(), batchAudits.stop(), queue.stop(graceMs)]);
      await publishing.stop();
    },
  };
}
