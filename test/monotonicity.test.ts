import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { gather } from '../src/site/gather/gather.ts';
import type { Site } from '../src/site/site.ts';
import { DELETIONS, type Deletion, normalised, withoutText } from './support/deletions.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { gainWithout } from './support/gains.ts';
import { hasRealSites, REAL_SITES, type ServedSites, serveRealSites } from './support/real-sites.ts';
import { chooseSample, SAMPLE, sampled } from './support/sample.ts';
import { listFolders } from './support/site-server.ts';

/**
 * Deleting content from a site must never improve a question about that content. There are two exceptions, listed here:
 * questions that no longer apply because a page became too short, and faults that were deleted.
 */
const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));
/** Fixtures of the checks of a file. They share their pages with other fixtures. */
const ABOUT_A_FILE = /^(?:robots_txt|sitemap|llms_txt)\//;
const NOW = new Date('2026-11-01T12:00:00Z');
/** Share of the deletions that `npm test` tries. */
const ONE_IN = 40;
/** Share that `npm run test:all` tries of each fixture. All are tried, on some fifty fixtures each: these share many of their pages. */
const ONE_IN_OF_ALL = 4;
/** Cap of gate G3: no page has content. */
const WITHOUT_TEXT = 25;
function expectNoGain(site: Site, deletion: Deletion, before: Report): void {
  expect(gainWithout(site, deletion, before), `without ${deletion.name}`).toEqual([]);
}

describe(`deleting from a fixture (${SAMPLE})`, () => {
  const paths = globSync('{base,sites,*_*}/*.site', { cwd: FIXTURES })
    .map((file) => file.slice(0, -'.site'.length))
    .filter((path) => !path.startsWith('fix_guide') && !path.startsWith('vip_llms_txt'))
    .sort();

  test.each(sampled(paths, 8).map((path, i) => ({ path, i })))('$path gains nothing', async ({ path, i }) => {
    const fetcher = fixtureFetcher(readFixture(path));
    const site = normalised(await gather(exampleDomain, { fetcher, now: NOW }));
    const before = judge(site);
    if (before.failure !== null) return;
    const deletions = ABOUT_A_FILE.test(path)
      ? DELETIONS.filter(({ from }) => from === 'all pages' || from === 'files')
      : DELETIONS;
    for (const deletion of sampled(deletions, ONE_IN, i, ONE_IN_OF_ALL)) expectNoGain(site, deletion, before);
    expect(judge(withoutText(site)).score, 'the score without any text').toBeLessThanOrEqual(WITHOUT_TEXT);
  });
});

describe.skipIf(!hasRealSites)(`deleting from a real site (${SAMPLE})`, () => {
  let sites: ServedSites;
  beforeAll(async () => {
    sites = await serveRealSites();
  });
  afterAll(() => sites.close());

  // `npm run sites:check` tries all deletions.
  test.each(hasRealSites ? sampled(listFolders(REAL_SITES), 20) : [])('%s gains nothing', async (domain) => {
    const site = normalised(await sites.gathered(domain));
    const before = judge(site);
    for (const deletion of chooseSample(DELETIONS, ONE_IN)) expectNoGain(site, deletion, before);
    expect(judge(withoutText(site)).score, 'the score without any text').toBeLessThanOrEqual(WITHOUT_TEXT);
  });
});
