import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { VERSION } from '../../package.ts';
import type { Log } from '../../values/log.ts';
import type { EventLoopDelay } from '../app/load/event-loop-delay.ts';
import type { RequestMetrics } from '../app/request-metrics.ts';
import type { Service } from '../service.ts';

/** prom-client resets these at each scrape, so that two scrapers would share the samples. `EventLoopDelay` replaces them. */
const EVENT_LOOP_LAG = /^nodejs_eventloop_lag_/;

/**
 * Returns the registry of all metrics. No label has a value that a client chose. Memory, processor time and garbage collection
 * of the process are measured from now on.
 */
export function createRegistry(
  metrics: Service['metrics'],
  requests: RequestMetrics,
  eventLoop: EventLoopDelay,
  log: Pick<Log, 'lostLines'>,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (EVENT_LOOP_LAG.test(name)) registry.removeSingleMetric(name);
  }
  const { audits, statements, visits } = metrics;
  const counted: readonly Metric<string>[] = [
    ...[requests.durations, requests.faults, requests.malformed, requests.rateLimited, requests.openStreams],
    ...[audits.finished, audits.stages, audits.lost, audits.refused],
    ...[statements.durations, statements.failures, visits.writes, eventLoop.delays],
  ];
  for (const metric of counted) registry.registerMetric(metric);
  registerCurrentValues(registry, metrics);
  addCounter(registry, 'citable_log_lines_lost_total', 'Lines of the log that could not be written.', () =>
    log.lostLines(),
  );
  const build = { name: 'citable_build_info', help: 'Always 1. The version is its label.', registers: [registry] };
  new Gauge({ ...build, labelNames: ['version'] }).set({ version: VERSION }, 1);
  return registry;
}

/** Registers the metrics that are read at each scrape. */
function registerCurrentValues(
  registry: Registry,
  { visits, verification, queue, writeAheadLog, freePages }: Service['metrics'],
): void {
  addCounter(registry, 'citable_visits_recorded_total', 'Recorded visits.', () => visits.recorded);
  addCounter(registry, 'citable_visits_lost_total', 'Visits that could not be recorded.', () => visits.lost);
  addGauge(registry, 'citable_visits_waiting', 'Visits that wait to be written.', () => visits.waiting);
  addGauge(registry, 'citable_visits_unjudged', 'Visits of AI crawlers whose verification is not finished.', () =>
    verification.pending(),
  );
  addGauge(registry, 'citable_store_free_bytes', 'Size of the free pages of the embedded database.', freePages);
  addGauge(registry, 'citable_store_wal_bytes', 'Size of the write-ahead log of the embedded database.', writeAheadLog);
  addGaugeByState(
    registry,
    'citable_ip_range_files',
    'Files in which vendors publish the addresses and keys of their crawlers: read in the last seven days, before, or never.',
    () => verification.files(),
  );
  addGaugeByState(
    registry,
    'citable_audit_queue_audits',
    'Live audits: running in this process; waiting for a caller; waiting unattended, as those of batches.',
    async () => {
      const { running, waiting } = await queue();
      return { running, ...(waiting === null ? {} : { waiting: waiting.callers, unattended: waiting.others }) };
    },
  );
  addGaugeByState(
    registry,
    'citable_audit_queue_capacity',
    'Most live audits that may run, and that may wait for a caller.',
    async () => {
      const { maxRunning, maxQueued } = await queue();
      return { running: maxRunning, waiting: maxQueued };
    },
  );
}

function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** @param read returns null where there is no value */
function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number | null>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

function addGaugeByState(
  registry: Registry,
  name: string,
  help: string,
  read: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      for (const [state, value] of Object.entries(await read())) this.set({ state }, value);
    },
  });
}
