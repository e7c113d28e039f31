import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { median } from '../bench/support/measurements.ts';
import { chromiumEnvironment } from '../test/support/chromium.ts';
import { createPage } from '../test/support/small-sites.ts';
import { createAuthority } from '../test/support/tls.ts';
import { HOSTILE_PAGES } from './support/browser/hostile-scripts.ts';
import { check, finish } from './support/guarantee.ts';
import { watchMemory } from './support/memory-watch.ts';
import { prepareService } from './support/service-beside-sites.ts';

/**
 * Audits sites whose scripts attack the browser of a service, each with a rendering, while another key audits innocent sites, without
 * renderings. The innocent ones are audited alone first, in the same run.
 */
const ATTACKS = [
  'a script without end',
  'alerts without end',
  'ten million elements',
  '1 GB in buffers',
  'a heap without end',
  'ten thousand requests',
  'workers without end',
];
const INNOCENT = 4;
const ROUNDS_ALONE = 6;
const POLL_MS = 500;
const MAX_MB = 2_500;
/** The browser has the lowest priority, but uses processors, too: two that others share with the drill make this of it. */
const MAX_RATIO = 8;

const attacks = HOSTILE_PAGES.filter(({ name }) => ATTACKS.includes(name));
const hostile = attacks.map((_, n) => `hostile-${n}.example.com`);
const innocent = Array.from({ length: INNOCENT }, (_, n) => `innocent-${n}.example.com`);
const names = [...hostile, ...innocent, 'rendered.example.com'];
Object.assign(process.env, await chromiumEnvironment());
const authority = await createAuthority();
const site = createServer(await authority.issue(names), ({ headers: { host = '' }, url = '/' }, response) => {
  const attack = attacks[hostile.indexOf(host)];
  const page = `${createPage('home')}${attack?.html ?? ''}<script>document.querySelector('main')?.append('Three words more')</script>`;
  response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(page);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const { port } = site.address() as AddressInfo;
const sites = {
  caPem: authority.caPem,
  connectTo: names.map((name) => `${name}:443:127.0.0.1:${port}`).join(','),
  stop() {
    site.closeAllConnections();
    site.close();
  },
};
const service = await prepareService('hostile-renderings', sites, { RENDER: 'on' });
const [attacker, friend, reader] = ['attacker', 'friend', 'reader'].map(service.createKey);
const { server, url } = await service.start(true);
try {
  await runDrill();
  finish();
} finally {
  await service.end();
}

async function runDrill(): Promise<void> {
  for (let round = 0; round < ROUNDS_ALONE; round++)
    await Promise.all(innocent.map((domain) => auditToEnd(domain, friend)));
  const alone = service.auditLines(innocent).slice(INNOCENT);

  const memory = watchMemory(server.pid);
  const ids = await Promise.all(hostile.map((domain) => queueAudit(domain, attacker, true)));
  const rendered = auditToEnd('rendered.example.com', reader, true);
  let statuses: number[] = [];
  while (service.auditLines(hostile).length < hostile.length)
    statuses = [...statuses, ...(await Promise.all(innocent.map((domain) => auditToEnd(domain, friend))))];
  check('an innocent audit with a rendering ends, too', (await rendered) === 200);
  const peak = memory.stop();

  for (const [n, { name }] of attacks.entries()) {
    const [line] = service.auditLines([hostile[n] ?? '']);
    const { failure, pages = [] } = await read(`/api/audit/${ids[n]}/rendering`);
    const told = failure ?? pages[0]?.failure ?? `rendered, ${pages[0]?.after_scripts?.words} words`;
    const isJudged = line?.status === 'done' && line.score === alone[0]?.score;
    check(`${name} changes no score`, isJudged, `${told} ${line?.duration_ms} ms`);
  }
  const busy = service.auditLines(innocent).slice(alone.length + INNOCENT);
  const isSame = busy.every(({ status, score }) => status === 'done' && score === alone[0]?.score);
  check('innocent audits succeed beside them', isSame && statuses.every((status) => status === 200), `${busy.length}`);
  const listTimes = (lines: typeof busy) => lines.map((one) => one.queued_ms + one.duration_ms);
  const [before, beside] = [median(listTimes(alone)), median(listTimes(busy))];
  check(
    `they take at most ${MAX_RATIO} times as long`,
    beside < MAX_RATIO * before,
    `median ${before.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside, ${Math.max(...listTimes(busy))} ms at most`,
  );
  check(`all processes together use less than ${MAX_MB} MB`, peak < MAX_MB, `${peak.toFixed(0)} MB at most`);
}

function post(domain: string, key: string | undefined, render: boolean): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`${url}/api/audit`, { method: 'POST', headers, body: JSON.stringify({ domain, render }) });
}

async function read(path: string) {
  return (await fetch(url + path)).json();
}

async function queueAudit(domain: string, key: string | undefined, render: boolean): Promise<string> {
  return (await (await post(domain, key, render)).json()).id;
}

/** Audits a domain, and waits for the end. @returns the status of its evidence, 200 */
async function auditToEnd(domain: string, key: string | undefined, render = false): Promise<number> {
  const id = await queueAudit(domain, key, render);
  for (;;) {
    const { status } = await fetch(`${url}/api/audit/${id}/evidence`);
    if (status !== 409) return status;
    await after(POLL_MS);
  }
}
