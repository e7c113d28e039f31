/**
 * Does once what many ask for at the same time: who asks for a key before the work on it has begun, shares its outcome.
 * The work begins when all input that has arrived was looked at, and the work before it on that key has ended: so nobody is
 * given what is older than their question, and however many ask, one work is under way.
 */
export class SingleFlight<Value> {
  readonly #waiting = new Map<string, Promise<Value>>();
  readonly #underWay = new Map<string, Promise<unknown>>();

  /** @param work what to do; those who share a key must mean the same by it */
  do(key: string, work: () => Promise<Value>): Promise<Value> {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    const { promise, resolve } = Promise.withResolvers<Value>();
    this.#waiting.set(key, promise);
    setImmediate(async () => {
      await this.#underWay.get(key);
      this.#waiting.delete(key);
      // A work that fails, or throws at once, is rejected for all who share it.
      const working = new Promise<Value>((begin) => begin(work()));
      resolve(working);
      const ended = working.then(
        () => this.#underWay.delete(key),
        () => this.#underWay.delete(key),
      );
      this.#underWay.set(key, ended);
    });
    return promise;
  }
}
