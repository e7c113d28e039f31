import { setMaxListeners } from 'node:events';
import type { Report } from '../audit/report.ts';
import type { DomainName } from '../domain-name.ts';
import type { Log } from '../log.ts';
import type { AuditStore } from '../store/audits.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';
import type { AuditId, FinishedAudit } from './audit.ts';
import type { AuditFigures } from './audit-figures.ts';
import type { OnProgress } from './audit-progress.ts';

/** What is kept of a live audit. */
export interface AuditOutcome {
  readonly report: Report;
  /** The home page as fetched; null when nothing was read, or it is not HTML. */
  readonly html: string | null;
  /** The page inventory as JSON; null of a site that could not be read. */
  readonly inventory: string | null;
}

/**
 * The engine: audits a site live. A site that cannot be read is a Report with the outcome `failed`, not a rejection. May
 * reject when `signal` aborts.
 */
export type AuditEngine = (domain: DomainName, progress?: OnProgress, signal?: AbortSignal) => Promise<AuditOutcome>;

export interface LiveAuditContext {
  readonly audits: AuditStore;
  /** Null when snapshots are not kept. */
  readonly snapshots: SnapshotStore | null;
  readonly engine: AuditEngine;
  readonly log: Log;
  readonly figures: AuditFigures;
  /** Told of every live audit that was stored as finished. Must not throw. */
  readonly onFinished: (audit: FinishedAudit) => void;
}

/** A live audit that was accepted and stored. */
export interface AcceptedAudit {
  readonly id: AuditId;
  readonly domain: DomainName;
  /** ISO 8601 UTC. */
  readonly requestedAt: string;
  readonly keyId: string | null;
}

/**
 * Runs one accepted audit to its stored end and writes its one line to the log. A fault of ours ends it as `failed`
 * with the kind `internal`. Returns null, with nothing stored, when `signal` aborted it.
 *
 * @param share.callers how many requests share it; asked when it ends
 * @throws when the store cannot be written
 */
export async function runLiveAudit(
  { audits, snapshots, engine, log, figures, onFinished }: LiveAuditContext,
  { id, domain, requestedAt, keyId }: AcceptedAudit,
  { callers, onProgress }: { callers: () => number; onProgress: OnProgress },
  signal: AbortSignal,
): Promise<FinishedAudit | null> {
  const startedAt = new Date().toISOString();
  const stages = figures.takeUp(Date.parse(startedAt) - Date.parse(requestedAt));
  await audits.start(id, startedAt);

  let requests = 0;
  let outcome: (AuditOutcome & { readonly fault: unknown }) | null;
  try {
    const progress: OnProgress = (stage, sent) => {
      requests = sent;
      stages.enter(stage);
      onProgress(stage, sent);
    };
    const audited = await unlessAborted(signal, engine(domain, progress, signal));
    outcome = audited && { ...audited, fault: null };
  } catch (fault) {
    outcome = { report: await internalReport(domain), html: null, inventory: null, fault };
  }
  if (outcome === null || signal.aborted) return null;
  stages.enter('storing');

  const { report, html, inventory, fault } = outcome;
  let hasSnapshot = false;
  if (snapshots !== null && html !== null) {
    try {
      await snapshots.write(id, html);
      hasSnapshot = true;
    } catch (err) {
      log.error({ err, audit: id, domain }, 'snapshot not stored');
    }
  }

  const finishedAt = new Date().toISOString();
  const status = report.outcome;
  await audits.finish(id, {
    status,
    score: report.score,
    rubricVersion: report.rubricVersion,
    finishedAt,
    report: JSON.stringify(report),
    hasSnapshot,
    inventory,
  });
  stages.end();
  figures.count(report);
  const line = {
    audit: id,
    domain,
    status,
    score: report.score,
    failure: report.failure?.kind ?? null,
    requests,
    snapshot: hasSnapshot,
    callers: callers(),
    key: keyId,
    queued_ms: Date.parse(startedAt) - Date.parse(requestedAt),
    duration_ms: Date.parse(finishedAt) - Date.parse(startedAt),
  };
  if (fault === null) log.info(line, 'audit');
  else log.error({ ...line, err: fault }, 'audit');
  const finished: FinishedAudit = {
    id,
    domain,
    kind: 'live',
    requestedAt,
    status,
    startedAt,
    finishedAt,
    report,
    hasSnapshot,
  };
  onFinished(finished);
  return finished;
}

/** The Report of an audit that our own code failed: no score, and nothing held against the site. */
export async function internalReport(domain: string): Promise<Report> {
  // The engine is loaded with the first audit, not when the service starts: so it listens sooner.
  const { failedReport } = await import('../audit/judge.ts');
  return failedReport(domain, {
    kind: 'internal',
    message: 'The audit was ended by a fault of this service, which says nothing about the site.',
  });
}

/** The promise's value, or null as soon as the signal aborts, whether or not the promise heeds it. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | null> {
  const listening = new AbortController();
  setMaxListeners(0, signal);
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: listening.signal });
    if (signal.aborted) resolve(null);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    listening.abort();
  }
}
