import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { type DomainName, parseDomainName } from '../domain-name.ts';
import type { AuditRow } from '../store/audits.ts';
import { StoreUnwritable } from '../store/unwritable.ts';
import { type AuditId, type FinishedAudit, parseAuditId } from './audit.ts';
import type { AuditStanding, OnProgress } from './audit-progress.ts';
import { RETRY_AFTER_SECONDS, ServiceError, stoppingError, storeUnwritableError } from './errors.ts';
import { type AcceptedAudit, internalReport, type LiveAuditContext, runLiveAudit } from './live-audit.ts';

/** An audit under which the process has died this often is not tried again: it may be what kills it. */
const MAX_ATTEMPTS = 3;
/** Of daily audits, so many at once. */
const MAX_DAILY = 2;

/** Who offers audits that no caller waits for. */
export type Offerer = 'daily' | 'batch';

export interface AuditQueueLimits {
  readonly maxRunning: number;
  readonly maxQueued: number;
}

/** How an accepted audit ended for those who wait for it. */
export type Settled =
  | { readonly kind: 'finished'; readonly audit: FinishedAudit }
  /** The service is stopping: the audit stays queued and is run at the next start. */
  | { readonly kind: 'stopped' }
  /** It could not be stored. The log says why. */
  | { readonly kind: 'lost'; readonly error: ServiceError };

/** A place in the queue, shared by all who asked for the domain meanwhile. */
export interface Ticket {
  readonly id: AuditId;
  readonly status: 'queued' | 'running';
  /** Resolves when the audit is on the disk: from then on it survives the process. Rejects with a ServiceError `store_unwritable` or `internal`. */
  readonly stored: Promise<void>;
  /** Never rejects. */
  readonly settled: Promise<Settled>;
}

interface Entry extends Ticket, AcceptedAudit {
  status: 'queued' | 'running';
  stored: Promise<void>;
  isStored: boolean;
  callers: number;
  stage: AuditStanding['stage'];
  requests: number;
  readonly attempts: number;
  readonly settle: (settled: Settled) => void;
}

/**
 * Live audits, in the order they were asked for: a bounded number run, a bounded number wait, and one domain is in it
 * at most once. Every audit is stored before it counts as accepted.
 */
export class AuditQueue {
  readonly #context: LiveAuditContext;
  readonly #limits: AuditQueueLimits;
  readonly #byDomain = new Map<DomainName, Entry>();
  readonly #waiting = new Set<Entry>();
  readonly #running = new Set<Entry>();
  /** Those among both that were offered. They take no caller's place. */
  readonly #offered = new Map<Entry, Offerer>();
  readonly #onRoom: (() => void)[] = [];
  readonly #abort = new AbortController();
  /** Has an event by an audit's id when what is shown of it has changed, for those who watch it. */
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** What this process accepted before it took up what an earlier one left; null afterwards. */
  #acceptedBeforeResume: Set<string> | null = new Set();
  #stopping = false;

  constructor(context: LiveAuditContext, limits: AuditQueueLimits) {
    this.#context = context;
    this.#limits = limits;
  }

