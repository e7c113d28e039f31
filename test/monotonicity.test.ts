import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { JudgedQuestion, Report } from '../src/audit/report/report.ts';
import { gather } from '../src/site/gather/gather.ts';
import type { Site } from '../src/site/site.ts';
import { DELETIONS, type Deletion, normalised, withoutText } from './support/deletions.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { hasRealSites, REAL_SITES, type ServedSites, serveRealSites } from './support/real-sites.ts';
import { SAMPLE, sampled } from './support/sample.ts';
import { foldersOf } from './support/site-server.ts';

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
/** Cap of gate G3: no page has content. */
const WITHOUT_TEXT = 25;
/**
 * Questions on which a saved site gains against the rule, as found on 26 November 2026. Its menus are outside nav, and count as main text
 * once main is deleted. Other gains come from deleting titles and canonicals. Version 3 of the rubric has to end them.
 */
const KNOWN_GAINS: Readonly<Record<string, readonly string[]>> = {
  'goodstandingai.com': [
    ...['answer_content.specifics', 'content_without_js.further', 'content_without_js.home'],
    // Its menus alone make pages the same page.
    ...['metadata.title', 'metadata.description'],
  ],
};

function expectNoGain(site: Site, { name, mayGain, apply }: Deletion, before: Report): void {
  const changed = apply(site);
  if (changed === site) return;
  const after = judge(changed);
  const gained = questionsThatGained(before, after);
  const known = KNOWN_GAINS[site.domain] ?? [];
  const unexpected = [...gained.keys()].filter((id) => !mayGain.has(id) && !known.includes(id));
  expect(unexpected, `questions that gained without ${name}`).toEqual([]);
  const most = [...gained.values()].reduce((sum, points) => sum + points, 0);
  // A question that gains against the rule can open a gate.
  if ([...gained.keys()].some((id) => known.includes(id))) return;
  // Scores are rounded down to whole points, and maxima to tenths.
  expect(after.score - before.score, `the score without ${name}`).toBeLessThanOrEqual(Math.ceil(most + 0.5));
}

/**
 * Returns the questions, with their points, that earn a larger share than before, or that lost points before and no longer
 * apply.
 */
function questionsThatGained(before: Report, after: Report): ReadonlyMap<string, number> {
  const then = new Map(questionsOf(before));
  const gained = questionsOf(after).flatMap(([id, now]): [string, number][] => {
    const was = then.get(id);
    return was !== undefined && hasGained(was, now) ? [[id, Math.max(was.maxPoints, now.maxPoints)]] : [];
  });
  return new Map(gained);
}

function hasGained(was: JudgedQuestion, now: JudgedQuestion): boolean {
  if (was.notApplicable !== null) return false;
  if (now.notApplicable !== null) return was.share.earned < was.share.of;
  return now.share.earned * was.share.of > was.share.earned * now.share.of;
}

function questionsOf({ findings }: Report): readonly (readonly [string, JudgedQuestion])[] {
  return findings.flatMap(({ key, questions }) =>
    questions.map((question) => [`${key}.${question.id}`, question] as const),
  );
}

describe(`deleting from a fixture (${SAMPLE})`, () => {
  const paths = globSync('{base,sites,*_*}/*.site', { cwd: FIXTURES })
    .map((file) => file.slice(0, -'.site'.length))
    .filter((path) => !path.startsWith('fix_guide') && !path.startsWith('vip_llms_txt'))
    .sort();

  test.each(sampled(paths, 4).map((path, i) => ({ path, i })))('$path gains nothing', async ({ path, i }) => {
    const fetcher = fixtureFetcher(readFixture(path));
    const site = normalised(await gather(exampleDomain, { fetcher, now: NOW }));
    const before = judge(site);
    if (before.failure !== null) return;
    const deletions = ABOUT_A_FILE.test(path)
      ? DELETIONS.filter(({ from }) => from === 'all pages' || from === 'files')
      : DELETIONS;
    for (const deletion of sampled(deletions, ONE_IN, i)) expectNoGain(site, deletion, before);
    expect(judge(withoutText(site)).score, 'the score without any text').toBeLessThanOrEqual(WITHOUT_TEXT);
  });
});

describe.skipIf(!hasRealSites)(`deleting from a real site (${SAMPLE})`, () => {
  let sites: ServedSites;
  beforeAll(async () => {
    sites = await serveRealSites();
  });
  afterAll(() => sites.close());

  test.each(hasRealSites ? sampled(foldersOf(REAL_SITES), 10) : [])('%s gains nothing', async (domain) => {
    const site = normalised(await sites.gathered(domain));
    const before = judge(site);
    for (const deletion of sampled(DELETIONS, ONE_IN)) expectNoGain(site, deletion, before);
    expect(judge(withoutText(site)).score, 'the score without any text').toBeLessThanOrEqual(WITHOUT_TEXT);
  });
});
