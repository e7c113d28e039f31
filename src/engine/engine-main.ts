import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { sentPages } from '../audit/rendered/rendered-site.ts';
import { dnsLookup } from '../fetch/dns.ts';
import type { ProxyOptions } from '../fetch/proxy/guarded-proxy.ts';
import type { OnProgress } from '../site/gather/gather.ts';
import { isDomainName } from '../values/domain-name.ts';
import { DEFAULT_PAGES } from '../values/page-count.ts';
import { completeInventory, createOutcome, gatheredSite } from './audit-site.ts';
import {
  type EndCrawl,
  type EngineResult,
  type EngineWork,
  type FromEngine,
  type PlacedPictures,
  SECONDS_PER_PAGE,
  type ToEngine,
} from './engine-protocol.ts';

// The program of an engine process: runs one piece of work at a time for its parent (engine-process.ts).

// Requests come first: hosted files and pages are served by the process that started this one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
preferAsVictim();
// Ctrl-C and service managers signal every process of the group. The parent decides which audits may finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
let crawl = new AbortController();
process.on('message', (message: ToEngine | EndCrawl) => {
  if ('endsCrawl' in message) crawl.abort();
  else void respond(message);
});

const lookup = dnsLookup();

async function respond(message: ToEngine): Promise<void> {
  const began = process.cpuUsage();
  const end: FromEngine = await run(message).then(
    (result) => ({ result, processorMs: toMilliseconds(process.cpuUsage(began)) }),
    (error: unknown) => ({ fault: toFault(error) }),
  );
  send(end);
  // Node.js would write the cache at exit, but this process is usually killed.
  flushCompileCache();
}

async function run({ settings, work }: ToEngine): Promise<EngineResult> {
  const { about, connectTo, allowPrivate, egress, usesDnsAlone } = settings;
  const options = { about, connectTo, allowPrivate, ...egress, ...(usesDnsAlone ? { lookup } : {}) };
  if (work.kind === 'complete') return completeInventory(work.inventory, options);
  if (work.kind === 'render') return await rendered(work, options);
  // The address guard decides what may be reached.
  if (!isDomainName(work.domain)) throw new Error('The work has no domain.');
  crawl = new AbortController();
  const onProgress: OnProgress = (stage, requests, crawled) =>
    send({ stage, requests, ...(crawled && { crawl: crawled }) });
  const { domain, pages = DEFAULT_PAGES, earlierPages, logs, render = false } = work;
  const { site, crawled } = await gatheredSite(domain, {
    ...options,
    ...(pages > DEFAULT_PAGES && { crawl: { pages, secondsPerPage: SECONDS_PER_PAGE, signal: crawl.signal } }),
    ...(earlierPages && { earlierPages }),
    ...(logs && { logs }),
    onProgress,
  });
  const outcome = createOutcome(site, crawled);
  const isRendered = render && outcome.report.outcome === 'done';
  return { outcome, toRender: isRendered ? { origin: site.origin, pages: sentPages(site) } : null };
}

async function rendered(
  { origin, pages, folder }: Extract<EngineWork, { readonly kind: 'render' }>,
  options: Omit<ProxyOptions, 'ownHost' | 'signal'>,
): Promise<EngineResult> {
  // All other work comes first. The browser inherits this.
  setPriority(constants.priority.PRIORITY_LOW);
  // Loaded when it is first needed: few audits are rendered.
  const { renderSite } = await import('./render-site.ts');
  const { signal } = new AbortController();
  const onStart = (browser: number) => send({ browser });
  const pictures: PlacedPictures[] = [];
  const rendered = await renderSite(pages, {
    proxy: { ...options, ownHost: new URL(origin).host, signal },
    folder,
    onStart,
    onPictures: (place, taken) => pictures.push({ place, ...taken }),
  });
  return { rendered, pictures };
}

/** Makes Linux kill this process rather than the parent when memory runs out (proc_pid_oom_score_adj(5)). */
function preferAsVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // There is no such file on other systems.
  }
}

function toMilliseconds({ user, system }: NodeJS.CpuUsage): number {
  return Math.round((user + system) / 1000);
}

function toFault(error: unknown) {
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined };
}

function send(message: FromEngine): void {
  process.send?.(message);
}
