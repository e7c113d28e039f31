import type { AuditEngine } from '../../engine/engine-protocol.ts';
import { parseBytes } from '../../values/byte-size.ts';
import type { Config } from '../../values/config.ts';
import type { Log } from '../../values/log.ts';
import { type StorageLimits, StorageStore } from '../store/key-storage.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import type { Store } from '../store/store.ts';
import type { FinishedAudit } from './audit.ts';
import { AuditMetrics } from './audit-metrics.ts';
import { AuditQueue } from './audit-queue.ts';
import type { AuditRunnerContext } from './audit-runner.ts';
import { AuditSlots } from './audit-slots.ts';
import { Batches, logBatchEnd } from './batches.ts';
import { FixGuides } from './fix-guides.ts';
import { ReportLinks } from './report-links.ts';
import { StorageBudget } from './storage-budget.ts';
import { AuditStore } from './store/audit-store.ts';
import { BatchStore } from './store/batch-store.ts';
import { LiveAuditStore } from './store/live-audit-store.ts';
import { StoredAudits } from './stored-audits.ts';

export interface AuditsDependencies {
  readonly store: Pick<Store, 'db' | 'reads' | 'jobs'>;
  readonly secrets: SecretStore;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly limits: StorageLimits;
  readonly engine: AuditEngine;
  readonly log: Log;
  readonly baseUrl: () => string;
  /** Called with each live audit that has finished. */
  readonly onFinished: (audit: FinishedAudit) => void;
  readonly logEvidence: AuditRunnerContext['logEvidence'];
  readonly config: Config;
}

/** Use cases about audits, batches and reports. */
export type Audits = ReturnType<typeof composeAudits>['useCases'];

export function composeAudits(dependencies: AuditsDependencies) {
  const { store, secrets, snapshots, limits, log, baseUrl, config } = dependencies;
  const { db, reads, jobs } = store;
  const audits = new AuditStore(db);
  const batches = new BatchStore(db);
  const shown = { audits: new AuditStore(reads), batches: new BatchStore(reads) };
  const live = new LiveAuditStore(db, jobs, limits);
  const storage = new StorageBudget({
    storage: new StorageStore(db),
    audits,
    batches,
    snapshots,
    log,
    limits,
    evicts: config.STORAGE_EVICT === 'oldest',
    disk: watchedDisk(config),
  });
  const metrics = new AuditMetrics();
  const queue = createQueue(dependencies, { audits, batches, live, storage, metrics });
  const storedAudits = new StoredAudits({ audits, shown: shown.audits, snapshots, queue, log });
  return {
    stores: { audits, batches },
    metrics,
    useCases: {
      audits: storedAudits,
      auditQueue: queue,
      batches: new Batches({ batches, live, queue, isShared: jobs.isShared, shown }),
      storage,
      fixGuides: new FixGuides({ audits: storedAudits, queue, baseUrl, command: config.CITABLE_COMMAND ?? null }),
      reportLinks: new ReportLinks(audits, secrets),
    },
  };
}

/** Returns the disk whose free space is watched; null when nothing is stored on one, or no space is kept free. */
function watchedDisk({ MIN_FREE_DISK, DATA_DIR, DATABASE_URL, SNAPSHOT_STORE }: AuditsDependencies['config']) {
  const floor = parseBytes(MIN_FREE_DISK);
  const isLocal = DATABASE_URL === undefined || SNAPSHOT_STORE === 'file';
  return isLocal && floor !== null ? { folder: DATA_DIR, floor } : null;
}

interface QueueParts {
  readonly audits: AuditStore;
  readonly batches: BatchStore;
  readonly live: LiveAuditStore;
  readonly storage: StorageBudget;
  readonly metrics: AuditMetrics;
}

function createQueue(
  { store: { jobs }, snapshots, engine, log, onFinished, logEvidence, config }: AuditsDependencies,
  { batches, ...parts }: QueueParts,
): AuditQueue {
  return new AuditQueue(
    {
      ...parts,
      jobs,
      snapshots,
      engine,
      log,
      isRunner: config.RUN_AUDITS === 'on',
      onFinished,
      logEvidence,
      onBatchEnded: (batch) => void logBatchEnd(batches, batch, log),
    },
    {
      slots: new AuditSlots(config.MAX_RUNNING_AUDITS),
      maxPerHost: config.MAX_AUDITS_PER_HOST,
      maxQueued: config.MAX_QUEUED_AUDITS,
    },
  );
}
