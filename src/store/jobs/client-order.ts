import { PRIORITY } from './job-queue.ts';

/** Most clients whose last start is remembered. Beyond that, the one with the oldest start is dropped. */
const MAX_REMEMBERED = 10_000;

/** One client's first audit that may start. */
export interface NextOfClient {
  readonly id: string;
  readonly client: string;
  readonly priority: number;
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  /** Number of running audits of the client. */
  readonly running: number;
  /** Start of the newest of them; null when there are none. */
  readonly startedAt: string | null;
}

/**
 * Chooses between clients. Audits that callers wait for go first. Among these, else among all others, the client with the
 * fewest running audits is next, so a client gets more than half of the slots only while no other client has an audit that
 * may run. Ties go to the client that has waited longest, since its request or since its last start.
 */
export class ClientOrder {
  /** Last start by client, the oldest first. */
  readonly #started = new Map<string, string>();

  /** Returns the next audit; null when there are no candidates. */
  choose(candidates: readonly NextOfClient[]): NextOfClient | null {
    const callers = candidates.filter(({ priority }) => priority >= PRIORITY.caller);
    const [first] = (callers.length > 0 ? callers : candidates).toSorted((a, b) => this.#compare(a, b));
    return first ?? null;
  }

  /** Records that an audit was started. @param at ISO 8601 UTC */
  note(client: string, at: string): void {
    this.#started.delete(client);
    this.#started.set(client, at);
    if (this.#started.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#started.keys();
    if (oldest !== undefined) this.#started.delete(oldest);
  }

  #compare(a: NextOfClient, b: NextOfClient): number {
    return (
      a.running - b.running ||
      compareText(this.#waitsSince(a), this.#waitsSince(b)) ||
      compareText(a.requestedAt, b.requestedAt)
    );
  }

  #waitsSince({ client, requestedAt, startedAt }: NextOfClient): string {
    const started = this.#started.get(client) ?? startedAt ?? '';
    return started > requestedAt ? started : requestedAt;
  }
}

/** Compares by code units, as the databases do. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
