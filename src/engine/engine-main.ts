import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dnsLookup } from '../fetch/dns.ts';
import type { OnProgress } from '../site/gather/gather.ts';
import { isDomainName } from '../values/domain-name.ts';
import { DEFAULT_PAGES } from '../values/page-count.ts';
import { completeInventory, gatheredSite, outcomeOf } from './audit-site.ts';
import { type EngineResult, type FromEngine, SECONDS_PER_PAGE, type ToEngine } from './engine-protocol.ts';

// The program of an engine process: runs one piece of work at a time for its parent (engine-process.ts).

// Requests come first: hosted files and pages are served by the process that started this one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
preferAsVictim();
// Ctrl-C and service managers signal every process of the group. The parent decides which audits may finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: ToEngine) => void respond(message));

const lookup = dnsLookup();

async function respond(message: ToEngine): Promise<void> {
  const began = process.cpuUsage();
  const end: FromEngine = await run(message).then(
    (result) => ({ result, processorMs: millisecondsOf(process.cpuUsage(began)) }),
    (error: unknown) => ({ fault: faultOf(error) }),
  );
  send(end);
  // Node.js would write the cache at exit, but this process is usually killed.
  flushCompileCache();
}

async function run({ settings, work }: ToEngine): Promise<EngineResult> {
  const { about, connectTo, allowPrivate, egress, usesDnsAlone } = settings;
  const options = { about, connectTo, allowPrivate, ...egress, ...(usesDnsAlone ? { lookup } : {}) };
  if (work.kind === 'complete') return completeInventory(work.inventory, options);
  // The address guard decides what may be reached.
  if (!isDomainName(work.domain)) throw new Error('The work has no domain.');
  const onProgress: OnProgress = (stage, requests) => send({ stage, requests });
  const { domain, pages = DEFAULT_PAGES, earlierPages } = work;
  const { site, crawled } = await gatheredSite(domain, {
    ...options,
    ...(pages > DEFAULT_PAGES && { crawl: { pages, secondsPerPage: SECONDS_PER_PAGE } }),
    ...(earlierPages && { earlierPages }),
    onProgress,
  });
  return outcomeOf(site, undefined, crawled);
}

/** Makes Linux kill this process rather than the parent when memory runs out (proc_pid_oom_score_adj(5)). */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // There is no such file on other systems.
  }
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1000);
}

function faultOf(error: unknown) {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined };
}

function send(message: FromEngine): void {
  process.send?.(message);
}
