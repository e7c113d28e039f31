import type { Log } from '../../log.ts';
import type { Count, Distribution, Family, Labels } from '../../metrics.ts';
import type { Service } from '../../service/service.ts';
import { VERSION } from '../../version.ts';
import type { EventLoopDelay } from './event-loop-delay.ts';
import type { RequestMetrics } from './request-metrics.ts';

export interface Sample<Value> {
  readonly labels: Labels;
  readonly value: Value;
}

interface Described {
  /** By the conventions of Prometheus (https://prometheus.io/docs/practices/naming/). */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

type Gauged = Iterable<Sample<number>> | Promise<Iterable<Sample<number>>>;

export type Metric =
  | (Described & { readonly type: 'counter'; read(): Iterable<Sample<number>> })
  | (Described & { readonly type: 'gauge'; read(): Gauged })
  | (Described & { readonly type: 'histogram'; read(): Iterable<Sample<Distribution>> });

/**
 * All metrics of our own. None has a label whose value a client chose: routes are patterns, methods those that there are
 * routes for.
 */
export function catalogue(
  { audits, queue, statements, visits, verification, writeAheadLog }: Service['metrics'],
  requests: RequestMetrics,
  eventLoop: EventLoopDelay,
  log: Pick<Log, 'lostLines'>,
): Metric[] {
  return [
    gauge('citable_build_info', 'Always 1; the version is its label.', ['version'], () => [
      { labels: { version: VERSION }, value: 1 },
    ]),

    histograms(
      'citable_http_request_duration_seconds',
      'Requests that were answered, from their head to the end of the answer; status none: their clients had gone before.',
      requests.durations,
    ),
    counters(
      'citable_http_malformed_requests_total',
      'What could not be read as a request, or not in time, by the status that was answered.',
      requests.malformed,
    ),
    counters(
      'citable_http_rate_limited_requests_total',
      'Requests that were answered 429, by the limit: of a client address, or of live audits.',
      requests.rateLimited,
    ),
    gauge('citable_http_event_streams', 'Event streams that are open.', [], () => single(requests.openStreams)),

    counters(
      'citable_audits_total',
      'Live audits that ended and were stored, by outcome and by what failed; internal is a fault of ours.',
      audits.finished,
    ),
    counter('citable_audits_lost_total', 'Live audits that could not be stored.', () => audits.lost.value),
    histograms(
      'citable_audit_stage_duration_seconds',
      'What a live audit took, stage by stage: its wait, what it read, its way into the store.',
      audits.stages,
    ),
    gauge(
      'citable_audit_queue_audits',
      'Live audits: that this process runs; that callers wait for; that wait and nobody waits for them, as those of batches.',
      ['state'],
      async () => {
        const { running, waiting } = await queue();
        const states = byState({ running });
        return waiting === null
          ? states
          : [...states, ...byState({ waiting: waiting.callers, unattended: waiting.others })];
      },
    ),
    gauge('citable_audit_queue_capacity', 'How many may run, and wait for a caller.', ['state'], async () => {
      const { maxRunning, maxQueued } = await queue();
      return byState({ running: maxRunning, waiting: maxQueued });
    }),
    counter(
      'citable_audit_queue_refused_total',
      'Live audits that were refused because the queue was full.',
      () => audits.refused.value,
    ),

    counter('citable_visits_recorded_total', 'Visits that were recorded.', () => visits.recorded),
    counter('citable_visits_lost_total', 'Visits that could not be recorded.', () => visits.lost),
    gauge('citable_visits_waiting', 'Visits that wait to be written.', [], () => single(visits.waiting)),
    gauge('citable_visits_unjudged', 'Visits of AI crawlers of which something is still being found out.', [], () =>
      single(verification.pending()),
    ),
    gauge(
      'citable_ip_range_files',
      'Files in which vendors publish the addresses of their crawlers: read in the last seven days, before, or never.',
      ['state'],
      () => byState(verification.files()),
    ),
    {
      type: 'histogram',
      name: 'citable_visit_write_duration_seconds',
      help: 'What it took to write a group of visits, until it was on the disk.',
      labelNames: [],
      read: () => single(visits.writes),
    },

    histograms(
      'citable_store_statement_duration_seconds',
      'What the database took for a statement, visits aside. A write outside a transaction commits, too.',
      statements.durations,
    ),
    counters('citable_store_statement_failures_total', 'Statements that failed, visits aside.', statements.failures),
    gauge('citable_store_wal_bytes', 'Size of the write-ahead log of the embedded database.', [], async () => {
      const bytes = await writeAheadLog();
      return bytes === null ? [] : single(bytes);
    }),

    counter('citable_log_lines_lost_total', 'Lines of the log that were lost because they could not be written.', () =>
      log.lostLines(),
    ),
    {
      type: 'histogram',
      name: 'citable_event_loop_delay_seconds',
      help: 'How late a timer went off that was due every 20 ms.',
      labelNames: [],
      read: () => single(eventLoop.delays),
    },
  ];
}

function counters(name: string, help: string, family: Family<readonly string[], Count>): Metric {
  const read = () => [...family.members()].map(({ labels, member }) => ({ labels, value: member.value }));
  return { type: 'counter', name, help, labelNames: family.names, read };
}

function counter(name: string, help: string, read: () => number): Metric {
  return { type: 'counter', name, help, labelNames: [], read: () => single(read()) };
}

function gauge(name: string, help: string, labelNames: string[], read: () => Gauged): Metric {
  return { type: 'gauge', name, help, labelNames, read };
}

function histograms(name: string, help: string, family: Family<readonly string[], Distribution>): Metric {
  const read = () => [...family.members()].map(({ labels, member }) => ({ labels, value: member }));
  return { type: 'histogram', name, help, labelNames: family.names, read };
}

function single<Value>(value: Value): [Sample<Value>] {
  return [{ labels: {}, value }];
}

function byState(counts: Readonly<Record<string, number>>): Sample<number>[] {
  return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
}
