import { isDomainName } from '../../domain-name.ts';
import { type JobQueue, PRIORITY, type StartedAudit } from '../../store/jobs/job-queue.ts';
import { StoreUnwritable } from '../../store/unwritable.ts';
import { ServiceError, storeUnwritableError } from '../errors.ts';
import { parseAuditId } from './audit.ts';
import type { AuditWatch } from './audit-watch.ts';
import { giveUp, isStartedTooOften, type LiveAuditContext, runLiveAudit, type TakenAudit } from './live-audit.ts';

/** Nobody tells of what was put back for a while, nor of what other processes queue where that cannot be heard. */
const LOOK_MS = 2_000;
/** From this many slots on, the last free one is reserved for a client that has no audit running. */
const SLOTS_TO_SPARE_ONE = 3;
/** The share of all places that are filled while this process is busy, one at least. */
const SHARE_WHEN_BUSY = 1 / 4;

export interface AuditRunnerContext extends LiveAuditContext {
  readonly jobs: JobQueue;
  readonly watch: AuditWatch;
  /** How many callers share an audit, as far as this process knows. */
  readonly callersOf: (id: string) => number;
  /** Whether this process has no time left for more: others wait for it who are answered at once, and audits can wait. */
  readonly isBusy: () => boolean;
}

export interface AuditRunnerLimits {
  readonly maxRunning: number;
  readonly maxPerHost: number;
}

/**
 * Runs what waits, a bounded number at once, and fewer while the process is busy. What nobody waits for leaves a place for
 * callers, where there is more than one.
 */
export class AuditRunner {
  readonly #context: AuditRunnerContext;
  readonly #limits: AuditRunnerLimits;
  readonly #running = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  /** Only one looks at a time; who comes meanwhile has it look once more. */
  #looking: Promise<void> | null = null;
  #looksAgain = false;
  /** Whether something may stand as running that nobody runs. */
  #mustRecover = false;
  #isStoreAway = false;
  #stopping = false;

  constructor(context: AuditRunnerContext, limits: AuditRunnerLimits) {
    this.#context = context;
    this.#limits = limits;
    context.jobs.onWork(() => this.look());
  }

  /** How many run. */
  get running(): number {
    return this.#running.size;
  }

  /** Takes up what earlier processes left, and from now on what comes to wait. Resolves when all that may run does. */
  async start(): Promise<void> {
    this.#mustRecover = true;
    this.#timer = setInterval(() => this.look(), LOOK_MS).unref();
    this.look();
    await this.#looking;
  }

  /** Starts what waits where there is room: to be called when there may be something. */
  look(): void {
    this.#looksAgain = true;
    if (this.#stopping) return;
    this.#looking ??= this.#fillWhileAsked().finally(() => {
      this.#looking = null;
      if (this.#looksAgain) this.look();
    });
  }

  /** Starts nothing more, lets what runs finish for `graceMs`, and puts the rest back. Resolves when nothing runs. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const grace = setTimeout(() => this.#abort.abort(), graceMs);
    await this.#looking;
    await Promise.all(this.#running.values());
    clearTimeout(grace);
  }

  async #fillWhileAsked(): Promise<void> {
    while (this.#looksAgain && !this.#stopping) {
      this.#looksAgain = false;
      try {
        if (this.#mustRecover) {
          // Before it is asked for: what is lost meanwhile is not in it.
          this.#mustRecover = false;
          await this.#context.jobs.recover([...this.#running.keys()]);
        }
        await this.#fill();
        this.#isStoreAway = false;
      } catch (err) {
        // Tried again at the next look; told once. Something may have been taken that is not run.
        this.#mustRecover = true;
        if (!this.#isStoreAway) this.#context.log.error({ err }, 'audits not taken');
        this.#isStoreAway = true;
      }
    }
  }

  async #fill(): Promise<void> {
    const { maxPerHost: perHost } = this.#limits;
    while (!this.#stopping) {
      const maxRunning = this.#maxRunning();
      const places = maxRunning - this.#running.size;
      const unattended = Math.max(1, maxRunning - 1) - this.#running.size;
      if (places <= 0) return;
      const isLast = unattended <= 0;
      const taken = await this.#context.jobs.take({
        leastPriority: isLast ? PRIORITY.caller : null,
        newClientsOnly: isLast && maxRunning >= SLOTS_TO_SPARE_ONE,
        perHost,
      });
      if (taken === null) return;
      await this.#begin(taken);
    }
  }

  #maxRunning(): number {
    const { maxRunning } = this.#limits;
    return this.#context.isBusy() ? Math.max(1, Math.floor(maxRunning * SHARE_WHEN_BUSY)) : maxRunning;
  }

  /** Never rejects: what was taken with it is begun in any case. */
  async #begin(started: StartedAudit): Promise<void> {
    const { jobs, watch } = this.#context;
    const audit = isStartedTooOften(started) ? null : toTaken(started);
    watch.poke();
    if (audit === null) {
      await giveUp(this.#context, started).catch((err: unknown) => this.#lose(started, err));
      jobs.release(started.id);
      return;
    }
    const run = this.#run(audit).finally(() => {
      this.#running.delete(audit.id);
      jobs.release(audit.id);
      watch.poke();
      this.look();
    });
    this.#running.set(audit.id, run);
  }

  /** Never rejects. */
  async #run(audit: TakenAudit): Promise<void> {
    const { jobs, watch, callersOf } = this.#context;
    const { id } = audit;
    const onProgress = (stage: string, requests: number) => {
      jobs.tell(id, { stage, requests });
      watch.poke();
    };
    try {
      const share = { callers: () => callersOf(id), onProgress };
      const finished = await runLiveAudit(this.#context, audit, share, this.#abort.signal);
      if (finished !== null) watch.settle(id, { kind: 'finished', audit: finished });
    } catch (err) {
      this.#lose(audit, err);
    }
  }

  /** One whose end could not be stored: it stands as running until it is taken up again. */
  #lose({ id, domain }: StartedAudit, err: unknown): void {
    const { watch, log, figures } = this.#context;
    log.error({ err, audit: id, domain }, 'audit not stored');
    figures.lost.add();
    this.#mustRecover = true;
    watch.settle(id, { kind: 'lost', error: notStoredError(err) });
  }
}

/** What is said to those who wait for an audit that could not be stored. */
export function notStoredError(cause: unknown): ServiceError {
  if (cause instanceof StoreUnwritable) return storeUnwritableError();
  return new ServiceError('internal', 'The audit could not be stored.');
}

/** Returns null for a row that no version of this service stored. */
function toTaken(started: StartedAudit): TakenAudit | null {
  const { domain } = started;
  const id = parseAuditId(started.id);
  return id === null || !isDomainName(domain) ? null : { ...started, id, domain };
}
