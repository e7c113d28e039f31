import type { Config } from '../config.ts';
import type { DomainName } from '../domain-name.ts';
import type { OwnUrls } from '../own-url.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { type AuditScore, AuditStore, type ScoreRow } from '../store/audits.ts';
import { BatchStore } from '../store/batches.ts';
import { Heartbeat } from '../store/heartbeat.ts';
import { IpRangeFileStore } from '../store/ip-range-files.ts';
import { PRIORITY } from '../store/jobs/job-queue.ts';
import { type EndedBatch, LiveAuditStore } from '../store/live-audits.ts';
import { type PublishedDomainRow, PublishedDomainStore } from '../store/published-domains.ts';
import { SecretStore } from '../store/secrets.ts';
import type { StatementMetrics } from '../store/statement-metrics.ts';
import type { Store } from '../store/store.ts';
import { VisitStore } from '../store/visits/visits.ts';
import type { Audit, FinishedAudit } from './audits/audit.ts';
import { AuditMetrics } from './audits/audit-metrics.ts';
import { AuditQueue, type Ticket } from './audits/audit-queue.ts';
import { type AuditReport, MAX_HISTORY } from './audits/audit-report.ts';
import { Batches } from './audits/batches.ts';
import type { FixGuide } from './audits/fix-guide.ts';
import { type AskOptions, FreshAudits } from './audits/fresh-audits.ts';
import type { LiveAuditContext } from './audits/live-audit.ts';
import { StoredAudits } from './audits/stored-audits.ts';
import type { CompleteInventory } from './engine/engine-protocol.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { Maintenance } from './maintenance.ts';
import { queueDueAudits } from './publishing/daily-audits.ts';
import { type HostedLlmsTxt, hostedTemplate, hostedText } from './publishing/hosted-llms-txt.ts';
import { DomainOwnership, type OwnershipProof } from './publishing/ownership.ts';
import { Publications, type Standing } from './publishing/publications.ts';
import { PublishedDomains, type VipText } from './publishing/published-domains.ts';
import { Readiness } from './readiness.ts';
import { deleteExpired, type Retention } from './retention.ts';
import { SnapshotWatch } from './snapshot-watch.ts';
import { type CrawlerIndex, CrawlerIndexes } from './visits/crawler-index.ts';
import { type DomainVisits, readDomainVisits } from './visits/domain-visits.ts';
import { forgetVisitsIn } from './visits/forget-visits.ts';
import { AgentKeys } from './visits/verification/agent-keys.ts';
import { IpRanges, type Refreshed } from './visits/verification/ip-ranges.ts';
import type { Outside } from './visits/verification/outside.ts';
import { VisitVerifier } from './visits/verification/visit-verifier.ts';
import { VisitRecorder } from './visits/visit-recorder.ts';
import { type HostedRequest, toVisit, type VisitOrigin } from './visits/visits.ts';

export interface ServiceDependencies extends Pick<LiveAuditContext, 'snapshots' | 'engine' | 'log'> {
  readonly store: Omit<Store, 'close'>;
  /** Metrics of its database. */
  readonly statements: StatementMetrics;
  readonly completeInventory: CompleteInventory;
  /** The service's own URLs. Called only once the service listens. */
  readonly urls: () => OwnUrls;
  readonly config: Pick<
    Config,
    | 'RUN_AUDITS'
    | 'SCHEDULES'
    | 'MAX_RUNNING_AUDITS'
    | 'MAX_AUDITS_PER_HOST'
    | 'MAX_QUEUED_AUDITS'
    | 'AUDIT_RETENTION_DAYS'
    | 'SNAPSHOT_RETENTION_DAYS'
    | 'VISIT_RETENTION_DAYS'
    | 'INDEX_COUNTS'
    | 'REQUIRE_OWNERSHIP'
    | 'CITABLE_COMMAND'
  >;
  /** Access to the files that vendors publish about their crawlers. */
  readonly outside: Outside;
  /** Returns whether this process is busy: fewer audits run then. */
  readonly isBusy: () => boolean;
}

/** Owner of a domain, and the proof of ownership for a key. */
export interface Ownership {
  readonly standing: Standing;
  readonly proof: OwnershipProof;
  readonly isRequired: boolean;
}

export type Service = ReturnType<typeof createService>;

