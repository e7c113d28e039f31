/** Clients that are counted. Those that were not seen for longest are forgotten first. */
const MAX_CLIENTS = 5_000;

/** Counts the requests of each client in windows of a fixed length. */
export class RequestWindows {
  readonly #lengthMs: number;
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /**
   * Counts a request.
   * @param now milliseconds of a monotonic clock: a wall clock that is set back would make a window last for hours
   * @returns the number of requests in the window, this one included, and the rest of the window in milliseconds
   */
  add(client: string, now: number): { readonly count: number; readonly leftMs: number } {
    const known = this.#windows.get(client);
    const isOver = known === undefined || known.endsAt <= now;
    const window = isOver ? { endsAt: now + this.#lengthMs, count: 0 } : known;
    window.count += 1;
    this.#windows.delete(client);
    this.#windows.set(client, window);
    if (this.#windows.size > MAX_CLIENTS) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined) this.#windows.delete(oldest);
    }
    return { count: window.count, leftMs: window.endsAt - now };
  }
}
