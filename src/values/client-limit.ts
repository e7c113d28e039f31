import pLimit, { type LimitFunction } from 'p-limit';

/** Limits concurrent tasks: a number in all, and one of each client. Clients with several tasks take turns. */
export class ClientLimit {
  readonly #all: LimitFunction;
  readonly #byClient = new Map<string, LimitFunction>();

  /** @param max most concurrent tasks */
  constructor(max: number) {
    this.#all = pLimit(max);
  }

  /** Runs a task when the limits allow it. */
  async do<Result>(client: string, task: () => Promise<Result>): Promise<Result> {
    const own = this.#byClient.get(client) ?? pLimit(1);
    this.#byClient.set(client, own);
    try {
      // Each client has at most one task in the common queue, which makes it fair.
      return await own(() => this.#all(task));
    } finally {
      if (own.activeCount + own.pendingCount === 0) this.#byClient.delete(client);
    }
  }
}
