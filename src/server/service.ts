import { EventEmitter } from 'node:events';
import type { AuditEngine, CompleteInventory } from '../engine/engine-protocol.ts';
import type { Outside } from '../site/gather/published-file.ts';
import { parseBytes } from '../values/byte-size.ts';
import type { Config } from '../values/config.ts';
import type { Log } from '../values/log.ts';
import type { OwnUrls } from '../values/own-url.ts';
import { composeAccounts } from './accounts/compose-accounts.ts';
import type { DeleteVisits } from './accounts/key-administration.ts';
import { type AuditsDependencies, composeAudits } from './audits/compose-audits.ts';
import { Maintenance } from './maintenance.ts';
import { composePublishing } from './publishing/compose-publishing.ts';
import { Readiness, SnapshotHealth } from './readiness.ts';
import { composeRequests } from './requests/compose-requests.ts';
import { RequestDeletion } from './requests/store/request-deletion.ts';
import { composeSites } from './sites/compose-sites.ts';
import { MAX_SITES } from './sites/sites.ts';
import { Heartbeat } from './store/heartbeat.ts';
import { RetentionClock } from './store/retention-clock.ts';
import { SecretStore } from './store/secrets.ts';
import type { SnapshotStore } from './store/snapshots/snapshot-store.ts';
import type { StatementMetrics } from './store/statement-metrics.ts';
import type { Store } from './store/store.ts';

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
  readonly config: Config;
  /** Access to the files that vendors publish about their crawlers. */
  readonly outside: Outside;
}

export type Service = ReturnType<typeof createService>;

/** What audits need of features that are built after them. */
type OfLaterFeatures = Pick<AuditsDependencies, 'onFinished' | 'logEvidence'>;

/** Puts the features together, once. Nothing runs until `start` or the first live audit. */
export function createService(dependencies: ServiceDependencies) {
  const { store, snapshots, log, urls, config } = dependencies;
  const { db, reads } = store;
  const changes = new EventEmitter<{ change: [domain: string] }>();
  const onChange = (domain: string) => void changes.emit('change', domain);
  const baseUrl = () => urls().usable;
  const secrets = new SecretStore(db);
  const limits = { bytes: parseBytes(config.STORAGE_PER_KEY), domains: MAX_SITES };
  const requestDeletion = new RequestDeletion(db);
  const deleteVisits: DeleteVisits = (domain) => requestDeletion.ofDomain(domain);
  const shared = { ...dependencies, db, reads, secrets, limits, baseUrl, onChange, deleteVisits };

  const accounts = composeAccounts(shared);
  const ofLater: OfLaterFeatures = {
    onFinished: (audit) => {
      onChange(audit.domain);
      publishing.renew(audit);
    },
    logEvidence: (domain, keyId) => requests.domainRequests.logEvidence(domain, keyId, Date.now()),
  };
  const { useCases: audits, stores, metrics } = composeAudits({ ...shared, ...ofLater });
  const lower = { ...shared, audits: stores.audits, storage: audits.storage, queue: audits.auditQueue };
  const sites = composeSites({ ...lower, batches: audits.batches });
  const { publishing, ...published } = composePublishing(lower);
  const requests = composeRequests({ ...lower, ...published.useCases });
  const readiness = new Readiness(new Heartbeat(db), () => dependencies.statements.hasFoundCorruption, log);
  const snapshotHealth = new SnapshotHealth(snapshots, log);
  const maintenance = new Maintenance({
    store,
    stores: {
      ...stores,
      ...sites.stores,
      ...published.stores,
      requests: requestDeletion,
      retention: new RetentionClock(db),
    },
    snapshots,
    queue: audits.auditQueue,
    batches: audits.batches,
    publishing,
    ipRanges: requests.visits.ipRanges,
    log,
    config,
  });

  return {
    /** Returns the URL that clients reach the service by, without a slash at its end; a local one if none is known. */
    baseUrl,
    ...accounts,
    ...audits,
    ...sites.useCases,
    ...published.useCases,
    ...requests,
    /** Emits a domain when a live audit of it has finished, or its hosted text has changed. */
    changes,
    ...{ readiness, snapshotHealth, maintenance },
    /** Metrics since the start. */
    metrics: {
      audits: metrics,
      statements: dependencies.statements,
      /** Returns the bytes of the write-ahead log; null where the database is a server. */
      writeAheadLog: async () => (await store.writeAheadLog?.bytes()) ?? null,
      /** Returns the bytes of the free pages of the database file; null where the database is a server. */
      freePages: async () => (await store.freePages?.bytes()) ?? null,
      visits: requests.visits.recorder,
      verification: {
        pending: () => requests.visits.verifier.pending,
        files: () => requests.visits.ipRanges.counts(Date.now()),
      },
      queue: () => audits.auditQueue.occupancy(),
    },

    /** Takes over the live audits that an earlier process left unfinished. */
    async start(): Promise<void> {
      void snapshotHealth.check(performance.now());
      // If this fails, the hourly maintenance deletes them.
      const deleting = audits.batches.deleteIncomplete(Date.now());
      await deleting.catch((err: unknown) => log.error({ err }, 'batches not deleted'));
      await audits.auditQueue.start();
    },

    /** Ends live audits: running ones may finish for `graceMs`, the rest stays queued for the next start. */
    async stop(graceMs: number): Promise<void> {
      readiness.stop();
      published.stopChecks();
      await Promise.all([maintenance.stop(), requests.visits.stop(), audits.auditQueue.stop(graceMs)]);
      await publishing.stop();
    },
  };
}
