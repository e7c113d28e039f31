import { PRIORITY } from './job-queue.ts';

/** Clients whose last start is remembered. Of more, the one that was started longest ago is forgotten. */
const MAX_REMEMBERED = 10_000;

/** The first audit that may be started of one client. */
export interface NextOfClient {
  readonly id: string;
  readonly client: string;
  readonly priority: number;
  /** ISO 8601 UTC, as all times here. */
  readonly requestedAt: string;
  /** How many audits of the client run, and when the newest of them was started; null without any. */
  readonly running: number;
  readonly startedAt: string | null;
}

/**
 * Chooses between clients. Audits that callers wait for go before all others. Among those that remain, the client with the
 * fewest running audits is next: a client gets more than half of the slots only while no other client has an audit
 * that may run. Of several, the one that has waited longest since its audit was asked for or its last one was started.
 */
export class ClientTurns {
  /** When an audit of a client was last started, the oldest start first. */
  readonly #started = new Map<string, string>();

  /** @returns null when there is nothing to choose from */
  choose(candidates: readonly NextOfClient[]): NextOfClient | null {
    const callers = candidates.filter(({ priority }) => priority >= PRIORITY.caller);
    const [first] = (callers.length > 0 ? callers : candidates).toSorted((a, b) => this.#compare(a, b));
    return first ?? null;
  }

  /** Remembers that an audit was started. @param at ISO 8601 UTC */
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
