import { EventEmitter } from 'node:events';
import { parseBytes } from '../byte-size.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { OwnUrls } from '../own-url.ts';
import { ApiKeyStore } from '../store/api-keys.ts';
import { AuditStore } from '../store/audits.ts';
import { BatchStore } from '../store/batches.ts';
import { Heartbeat } from '../store/heartbeat.ts';
import { type EndedBatch, LiveAuditStore } from '../store/live-audits.ts';
import { PublishedDomainStore } from '../store/published-domains.ts';
import { RetentionClock } from '../store/retention-clock.ts';
import { SecretStore } from '../store/secrets.ts';
import { SessionStore } from '../store/sessions.ts';
import { SiteStore } from '../store/sites.ts';
import type { SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import type { StatementMetrics } from '../store/statement-metrics.ts';
import { StorageStore } from '../store/storage.ts';
import type { Store } from '../store/store.ts';
import { TrafficStore } from '../store/traffic/traffic.ts';
import { VisitStore } from '../store/visits/visits.ts';
import type { FinishedAudit } from './audits/audit.ts';
import { AuditMetrics } from './audits/audit-metrics.ts';
import { AuditQueue } from './audits/audit-queue.ts';
import { Batches, logBatchEnd } from './audits/batches.ts';
import { FixGuides } from './audits/fix-guide.ts';
import { ReportLinks } from './audits/report-links.ts';
import { StoredAudits } from './audits/stored-audits.ts';
import type { AuditEngine, CompleteInventory } from './engine/engine-protocol.ts';
import { ApiKeys } from './keys/api-keys.ts';
import { KeyAdministration } from './keys/key-administration.ts';
import { Seals } from './keys/seals.ts';
import { Sessions } from './keys/sessions.ts';
import { Maintenance } from './maintenance.ts';
import { HostedFileCheck } from './publishing/hosted-file-check.ts';
import { DomainOwnership } from './publishing/ownership.ts';
import { Publications } from './publishing/publications.ts';
import { PublishedDomains } from './publishing/published-domains.ts';
import { Readiness, SnapshotHealth } from './readiness.ts';
import { visitDeletion } from './retention.ts';
import { MAX_SITES, Sites } from './sites/sites.ts';
import { StorageBudget } from './storage-budget.ts';
import { DomainTrafficReader } from './traffic/domain-traffic.ts';
import { TrafficIngest } from './traffic/traffic-ingest.ts';
import { CrawlerIndexes } from './visits/crawler-index.ts';
import { DomainVisitReader } from './visits/domain-visits.ts';
import type { Outside } from './visits/verification/outside.ts';
import { Visits } from './visits/visits.ts';

export interface ServiceDependencies {
  readonly store: Omit<Store, 'close'>;
  /** Metrics of the store's database. */
  readonly statements: StatementMetrics;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly engine: AuditEngine;
  readonly completeInventory: CompleteInventory;
  readonly log: Log;
  /** Returns the service's own URLs. Called only once the service listens. */
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
    | 'STORAGE_PER_KEY'
    | 'STORAGE_EVICT'
    | 'MIN_FREE_DISK'
    | 'DATA_DIR'
    | 'DATABASE_URL'
    | 'SNAPSHOT_STORE'
    | 'INDEX_COUNTS'
    | 'REQUIRE_OWNERSHIP'
    | 'CITABLE_COMMAND'
  >;
  /** Access to the files that vendors publish about their crawlers. */
  readonly outside: Outside;
}

export type Service = ReturnType<typeof createService>;

/** Builds the use cases, once. Nothing runs until `start` or the first live audit. */
export function createService(dependencies: ServiceDependencies) {
  const { store, snapshots, log, urls, config, outside } = dependencies;
  const stores = storesOn(dependencies);
  const retentionDays = config.VISIT_RETENTION_DAYS;
  const changes = new EventEmitter<{ change: [domain: string] }>();
  const onChange = (domain: string) => void changes.emit('change', domain);
  const visits = new Visits(store, outside, log);
  const deleteVisitsOf = visitDeletion(stores);
  const publishing = new PublishedDomains({
    ...stores,
    completeInventory: dependencies.completeInventory,
    publicUrl: () => urls().public,
    log,
    onPublished: onChange,
    deleteVisitsOf,
  });
  const metrics = new AuditMetrics();
  const onFinished = (audit: FinishedAudit) => {
    onChange(audit.domain);
    publishing.renew(audit);
  };
  const queue = buildQueue(dependencies, stores, metrics, onFinished);
  const audits = new StoredAudits({ ...stores, snapshots, queue, log });
  const batches = new Batches({ ...stores, queue, isShared: store.jobs.isShared });
  const secrets = new SecretStore(store.db);
  const ownership = new DomainOwnership(secrets, outside);
  const publications = new Publications({
    ...stores,
    publishing,
    queue,
    ownership,
    isProofRequired: config.REQUIRE_OWNERSHIP === 'dns',
    deleteVisitsOf,
    onChanged: onChange,
  });
  const hostedFileCheck = new HostedFileCheck({ publications, outside, baseUrl: () => urls().usable });
  const readiness = new Readiness(new Heartbeat(store.db), () => dependencies.statements.hasFoundCorruption, log);
  const snapshotHealth = new SnapshotHealth(snapshots, log);
  const keys = new ApiKeys(stores.keys);
  const parts = { store, stores, snapshots, queue, batches, publishing };
  const maintenance = new Maintenance({ ...parts, ipRanges: visits.ipRanges, log, config });
  const baseUrl = () => urls().usable;

  return {
    /** Returns the URL that clients reach the service by, without a slash at its end; a local one if none is known. */
    baseUrl,
    keys,
    ...accessOf(store.db, stores, keys, secrets),
    keyAdministration: new KeyAdministration({ keys, store: stores.keys, onChanged: onChange, deleteVisitsOf }),
    audits,
    storage: stores.storage,
    auditQueue: queue,
    batches,
    sites: new Sites({ ...stores, queue, batches }),
    fixGuides: new FixGuides({ audits, queue, baseUrl, command: config.CITABLE_COMMAND ?? null }),
    publications,
    hostedFileCheck,
    visits,
    trafficIngest: new TrafficIngest({ ...stores, publications, verifier: visits.verifier, retentionDays }),
    domainTraffic: new DomainTrafficReader({ ...stores, publications, retentionDays }),
    domainVisits: new DomainVisitReader(stores.visits, publications),
    crawlerIndex: new CrawlerIndexes(stores.visits, config.INDEX_COUNTS),
    /** Emits a domain when a live audit of it has finished, or its hosted text has changed. */
    changes,
    readiness,
    snapshotHealth,
    maintenance,
    /** Metrics since the start. */
    metrics: buildMetrics(dependencies, metrics, visits, queue),

    /** Takes over the live audits that an earlier process left unfinished. */
    async start(): Promise<void> {
      void snapshotHealth.check(performance.now());
      // If this fails, the hourly maintenance deletes them.
      await batches.deleteIncomplete(Date.now()).catch((err: unknown) => log.error({ err }, 'batches not deleted'));
      await queue.start();
    },

    /** Ends live audits: running ones may finish for `graceMs`, the rest stays queued for the next start. */
    async stop(graceMs: number): Promise<void> {
      readiness.stop();
      ownership.stop();
      hostedFileCheck.stop();
      await Promise.all([maintenance.stop(), visits.stop(), queue.stop(graceMs)]);
      await publishing.stop();
    },
  };
}

/** Builds what lets people in who send no key: sessions, sealed notices and links. */
function accessOf(
  db: Store['db'],
  { audits }: Pick<ReturnType<typeof storesOn>, 'audits'>,
  keys: ApiKeys,
  secrets: SecretStore,
) {
  return {
    sessions: new Sessions(new SessionStore(db), keys),
    seals: new Seals(secrets),
    reportLinks: new ReportLinks(audits, secrets),
  };
}

function buildMetrics(
  { store, statements }: Pick<ServiceDependencies, 'store' | 'statements'>,
  audits: AuditMetrics,
  visits: Visits,
  queue: AuditQueue,
) {
  return {
    audits,
    statements,
    /** Returns the bytes of the write-ahead log; null where the database is a server. */
    writeAheadLog: async () => (await store.writeAheadLog?.bytes()) ?? null,
    visits: visits.recorder,
    verification: { pending: () => visits.verifier.pending, files: () => visits.ipRanges.counts(Date.now()) },
    queue: () => queue.occupancy(),
  };
}

function storesOn({ store: { db, jobs }, snapshots, log, config }: ServiceDependencies) {
  const { STORAGE_PER_KEY, STORAGE_EVICT, MIN_FREE_DISK, DATA_DIR, DATABASE_URL, SNAPSHOT_STORE } = config;
  const limits = { bytes: parseBytes(STORAGE_PER_KEY), domains: MAX_SITES };
  const floor = parseBytes(MIN_FREE_DISK);
  const isLocal = DATABASE_URL === undefined || SNAPSHOT_STORE === 'file';
  const disk = isLocal && floor !== null ? { folder: DATA_DIR, floor } : null;
  const audits = new AuditStore(db);
  const budget = { storage: new StorageStore(db), limits, evicts: STORAGE_EVICT === 'oldest', disk };
  return {
    audits,
    storage: new StorageBudget({ ...budget, audits, snapshots, log }),
    keys: new ApiKeyStore(db),
    batches: new BatchStore(db),
    live: new LiveAuditStore(db, jobs, limits),
    published: new PublishedDomainStore(db, limits),
    retention: new RetentionClock(db),
    traffic: new TrafficStore(db, limits),
    sites: new SiteStore(db),
    visits: new VisitStore(db),
  };
}

function buildQueue(
  { store, snapshots, engine, log, config }: ServiceDependencies,
  { audits, batches, live, storage }: ReturnType<typeof storesOn>,
  metrics: AuditMetrics,
  onFinished: (audit: FinishedAudit) => void,
): AuditQueue {
  const { jobs } = store;
  const isRunner = config.RUN_AUDITS === 'on';
  const onBatchEnded = (batch: EndedBatch) => void logBatchEnd(batches, batch, log);
  return new AuditQueue(
    { audits, live, storage, jobs, snapshots, engine, log, metrics, isRunner, onFinished, onBatchEnded },
    {
      maxRunning: config.MAX_RUNNING_AUDITS,
      maxPerHost: config.MAX_AUDITS_PER_HOST,
      maxQueued: config.MAX_QUEUED_AUDITS,
    },
  );
}
