import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineProcess } from '../src/engine/engine-process.ts';
import type { EngineSettings } from '../src/engine/engine-protocol.ts';
import { parseConnectTo } from '../src/fetch/connect-to.ts';
import { parseDomainName } from '../src/values/domain-name.ts';
import { checkBound, mean } from './support/measurements.ts';
import { readResources } from './support/process-resources.ts';
import { startSite } from './support/site-process.ts';

/** Measures 2,000 audits of 2,000 domains in one engine process, as the service starts it: its peak memory, and whether it grows. */
/** Audits until the allocator has seen every size that it will need. The printed series shows where memory levels off. */
const WARM_UP = 1000;
const AUDITS = 2000;
const WINDOW = 200;
const NO_LIMITS = {
  processorMs: Infinity,
  residentBytes: Infinity,
  elapsedMs: Infinity,
  longWorkMs: Number.POSITIVE_INFINITY,
};

const site = await startSite({ host: 'example.com', pages: 25, delay: 0 });
const connectTo = parseConnectTo(site.connectTo);
if (!connectTo.ok) throw new Error(connectTo.problem);
const settings: EngineSettings = {
  about: null,
  connectTo: connectTo.rules,
  allowPrivate: false,
  egress: { allowTargets: [], denyTargets: [], ownAddresses: [], egressProxy: null },
  usesDnsAlone: false,
};
const folder = mkdtempSync(join(tmpdir(), 'citable-bench-'));
const ca = join(folder, 'ca.pem');
writeFileSync(ca, site.caPem);
process.env['NODE_EXTRA_CA_CERTS'] = ca;
const engine = new EngineProcess(NO_LIMITS);
const resident: number[] = [];
for (let i = 0; i < WARM_UP + AUDITS; i++) {
  const parsed = parseDomainName(`site-${i}.example.com`);
  if (!parsed.ok) throw new Error(parsed.problem);
  const { result } = await engine.run({ settings, work: { kind: 'audit', domain: parsed.domain } });
  if (!('outcome' in result)) throw new Error('The engine process returned no audit.');
  const { report } = result.outcome;
  if (report.outcome !== 'done') throw new Error(report.failure?.message);
  resident.push(readResources(engine.pid ?? 0).residentMb);
}
await engine.close();
site.stop();
rmSync(folder, { recursive: true });
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
