import { setImmediate } from 'node:timers/promises';
import { type DomainName, parseDomainName } from '../domain-name.ts';
import type { Log } from '../log.ts';
import { urlHash } from '../site/url-hash.ts';
import type { AuditStore } from '../store/audits.ts';
import type { PublishedDomainStore } from '../store/published-domains.ts';
import type { Ticket } from './audit-queue.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 60_000;

export interface DailyAuditsContext {
  readonly published: PublishedDomainStore;
  readonly audits: AuditStore;
  /** Queues a live audit that no caller waits for; null while it would be in the way of those that somebody does. */
  readonly offer: (domain: DomainName) => Ticket | null;
  readonly log: Log;
}

/**
 * Audits every published domain once a day, at a moment of its own, unless somebody had it audited since that moment.
 * What came due while nobody served is made up for, a few at a time. Whatever comes of an audit, the next is a day later.
 */
export class DailyAudits {
  readonly #context: DailyAuditsContext;
  #timer: NodeJS.Timeout | null = null;
  /** Only one looks at a time. */
  #looking: Promise<void> | null = null;

  constructor(context: DailyAuditsContext) {
    this.#context = context;
  }

  /** Looks for what is due now and from now on. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
    this.#look();
  }

  /** Starts nothing more. Resolves when the store is left alone. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
  }

  #look(): void {
    this.#looking ??= this.#startDue()
      .catch((err: unknown) => this.#context.log.error({ err }, 'daily audits'))
      .finally(() => {
        this.#looking = null;
      });
  }

  /** Starts audits while any is due and there is room. */
  async #startDue(): Promise<void> {
    const { published, offer } = this.#context;
    while (this.#timer !== null) {
      const now = Date.now();
      const name = await published.dueForAudit(new Date(now).toISOString());
      if (name === null) return;
      const moment = lastMoment(name, now);
      // It was accepted once, perhaps while private targets were allowed: whether it may be reached now is fetch's to say.
      const parsed = parseDomainName(name, { allowPrivate: true });
      if (parsed.ok && !(await this.#isAuditedSince(parsed.domain, moment))) {
        const ticket = offer(parsed.domain);
        if (ticket === null) return;
        await ticket.stored;
        void ticket.settled.then(() => this.#look());
      }
      await published.planAudit(name, new Date(moment + DAY_MS).toISOString());
      // Requests first: the store is asked without a pause.
      await setImmediate();
    }
  }

  async #isAuditedSince(domain: DomainName, moment: number): Promise<boolean> {
    const [newest] = await this.#context.audits.scoresOf(domain, 1);
    return newest !== undefined && Date.parse(newest.startedAt) >= moment;
  }
}

/**
 * When a domain was last to be audited: at a time of the day that follows from its name, so that the domains are spread
 * over the day. @param now milliseconds since 1970, as what is returned
 */
export function lastMoment(domain: string, now: number): number {
  const timeOfDay = Math.floor((urlHash(domain) / 2 ** 32) * DAY_MS);
  return Math.floor((now - timeOfDay) / DAY_MS) * DAY_MS + timeOfDay;
}
