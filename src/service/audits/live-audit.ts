import { setMaxListeners } from 'node:events';
import type { AuditFailure, Report } from '../../audit/report/report.ts';
import { verdictOf } from '../../documents/score-band.ts';
import type { DomainName } from '../../domain-name.ts';
import type { Log } from '../../log.ts';
import { PRIORITY, type StartedAudit } from '../../store/jobs/job-queue.ts';
import type { EndedBatch, LiveAuditStore } from '../../store/live-audits.ts';
import type { SnapshotStore } from '../../store/snapshots/snapshot-store.ts';
import { EngineProcessEnded, tooCostlyFailure } from '../engine/engine-process.ts';
import type { AuditEngine, AuditOutcome, OnProgress } from '../engine/engine-protocol.ts';
import { retryUnwritable } from '../retry-unwritable.ts';
import type { AuditId, FinishedAudit } from './audit.ts';
import type { AuditMetrics } from './audit-metrics.ts';

/** Most attempts of an audit that nobody waits for, when its failure may be temporary. */
const MAX_TRIES = 3;
/** An audit that was running when this many processes died may be what kills them. */
export const MAX_DEATHS = 3;
/** Delay before the next attempt of an audit that nobody waits for, by the number of attempts. */
const RETRY_MS = [0, 30_000, 120_000];

export interface LiveAuditContext {
  readonly live: LiveAuditStore;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly engine: AuditEngine;
  readonly log: Log;
  readonly figures: AuditMetrics;
  /** Told of every live audit that was stored as finished. Must not throw. */
  readonly onFinished: (audit: FinishedAudit) => void;
  /** Told of every batch whose last audit that was. Must not throw. */
  readonly onBatchEnded: (batch: EndedBatch) => void;
}

/** A live audit that was taken, in the service's own types. */
export interface TakenAudit extends StartedAudit {
  readonly id: AuditId;
  readonly domain: DomainName;
}

/**
 * Runs one attempt at a live audit to its stored end and writes its one line to the log. A fault of ours ends it as `failed`
 * with the kind `internal`. Where nobody waits for it, what may pass is tried again later instead.
 *
 * @param share.callers how many requests share it; asked when it ends
 * @returns null when it is not ended by this: put back, because it is to be tried again or `signal` aborted it, or another's
 * by now, who took this process for dead
 * @throws when the store cannot be written
 */
export async function runLiveAudit(
  context: LiveAuditContext,
  audit: TakenAudit,
  { callers, onProgress }: { callers: () => number; onProgress: OnProgress },
  signal: AbortSignal,
): Promise<FinishedAudit | null> {
  const { live, snapshots, engine, log, figures, onFinished, onBatchEnded } = context;
  const { id, domain, requestedAt, startedAt, keyId, attempts, priority } = audit;
  const stages = figures.takeUp(Date.parse(startedAt) - Date.parse(requestedAt));

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
    outcome = { ...NOTHING_READ, ...(await failureOf(domain, fault)) };
  }
  if (outcome === null || signal.aborted) {
    await live.putBack(audit);
    return null;
  }

  const { report, html, inventory, isTemporary, fault, processorMs = null } = outcome;
  const line = {
    audit: id,
    domain,
    status: report.outcome,
    failure: report.failure?.kind ?? null,
    requests,
    processor_ms: processorMs,
  };
  if (isTemporary && priority < PRIORITY.caller && attempts < MAX_TRIES) {
    const notBefore = new Date(Date.now() + (RETRY_MS[attempts] ?? 0)).toISOString();
    if (await retryUnwritable(() => live.retry(audit, notBefore), signal)) {
      log.info(
        { ...line, attempts, not_before: notBefore, ...(fault === null ? {} : { err: fault }) },
        'audit put back',
      );
      return null;
    }
  }
  stages.enter('storing');
  const hasSnapshot = html !== null && snapshots !== null && (await keepSnapshot(snapshots, id, html, log));

  const finishedAt = new Date().toISOString();
  const status = report.outcome;
  const ended = await retryUnwritable(
    () => finish(live, audit, report, { finishedAt, hasSnapshot, inventory }),
    signal,
  );
  if (ended === null) {
    log.warn({ ...line, attempts }, 'audit ended elsewhere');
    return null;
  }
  stages.end();
  figures.count(report);
  const told = {
    ...line,
    score: report.score,
    snapshot: hasSnapshot,
    callers: callers(),
    key: keyId,
    queued_ms: Date.parse(startedAt) - Date.parse(requestedAt),
    duration_ms: Date.parse(finishedAt) - Date.parse(startedAt),
  };
  if (fault === null) log.info(told, 'audit');
  else log.error({ ...told, err: fault }, 'audit');
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
  for (const batch of ended) onBatchEnded(batch);
  return finished;
}

