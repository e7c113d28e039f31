import type { LogEvent } from 'kysely';
import { Count, Distribution, Family } from '../metrics.ts';
import { StoreDamaged } from './unwritable.ts';

/** Buckets in seconds, from the read of a cached page to a disk that blocks every request. */
const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Operation = 'read' | 'write' | 'commit';

/** Durations and failures of statements, for either database. */
export class StatementMetrics {
  readonly durations = new Family(['operation'], () => new Distribution(SECONDS));
  readonly failures = new Family(['operation'], () => new Count());
  #hasFoundCorruption = false;

  constructor() {
    for (const operation of ['read', 'write', 'commit'] as const) {
      this.durations.of(operation);
      this.failures.of(operation);
    }
  }

  /** Returns whether a statement has found the data corrupt since the start. */
  get hasFoundCorruption(): boolean {
    return this.#hasFoundCorruption;
  }

  /** Takes a statement down that has ended: Kysely's `log`. */
  readonly record = (event: LogEvent): void => {
    const { level, query, queryDurationMillis } = event;
    if (level === 'error' && event.error instanceof StoreDamaged && event.error.isCorrupt)
      this.#hasFoundCorruption = true;
    const operation = operationOf(query);
    if (operation === null) return;
    if (level === 'error') this.failures.of(operation).add();
    else this.durations.of(operation).observe(queryDurationMillis / 1000);
  };
}

/** Null for what begins and undoes, which neither reads nor waits for the disk. A write outside a transaction commits, too. */
function operationOf({ query, sql }: LogEvent['query']): Operation | null {
  switch (query.kind) {
    case 'SelectQueryNode':
      return 'read';
    case 'InsertQueryNode':
    case 'UpdateQueryNode':
    case 'DeleteQueryNode':
      return 'write';
    default:
      return sql === 'commit' ? 'commit' : null;
  }
}
