import { setTimeout as after } from 'node:timers/promises';
import { readResources, watchResources } from '../bench/support/process-resources.ts';
import { watchSteal } from '../bench/support/processor-time.ts';
import { startSite } from '../bench/support/site-process.ts';
import { check, finish } from './support/guarantee.ts';
import { load, numbered, type Stream, type StreamResult } from './support/open-load.ts';
import { prepareService } from './support/service-beside-sites.ts';

/**
 * Sends requests at ten times the capacity of the service: live audits, the index, pages, hosted files and badges. The capacity is measured
 * first, in the same run. The clients run on the same machine.
 */
const TIMES = 10;
const SECONDS = 20;
/** Requests per second for hosted files, and for badges, in the measurement without load. This is the rate of a busy service. */
const QUIET_PER_SECOND = 100;
const QUIET_SECONDS = 10;
/** Requests of each kind among 1,000. */
const MIX = { post: 10, get: 10, index: 200, pages: 280, hosted: 250, badge: 250 };
/** Connections for each kind, left open between requests as by proxies and crawlers. */
const CONNECTIONS = { post: 200, get: 200, index: 200, pages: 200, hosted: 250, badge: 250 };
/** Maximum memory: 4 concurrent audits of up to 50 MB, a heap for requests, and the buffers of 4,096 connections. */
const MAX_MB = 600;
const HOST = 'overload-drill.com';

const site = await startSite({ host: HOST, pages: 12, delay: 5 });
const service = await prepareService('overload', site);
const { server, url } = await service.start(false);
try {
  await runDrill();
  finish();
} finally {
  await service.end();
}

