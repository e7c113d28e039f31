import { Count, Distribution, Family } from '../../metrics.ts';

/** From a hosted file at hand to a live audit that takes all the time it has. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Those that there are routes for. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** An answer, as it is counted. */
export interface Answered {
  /** The route's pattern; null where there is none at that path, and of what was refused before it was looked up. */
  readonly route: string | null;
  readonly method: string;
  /** Null when the client had gone before there was an answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** What requests came to since the start. */
export class RequestMetrics {
  readonly durations = new Family(['route', 'method', 'status'], () => new Distribution(SECONDS));
  /** What could not be read as a request, or not in time, by the status that it was answered. */
  readonly malformed = new Family(['status'], () => new Count());
  /** Refused with 429, by what was exceeded. */
  readonly rateLimited = new Family(['limit'], () => new Count());
  /** Event streams that are open now. */
  openStreams = 0;

  constructor() {
    this.rateLimited.of('client');
    this.rateLimited.of('live_audits');
    this.rateLimited.of('event_streams');
  }

  count({ route, method, status, durationMs }: Answered): void {
    this.durations
      .of(route ?? 'none', METHODS.has(method) ? method : 'other', status === null ? 'none' : String(status))
      .observe(durationMs / 1000);
  }
}
