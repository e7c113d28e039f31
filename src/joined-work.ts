/**
 * Does once what many ask for at the same time: who asks for a key before the work on it has begun, shares its outcome.
 * The work begins when all input that has arrived was looked at, so nobody is given what is older than their question.
 */
export class JoinedWork<Value> {
  readonly #waiting = new Map<string, Promise<Value>>();

  /** @param work what to do; those who share a key must mean the same by it */
  do(key: string, work: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const { promise, resolve } = Promise.withResolvers<Value>();
    this.#waiting.set(key, promise);
    setImmediate(() => {
      this.#waiting.delete(key);
      // A work that fails, or throws at once, is rejected for all who share it.
      resolve(new Promise<Value>((begin) => begin(work())));
    });
    return promise;
  }
}
