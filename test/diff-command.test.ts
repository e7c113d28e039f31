import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { openStore } from '../src/server/store/store.ts';
import { gather } from '../src/site/gather/gather.ts';
import { formatSiteFile } from '../src/site/site-file.ts';
import { citable, MAIN, run } from './support/citable-process.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { storeFinished } from './support/stored-audits.ts';

const folder = mkdtempSync(join(tmpdir(), 'citable-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

const toFile = (name: string) => join(folder, `${name}.json`);
const reports = new Map<string, Report>();
beforeAll(async () => {
  for (const [name, path] of [
    ['good', 'base/good'],
    ['flawed', 'fix_guide/hugo-unlabelled'],
  ] as const) {
    const now = new Date('2026-11-01T12:00:00Z');
    const site = await gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now });
    reports.set(name, judge(site));
    await writeFile(toFile(name), formatSiteFile(site));
  }
});

const diff = (before: string, after: string, ...more: string[]) =>
  citable('diff', toFile(before), toFile(after), ...more);
const readEvidence = async (name: string) =>
  (await citable('audit', '--from-site', toFile(name), '--format', 'json', '--evidence')).stdout;
const findScore = (name: string) => reports.get(name)?.score;

describe('citable diff', () => {
  test('lists what was lost with its evidence, and exits with 1', async () => {
    const { code, stdout, stderr } = await diff('good', 'flawed');
    expect([code, stderr]).toEqual([1, '']);
    const [head, ...rest] = stdout.split('\n');
    expect(head).toBe(`example.com  AEO score 100 → ${findScore('flawed')} of 100  rubric 3`);
    const text = rest.join('\n');
    expect(text).toContain('Lost (');
    expect(text).not.toContain('Won (');
    const [lost] = reports.get('flawed')?.findings.flatMap(({ questions }) => questions.filter(({ fix }) => fix)) ?? [];
    expect(text.replace(/\s+/g, ' ')).toContain(lost?.observed[0]?.note);
  });

  test('lists what was won, and exits with 0', async () => {
    const { code, stdout } = await diff('flawed', 'good');
    expect(code).toBe(0);
    expect(stdout).toContain(`AEO score ${findScore('flawed')} → 100 of 100`);
    expect(stdout).toContain('Won (');
    expect(stdout).not.toContain('Lost (');
  });

  test('finds no difference between an audit and itself', async () => {
    const { code, stdout } = await diff('flawed', 'flawed');
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing changed.');
  });

  test('says the same of saved sites, evidence files and audits in the store', async () => {
    const data = join(folder, 'data');
    const store = await openStore({ DATA_DIR: data });
    const ids: string[] = [];
    for (const report of reports.values())
      ids.push(await storeFinished(store.db, {}, { report: JSON.stringify(report) }));
    await store.close();
    const [good = '', flawed = ''] = ids;
    const format = ['--format', 'json'];
    for (const name of ['good', 'flawed']) await writeFile(toFile(`${name}-evidence`), await readEvidence(name));
    const ofSites = await diff('good', 'flawed', ...format);
    expect(ofSites.code).toBe(1);
    expect(await diff('good-evidence', 'flawed-evidence', ...format)).toEqual(ofSites);
    expect(await diff('good-evidence', 'flawed', ...format)).toEqual(ofSites);
    expect(await run(MAIN, ['diff', good, flawed, ...format], { DATA_DIR: data })).toEqual(ofSites);
    const changes = JSON.parse(ofSites.stdout);
    expect(changes).toMatchObject({
      domain: 'example.com',
      is_comparable: true,
      is_worse: true,
      since: { aeo_score: 100, rubric_version: 3 },
      aeo_score: findScore('flawed'),
      rubric_version: 3,
    });
    const losses = changes.questions.filter(({ is_loss: isLoss }: { is_loss: boolean }) => isLoss);
    expect(changes.counts.lost).toBe(losses.length);
    expect(losses.length).toBeGreaterThan(3);
    for (const { problem, before, after } of losses) {
      expect(problem).not.toBeNull();
      expect(after.earned).toBeLessThanOrEqual(before.earned);
      expect(before.observed.length).toBeGreaterThan(0);
      expect(after.observed.length).toBeGreaterThan(0);
    }
  });

  test('prints Markdown', async () => {
    const { code, stdout } = await diff('good', 'flawed', '--format', 'markdown');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^# What changed on example\.com\n\n\*\*100 → \d+ of 100\*\* by rubric 3\.\n/);
    expect(stdout).toContain('| Check | Before | Now | Of |');
    expect(stdout).toMatch(/\n## Lost \(\d+\)\n\n- \*\*/);
  });

  test('names two versions of the rubric, and compares nothing', async () => {
    await writeFile(toFile('old'), JSON.stringify({ ...JSON.parse(await readEvidence('good')), rubric_version: 1 }));
    const { code, stdout: text } = await diff('old', 'flawed');
    expect(code).toBe(0);
    expect(text.replace(/\s+/g, ' ')).toContain('The rubric changed from version 1 to 3');
    expect(text).not.toContain('Lost (');
    const json = JSON.parse((await diff('old', 'flawed', '--format', 'json')).stdout);
    expect(json).toMatchObject({ is_comparable: false, score_difference: null, questions: [] });
  });

  test.each([
    ['a file that is not there', () => 'missing', 'cannot be read'],
    [
      'an audit of another site',
      async () => {
        const other = JSON.parse(await readEvidence('good'));
        await writeFile(toFile('other'), JSON.stringify({ ...other, domain: 'example.org' }));
        return 'other';
      },
      'The two audits are of different sites: example.com and example.org.',
    ],
    [
      'a report without evidence',
      async () => {
        await writeFile(
          toFile('short'),
          (await citable('audit', '--from-site', toFile('good'), '--format', 'json')).stdout,
        );
        return 'short';
      },
      'It has no evidence',
    ],
  ])('%s is refused in one line', async (_, make, output) => {
    const { code, stdout, stderr } = await diff('good', await make());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(output);
    expect(stderr).toMatch(/^citable: [^\n]+\n$/);
  });
});
