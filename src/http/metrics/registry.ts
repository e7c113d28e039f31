import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Distribution } from '../../metrics.ts';
import type { Metric, Sample } from './catalogue.ts';

/**
 * prom-client measures these from its first answer on and forgets them with each: the first has no sample, and of two who
 * ask, each has what the other left. `EventLoopDelay` takes their place.
 */
const EVENT_LOOP_LAG = /^nodejs_eventloop_lag_/;

/**
 * A registry of prom-client that reads these metrics each time it is asked, and measures the process from now on: its
 * memory, processor time and garbage collection.
 */
export function makeRegistry(metrics: readonly Metric[]): Registry {
  const registry = new Registry();
  for (const metric of metrics) register(metric, registry);
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (EVENT_LOOP_LAG.test(name)) registry.removeSingleMetric(name);
  }
  return registry;
}

function register(metric: Metric, registry: Registry): void {
  const { name, help, labelNames } = metric;
  const described = { name, help, labelNames, registers: [registry] };
  switch (metric.type) {
    case 'counter':
      new Counter({
        ...described,
        collect() {
          this.reset();
          for (const { labels, value } of metric.read()) this.inc(labels, value);
        },
      });
      break;
    case 'gauge':
      new Gauge({
        ...described,
        async collect() {
          const samples = await metric.read();
          this.reset();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
      break;
    case 'histogram':
      new LiveHistogram(described, metric.read);
      break;
  }
}

/** A histogram whose values were counted elsewhere: prom-client's own can only observe them one by one. */
class LiveHistogram extends Histogram {
  readonly #about: { readonly name: string; readonly help: string };
  readonly #read: () => Iterable<Sample<Distribution>>;

  constructor(
    about: { name: string; help: string; labelNames: readonly string[]; registers: Registry[] },
    read: () => Iterable<Sample<Distribution>>,
  ) {
    super(about);
    this.#about = about;
    this.#read = read;
  }

  /** What a registry writes of it; `get` is made of the same. */
  async getForPromString() {
    const { name, help } = this.#about;
    return { name, help, type: 'histogram', values: [...this.#read()].flatMap((sample) => toSeries(name, sample)) };
  }
}

/** The cumulative series of one distribution (https://prometheus.io/docs/instrumenting/exposition_formats/#histograms-and-summaries). */
function toSeries(name: string, { labels, value: { bounds, counts, sum } }: Sample<Distribution>) {
  let count = 0;
  const buckets = counts.map((inRange, range) => {
    count += inRange;
    return { metricName: `${name}_bucket`, labels: { le: bounds[range] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
