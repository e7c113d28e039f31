import type { Log } from '../../log.ts';
import { pause } from '../../pause.ts';
import type { JudgedVisit, VisitWriter } from '../../store/visits/visit-writer.ts';

/** Visits of one transaction. */
const MAX_GROUP = 500;
/** So long others are waited for, that are written in the same transaction: nobody waits for this one. */
const GATHER_MS = 200;
/** The wait before each further attempt. */
const RETRY_MS = [1_000, 5_000, 30_000];
/** Visits that wait to be written; of more, what was found out is lost. */
const MAX_WAITING = 20_000;

/** Writes what is found out of visits after they were recorded, many at the cost of one. */
export class VisitJudgements {
  readonly #writer: Pick<VisitWriter, 'judge'>;
  readonly #log: Log;
  readonly #life = new AbortController();
  #waiting: JudgedVisit[] = [];
  #writing: Promise<void> | null = null;

  constructor(writer: Pick<VisitWriter, 'judge'>, log: Log) {
    this.#writer = writer;
    this.#log = log;
  }

  add(judged: JudgedVisit): void {
    if (this.#waiting.length >= MAX_WAITING || this.#life.signal.aborted) return;
    this.#waiting.push(judged);
    this.#writing ??= this.#write();
  }

  /** Writes what is left. What is found out from now on is lost: such visits stay unverified. */
  async stop(): Promise<void> {
    this.#life.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      await pause(GATHER_MS, this.#life.signal);
      const group = this.#waiting.splice(0, MAX_GROUP);
      await this.#writeGroup(group);
    }
    // Before anybody else can come: who finds it under way has to be written by it.
    this.#writing = null;
  }

  /** A group that may have been written is written again: what is judged stays as it is. */
  async #writeGroup(group: readonly JudgedVisit[]): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#writer.judge(group);
        return;
      } catch (err) {
        const wait = RETRY_MS[attempt];
        if (wait === undefined || this.#life.signal.aborted) {
          this.#log.error({ err, visits: group.length }, 'visits stay unverified');
          return;
        }
        await pause(wait, this.#life.signal);
      }
    }
  }
}
