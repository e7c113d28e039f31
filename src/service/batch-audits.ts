import { setImmediate } from 'node:timers/promises';
import { type DomainName, parseDomainName } from '../domain-name.ts';
import type { Log } from '../log.ts';
import type { AuditStore } from '../store/audits.ts';
import type { BatchDomainRow, BatchRow, BatchStore } from '../store/batches.ts';
import { auditFromRow, type FinishedAudit } from './audit.ts';
import type { Settled, Ticket } from './audit-queue.ts';

const LOOK_MS = 60_000;

export interface BatchAuditsContext {
  readonly batches: BatchStore;
  readonly audits: AuditStore;
  /** Queues a live audit that no caller waits for; null while it would be in the way of those that somebody does. */
  readonly offer: (domain: DomainName, keyId: string) => Ticket | null;
  readonly log: Log;
}

/** A batch that is not finished. */
interface Unfinished extends Pick<BatchRow, 'id' | 'keyId'> {
  isStarted: boolean;
  /** Whether any of it is still to be offered. */
  hasQueued: boolean;
  /** Whether something stands as running that is not: found out from the audits themselves. */
  isDoubtful: boolean;
}

/**
 * Has the domains of batches audited: one of each batch in turn, so that a short one need not wait for a long one, and all of
 * them only where no caller waits. What an earlier process left is taken up.
 */
export class BatchAudits {
  readonly #context: BatchAuditsContext;
  /** Whose turn was longest ago stands first. */
  #unfinished: Unfinished[] = [];
  readonly #following = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  /** Only one looks at a time; who comes meanwhile has it look once more. */
  #looking: Promise<void> | null = null;
  #looksAgain = false;
  #stopping = false;

  constructor(context: BatchAuditsContext) {
    this.#context = context;
  }

  /** Takes up what an earlier process left unfinished. */
  async resume(): Promise<void> {
    const own = new Set(this.#unfinished.map(({ id }) => id));
    for (const row of await this.#context.batches.unfinished()) {
      if (!own.has(row.id)) this.#unfinished.push(toUnfinished(row, true));
    }
    this.look();
  }

  /** Has a batch audited that was stored: it had no turn yet. */
  add(row: BatchRow): void {
    this.#unfinished.unshift(toUnfinished(row, false));
    this.look();
  }

  /** Starts audits while there are any and there is room. */
  look(): void {
    this.#looksAgain = true;
    if (this.#stopping || this.#unfinished.length === 0) return;
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    this.#looking ??= this.#lookWhileAsked()
      .catch((err: unknown) => {
        this.#looksAgain = false;
        this.#context.log.error({ err }, 'batches');
      })
      .finally(() => {
        this.#looking = null;
        if (this.#looksAgain) this.look();
      });
  }

  /** Starts nothing more. Resolves when the store is left alone, which takes the end of the queue that it offers to. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#following);
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#looksAgain && !this.#stopping) {
      this.#looksAgain = false;
      for (const batch of [...this.#unfinished]) if (batch.isDoubtful) await this.#findOut(batch);
      await this.#startQueued();
    }
  }

  async #startQueued(): Promise<void> {
    const { batches, offer } = this.#context;
    for (;;) {
      const batch = this.#unfinished.find(({ hasQueued }) => hasQueued);
      if (batch === undefined || this.#stopping) return;
      const entry = await batches.firstQueued(batch.id);
      if (entry === null) {
        batch.hasQueued = false;
        await this.#finishIfDone(batch);
        continue;
      }
      const domain = domainOf(entry);
      const ticket = offer(domain, batch.keyId);
      if (ticket === null) return;
      this.#unfinished = [...this.#unfinished.filter((other) => other !== batch), batch];
      await ticket.stored;
      await batches.setEntry(batch.id, entry.position, { status: 'running', auditId: ticket.id, error: null });
      if (!batch.isStarted) await batches.start(batch.id, new Date().toISOString());
      batch.isStarted = true;
      this.#follow(batch, entry.position, ticket);
      // Requests first: the store is asked without a pause.
      await setImmediate();
    }
  }

  /** Of what stands as running: what has finished meanwhile, what still runs, and what is to be queued again. */
  async #findOut(batch: Unfinished): Promise<void> {
    const { batches, audits, offer } = this.#context;
    batch.isDoubtful = false;
    try {
      for (const entry of await batches.running(batch.id)) {
        const row = entry.auditId === null ? null : await audits.find(entry.auditId);
        const audit = row === null ? null : auditFromRow(row);
        if (audit !== null && audit.finishedAt !== null) {
          await this.#settle(batch, entry.position, audit);
          continue;
        }
        const ticket = audit === null ? null : offer(domainOf(entry), batch.keyId);
        if (ticket === null) await this.#queueAgain(batch, entry.position);
        else this.#follow(batch, entry.position, ticket);
      }
      await this.#finishIfDone(batch);
    } catch (error) {
      batch.isDoubtful = true;
      throw error;
    }
  }

  #follow(batch: Unfinished, position: number, ticket: Ticket): void {
    const following = ticket.settled
      .then((settled) => this.#hear(batch, position, settled))
      .catch((err: unknown) => {
        batch.isDoubtful = true;
        this.#context.log.error({ err, batch: batch.id }, 'batches');
      })
      .finally(() => {
        this.#following.delete(following);
      });
    this.#following.add(following);
  }

  async #hear(batch: Unfinished, position: number, settled: Settled): Promise<void> {
    // It stays queued, and so it stands here until the next start.
    if (settled.kind === 'stopped') return;
    // Tried again when it is looked next, not at once: the reason may still be there.
    if (settled.kind === 'lost') return this.#queueAgain(batch, position);
    await this.#settle(batch, position, settled.audit);
    await this.#finishIfDone(batch);
    this.look();
  }

  async #settle({ id }: Unfinished, position: number, { id: auditId, status, report }: FinishedAudit): Promise<void> {
    await this.#context.batches.setEntry(id, position, { status, auditId, error: report.failure?.message ?? null });
  }

  async #queueAgain(batch: Unfinished, position: number): Promise<void> {
    await this.#context.batches.setEntry(batch.id, position, { status: 'queued', auditId: null, error: null });
    batch.hasQueued = true;
  }

  async #finishIfDone(batch: Unfinished): Promise<void> {
    const { batches, log } = this.#context;
    if (batch.hasQueued || !this.#unfinished.includes(batch)) return;
    const counts = await batches.countsOf(batch.id);
    if (counts.has('queued') || counts.has('running')) return;
    if (!this.#unfinished.includes(batch)) return;
    this.#unfinished = this.#unfinished.filter((other) => other !== batch);
    try {
      await batches.finish(batch.id, new Date().toISOString());
    } catch (error) {
      this.#unfinished.push(batch);
      throw error;
    }
    log.info({ batch: batch.id, key: batch.keyId, ...Object.fromEntries(counts) }, 'batch');
  }
}

function toUnfinished({ id, keyId, startedAt }: BatchRow, isDoubtful: boolean): Unfinished {
  return { id, keyId, isStarted: startedAt !== null, hasQueued: true, isDoubtful };
}

function domainOf({ domain }: BatchDomainRow): DomainName {
  // It was accepted once, perhaps while private targets were allowed: whether it may be reached now is fetch's to say.
  const parsed = parseDomainName(domain ?? '', { allowPrivate: true });
  if (!parsed.ok) throw new Error(`The stored domain ${domain} of a batch is none.`);
  return parsed.domain;
}
