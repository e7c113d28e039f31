import { auditSite } from '../src/engine/audit-site.ts';
import { parseConnectTo } from '../src/fetch/connect-to.ts';
import { parseDomainName } from '../src/values/domain-name.ts';
import { checkBound, cpuMs, median } from './support/measurements.ts';
import { startSite } from './support/site-process.ts';

/**
 * Measures audits of a site whose every response takes 50 ms: how many such delays an audit waits for, apart from its own CPU time, and how
 * both grow with the size of the site. Then the same of sites that are as slow as distant ones.
 */
const DELAY = 50;
const WARM_UP = 15;
const RUNS = 11;
/** Pages of the site that the bounds apply to. It also has a sitemap, and an llms.txt of ten links. */
const TYPICAL = 25;
/** Delays of slower sites, in milliseconds. */
const SLOWER = [150, 1_000];

const domain = (() => {
  const parsed = parseDomainName('example.com');
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
})();

console.log('pages  delay  requests  wall ms  CPU ms  delays: (wall - CPU) / delay');
for (const pages of [1, 5, TYPICAL, 250, 2500, 25_000]) {
  const { delays, cpu } = await measure(pages, DELAY, WARM_UP, RUNS);
  if (pages === TYPICAL) {
    checkBound(`${pages} pages, wall time without CPU time`, delays, 12, 'delays', 'at most');
    checkBound(`${pages} pages, CPU time of an audit`, cpu, 300, 'ms', 'at most');
  }
}
for (const delay of SLOWER) {
  const { delays } = await measure(TYPICAL, delay, 2, 5);
  checkBound(`${TYPICAL} pages of ${delay} ms, wall time without CPU time`, delays, 14, 'delays', 'at most');
}

/** Audits a site repeatedly, and prints the medians. */
async function measure(pages: number, delay: number, warmUp: number, count: number) {
  const site = await startSite({ host: 'example.com', pages, delay });
  const connectTo = parseConnectTo(site.connectTo);
  if (!connectTo.ok) throw new Error(connectTo.problem);
  const runs: { wall: number; cpu: number; requests: number }[] = [];
  for (let i = 0; i < warmUp + count; i++) {
    let requests = 0;
    const cpuBefore = cpuMs();
    const before = performance.now();
    const { report } = await auditSite(domain, {
      connectTo: connectTo.rules,
      ca: [site.caPem],
      onRequest: () => {
        requests += 1;
      },
    });
    const run = { wall: performance.now() - before, cpu: cpuMs() - cpuBefore, requests };
    if (report.outcome !== 'done') throw new Error(report.failure?.message);
    if (i >= warmUp) runs.push(run);
  }
  site.stop();
  const wall = median(runs.map((run) => run.wall));
  const cpu = median(runs.map((run) => run.cpu));
  const delays = (wall - cpu) / delay;
  const columns = [String(pages).padStart(6), String(delay).padStart(5), String(runs[0]?.requests).padStart(8)];
  console.log(
    `${columns.join('  ')}  ${wall.toFixed(0).padStart(7)}  ${cpu.toFixed(1).padStart(6)}  ${delays.toFixed(2)}`,
  );
  return { delays, cpu };
}