async function runDrill(): Promise<void> {
  const key = await firstKey();
  const { host } = new URL(url);
  const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;
  const authorization = `Authorization: Bearer ${key}\r\n`;
  const asBrowser = 'Accept: text/html\r\nAccept-Encoding: gzip, br\r\n';
  const crawler = 'User-Agent: Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3)\r\n';
  const body = `{"domain":"p{n}.${HOST}"}`;
  const requests: Record<keyof typeof MIX, readonly string[]> = {
    post: [
      `POST /api/audit HTTP/1.1\r\nHost: ${host}\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${numbered(body).length}\r\n\r\n${body}`,
    ],
    get: [get(`/api/audit?domain=g{n}.${HOST}&tier=vip`, authorization)],
    index: [get('/api/ai-bot-index')],
    pages: ['/', '/crawlers', '/checks/metadata', '/bot'].map((path) => get(path, asBrowser)),
    hosted: [get('/llms/example.com.txt', crawler), get(`/llms/other.example.com.txt`, crawler)],
    badge: [get('/api/badge?domain=example.com'), get('/api/badge?domain=other.example.com&theme=light')],
  };
  const stream = (name: keyof typeof MIX, perSecond: number | null, connections: number): Stream => ({
    name,
    perSecond,
    connections,
    requests: requests[name],
  });
  const quietStreams = () => [stream('hosted', QUIET_PER_SECOND, 64), stream('badge', QUIET_PER_SECOND, 64)];
  /** Also prints the steal time. It comes in intervals of many milliseconds, and may dominate the percentiles. */
  const measure = async (when: string, seconds: number, streams: readonly Stream[]) => {
    const readSteal = watchSteal();
    const loads = await load({ url, seconds, streams });
    console.log(
      `        ${when}: ${(readSteal() * 100).toFixed(0)} % of the processor time was stolen by the hypervisor`,
    );
    return loads;
  };

  // Measures the capacity for each kind alone. Afterwards everything is loaded and warm.
  let secondsOfThousand = 0;
  for (const [name, connections, seconds] of [
    ['get', 4, 10],
    ['index', 16, 3],
    ['pages', 16, 3],
    ['hosted', 64, 3],
    ['badge', 32, 3],
  ] as const) {
    const { perSecond } = streamResult(await load({ url, seconds, streams: [stream(name, null, connections)] }), name);
    console.log(`        ${name} alone: ${perSecond.toFixed(0)} requests per second`);
    secondsOfThousand += (MIX[name] + (name === 'get' ? MIX.post : 0)) / perSecond;
  }
  const capacity = 1000 / secondsOfThousand;
  console.log(`        capacity: ${capacity.toFixed(0)} requests per second of the mix`);

  await load({ url, seconds: QUIET_SECONDS, streams: quietStreams() });
  const unloaded = await measure('without load', QUIET_SECONDS, quietStreams());
  const before = readResources(server.pid);

  const watch = watchResources(server.pid);
  const names = Object.keys(MIX) as (keyof typeof MIX)[];
  const streams = names.map((name) => stream(name, (TIMES * capacity * MIX[name]) / 1000, CONNECTIONS[name]));
  const loaded = await measure('under load', SECONDS, streams);
  const peak = watch.stop();
  for (const { name, perSecond } of streams) {
    const { sent, statuses, broken, p50, p99 } = streamResult(loaded, name);
    const output = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `        ${name}: ${sent} requests, ${(perSecond ?? 0).toFixed(0)} per second; ${output.join(', ')}; ${broken} broken connections; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }

  for (const name of ['hosted', 'badge'] as const) {
    const [quiet, busy] = [streamResult(unloaded, name), streamResult(loaded, name)];
    check(
      `${name}: p99 under load is less than 25 times p99 without load`,
      busy.p99 < 25 * quiet.p99,
      `${busy.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms without: ${(busy.p99 / quiet.p99).toFixed(1)} times`,
    );
    check(`${name}: every request gets 200`, busy.statuses['200'] === busy.sent && busy.broken === 0);
  }
  const audits = [streamResult(loaded, 'post'), streamResult(loaded, 'get')];
  const shed = audits.reduce((sum, { statuses }) => sum + (statuses['503'] ?? 0), 0);
  check(
    'excess live audits get 503',
    shed > 0,
    `${shed} of ${audits.reduce((sum, { sent: requests }) => sum + requests, 0)}`,
  );
  check(
    'each 503 has Retry-After',
    names.every((name) => streamResult(loaded, name).withoutRetryAfter === 0),
  );
  check(
    'every status is 200, 202 or 503, and no connection breaks',
    names.every((name) => {
      const { statuses, broken } = streamResult(loaded, name);
      return broken === 0 && Object.keys(statuses).every((status) => ['200', '202', '503'].includes(status));
    }),
  );
  const { accepted } = streamResult(loaded, 'post');
  const ends = await countDone(accepted);
  check('every accepted audit ends', ends.done === accepted.length, `${ends.done} of ${accepted.length} done`);
  check(
    'memory is bounded',
    peak.residentMb < MAX_MB,
    `${peak.residentMb.toFixed(0)} MB at most, ${MAX_MB} MB allowed`,
  );

  const again = await measure('afterwards', QUIET_SECONDS, quietStreams());
  for (const name of ['hosted', 'badge'] as const) {
    const [quiet, now] = [streamResult(unloaded, name), streamResult(again, name)];
    check(
      `${name}: p99 afterwards is less than 2 times p99 before`,
      now.p99 < 2 * quiet.p99,
      `${now.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms before`,
    );
  }
  const waiting = await unfinishedAudits(key);
  check('the queue is empty', waiting === 0, `${waiting} running or queued`);
  const now = readResources(server.pid);
  check(
    'no connection or file is left open',
    now.descriptors <= before.descriptors + 2,
    `${now.descriptors} descriptors, ${before.descriptors} before`,
  );
  check(
    'memory afterwards is less than 1.5 times the memory before',
    now.residentMb < 1.5 * before.residentMb,
    `${now.residentMb.toFixed(0)} MB, ${before.residentMb.toFixed(0)} MB before`,
  );
}

async function firstKey(): Promise<string> {
  for (;;) {
    const [key] = /ctb_\w{40}/.exec(server.output()) ?? [];
    if (key !== undefined) return key;
    await after(10);
  }
}

function streamResult(loads: Readonly<Record<string, StreamResult>>, name: string): StreamResult {
  const arrived = loads[name];
  if (arrived === undefined) throw new Error(`There is no stream ${name}.`);
  return arrived;
}

/**
 * Waits until audits have ended.
 *
 * @param paths of the audits
 */
async function countDone(paths: readonly string[]): Promise<{ readonly done: number }> {
  let done = 0;
  for (const path of paths) {
    let status = '';
    for (const until = performance.now() + 60_000; status !== 'done' && performance.now() < until; ) {
      const response = await fetch(url + path);
      const audit = (await response.json()) as { readonly status: string };
      ({ status } = audit);
      if (status !== 'done') await after(200);
    }
    if (status === 'done') done += 1;
  }
  return { done };
}

/** Returns the number of running and queued audits. */
async function unfinishedAudits(key: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const lines = (await response.text()).matchAll(/^citable_audit_queue_audits\{[^}]*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}