  /**
   * Joins the audit of the domain that is queued or running, or queues one.
   *
   * @throws ServiceError `queue_full`, `stopping`
   */
  join(domain: DomainName, keyId: string | null): Ticket {
    if (this.#stopping) throw stoppingError();
    const present = this.#byDomain.get(domain);
    if (present !== undefined) {
      present.callers += 1;
      return present;
    }
    const taken = this.#waiting.size + this.#running.size - this.#offered.size;
    if (taken >= this.#limits.maxRunning + this.#limits.maxQueued) {
      this.#context.figures.refused.add();
      const retryAfter = RETRY_AFTER_SECONDS;
      throw new ServiceError('queue_full', 'Too many audits are waiting; try again later.', { retryAfter });
    }
    return this.#accept(domain, keyId, 1);
  }

  /**
   * Joins the audit of the domain that is queued or running, or queues one that no caller waits for. Null while it would be
   * in their way: while any waits, and unless one more could be started beside it; and while the offerer has as many as it
   * may: batches leave a place for daily audits.
   */
  offer(domain: DomainName, offerer: Offerer, keyId: string | null = null): Ticket | null {
    const present = this.#byDomain.get(domain);
    if (present !== undefined) return present;
    const most = offerer === 'daily' ? MAX_DAILY : Math.max(1, this.#limits.maxRunning - 2);
    const own = [...this.#offered.values()].filter((other) => other === offerer).length;
    if (this.#stopping || !this.#hasRoom() || own >= most) return null;
    const entry = this.#accept(domain, keyId, 0);
    this.#offered.set(entry, offerer);
    return entry;
  }

  /** Has somebody told whenever there may be room for what they {@link offer}. */
  onRoom(tell: () => void): void {
    this.#onRoom.push(tell);
  }

  #hasRoom(): boolean {
    return this.#waiting.size === 0 && this.#running.size < Math.max(1, this.#limits.maxRunning - 1);
  }

  #accept(domain: DomainName, keyId: string | null, callers: number): Entry {
    const accepted = { id: newAuditId(), domain, requestedAt: new Date().toISOString(), keyId };
    const entry = newEntry(accepted, { attempts: 0, callers });
    this.#acceptedBeforeResume?.add(entry.id);
    this.#enqueue(entry);
    entry.stored = this.#context.audits.insertQueued(accepted).then(
      () => {
        entry.isStored = true;
        this.#fill();
      },
      (err: unknown) => {
        this.#lose(entry, err);
        throw notStoredError(err);
      },
    );
    // Whoever waits for the end alone hears of it there.
    entry.stored.catch(() => undefined);
    return entry;
  }

  /** Takes up what an earlier process left queued or running. Its number may exceed the bound. */
  async resume(): Promise<void> {
    const unfinished = await this.#context.audits.unfinished();
    const own = this.#acceptedBeforeResume;
    this.#acceptedBeforeResume = null;
    for (const row of unfinished) {
      if (own?.has(row.id)) continue;
      const accepted = acceptedFromRow(row);
      if (accepted === null || row.attempts >= MAX_ATTEMPTS) await this.#giveUp(row);
      else {
        await this.#context.audits.requeue(row.id, row.attempts);
        const entry = newEntry(accepted, { attempts: row.attempts, callers: 0 });
        entry.isStored = true;
        this.#enqueue(entry);
      }
    }
    this.#fill();
  }

  /**
   * Accepts nothing more, lets what runs finish for `graceMs`, and puts the rest back among the queued.
   * Resolves when nothing runs.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    const waiting = [...this.#waiting];
    await Promise.allSettled(waiting.map((entry) => entry.stored));
    for (const entry of waiting) this.#settle(entry, { kind: 'stopped' });
    const grace = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all([...this.#running].map((entry) => entry.settled));
    clearTimeout(grace);
  }

  /** How many run and wait, and how many may. What was offered and what was taken up may exceed it. */
  get occupancy(): { readonly running: number; readonly waiting: number } & AuditQueueLimits {
    return { running: this.#running.size, waiting: this.#waiting.size, ...this.#limits };
  }

  /**
   * Where an audit stands, now and after every change; only the newest for who is slow to ask. Ends when the audit is in
   * the queue no more, or when `signal` aborts.
   */
  async *watch(id: AuditId, signal: AbortSignal): AsyncGenerator<AuditStanding, void> {
    let shown: AuditStanding | null = null;
    while (!signal.aborted) {
      const standing = this.#standingOf(id);
      if (standing === null) return;
      if (isDeepStrictEqual(standing, shown)) {
        // Rejected when the signal aborts, which ends the loop.
        await once(this.#changes, id, { signal }).catch(() => undefined);
      } else {
        shown = standing;
        yield standing;
      }
    }
  }

  #standingOf(id: AuditId): AuditStanding | null {
    let place = 0;
    for (const entry of this.#waiting) {
      place += 1;
      if (entry.id === id) return { status: 'queued', place, stage: null, requests: 0 };
    }
    for (const { id: present, stage, requests } of this.#running) {
      if (present === id) return { status: 'running', place: null, stage, requests };
    }
    return null;
  }

  /** Places have changed: wakes all who watch. */
  #tellAll(): void {
    // Who watches listens for errors too (`once`), which are none of these.
    for (const id of this.#changes.eventNames()) if (id !== 'error') this.#changes.emit(id);
  }

  #enqueue(entry: Entry): void {
    this.#waiting.add(entry);
    if (!this.#byDomain.has(entry.domain)) this.#byDomain.set(entry.domain, entry);
  }

  #fill(): void {
    if (this.#stopping) return;
    this.#startWaiting();
    if (this.#hasRoom()) for (const tell of this.#onRoom) tell();
  }

  #startWaiting(): void {
    for (const entry of this.#waiting) {
      if (this.#running.size >= this.#limits.maxRunning) return;
      if (!entry.isStored) continue;
      this.#waiting.delete(entry);
      this.#running.add(entry);
      entry.status = 'running';
      this.#tellAll();
      void this.#run(entry);
    }
  }

  async #run(entry: Entry): Promise<void> {
    const { audits } = this.#context;
    const onProgress: OnProgress = (stage, requests) => {
      entry.stage = stage;
      entry.requests = requests;
      this.#changes.emit(entry.id);
    };
    const callers = () => entry.callers;
    try {
      const audit = await runLiveAudit(this.#context, entry, { callers, onProgress }, this.#abort.signal);
      if (audit === null) {
        await audits.requeue(entry.id, entry.attempts);
        this.#settle(entry, { kind: 'stopped' });
      } else this.#settle(entry, { kind: 'finished', audit });
    } catch (err) {
      this.#lose(entry, err);
    }
    this.#fill();
  }

  #lose(entry: Entry, err: unknown): void {
    const { log, figures } = this.#context;
    log.error({ err, audit: entry.id, domain: entry.domain }, 'audit not stored');
    figures.lost.add();
    this.#settle(entry, { kind: 'lost', error: notStoredError(err) });
  }

  #settle(entry: Entry, settled: Settled): void {
    this.#waiting.delete(entry);
    this.#running.delete(entry);
    this.#offered.delete(entry);
    if (this.#byDomain.get(entry.domain) === entry) this.#byDomain.delete(entry.domain);
    this.#tellAll();
    entry.settle(settled);
  }

  async #giveUp(row: AuditRow): Promise<void> {
    const report = await internalReport(row.domain);
    const { score, rubricVersion } = report;
    const finishedAt = new Date().toISOString();
    await this.#context.audits.finish(row.id, {
      status: 'failed',
      score,
      rubricVersion,
      finishedAt,
      report: JSON.stringify(report),
      hasSnapshot: false,
      inventory: null,
    });
    this.#context.figures.count(report);
    this.#context.log.error({ audit: row.id, domain: row.domain, attempts: row.attempts }, 'audit given up');
  }
}

function notStoredError(cause: unknown): ServiceError {
  if (cause instanceof StoreUnwritable) return storeUnwritableError();
  return new ServiceError('internal', 'The audit could not be stored.');
}

function newEntry(accepted: AcceptedAudit, { attempts, callers }: { attempts: number; callers: number }): Entry {
  const { promise: settled, resolve: settle } = Promise.withResolvers<Settled>();
  return {
    ...accepted,
    status: 'queued',
    stored: Promise.resolve(),
    isStored: false,
    callers,
    stage: null,
    requests: 0,
    attempts,
    settled,
    settle,
  };
}

function newAuditId(): AuditId {
  const id = parseAuditId(randomUUID());
  if (id === null) throw new Error('randomUUID gave no UUID.');
  return id;
}

/** Null for a row that no version of this service would have accepted. */
function acceptedFromRow({ id: text, domain: name, requestedAt, keyId }: AuditRow): AcceptedAudit | null {
  const id = parseAuditId(text);
  // It was accepted once, perhaps while private targets were allowed: whether it may be reached now is fetch's to say.
  const parsed = parseDomainName(name, { allowPrivate: true });
  return id === null || !parsed.ok ? null : { id, domain: parsed.domain, requestedAt, keyId };
}