/**
 * Returns whether an audit was started too often to be started again: so often that {@link MAX_DEATHS} processes must have died under
 * it, whatever it was tried again for.
 */
export function isStartedTooOften({ attempts, priority }: StartedAudit): boolean {
  const tries = priority < PRIORITY.caller ? MAX_TRIES : 1;
  return attempts >= tries + MAX_DEATHS;
}

/** Ends an audit that was started too often, for nothing that the site did. @throws when the store cannot be written */
export async function giveUp(
  { live, log, figures, onBatchEnded }: LiveAuditContext,
  audit: StartedAudit,
): Promise<void> {
  const report = await internalReport(audit.domain);
  const end = { finishedAt: new Date().toISOString(), hasSnapshot: false, inventory: null };
  const ended = await finish(live, audit, report, end);
  if (ended === null) return;
  figures.count(report);
  log.error({ audit: audit.id, domain: audit.domain, attempts: audit.attempts }, 'audit given up');
  for (const batch of ended) onBatchEnded(batch);
}

function finish(
  live: LiveAuditStore,
  audit: StartedAudit,
  report: Report,
  end: { readonly finishedAt: string; readonly hasSnapshot: boolean; readonly inventory: string | null },
): Promise<EndedBatch[] | null> {
  const { outcome: status, score, rubricVersion } = report;
  const verdict = status === 'done' ? verdictOf(report) : null;
  const finished = { status, score, rubricVersion, verdict, report: JSON.stringify(report), ...end };
  return live.finish(audit, finished, report.failure?.message ?? null);
}

/** Returns whether it did. */
async function keepSnapshot(snapshots: SnapshotStore, id: AuditId, html: string, log: Log): Promise<boolean> {
  try {
    await snapshots.write(id, html);
    return true;
  } catch (err) {
    log.error({ err, audit: id }, 'snapshot not stored');
    return false;
  }
}

const NOTHING_READ = { html: null, inventory: null } as const;

/** The outcome of an audit whose engine threw. It is not retried when it exceeded a limit or crashed its process. */
async function failureOf(domain: DomainName, thrown: unknown) {
  const costly = tooCostlyFailure(domain, thrown);
  const isEnded = thrown instanceof EngineProcessEnded;
  return {
    report: costly === null ? await internalReport(domain) : await failed(domain, costly),
    isTemporary: !isEnded,
    fault: costly === null ? thrown : null,
    processorMs: isEnded ? thrown.processorMs : null,
  };
}

/** The Report of an audit that our own code failed: no score, and nothing held against the site. */
function internalReport(domain: string): Promise<Report> {
  return failed(domain, {
    kind: 'internal',
    message: 'The audit was ended by a fault of this service, which says nothing about the site.',
  });
}

async function failed(domain: string, failure: AuditFailure): Promise<Report> {
  // The rubric is loaded when it is first needed, so that the service starts sooner.
  const { failedReport } = await import('../../audit/judge.ts');
  return failedReport(domain, failure);
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
