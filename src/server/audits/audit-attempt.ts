import { setTimeout } from 'node:timers/promises';
import type { AuditFailure, Report } from '../../audit/report/report.ts';
import { decideVerdict } from '../../documents/verdict.ts';
import { EngineProcessEnded, tooCostlyFailure } from '../../engine/engine-process.ts';
import type { AuditOutcome } from '../../engine/engine-protocol.ts';
import type { AuditId } from '../../values/audit-id.ts';
import type { DomainName } from '../../values/domain-name.ts';
import type { Log } from '../../values/log.ts';
import { PRIORITY } from '../store/jobs/job-queue.ts';
import { SNAPSHOT_KINDS, type SnapshotKind, type SnapshotStore } from '../store/snapshots/snapshot-store.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import type { FinishedAudit } from './audit.ts';
import type { AuditMetrics, StageTimer } from './audit-metrics.ts';
import { storedPictures } from './pictures.ts';
import type { FinishedAudit as StoredEnd } from './store/audit-store.ts';
import type { EndedBatch, LiveAuditStore, StartedAudit } from './store/live-audit-store.ts';

/** Maximum number of attempts of an audit that nobody waits for, when its failure may be temporary. */
const MAX_ATTEMPTS = 3;
/** An audit that was running when this many processes died may be what kills them. */
export const MAX_DEATHS = 3;
/** Delay before the next attempt of an audit that nobody waits for, by the number of attempts. */
const RETRY_MS = [0, 30_000, 120_000];

export interface AuditAttemptContext {
  readonly live: LiveAuditStore;
  /** Null when snapshots are not stored. */
  readonly snapshots: SnapshotStore | null;
  readonly log: Log;
  readonly metrics: AuditMetrics;
  /** Called with every live audit that was stored as finished. Must not throw. */
  readonly onFinished: (audit: FinishedAudit) => void;
  /** Called with every batch whose last audit that was. Must not throw. */
  readonly onBatchEnded: (batch: EndedBatch) => void;
}

/** A live audit that this process runs, in the service's own types. */
export interface TakenAudit extends StartedAudit {
  readonly id: AuditId;
  readonly domain: DomainName;
}

/** One attempt at a live audit, as the engine ended it. */
export interface AuditAttempt {
  readonly outcome: AuditOutcome;
  /** A fault of ours, for the log; null when there was none. */
  readonly fault: unknown;
  /** Number of requests sent to the site. */
  readonly requests: number;
  readonly stages: StageTimer;
  /** Number of requests to the service that share the audit. */
  readonly callers: () => number;
}

/**
 * Ends one attempt: retries the audit later if nobody waits for it and its failure may be temporary, else stores its end.
 * Writes one line to the log.
 *
 * @returns null when the audit is not ended by this: it is retried, or a process that presumed this one dead took it over
 * @throws when the store cannot be written
 */
export async function endAttempt(
  context: AuditAttemptContext,
  audit: TakenAudit,
  attempt: AuditAttempt,
  signal: AbortSignal,
): Promise<FinishedAudit | null> {
  const { live, snapshots, log, metrics } = context;
  const { outcome, fault, stages } = attempt;
  if (await isRetried(context, audit, attempt, signal)) return null;
  stages.enter('storing');
  const { report, html, inventory, pageTable = null, rendering = null, pictures = [] } = outcome;
  const texts = { html, pictures: pictures.length === 0 ? null : storedPictures(pictures) };
  const snapshotBytes = snapshots === null ? 0 : await storeSnapshots(snapshots, audit.id, texts, log);
  const hasSnapshot = snapshotBytes > 0;
  const finishedAt = await retryUnwritable(() => live.now(), signal);
  const end = { finishedAt, hasSnapshot, snapshotBytes, inventory, pageTable, rendering };
  const endedBatches = await retryUnwritable(() => storeEnd(live, audit, report, end), signal);
  if (endedBatches === null) {
    log.warn({ ...logFields(audit, attempt), attempts: audit.attempts }, 'audit ended elsewhere');
    return null;
  }
  stages.end();
  metrics.count(report);
  const { id, domain, isRendered, requestedAt, startedAt } = audit;
  const line = {
    ...logFields(audit, attempt),
    score: report.score,
    snapshot: hasSnapshot,
    callers: attempt.callers(),
    key: audit.keyId,
    queued_ms: Date.parse(startedAt) - Date.parse(requestedAt),
    duration_ms: Date.parse(finishedAt) - Date.parse(startedAt),
  };
  if (fault === null) log.info(line, 'audit');
  else log.error({ ...line, err: fault }, 'audit');
  const times = { requestedAt, startedAt, finishedAt };
  const status = report.outcome;
  // Others may share this audit: they get it without what the owner's logs say.
  const { logs: _, ...shared } = report;
  const finished: FinishedAudit = {
    id,
    domain,
    kind: 'live',
    ...times,
    status,
    report: shared,
    hasSnapshot,
    isRendered,
  };
  context.onFinished(finished);
  for (const batch of endedBatches) context.onBatchEnded(batch);
  return finished;
}

/** Puts back an audit whose failure may be temporary, unless a caller waits for it. Returns whether it did. */
async function isRetried(
  { live, log }: AuditAttemptContext,
  audit: TakenAudit,
  attempt: AuditAttempt,
  signal: AbortSignal,
): Promise<boolean> {
  const { attempts, priority } = audit;
  if (!attempt.outcome.isTemporary || priority >= PRIORITY.caller || attempts >= MAX_ATTEMPTS) return false;
  const notBefore = new Date(Date.now() + (RETRY_MS[attempts] ?? 0)).toISOString();
  if (!(await retryUnwritable(() => live.retry(audit, notBefore), signal))) return false;
  const fault = attempt.fault === null ? {} : { err: attempt.fault };
  log.info({ ...logFields(audit, attempt), attempts, not_before: notBefore, ...fault }, 'audit put back');
  return true;
}

