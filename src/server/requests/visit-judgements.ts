import type { Log } from '../../values/log.ts';
import { pause } from '../../values/pause.ts';
import type { JudgedVisit, VisitWriter } from '../store/visits/visit-writer.ts';

/** Maximum number of visits of one transaction. */
const MAX_GROUP = 500;
/** Maximum number of judgements that wait to be written. Further ones are lost. */
const MAX_WAITING = 20_000;

export interface JudgementDelays {
  /** Time for which judgements wait for others, in milliseconds, to be written in one transaction. */
  readonly gatherMs: number;
  /** Delays before further attempts, in milliseconds. */
  readonly retryMs: readonly number[];
}

const DELAYS: JudgementDelays = { gatherMs: 200, retryMs: [1_000, 5_000, 30_000] };

/** Writes the verifications of visits that were recorded before, many in one transaction. */
export class VisitJudgements {
  readonly #writer: Pick<VisitWriter, 'judge'>;
  readonly #log: Log;
  readonly #delays: JudgementDelays;
  readonly #life = new AbortController();
  readonly #waiting: JudgedVisit[] = [];
  #writing: Promise<void> | null = null;

  constructor(writer: Pick<VisitWriter, 'judge'>, log: Log, delays = DELAYS) {
    this.#writer = writer;
    this.#log = log;
    this.#delays = delays;
  }

  add(judged: JudgedVisit): void {
    if (this.#waiting.length >= MAX_WAITING || this.#life.signal.aborted) return;
    this.#waiting.push(judged);
    this.#writing ??= this.#write();
  }

  /** Writes what waits. Judgements that are added later are lost: such visits stay unverified. */
  async stop(): Promise<void> {
    this.#life.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      await pause(this.#delays.gatherMs, this.#life.signal);
      await this.#writeGroup(this.#waiting.splice(0, MAX_GROUP));
    }
    // In the same step as the check, so that no judgement is added in between.
    this.#writing = null;
  }

  /** A group whose outcome is unknown may be written again: visits that are verified already are skipped. */
  async #writeGroup(group: readonly JudgedVisit[]): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#writer.judge(group);
        return;
      } catch (err) {
        const delay = this.#delays.retryMs[attempt];
        if (delay === undefined || this.#life.signal.aborted) {
          this.#log.error({ err, visits: group.length }, 'visits stay unverified');
          return;
        }
        await pause(delay, this.#life.signal);
      }
    }
  }
}
