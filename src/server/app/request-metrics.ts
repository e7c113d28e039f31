import { Counter, Gauge, Histogram } from 'prom-client';

/** Methods that routes have. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

interface FinishedRequest {
  /** Pattern of the route; null where there is no route. */
  readonly route: string | null;
  readonly method: string;
  /** Null when the client had gone before there was a response. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Metrics of requests since the start. */
export class RequestMetrics {
  readonly durations = new Histogram({
    name: 'citable_http_request_duration_seconds',
    help: 'Duration of requests, from the head to the end of the response. Status none: the client had gone before.',
    labelNames: ['route', 'method', 'status'],
    // From a cached hosted file to a live audit that takes all its time.
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [],
  });
  readonly faults = new Counter({
    name: 'citable_http_faults_total',
    help: 'Requests that got 500.',
    registers: [],
  });
  readonly malformed = new Counter({
    name: 'citable_http_malformed_requests_total',
    help: 'Requests that could not be read, or not in time, by the status of the response.',
    labelNames: ['status'],
    registers: [],
  });
  readonly rateLimited = new Counter({
    name: 'citable_http_rate_limited_requests_total',
    help: 'Requests that got 429, by the limit: of a client address, of live audits, or of event streams.',
    labelNames: ['limit'],
    registers: [],
  });
  readonly openStreams = new Gauge({
    name: 'citable_http_event_streams',
    help: 'Open event streams.',
    registers: [],
  });

  constructor() {
    // A counter that begins with its first fault is at 1 from the start, and no increase is seen.
    for (const status of ['400', '408', '431']) this.malformed.inc({ status }, 0);
    for (const limit of ['client', 'live_audits', 'event_streams']) this.rateLimited.inc({ limit }, 0);
  }

  count({ route, method, status, durationMs }: FinishedRequest): void {
    const labels = {
      route: route ?? 'none',
      method: METHODS.has(method) ? method : 'other',
      status: status === null ? 'none' : String(status),
    };
    if (status === 500) this.faults.inc();
    this.durations.observe(labels, durationMs / 1000);
  }
}
