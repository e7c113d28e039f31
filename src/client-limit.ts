import pLimit, { type LimitFunction } from 'p-limit';

/** Bounds how much work is under way: so much in all, and one piece of each client. Clients with more take turns. */
export class ClientLimit {
  readonly #all: LimitFunction;
  readonly #ofClient = new Map<string, LimitFunction>();

  constructor(most: number) {
    this.#all = pLimit(most);
  }

  /** Does the work once it is its turn. */
  async do<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#ofClient.get(client) ?? pLimit(1);
    this.#ofClient.set(client, own);
    try {
      // A client has one piece of work at most in the common queue, so that this one is in turn.
      return await own(() => this.#all(work));
    } finally {
      if (own.activeCount + own.pendingCount === 0) this.#ofClient.delete(client);
    }
  }
}
