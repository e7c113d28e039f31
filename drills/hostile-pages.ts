import { setTimeout as after } from 'node:timers/promises';
import { median } from '../bench/support/measurements.ts';
import { check, finish } from './support/guarantee.ts';
import { HOSTILE_SHAPES } from './support/hostile-shapes.ts';
import { serveHostileSites } from './support/hostile-sites.ts';
import { watchMemory } from './support/memory-watch.ts';
import { type AuditLine, prepareService } from './support/service-beside-sites.ts';

/**
 * Audits forty hostile sites with one key at the default settings, while other keys audit four innocent sites. The innocent sites are
 * audited without the hostile ones first, as many at once, in the same run.
 */
const ROUNDS_ALONE = 5;
const POLL_MS = 500;
const MAX_MB = 700;
const MAX_PROCESSOR_MS = 10_000;
const MAX_RATIO = 2;
/** Share of the innocent audits that must stay below that; the others may have waited for a process to start. */
const SHARE_IN_TIME = 0.95;

const sites = await serveHostileSites();
const service = await prepareService('hostile-pages', sites);
const keys = ['attacker', ...sites.innocent].map(service.createKey);
const { server, url } = await service.start(true);
try {
  await runDrill();
  finish();
} finally {
  await service.end();
}

async function runDrill(): Promise<void> {
  const [attacker = '', ...innocentKeys] = keys;
  const watch = watchMemory(server.pid);
  for (const domain of sites.innocent) await audit(domain, innocentKeys[0] ?? '');
  for (let round = 0; round < ROUNDS_ALONE; round += 1)
    await Promise.all(sites.innocent.map((domain, n) => audit(domain, innocentKeys[n] ?? '')));
  const quiet = service.auditLines(sites.innocent).slice(sites.innocent.length);
  console.log(
    `        memory: ${watch.now().toFixed(0)} MB idle, at most ${watch.peak().toFixed(0)} MB with innocent audits alone`,
  );

  const attack = new AbortController();
  const innocents = sites.innocent.map(async (domain, n) => {
    const statuses: number[] = [];
    while (!attack.signal.aborted) statuses.push(await audit(domain, innocentKeys[n] ?? ''));
    return statuses;
  });
  // The last ones wait longer than fetch waits for a response.
  const accepted = await Promise.all(sites.hostile.map((domain) => queueAudit(domain, attacker)));
  await printHostileAudits();
  attack.abort();
  const innocent = (await Promise.all(innocents)).flat();
  const peakMb = watch.stop();

  const hostileLines = service.auditLines(sites.hostile);
  const busy = service.auditLines(sites.innocent).slice(sites.innocent.length * (ROUNDS_ALONE + 1));
  const ratios = sites.innocent.map((of) => {
    const alone = median(times(quiet, of));
    const all = times(busy, of).map((time) => time / alone);
    return { median: median(all), most: Math.max(...all), inTime: all.filter((ratio) => ratio < MAX_RATIO).length };
  });
  const inTime = ratios.reduce((sum, ratio) => sum + ratio.inTime, 0) / busy.length;
  console.log(
    `        innocent audits: ${busy.length}; longest wait for a slot: ${Math.max(...busy.map((line) => line.queued_ms))} ms`,
  );
  check(
    `${SHARE_IN_TIME * 100} % of the innocent audits take less than ${MAX_RATIO} times their median without hostile ones`,
    inTime >= SHARE_IN_TIME,
    `${(inTime * 100).toFixed(1)} %; by site ${ratios.map((ratio) => `${ratio.median.toFixed(2)} (at most ${ratio.most.toFixed(2)})`).join(', ')}`,
  );
  check(
    'every innocent audit ends with its score',
    innocent.every((status) => status === 200),
    `${innocent.length} audits`,
  );
  check(
    'every hostile audit is accepted, and ends',
    accepted.every((status) => status === 202) && hostileLines.length === sites.hostile.length,
    `${hostileLines.filter(({ status }) => status === 'done').length} done, ${hostileLines.filter(({ status }) => status === 'failed').length} stopped`,
  );
  const processor = hostileLines.map((line) => line.processor_ms ?? Number.POSITIVE_INFINITY);
  check(
    `each hostile audit takes less than ${MAX_PROCESSOR_MS / 1000} s of processor time`,
    processor.length === sites.hostile.length && processor.every((ms) => ms < MAX_PROCESSOR_MS),
    `at most ${(Math.max(...processor) / 1000).toFixed(1)} s`,
  );
  check(`all processes together use less than ${MAX_MB} MB`, peakMb < MAX_MB, `${peakMb.toFixed(0)} MB at most`);
  const health = await fetch(`${url}/healthz`);
  check('the service is still healthy', health.status === 200);
}

/** Prints each audit of a hostile site as it ends, until all have: the drill takes some ten minutes. */
async function printHostileAudits(): Promise<void> {
  for (let printed = 0; printed < sites.hostile.length; ) {
    await after(POLL_MS);
    const ended = service.auditLines(sites.hostile).slice(printed);
    for (const line of ended) {
      const shape = HOSTILE_SHAPES[sites.hostile.indexOf(line.domain)];
      console.log(
        `        ${shape?.name}, ${shape?.megabytes} MB: ${line.status} ${line.failure ?? line.score}, ${line.processor_ms} ms of processor time, ${line.duration_ms} ms`,
      );
    }
    printed += ended.length;
  }
}

/**
 * Requests an audit, and waits for its end.
 *
 * @returns the status of the response
 */
async function audit(domain: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/audit?domain=${domain}&tier=vip`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.status;
}

/** @returns the status of the response */
async function queueAudit(domain: string, key: string): Promise<number> {
  const { status } = await fetch(`${url}/api/audit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  });
  return status;
}

function times(lines: readonly AuditLine[], of: string): number[] {
  return lines.filter(({ domain }) => domain === of).map((line) => line.duration_ms);
}
