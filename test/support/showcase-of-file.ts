import { afterAll, beforeAll } from 'vitest';
import { engineFor, serveFixtures } from './fixture-server.ts';
import { openService, type RunningService } from './open-service.ts';
import { fillShowcase, type Showcase } from './showcase.ts';

export interface ShowcaseOfFile {
  readonly show: Showcase;
  readonly service: RunningService;
}

/** Starts a filled service for tests that change nothing. Call it once, at the top of the file. */
export function showcaseOfFile(): () => ShowcaseOfFile {
  let opened: ShowcaseOfFile | undefined;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const sites = await serveFixtures();
    closing.unshift(sites.close);
    const { liveAudit, completeInventory } = engineFor(sites);
    const settings = { RATE_LIMIT: 'off', AUDIT_RATE_LIMIT: 'off' };
    const service = await openService(liveAudit, settings, completeInventory);
    closing.unshift(service.close);
    opened = { service, show: await fillShowcase(service, sites) };
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return () => {
    if (opened === undefined) throw new Error('The showcase is filled before the tests of the file.');
    return opened;
  };
}