/** The use cases. Nothing runs until {@link Service.resume} or the first live audit. */
export function createService(dependencies: ServiceDependencies) {
  const { store, snapshots, engine, log, config, completeInventory, urls, outside, isBusy } = dependencies;
  const baseUrl = () => urls().usable;
  const publicUrl = () => urls().public;
  const command = config.CITABLE_COMMAND ?? null;
  const { db, jobs, schedules, writeAheadLog, visitWriter } = store;
  const audits = new AuditStore(db);
  const published = new PublishedDomainStore(db);
  const listeners: ((domain: string) => void)[] = [];
  const changed = (domain: string) => {
    for (const tell of listeners) tell(domain);
  };
  const onFinished = (audit: FinishedAudit) => {
    changed(audit.domain);
    publishing.renew(audit);
  };
  const visits = new VisitStore(db);
  const forgetVisits = forgetVisitsIn(visits);
  const publishing = new PublishedDomains({
    audits,
    published,
    completeInventory,
    publicUrl,
    log,
    onPublished: changed,
    forgetVisits,
  });
  const recorder = new VisitRecorder(visitWriter, log);
  const ipRanges = new IpRanges(new IpRangeFileStore(db), outside, log, () => verifier.forget());
  const agentKeys = new AgentKeys(outside, log);
  const verifier = new VisitVerifier(ipRanges, agentKeys, outside.dns);
  const crawlerIndexes = new CrawlerIndexes(visits, config.INDEX_COUNTS);
  const figures = new AuditMetrics();
  const limits = {
    maxRunning: config.MAX_RUNNING_AUDITS,
    maxPerHost: config.MAX_AUDITS_PER_HOST,
    maxQueued: config.MAX_QUEUED_AUDITS,
  };
  const retention: Retention = {
    auditDays: config.AUDIT_RETENTION_DAYS,
    snapshotDays: config.SNAPSHOT_RETENTION_DAYS,
    visitDays: config.VISIT_RETENTION_DAYS,
  };
  const batchStore = new BatchStore(db);
  const onBatchEnded = ({ id, keyId }: EndedBatch) => {
    batchStore.progressOf(id).then(
      ({ settled }) => log.info({ batch: id, key: keyId, ...Object.fromEntries(settled) }, 'batch'),
      (err: unknown) => log.error({ err, batch: id }, 'batch'),
    );
  };
  const queue = new AuditQueue(
    {
      audits,
      live: new LiveAuditStore(db, jobs),
      jobs,
      snapshots,
      engine,
      log,
      figures,
      onFinished,
      onBatchEnded,
      isBusy,
    },
    limits,
    config.RUN_AUDITS === 'on',
  );
  const freshAudits = new FreshAudits({ audits, queue, publishing });
  const ownership = new DomainOwnership(new SecretStore(db), outside);
  const publications = new Publications({
    published,
    publishing,
    freshAudits,
    ownership,
    isProofRequired: config.REQUIRE_OWNERSHIP === 'dns',
    forgetVisits,
    onWithdrawn: changed,
  });
  const batches = new Batches({ batches: batchStore, audits, queue, isShared: jobs.isShared });
  const kept = new StoredAudits({ audits, snapshots, queue, log });
  const readiness = new Readiness(new Heartbeat(db), () => dependencies.statements.hasFoundCorruption, log);
  const snapshotWatch = new SnapshotWatch(snapshots, log);

  const deleteAllExpired = async (now: number, signal?: AbortSignal) => {
    await batches.deleteIncomplete(now);
    // Before their audits, without which their results say little.
    const deletedBatches = await batches.deleteExpired(retention.auditDays, now, signal);
    return {
      ...(await deleteExpired({ audits, snapshots, visits }, retention, now, signal)),
      batches: deletedBatches,
    };
  };
  const maintenance = new Maintenance({
    schedules,
    log,
    deleteExpired: (signal) => deleteAllExpired(Date.now(), signal),
    shrinkLog: writeAheadLog === null ? null : () => writeAheadLog.shrink(),
    renewOutdated: () => publishing.renewOutdated(),
    queueDueAudits: (signal) => {
      const add = (domain: DomainName) => queue.add(domain, { keyId: null, client: '', priority: PRIORITY.daily });
      return queueDueAudits({ published, audits, add }, signal);
    },
    refreshIpRanges: async () => void (await ipRanges.refresh()),
  });

  // Loaded when first needed, because the guide includes the rubric and so the engine.
  const fixGuideOf = async (audit: FinishedAudit, key: string | null): Promise<FixGuide> => {
    const { makeFixGuide } = await import('./audits/fix-guide.ts');
    return { auditId: audit.id, markdown: makeFixGuide(audit, baseUrl(), key, command) };
  };

  return {
    keys: new ApiKeys(new ApiKeyStore(db)),

    /** Lists of domains that are audited beside the rest. */
    batches,

    /** The URL that clients reach the service by, without a slash at its end; one that works on this machine if none is known. */
    baseUrl,

    /**
     * Audits a domain live and waits for the end; shares the audit of that domain which is queued or running.
     * @throws ServiceError `audit_failed`, `internal`, `queue_full`, `store_unwritable`, `stopping`
     */
    runAudit: (domain: DomainName, keyId: string | null, options?: AskOptions): Promise<FinishedAudit> =>
      freshAudits.run(domain, keyId, options),

    /**
     * The newest live audit of a domain that was done, if it finished within 24 hours; else runs one, as `runAudit` does.
     * @param options.permit called before an audit runs; its errors are passed on
     * @throws ServiceError as `runAudit`
     */
    freshAudit: (domain: DomainName, keyId: string | null, options?: AskOptions): Promise<FinishedAudit> =>
      freshAudits.find(domain, keyId, options),

    /**
     * Returns the llms.txt of tier vip. With a key, a domain that is not published yet is published: its text is hosted
     * from then on, and renewed after each later live audit. Without a key, where live audits are public, the text is made
     * and not stored.
     *
     * @param options see `freshAudit`
     * @throws ServiceError as `runAudit`; `no_public_url` when the service has no public URL for the file; `nothing_listed`
     */
    vipLlmsTxt: (domain: DomainName, keyId: string | null, options?: AskOptions): Promise<VipText> =>
      publications.llmsTxt(domain, keyId, options),

    /** Withdraws a published domain of a key. @throws ServiceError `domain_not_published`, `domain_not_owned` */
    withdraw: (domain: DomainName, keyId: string): Promise<void> => publications.withdraw(domain, keyId),

    /** Returns a domain's relation to a key. */
    standingOf: (domain: DomainName, keyId: string | null): Promise<Standing> => publications.standingOf(domain, keyId),

    /** Returns the proof of ownership for a key, and whether it is required to publish. Checks nothing. */
    async ownershipOf(domain: DomainName, keyId: string): Promise<Ownership> {
      const [standing, proof] = await Promise.all([
        publications.standingOf(domain, keyId),
        ownership.proofOf(domain, keyId),
      ]);
      return { standing, proof, isRequired: config.REQUIRE_OWNERSHIP === 'dns' };
    },

    /** The hosted llms.txt of tier vip of a domain, with its newest text; null when the domain is not published. */
    findPublished: (domain: DomainName): Promise<PublishedDomainRow | null> => publishing.find(domain),

    /** Returns whether a domain is published: what a key holder did, and what its badge's extras take. */
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
     * @param origin where it came from: whether an AI crawler is the one that it says; not known when it is left out
     */
    recordVisit(request: HostedRequest, now: number, recorded: () => void, origin?: VisitOrigin): void {
      const visit = toVisit(request, now);
      if (visit.class !== 'ai_bot' || origin === undefined) {
        recorder.record(visit, recorded);
        return;
      }
      const { crawler, vendor } = visit;
      const claim = { crawler, vendor, address: origin.address(), signed: origin.signed() };
      const { now: verification, later } = verifier.judge(claim, now);
      recorder.record(verification === 'unverified' ? visit : { ...visit, verification }, recorded, later);
    },

    /** Learns the addresses that vendors publish for their crawlers, now and whenever there are others. */
    followIpRanges: (): Promise<void> => ipRanges.follow(),

    /**
     * Fetches the files that were not fetched lately.
     *
     * @throws when the store cannot be used
     */
    refreshIpRanges: (): Promise<Refreshed> => ipRanges.refresh(),

    /** Tells, from now on, when there is something new of a domain: a live audit that ended, a hosted llms.txt. */
    onChange: (tell: (domain: string) => void): void => void listeners.push(tell),

    /** The crawler index of the seven UTC days that end now. @param now milliseconds since 1970 */
    crawlerIndex: (now: number): Promise<CrawlerIndex> => crawlerIndexes.read(now),

    /**
     * The visits to a published domain, for the key that it belongs to. @param now milliseconds since 1970
     * @throws ServiceError `domain_not_published`, `domain_not_owned`
     */
    async domainVisits(domain: DomainName, keyId: string, now: number): Promise<DomainVisits> {
      await publications.requireOwner(domain, keyId);
      return readDomainVisits(visits, domain, now);
    },

    /** The scores of a domain: its live audits that were done, the newest first, at most 100. */
    auditHistory: (domain: DomainName): Promise<AuditScore[]> => audits.scoresOf(domain, MAX_HISTORY),

    /**
     * Queues a live audit of a domain, or joins the one that is queued or running. When this resolves, the audit is on
     * the disk and will be run, whatever becomes of this process.
     * @throws ServiceError `queue_full`, `stopping`, `store_unwritable`, `internal`
     */
    queueAudit: (
      domain: DomainName,
      keyId: string | null,
      { client = keyId ?? '' }: Pick<AskOptions, 'client'> = {},
    ): Promise<Ticket> => queue.add(domain, { keyId, client, priority: PRIORITY.caller }),

    /** The demonstration for a domain name; nothing is fetched. */
    async demonstrationAudit(domain: DomainName): Promise<FinishedAudit> {
      // Loaded when first needed, because the rubric includes the engine: the service listens sooner.
      const { demonstrationAudit } = await import('./demonstration.ts');
      return demonstrationAudit(audits, domain);
    },

    /**
     * The fix guide of a finished audit, for anyone: its commands take a key from the environment.
     * @param needsKey whether live audits need one
     */
    async auditFixGuide(audit: FinishedAudit, needsKey: boolean): Promise<string> {
      const { makeFixGuide, KEY_VARIABLE } = await import('./audits/fix-guide.ts');
      return makeFixGuide(audit, baseUrl(), needsKey ? KEY_VARIABLE : null, command);
    },

    /**
     * Returns the llms.txt of a finished audit, without further requests to the site; null when no inventory was stored.
     * For a demonstration, the template.
     *
     * @throws ServiceError `nothing_listed`
     */
    async auditLlmsTxt(audit: FinishedAudit): Promise<string | null> {
      if (audit.kind === 'live') return publishing.draft(audit);
      const { freeLlmsTxt } = await import('../documents/llms-txt/llms-txt.ts');
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
     * @param options see `freshAudit`
     * @throws ServiceError as `runAudit`
     */
    async liveFixGuide(
      domain: DomainName,
      keyId: string | null,
      key: string | null,
      options?: AskOptions,
    ): Promise<FixGuide> {
      return fixGuideOf(await freshAudits.find(domain, keyId, options), key);
    },

    /**
     * Compares an audit with an earlier one of the same domain.
     *
     * @param audit a later audit that was done
     */
    async verifyFixes(earlier: FinishedAudit, audit: FinishedAudit) {
      // Loaded when first needed, as the guide is, because it includes the rubric.
      const { toVerification } = await import('./audits/verified-fixes.ts');
      return toVerification(earlier, audit);
    },

    /** See {@link StoredAudits}, also for the next five. */
    findAudit: (idText: string): Promise<Audit> => kept.find(idText),
    watchAudit: (idText: string, signal: AbortSignal) => kept.watch(idText, signal),
    auditReport: (idText: string): Promise<AuditReport> => kept.report(idText),
    findEvidence: (idText: string): Promise<FinishedAudit> => kept.findFinished(idText),
    findComparable: (idText: string): Promise<FinishedAudit> => kept.findComparable(idText),
    findSnapshot: (idText: string) => kept.findSnapshot(idText),

    /** Metrics since the start. */
    figures: {
      audits: figures,
      statements: dependencies.statements,
      /** Bytes of the write-ahead log; null where the database is a server. */
      writeAheadLog: async () => (writeAheadLog === null ? null : writeAheadLog.bytes()),
      visits: recorder,
      verification: { pending: () => verifier.pending, files: () => ipRanges.counts(Date.now()) },
      queue: () => queue.occupancy(),
    },

    /** Returns the reasons why the service is not ready, a sentence each; none when it is. */
    faults: (): Promise<readonly string[]> => readiness.faults(performance.now()),

    /** Returns the features that are unavailable while the service is ready, a sentence each. */
    lacks: (): readonly string[] => snapshotWatch.lacks(performance.now()),

    /** Deletes data past its retention time. @param now milliseconds since 1970 */
    deleteExpired: deleteAllExpired,

    /** Takes up the live audits that an earlier process left unfinished. */
    async resume(): Promise<void> {
      void snapshotWatch.look(performance.now());
      // If this fails, the hourly maintenance deletes them.
      await batches.deleteIncomplete(Date.now()).catch((err: unknown) => log.error({ err }, 'batches not deleted'));
      await queue.start();
    },

    /** Starts all maintenance tasks that `SCHEDULES` allows: see {@link Maintenance}. */
    startSchedules: (): Promise<void> => maintenance.start(config.SCHEDULES === 'on'),

    /** Resolves when the schedules have finished their current work. Never rejects. */
    schedulesSettled: (): Promise<void> => schedules.settled(),

    /** Ends live audits: what runs may finish for `graceMs`, the rest stays queued for the next start. */
    async stop(graceMs: number): Promise<void> {
      readiness.stop();
      ownership.stop();
      agentKeys.stop();
      await Promise.all([maintenance.stop(), ipRanges.stop(), recorder.stop(), queue.stop(graceMs)]);
      await publishing.stop();
    },
  };
}
