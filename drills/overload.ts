import { setTimeout as after } from 'node:timers/promises';
import { watchWithheld } from '../bench/support/processor-time.ts';
import { startSite } from '../bench/support/site-process.ts';
import { check, finish } from './support/guarantee.ts';
import { type Arrived, load, numbered, type Stream } from './support/open-load.ts';
import { prepareService } from './support/service-beside-sites.ts';
import { holdingsOf, watchHoldings } from './support/watched-process.ts';

/**
 * Ten times the capacity of the service: each second brings live audits, index, pages, hosted files and badges that would take
 * ten seconds. The capacity is measured first, in the same run. The clients run on the same machine.
 */
const TIMES = 10;
const SECONDS = 20;
/** Requests a second of hosted files and of badges in the measurement without load: the rate of a busy service. */
const QUIET_PER_SECOND = 100;
const QUIET_SECONDS = 10;
/** Of 1,000 requests: how many are of which kind. */
const MIX = { post: 10, get: 10, index: 200, pages: 280, hosted: 250, badge: 250 };
/** Connections, left open between requests as by proxies and crawlers. */
const CONNECTIONS = { post: 200, get: 200, index: 200, pages: 200, hosted: 250, badge: 250 };
/** 4 audits at once, each with up to 50 MB, a heap for requests, and what 4,096 connections may hold in buffers. */
const MOST_MB = 600;
const HOST = 'overload-drill.com';

const site = await startSite({ host: HOST, pages: 12, delay: 5 });
const service = await prepareService('overload', site);
const { server, url } = await service.start(false);
try {
  await rehearse();
  finish();
} finally {
  await service.end();
}

async function rehearse(): Promise<void> {
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
  const quietly = () => [stream('hosted', QUIET_PER_SECOND, 64), stream('badge', QUIET_PER_SECOND, 64)];
  /** What is withheld comes in pieces of many milliseconds: of percentiles that were measured meanwhile, it may be the most. */
  const measure = async (when: string, seconds: number, streams: readonly Stream[]) => {
    const withheld = watchWithheld();
    const loads = await load({ url, seconds, streams });
    console.log(
      `        ${when}: ${(withheld() * 100).toFixed(0)} % of the processors' time was withheld from the machine`,
    );
    return loads;
  };

  // What it can do, each kind by itself; and everything is loaded and warm.
  let secondsOfThousand = 0;
  for (const [name, connections, seconds] of [
    ['get', 4, 10],
    ['index', 16, 3],
    ['pages', 16, 3],
    ['hosted', 64, 3],
    ['badge', 32, 3],
  ] as const) {
    const { perSecond } = of(await load({ url, seconds, streams: [stream(name, null, connections)] }), name);
    console.log(`        ${name}: ${perSecond.toFixed(0)} a second by itself`);
    secondsOfThousand += (MIX[name] + (name === 'get' ? MIX.post : 0)) / perSecond;
  }
  const capacity = 1000 / secondsOfThousand;
  console.log(`        capacity: ${capacity.toFixed(0)} requests a second of the mix`);

  await load({ url, seconds: QUIET_SECONDS, streams: quietly() });
  const unloaded = await measure('without load', QUIET_SECONDS, quietly());
  const before = holdingsOf(server.pid);

  const watch = watchHoldings(server.pid);
  const names = Object.keys(MIX) as (keyof typeof MIX)[];
  const streams = names.map((name) => stream(name, (TIMES * capacity * MIX[name]) / 1000, CONNECTIONS[name]));
  const loaded = await measure('under load', SECONDS, streams);
  const most = watch.stop();
  for (const { name, perSecond } of streams) {
    const { asked, statuses, broken, p50, p99 } = of(loaded, name);
    const output = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `        ${name}: ${asked} asked, ${(perSecond ?? 0).toFixed(0)} a second; ${output.join(', ')}; ${broken} broken; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }

  for (const name of ['hosted', 'badge'] as const) {
    const [quiet, busy] = [of(unloaded, name), of(loaded, name)];
    check(
      `${name}: p99 under load is under 25 times the one without`,
      busy.p99 < 25 * quiet.p99,
      `${busy.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms without: ${(busy.p99 / quiet.p99).toFixed(1)} times`,
    );
    check(`${name}: every request gets 200`, busy.statuses['200'] === busy.asked && busy.broken === 0);
  }
  const audits = [of(loaded, 'post'), of(loaded, 'get')];
  const shed = audits.reduce((sum, { statuses }) => sum + (statuses['503'] ?? 0), 0);
  check(
    'live audits are shed with 503',
    shed > 0,
    `${shed} of ${audits.reduce((sum, { asked: requests }) => sum + requests, 0)}`,
  );
  check(
    'each 503 says when to come back',
    names.every((name) => of(loaded, name).withoutRetryAfter === 0),
  );
  check(
    'nothing is answered but 200, 202 and 503, and no connection breaks',
    names.every((name) => {
      const { statuses, broken } = of(loaded, name);
      return broken === 0 && Object.keys(statuses).every((status) => ['200', '202', '503'].includes(status));
    }),
  );
  const { accepted } = of(loaded, 'post');
  const ends = await endsOf(accepted);
  check('every accepted audit ends', ends.done === accepted.length, `${ends.done} of ${accepted.length} done`);
  check('memory is bounded', most.residentMb < MOST_MB, `${most.residentMb.toFixed(0)} MB at most, of ${MOST_MB}`);

  const again = await measure('afterwards', QUIET_SECONDS, quietly());
  for (const name of ['hosted', 'badge'] as const) {
    const [quiet, now] = [of(unloaded, name), of(again, name)];
    check(
      `${name}: afterwards p99 is as before, within 2 times`,
      now.p99 < 2 * quiet.p99,
      `${now.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms before`,
    );
  }
  const waiting = await queued(key);
  check('the queue is empty', waiting === 0, `${waiting} run or wait`);
  const now = holdingsOf(server.pid);
  check(
    'no connection or file is left open',
    now.descriptors <= before.descriptors + 2,
    `${now.descriptors} descriptors, ${before.descriptors} before`,
  );
  check(
    'memory is near what it was',
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

function of(loads: Readonly<Record<string, Arrived>>, name: string): Arrived {
  const arrived = loads[name];
  if (arrived === undefined) throw new Error(`There was no load ${name}.`);
  return arrived;
}

/** Waits for the end of audits. @param paths where they are */
async function endsOf(paths: readonly string[]): Promise<{ readonly done: number }> {
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

/** How many audits run or wait. */
async function queued(key: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
  const lines = (await response.text()).matchAll(/^citable_audit_queue_audits\{[^}]*\} (\d+)$/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}