function logFields({ id, domain }: TakenAudit, { outcome, requests }: AuditAttempt) {
  const { report, processorMs = null } = outcome;
  const failure = report.failure?.kind ?? null;
  return { audit: id, domain, status: report.outcome, failure, requests, processor_ms: processorMs };
}

/**
 * Returns whether an audit was started too often to be started again: {@link MAX_DEATHS} processes must have died while
 * they ran it.
 */
export function isStartedTooOften({ attempts, priority }: StartedAudit): boolean {
  const ownAttempts = priority < PRIORITY.caller ? MAX_ATTEMPTS : 1;
  return attempts >= ownAttempts + MAX_DEATHS;
}

/**
 * Ends an audit before it starts, with a failure that is not a fault of the site.
 * @param problem why, in one sentence; null: it was started too often
 * @throws when the store cannot be written
 */
export async function giveUp(
  { live, log, metrics, onBatchEnded }: AuditAttemptContext,
  audit: StartedAudit,
  problem: string | null,
): Promise<void> {
  const report = await (problem === null
    ? internalReport(audit.domain)
    : failedReport(audit.domain, { kind: 'internal', message: problem }));
  const end = { finishedAt: await live.now(), hasSnapshot: false, inventory: null };
  const endedBatches = await storeEnd(live, audit, report, end);
  if (endedBatches === null) return;
  metrics.count(report);
  const line = { audit: audit.id, domain: audit.domain, attempts: audit.attempts };
  if (problem === null) log.error(line, 'audit given up');
  else log.info({ ...line, problem }, 'audit not started');
  for (const batch of endedBatches) onBatchEnded(batch);
}

async function storeEnd(
  live: LiveAuditStore,
  audit: StartedAudit,
  report: Report,
  end: Pick<StoredEnd, 'finishedAt' | 'hasSnapshot' | 'snapshotBytes' | 'inventory' | 'pageTable' | 'rendering'>,
): Promise<EndedBatch[] | null> {
  const { outcome: status, score, rubricVersion } = report;
  const verdict = status === 'done' ? decideVerdict(report) : null;
  const worstProblem = await findWorstProblem(report);
  const finished = { status, score, rubricVersion, verdict, worstProblem, report: JSON.stringify(report), ...end };
  return live.finish(audit, finished, report.failure?.message ?? null);
}

/** Returns the problem to fix first, as a statement; null when nothing is lost. */
async function findWorstProblem(report: Report): Promise<string | null> {
  // Loaded when the first audit ends, because it includes the rubric.
  const { listStatements, listTasks } = await import('../../documents/tasks.ts');
  const [first] = listTasks(report);
  return first === undefined ? null : listStatements(first.parts)[0];
}

/** Returns the size of what was stored of an audit; 0 when nothing could be stored. */
async function storeSnapshots(
  snapshots: SnapshotStore,
  id: AuditId,
  texts: Readonly<Record<SnapshotKind, string | null>>,
  log: Log,
): Promise<number> {
  let bytes = 0;
  try {
    for (const kind of SNAPSHOT_KINDS) if (texts[kind] !== null) bytes += await snapshots.write(id, texts[kind], kind);
  } catch (err) {
    const problem = err instanceof Error ? err.message : String(err);
    log.oncePerMinute('snapshot not stored', { problem, audit: id }, 'error');
  }
  return bytes;
}

/** Returns the outcome of an audit whose engine threw. It is not retried when it exceeded a limit or crashed its process. */
export async function outcomeOfFault(
  domain: DomainName,
  thrown: unknown,
): Promise<Pick<AuditAttempt, 'outcome' | 'fault'>> {
  const costly = tooCostlyFailure(domain, thrown);
  const isEnded = thrown instanceof EngineProcessEnded;
  const outcome = {
    report: costly === null ? await internalReport(domain) : await failedReport(domain, costly),
    html: null,
    inventory: null,
    isTemporary: !isEnded,
    processorMs: isEnded ? thrown.processorMs : null,
  };
  return { outcome, fault: costly === null ? thrown : null };
}

/** Returns the Report of an audit that our own code failed: no score, and no points lost by the site. */
function internalReport(domain: string): Promise<Report> {
  return failedReport(domain, {
    kind: 'internal',
    message: 'The audit was ended by a fault of this service, which says nothing about the site.',
  });
}

async function failedReport(domain: string, failure: AuditFailure): Promise<Report> {
  // The rubric is loaded when it is first needed, so that the service starts sooner.
  const { failedReport } = await import('../../audit/report/failed-report.ts');
  return failedReport(domain, failure);
}

/** Delays between attempts to write: half a minute in all, for a database that restarts or a disk that is freed. */
const DELAYS_MS: readonly number[] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Retries a write that must not be lost while the store is temporarily not writable.
 * @param delaysMs between one attempt and the next
 * @throws what the last attempt threw; at once when `signal` aborts
 */
export async function retryUnwritable<Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
  delaysMs = DELAYS_MS,
): Promise<Result> {
  for (const delay of delaysMs) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnwritable) || signal.aborted) throw error;
    }
    await setTimeout(delay, undefined, { signal }).catch(() => undefined);
  }
  return write();
}
