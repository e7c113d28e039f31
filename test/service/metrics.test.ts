import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Exposition, parseExposition } from '../support/exposition.ts';
import type { LiveAudit } from '../support/live-audit.ts';
import { failedReport, site } from '../support/reports.ts';
import { instantAudit, pausedAudits, type RunningService, startService } from '../support/running-service.ts';

async function scrape({ request, authorization }: RunningService): Promise<Exposition> {
  const response = await request('/metrics', { headers: authorization });
  expect(response.status).toBe(200);
  return parseExposition(await response.text());
}

/** How much more there is of a series now. */
function growth(before: Exposition, after: Exposition, name: string, labels?: Record<string, string>): number {
  return after.value(name, labels) - before.value(name, labels);
}

/** Nothing else is done meanwhile. */
function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const REQUESTS = 'citable_http_request_duration_seconds_count';

describe('GET /metrics', () => {
  test('is for key holders: others are told to send a key', async () => {
    const { request, authorization } = await startService(instantAudit);
    const refused = await request('/metrics');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(await refused.text()).not.toContain('citable_');
    expect((await request('/metrics', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    const answered = await request('/metrics', { headers: authorization });
    expect(answered.status).toBe(200);
    expect(answered.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answered.headers.get('cache-control')).toBe('private, no-store');
  });

  test('needs one too where live audits are public', async () => {
    const { request } = await startService(instantAudit, { LIVE_AUDITS: 'public' });
    expect((await request('/metrics')).status).toBe(401);
  });

  test('is for everyone with METRICS=public, and kept by nobody', async () => {
    const { request } = await startService(instantAudit, { METRICS: 'public' });
    const response = await request('/metrics');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    parseExposition(await response.text());
  });

  test('is not there with METRICS=off', async () => {
    const { request, authorization } = await startService(instantAudit, { METRICS: 'off' });
    expect((await request('/metrics', { headers: authorization })).status).toBe(404);
  });

  test('is text in the format of Prometheus, named by its conventions, with what prom-client measures of a process', async () => {
    const running = await startService(instantAudit);
    const { types, samples } = await scrape(running);
    for (const [name, type] of types) {
      if (!name.startsWith('citable_')) continue;
      expect([name, type]).toEqual([
        name,
        name.endsWith('_total') ? 'counter' : expect.stringMatching(/gauge|histogram/),
      ]);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
    const present = new Set(samples.map(({ name }) => name));
    for (const name of [
      'citable_build_info',
      'citable_audits_total',
      'citable_audit_queue_audits',
      'citable_audit_queue_capacity',
      'citable_visits_recorded_total',
      'citable_visits_lost_total',
      'citable_visits_unjudged',
      'citable_ip_range_files',
      'citable_store_statement_duration_seconds_count',
      'citable_http_rate_limited_requests_total',
      'citable_http_event_streams',
      'citable_event_loop_delay_seconds_count',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      expect(present).toContain(name);
    }
  });
});

describe('the metrics', () => {
  test('count each request once, by its route, its method and what was answered', async () => {
    const running = await startService(instantAudit);
    const before = await scrape(running);
    await running.request('/api/audit/x');
    await running.request('/api/audit/y');
    await running.request('/llms/example.com.txt');
    await running.request('/llms/example.com.txt', { method: 'HEAD' });
    await running.request('/healthz', { method: 'PUT' });
    await running.request('/healthz', { method: 'DELETE' });
    await running.request('/no/such/path');
    await running.request('/api/badge', { method: 'OPTIONS' });
    await expect.poll(() => running.log().filter(({ msg }) => msg === 'request').length).toBe(9);
    const after = await scrape(running);
    const grown = after.samples
      .filter(({ name }) => name === REQUESTS)
      .map(({ labels }) => [
        labels['route'],
        labels['method'],
        labels['status'],
        growth(before, after, REQUESTS, { ...labels }),
      ])
      .filter(([, , , times]) => times !== 0);
    expect(grown.sort()).toEqual(
      [
        ['/api/audit/:id', 'GET', '404', 2],
        ['/healthz', 'DELETE', '405', 1],
        ['/healthz', 'other', '405', 1],
        ['/llms/:domain.txt', 'GET', '200', 1],
        ['/llms/:domain.txt', 'HEAD', '200', 1],
        // The scrape before this one, which was under way while it was made.
        ['/metrics', 'GET', '200', 1],
        ['none', 'GET', '404', 1],
        ['*', 'OPTIONS', '204', 1],
      ].sort(),
    );
  });

  test('count what is not a request, by what it was answered', async () => {
    const running = await startService(instantAudit);
    const before = await scrape(running);
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    socket.write('this is not HTTP\r\n\r\n');
    expect(await text(socket)).toContain('400 Bad Request');
    const after = await scrape(running);
    expect(growth(before, after, 'citable_http_malformed_requests_total', { status: '400' })).toBe(1);
  });

  test('count live audits by how they ended, each stage that they went through, and their statements', async () => {
    const audit: LiveAudit = async (domain, progress) => {
      progress?.('home page', 1);
      progress?.('home page', 2);
      if (domain === 'fault.com') throw new Error('a fault of ours');
      if (domain === 'gone.com') {
        const report = failedReport(domain, { kind: 'timeout', message: 'It timed out.' });
        return { site: site(domain, null), report };
      }
      progress?.('crawlers and sitemaps', 3);
      progress?.('pages and links', 4);
      return instantAudit(domain);
    };
    const running = await startService(audit);
    const { request, authorization } = running;
    const before = await scrape(running);
    for (const domain of ['a.com', 'b.com', 'gone.com', 'fault.com'])
      await request(`/api/audit?domain=${domain}&tier=vip`, { headers: authorization });
    const after = await scrape(running);
    const ended = (outcome: string, failure: string) =>
      growth(before, after, 'citable_audits_total', { outcome, failure });
    expect([ended('done', 'none'), ended('failed', 'timeout'), ended('failed', 'internal')]).toEqual([2, 1, 1]);
    const stage = (name: string) =>
      growth(before, after, 'citable_audit_stage_duration_seconds_count', { stage: name });
    expect(['queue', 'home page', 'crawlers and sitemaps', 'pages and links', 'storing'].map(stage)).toEqual([
      4, 4, 2, 2, 4,
    ]);
    const statements = 'citable_store_statement_duration_seconds_count';
    // Each audit is accepted, started and finished in a transaction.
    expect(growth(before, after, statements, { operation: 'commit' })).toBeGreaterThanOrEqual(8);
    expect(growth(before, after, statements, { operation: 'write' })).toBeGreaterThanOrEqual(12);
    expect(growth(before, after, statements, { operation: 'read' })).toBeGreaterThanOrEqual(4);
  });

  test('show the queue, what may be in it, who watches, and what was refused', async () => {
    const paused = pausedAudits();
    const running = await startService(paused.liveAudit, { MAX_RUNNING_AUDITS: '1', MAX_QUEUED_AUDITS: '4' });
    const { url, postAudit, authorization } = running;
    const ids: string[] = [];
    for (const domain of ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'])
      ids.push((await (await postAudit(domain, authorization)).json()).id);
    await paused.whenStarted(1);
    const stream = await new Promise<IncomingMessage>((resolve) => get(`${url}/api/audits/${ids[0]}/events`, resolve));
    const full = await scrape(running);
    expect(full.value('citable_audit_queue_audits', { state: 'running' })).toBe(1);
    // One client has half of the places.
    expect(full.value('citable_audit_queue_audits', { state: 'waiting' })).toBe(2);
    expect(full.value('citable_audit_queue_capacity', { state: 'running' })).toBe(1);
    expect(full.value('citable_audit_queue_capacity', { state: 'waiting' })).toBe(4);
    expect(full.value('citable_audit_queue_refused_total')).toBe(2);
    expect(full.value('citable_http_event_streams')).toBe(1);
    stream.destroy();
    await expect.poll(async () => (await scrape(running)).value('citable_http_event_streams')).toBe(0);
  });

  test('count the visits that were recorded and that were lost', async () => {
    const running = await startService(instantAudit);
    const before = await scrape(running);
    for (let n = 0; n < 3; n += 1) await running.request('/llms/example.com.txt');
    const { insert } = running.visitWriter;
    running.visitWriter.insert = async () => {
      throw new Error('the disk is full');
    };
    expect((await running.request('/llms/example.com.txt')).status).toBe(200);
    running.visitWriter.insert = insert;
    const after = await scrape(running);
    expect(growth(before, after, 'citable_visits_recorded_total')).toBe(3);
    expect(growth(before, after, 'citable_visits_lost_total')).toBe(1);
    expect(growth(before, after, 'citable_visit_write_duration_seconds_count')).toBe(3);
    expect(after.value('citable_visits_waiting')).toBe(0);
  });

  test('count requests that were limited, by which limit', async () => {
    const running = await startService(instantAudit, { RATE_LIMIT: '3', AUDIT_RATE_LIMIT: '1', METRICS: 'public' });
    const vip = () => running.request('/api/audit?domain=example.com&tier=vip', { headers: running.authorization });
    const before = await scrape(running);
    expect([(await vip()).status, (await vip()).status]).toEqual([200, 429]);
    const after = await scrape(running);
    expect(growth(before, after, 'citable_http_rate_limited_requests_total', { limit: 'live_audits' })).toBe(1);
    expect((await running.request('/api/audit/x')).status).toBe(404);
    expect((await running.request('/metrics')).status).toBe(429);
    expect(running.service.metrics.visits.recorded).toBe(0);
  });

  test('tell the delay of the event loop from the start on, to each of two who scrape', async () => {
    const running = await startService(instantAudit);
    const longest = ({ value }: Exposition) =>
      value('citable_event_loop_delay_seconds_count') -
      value('citable_event_loop_delay_seconds_bucket', { le: '0.25' });
    keepBusy(300);
    const first = await scrape(running);
    expect(longest(first)).toBeGreaterThan(0);
    keepBusy(300);
    const both = [await scrape(running), await scrape(running)];
    for (const after of both) expect(longest(after)).toBeGreaterThan(longest(first));
    expect([...first.types.keys()].filter((name) => name.startsWith('nodejs_eventloop_lag_'))).toEqual([]);
  });

  test('count statements that failed', async () => {
    const running = await startService(instantAudit);
    const before = await scrape(running);
    await running.db.schema.dropTable('heartbeats').execute();
    expect((await running.request('/readyz')).status).toBe(503);
    const after = await scrape(running);
    const failures = (operation: string) =>
      growth(before, after, 'citable_store_statement_failures_total', { operation });
    expect(['read', 'write', 'commit'].map(failures)).toEqual([1, 1, 0]);
  });

  test('hold nothing that a client or a site chose', async () => {
    const running = await startService(instantAudit);
    const { request, authorization, key } = running;
    const headers = {
      ...authorization,
      'user-agent': 'Chosen/1.0',
      referer: 'https://chosen.example/',
      traceparent: 'chosen',
    };
    await request('/api/audit?domain=chosen.com&tier=vip&more=chosen', { headers });
    await request('/api/audit/chosen', { headers });
    await request('/chosen/path?chosen', { headers });
    await request('/llms/chosen.com.txt?chosen=1', { headers });
    await request(`/${key}`, { headers });
    await request('/', { method: 'PROPFIND', headers });
    const exposed = await (await request('/metrics', { headers })).text();
    const { samples } = parseExposition(exposed);
    expect(exposed.toLowerCase()).not.toContain('chosen');
    expect(exposed).not.toContain('PROPFIND');
    expect(exposed).not.toContain(key.slice(4, 20));
    expect(exposed).not.toContain('127.0.0.1');
    for (const { labels } of samples) {
      if (labels['route'] !== undefined) expect(labels['route']).toMatch(/^(?:none|\*|\/[\w:./-]*)$/);
      if (labels['status'] !== undefined) expect(labels['status']).toMatch(/^(?:none|[1-5]\d\d)$/);
    }
  });
});

test('docs/operating.md describes every metric of our own', async () => {
  const operating = await readDeployed('../docs/operating.md');
  const { types } = await scrape(await startService(instantAudit));
  for (const name of types.keys()) {
    if (name.startsWith('citable_')) expect([name, operating.includes(`\`${name}\``)]).toEqual([name, true]);
  }
});

test.each(['alerts.yml', 'dashboard.json'])('deploy/%s reads only metrics that exist', async (file) => {
  const { types } = await scrape(await startService(instantAudit));
  for (const [name] of (await readDeployed(file)).matchAll(/\b(?:citable|nodejs|process)_\w+/g)) {
    const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');
    expect([name, types.has(family)]).toEqual([name, true]);
  }
});

test('every counter whose increase is an alert is 0 before the first fault', async () => {
  const { samples } = await scrape(await startService(instantAudit));
  const counters = [...(await readDeployed('alerts.yml')).matchAll(/\bincrease\((\w+)(?:\{(\w+)="(\w+)"\})?/g)];
  expect(counters.length).toBeGreaterThan(5);
  for (const [counter, name, label, value] of counters) {
    const values = samples.filter(
      (sample) => sample.name === name && (label === undefined || sample.labels[label] === value),
    );
    expect([counter, values.length > 0]).toEqual([counter, true]);
  }
});

test('every alert has a test', async () => {
  const tests = await readDeployed('alerts.test.yml');
  for (const [, name] of (await readDeployed('alerts.yml')).matchAll(/- alert: (\w+)/g))
    expect([name, tests.includes(`alertname="${name}"`)]).toEqual([name, true]);
});

function readDeployed(file: string): Promise<string> {
  return readFile(new URL(`../../deploy/${file}`, import.meta.url), 'utf8');
}

/** Overwrites the first page of a table in the file, while a service has it open. */
function damage(dataDir: string, table: string): void {
  const file = join(dataDir, 'citable.sqlite');
  const database = new DatabaseSync(file);
  const rootPage = database.prepare('select rootpage from sqlite_master where name = ?').get(table);
  const { page_size: size } = database.prepare('pragma page_size').get() ?? {};
  database.exec('pragma wal_checkpoint(truncate)');
  const fd = openSync(file, 'r+');
  writeSync(fd, Buffer.alloc(Number(size), 0xff), 0, Number(size), (Number(rootPage?.['rootpage']) - 1) * Number(size));
  closeSync(fd);
  // Whoever has pages of the file in memory reads them again.
  database.exec('create table another (id integer)');
  database.close();
}

describe('GET /readyz', () => {
  test('answers 200 while the store can be read and written', async () => {
    const { request } = await startService(instantAudit);
    const response = await request('/readyz');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(await response.text())).toEqual({ status: 'ready' });
  });

  test('names what is not ready, and the log says why', async () => {
    const { request, db, log } = await startService(instantAudit);
    await db.schema.dropTable('heartbeats').execute();
    const response = await request('/readyz');
    expect(response.status).toBe(503);
    expect(JSON.parse(await response.text())).toEqual({
      status: 'unready',
      reasons: ['The database is damaged. The operator of this service must restore a backup.'],
    });
    expect((await request('/healthz')).status).toBe(200);
    const errors = log().filter(({ msg }) => msg === 'not ready');
    expect(JSON.stringify(errors)).toContain('no such table: heartbeats');
  });

  const DAMAGED = {
    status: 'unready',
    reasons: ['The database is damaged. The operator of this service must restore a backup.'],
  };

  test.each([
    ...['api_keys', 'audits', 'batch_domains', 'batches', 'heartbeats', 'ip_range_files', 'path_visits'],
    ...['published_domains', 'visit_counts', 'visit_totals', 'visits'],
  ])('says that the database file is damaged where %s is', async (table) => {
    const running = await startService(instantAudit);
    damage(running.dataDir, table);
    const response = await running.request('/readyz');
    expect(response.status).toBe(503);
    expect(JSON.parse(await response.text())).toEqual(DAMAGED);
    expect((await running.request('/healthz')).status).toBe(200);
    expect(JSON.stringify(running.log().filter(({ msg }) => msg === 'not ready'))).toContain('malformed');
  });

  test('says that the database file is damaged once a statement has found it so, wherever that is', async () => {
    const running = await startService(instantAudit);
    damage(running.dataDir, 'audits_live_done');
    const history = await running.request('/api/audits?domain=example.com', { headers: running.authorization });
    expect(history.status).toBe(500);
    const response = await running.request('/readyz');
    expect(response.status).toBe(503);
    expect(JSON.parse(await response.text())).toEqual(DAMAGED);
  });

  test('is not ready when the service stops', async () => {
    const { request, service } = await startService(instantAudit);
    await service.stop(0);
    const response = await request('/readyz');
    expect(response.status).toBe(503);
    expect(JSON.parse(await response.text())).toEqual({ status: 'unready', reasons: ['The service is stopping.'] });
  });
});
