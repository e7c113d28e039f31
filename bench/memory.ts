import { parseDomainName } from '../src/domain-name.ts';
import { parseConnectTo } from '../src/fetch/connect-to.ts';
import { auditSite } from '../src/service/engine/audit-site.ts';
import { checkBound, mean } from './support/measurements.ts';
import { startSite } from './support/site-process.ts';

/** Measures 2,000 audits of 2,000 domains in one process: its peak memory, and whether it grows. */
/** Audits until the allocator has seen every size that it will need. The printed series shows where memory levels off. */
const WARM_UP = 1000;
const AUDITS = 2000;
const WINDOW = 200;

const site = await startSite({ host: 'example.com', pages: 25, delay: 0 });
const connectTo = parseConnectTo(site.connectTo);
if (!connectTo.ok) throw new Error(connectTo.problem);
const resident: number[] = [];
for (let i = 0; i < WARM_UP + AUDITS; i++) {
  const parsed = parseDomainName(`site-${i}.example.com`);
  if (!parsed.ok) throw new Error(parsed.problem);
  const { report } = await auditSite(parsed.domain, { connectTo: connectTo.rules, ca: [site.caPem] });
  if (report.outcome !== 'done') throw new Error(report.failure?.message);
  resident.push(process.memoryUsage.rss() / 1e6);
}
site.stop();
const windows = Array.from({ length: resident.length / WINDOW }, (_, i) =>
  mean(resident.slice(i * WINDOW, (i + 1) * WINDOW)),
);
console.log(`resident MB, mean of each ${WINDOW} audits: ${windows.map((one) => one.toFixed(0)).join(' ')}`);
const measured = resident.slice(WARM_UP);
const first = mean(measured.slice(0, WINDOW));
const last = mean(measured.slice(-WINDOW));
checkBound('peak memory', Math.max(...resident), 250, 'MB', 'at most');
checkBound(
  `mean memory of the last ${WINDOW} audits, compared with the first ${WINDOW} after warm-up`,
  last / first,
  1.02,
  `(${last.toFixed(0)} MB over ${first.toFixed(0)} MB)`,
  'at most',
);
