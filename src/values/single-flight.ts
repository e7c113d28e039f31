/**
 * Runs a task once for all concurrent callers with the same key. A task starts after the pending input was read and the
 * previous task of its key has ended, and callers share only a task that has not started: so nobody gets a result that is older
 * than their call, and each key has at most one running task.
 */
export class SingleFlight<Value> {
  readonly #waiting = new Map<string, Promise<Value>>();
  readonly #running = new Map<string, Promise<unknown>>();

  /** @param task the same for all callers with this key */
  do(key: string, task: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const { promise, resolve } = Promise.withResolvers<Value>();
    this.#waiting.set(key, promise);
    setImmediate(async () => {
      await this.#running.get(key);
      this.#waiting.delete(key);
      // A task that throws synchronously rejects, too.
      const result = new Promise<Value>((start) => start(task()));
      resolve(result);
      const ended = result.then(
        () => this.#running.delete(key),
        () => this.#running.delete(key),
      );
      this.#running.set(key, ended);
    });
    return promise;
  }
}
