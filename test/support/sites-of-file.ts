import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { engineFor, type FixtureServer, serveFixtures } from './fixture-server.ts';
import type { LiveAudit } from './live-audit.ts';
import { type RunningService, startService } from './running-service.ts';

export interface SitesOfFile {
  /** Starts the service with the real engine, which audits the placed sites. It is closed when the test ends. */
  start(settings?: Record<string, string>): Promise<RunningService>;
  /** Starts the service with audits that end only after `release`, so that a test can watch them. */
  startPaused(settings?: Record<string, string>): Promise<RunningService & { release(): void }>;
  place: FixtureServer['place'];
}

/** Serves sites for the tests of a file. Call it once, at the top of the file. */
export function sitesOfFile(): SitesOfFile {
  let served: FixtureServer | undefined;
  beforeAll(async () => {
    served = await serveFixtures();
  });
  afterAll(() => served?.close());
  const sites = (): FixtureServer => {
    if (served === undefined) throw new Error('The sites are served only while tests run.');
    return served;
  };
  return {
    place: (domain, path) => sites().place(domain, path),
    start: (settings) => {
      const { liveAudit, completeInventory } = engineFor(sites());
      return startService(liveAudit, settings, completeInventory);
    },
    startPaused: async (settings) => {
      const { liveAudit, completeInventory } = engineFor(sites());
      const { promise: paused, resolve: release } = Promise.withResolvers<void>();
      onTestFinished(() => release());
      const pausedAudit: LiveAudit = async (...request) => {
        const audited = await liveAudit(...request);
        await paused;
        return audited;
      };
      return Object.assign(await startService(pausedAudit, settings, completeInventory), { release });
    },
  };
}
