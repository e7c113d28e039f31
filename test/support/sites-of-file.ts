import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { engineFor, type FixtureServer, serveFixtures } from './fixture-server.ts';
import type { LiveAudit } from './live-audit.ts';
import { type RunningService, startService } from './running-service.ts';

export interface SitesOfFile {
  /** The service with the real engine, which audits the sites that are placed; it ends with its test. */
  start(settings?: Record<string, string>): Promise<RunningService>;
  /** The same, whose audits end when they are let go: they are watched before that. */
  startPaused(settings?: Record<string, string>): Promise<RunningService & { letGo(): void }>;
  place: FixtureServer['place'];
}

/** Sites for the tests of a file: to be called once, at its top. */
export function sitesOfFile(): SitesOfFile {
  let served: FixtureServer | undefined;
  beforeAll(async () => {
    served = await serveFixtures();
  });
  afterAll(() => served?.close());
  const sites = (): FixtureServer => {
    if (served === undefined) throw new Error('The sites are served before the tests of the file.');
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
      const { promise: paused, resolve: letGo } = Promise.withResolvers<void>();
      onTestFinished(() => letGo());
      const pausedAudit: LiveAudit = async (...request) => {
        const audited = await liveAudit(...request);
        await paused;
        return audited;
      };
      return Object.assign(await startService(pausedAudit, settings, completeInventory), { letGo });
    },
  };
}
