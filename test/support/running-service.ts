import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { CompleteInventory } from '../../src/engine/engine-protocol.ts';
import type { ConnectionLimits } from '../../src/server/app/load/connection-limits.ts';
import type { OnProgress } from '../../src/site/gather/gather.ts';
import type { Outside } from '../../src/site/gather/published-file.ts';
import { type DomainName, parseDomainName } from '../../src/values/domain-name.ts';
import type { LiveAudit } from './live-audit.ts';
import { openService, type RunningService } from './open-service.ts';
import { report, site } from './reports.ts';

export type { RunningService, ServiceResponse } from './open-service.ts';

/** Starts the whole service on a free port of loopback, with a new data folder. It is closed when the test ends. */
export async function startService(
  liveAudit: LiveAudit,
  settings: Record<string, string> = {},
  completeInventory?: CompleteInventory,
  connectionLimits?: Partial<ConnectionLimits>,
  outside?: Outside,
): Promise<RunningService> {
  const running = await openService(liveAudit, settings, completeInventory, connectionLimits, outside);
  onTestFinished(running.close);
  return running;
}

/**
 * Returns a function that gives the tests of a file one service, for those that leave nothing behind in it. It starts when the first of
 * them asks for it, and is closed after the last test of the file. Call it once, at the top of the file.
 */
export function sharedService(liveAudit: LiveAudit, settings?: Record<string, string>): () => Promise<RunningService> {
  let opened: ReturnType<typeof openService> | null = null;
  afterAll(async () => (await opened)?.close());
  return () => {
    opened ??= openService(liveAudit, settings);
    return opened;
  };
}

/** Makes a folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'citable-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine whose audits end at once. */
export const instantAudit: LiveAudit = async (domain) => ({ site: site(domain), report: report(domain) });

export interface PausedAudits {
  readonly liveAudit: LiveAudit;
  /** The domains whose audits were started, in order. */
  readonly started: readonly DomainName[];
  /** Resolves when this number of audits was started. */
  whenStarted(count: number): Promise<void>;
  /** Reports progress of the running audits of a domain. */
  progress(domain: string, ...progress: Parameters<OnProgress>): void;
  /** The domains whose crawls were ended, in order. */
  readonly endedCrawls: readonly string[];
  /** Ends the running audits of a domain. */
  finish(domain: string): void;
}

/** Returns an engine whose audits run until `finish`. It ignores the signal. */
export function pausedAudits(): PausedAudits {
  const started: DomainName[] = [];
  const endedCrawls: string[] = [];
  const running: { domain: DomainName; progress: OnProgress | undefined; end: () => void }[] = [];
  const watchers: { count: number; resolve: () => void }[] = [];
  return {
    started,
    endedCrawls,
    liveAudit: (domain, progress, _signal, { endCrawl } = {}) => {
      endCrawl?.addEventListener('abort', () => endedCrawls.push(domain));
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<LiveAudit>>>();
      started.push(domain);
      running.push({ domain, progress, end: () => resolve({ site: site(domain), report: report(domain) }) });
      for (const { count, resolve: notify } of watchers) if (started.length >= count) notify();
      return promise;
    },
    whenStarted: (count) =>
      new Promise((resolve) => {
        if (started.length >= count) resolve();
        else watchers.push({ count, resolve });
      }),
    progress: (domain, ...progress) => {
      for (const audit of running) if (audit.domain === domain) audit.progress?.(...progress);
    },
    finish: (domain) => {
      for (const audit of running) if (audit.domain === domain) audit.end();
    },
  };
}

/** Parses a valid domain name. */
export function domainName(text: string): DomainName {
  const parsed = parseDomainName(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.domain;
}
