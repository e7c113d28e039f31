import type { LogEvent } from 'kysely';
import { Counter, Histogram } from 'prom-client';
import { StoreDamaged } from './unwritable.ts';

type Operation = 'read' | 'write' | 'commit';

/** Durations and failures of statements, for either database. */
export class StatementMetrics {
  readonly durations = new Histogram({
    name: 'citable_store_statement_duration_seconds',
    help: 'Duration of statements in the database, without visits. A write outside a transaction includes its commit.',
    labelNames: ['operation'],
    // From a read of a cached page to a disk that blocks every request.
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [],
  });
  readonly failures = new Counter({
    name: 'citable_store_statement_failures_total',
    help: 'Failed statements, without visits.',
    labelNames: ['operation'],
    registers: [],
  });
  #hasFoundCorruption = false;

  constructor() {
    for (const operation of ['read', 'write', 'commit'] as const) {
      this.durations.zero({ operation });
      this.failures.inc({ operation }, 0);
    }
  }

  /** Returns whether a statement has found the data corrupt since the start. */
  get hasFoundCorruption(): boolean {
    return this.#hasFoundCorruption;
  }

  /** Records a statement that has ended. To be passed as Kysely's `log`. */
  readonly record = (event: LogEvent): void => {
    const { level, query, queryDurationMillis } = event;
    if (level === 'error' && event.error instanceof StoreDamaged && event.error.isCorrupt)
      this.#hasFoundCorruption = true;
    const operation = toOperation(query);
    if (operation === null) return;
    if (level === 'error') this.failures.inc({ operation });
    else this.durations.observe({ operation }, queryDurationMillis / 1000);
  };
}

/** Returns null for `begin` and `rollback`, which neither read nor wait for the disk. A write outside a transaction also commits. */
function toOperation({ query, sql }: LogEvent['query']): Operation | null {
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
