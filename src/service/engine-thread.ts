import { parentPort, workerData } from 'node:worker_threads';
import { parseDomainName } from '../domain-name.ts';
import { dnsLookup } from '../fetch/dns-lookup.ts';
import { engineOf } from './audit-outcome.ts';
import type { OnProgress } from './audit-progress.ts';
import { auditSite } from './audit-site.ts';
import { completeInventory } from './complete-inventory.ts';
import type { EngineSettings, FromEngine, ToEngine, Work } from './engine.ts';
import { giveWay } from './give-way.ts';

// The thread of Engine. Whoever asks for a page or a hosted file waits for less than who asks for an audit.
giveWay();
const { about, connectTo, allowPrivate, egress, usesDnsAlone }: EngineSettings = workerData;
const options = { about, connectTo, allowPrivate, ...egress, ...(usesDnsAlone ? { lookup: dnsLookup() } : {}) };
const audit = engineOf((domain, onProgress, signal) =>
  auditSite(domain, { ...options, ...(onProgress && { onProgress }), ...(signal && { signal }) }),
);
const working = new Map<number, AbortController>();
const tell = (message: FromEngine) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToEngine) => {
  const { id } = message;
  if ('abort' in message) {
    working.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  working.set(id, controller);
  const onProgress: OnProgress = (stage, requests) => tell({ id, stage, requests });
  run(message.work, onProgress, controller.signal)
    .then(
      (result) => tell({ id, result }),
      (fault: unknown) => tell({ id, fault }),
    )
    .finally(() => working.delete(id));
});

async function run(work: Work, onProgress: OnProgress, signal: AbortSignal) {
  if (work.kind === 'complete') return completeInventory(work.inventory, { ...options, signal });
  // It was parsed before, and was accepted: whether it may be reached is the fetcher's to say.
  const parsed = parseDomainName(work.domain, { allowPrivate: true });
  if (!parsed.ok) throw new Error(parsed.problem);
  return audit(parsed.domain, onProgress, signal);
}
