import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { judge } from '../src/audit/judge.ts';
import type { Report } from '../src/audit/report/report.ts';
import { openStore } from '../src/server/store/store.ts';
import { gather } from '../src/site/gather/gather.ts';
import { formatSiteFile } from '../src/site/site-file.ts';
import { citable, type Ended, MAIN, run as runScript } from './support/citable-process.ts';
import { serveFixtures } from './support/fixture-server.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './support/fixture-web.ts';
import { postgresServer } from './support/postgres-server.ts';
import { temporaryFolder } from './support/running-service.ts';
import { createSite } from './support/small-sites.ts';
import { storeFinished, storeQueued } from './support/stored-audits.ts';

const NOW = new Date('2026-11-01T12:00:00Z');
const GOOD = 'base/good';
const FLAWED = 'fix_guide/hugo-unlabelled';
const UNKNOWN_ID = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';

const gatherFixture = (path: string) => gather(exampleDomain, { fetcher: fixtureFetcher(readFixture(path)), now: NOW });
const files = { good: '', flawed: '' };
let flawed: Report;

const folder = mkdtempSync(join(tmpdir(), 'citable-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  const sites = { good: await gatherFixture(GOOD), flawed: await gatherFixture(FLAWED) };
  flawed = judge(sites.flawed);
  for (const name of ['good', 'flawed'] as const) {
    files[name] = join(folder, `${name}.json`);
    await writeFile(files[name], formatSiteFile(sites[name]));
  }
});

const verify = (...args: string[]) => citable('verify', ...args);

/** Expects a refusal: one line on standard error, nothing on standard output. */
function expectRefused({ code, stdout, stderr }: Ended, status: number, output: string): void {
  expect([code, stdout]).toEqual([status, '']);
  expect(stderr).toContain(output);
  expect(stderr).toMatch(/^citable: [^\n]+\n$/);
}

/** Serves a changeable site at example.com. Returns a function that runs a command against it. */
async function changingSite() {
  const server = await serveFixtures();
  onTestFinished(server.close);
  const folder = await temporaryFolder();
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, server.caPem);
  const reach = ['--connect-to', server.connectTo];
  const run = (...args: string[]) => runScript(MAIN, [...args, ...reach], { NODE_EXTRA_CA_CERTS: ca });
  return {
    folder,
    run,
    become: (path: string) => server.place('example.com', path),
    becomeText: (text: string) => server.placeText('example.com', text),
  };
}

describe('a live site', () => {
  test('that was fixed since the earlier audit exits with 0, and one that was not with 1', async () => {
    const { folder, run, become } = await changingSite();
    const since = join(folder, 'before.json');
    become(FLAWED);
    const before = await run('audit', 'example.com', '--format', 'json', '--evidence');
    await writeFile(since, before.stdout);

    const same = await run('verify', 'example.com', '--since', since);
    expect([same.code, same.stderr]).toEqual([1, '']);
    expect(same.stdout).toMatch(/^example\.com {2}AEO score (\d+) → \1 of 100 {2}rubric 3\n/);
    expect(same.stdout).toContain('Not yet fixed (');
    expect(same.stdout).not.toMatch(/^(?:Fixed|New) /m);

    become(GOOD);
    const fixed = await run('verify', 'Example.com', '--since', since);
    expect([fixed.code, fixed.stderr]).toEqual([0, '']);
    expect(fixed.stdout).toMatch(/^example\.com {2}AEO score \d\d → 100 of 100/);
    expect(fixed.stdout).toContain('Fixed (');
    expect(fixed.stdout).not.toContain('Not yet fixed');

    const after = join(folder, 'after.json');
    await writeFile(after, (await run('audit', 'example.com', '--format', 'json', '--evidence')).stdout);
    become(FLAWED);
    const worse = await run('verify', 'example.com', '--since', after, '--format', 'json');
    expect(worse.code).toBe(1);
    const { counts, questions, ...rest } = JSON.parse(worse.stdout);
    expect(counts).toMatchObject({ fixed: 0, not_yet: 0 });
    expect(counts.new).toBe(questions.length);
    expect(rest).toMatchObject({ domain: 'example.com', is_all_fixed: false, since: { aeo_score: 100 } });
  });

  test('with --pages says of every page what is fixed, not yet fixed, new and gone', async () => {
    const { folder, run, becomeText } = await changingSite();
    const names = Array.from({ length: 40 }, (_, i) => `page${i}`);
    const become = (faulty: (i: number) => boolean, isThere = (_: number) => true) => {
      const pages = names.flatMap((name, i) => (isThere(i) ? [[name, { h1: !faulty(i) }] as const] : []));
      becomeText(createSite({ home: { links: names }, ...Object.fromEntries(pages) }));
    };
    const since = join(folder, 'before.json');
    become((i) => i < 20);
    await run('audit', 'example.com', '--pages', 'all', '--save-site', since);
    become(
      (i) => (i >= 10 && i < 15) || i >= 36,
      (i) => i < 15 || i >= 20,
    );
    const verified = await run('verify', 'example.com', '--since', since, '--pages', 'all', '--format', 'json');
    expect([verified.code, verified.stderr]).toEqual([1, expect.not.stringContaining('page table')]);
    const { questions, ...judged } = JSON.parse(verified.stdout).all_pages;
    expect(judged).toEqual({ judged_before: 41, judged_now: 36, judged_both: 36 });
    const h1 = questions.find(({ question }: { question: string }) => question === 'semantic_structure.h1');
    expect(h1.counts).toEqual({ fixed: 10, not_yet: 5, new: 4, gone: 5, not_read: 0 });
    const statesByUrl = new Map(h1.pages.map(({ url, state }: { url: string; state: string }) => [url, state]));
    const states = ['page3', 'page12', 'page17', 'page39'].map((name) =>
      statesByUrl.get(`https://example.com/${name}`),
    );
    expect(states).toEqual(['fixed', 'not_yet', 'gone', 'new']);

    // Nothing is fixed on a page that was not read again.
    const few = await run('verify', 'example.com', '--since', since, '--pages', '30', '--format', 'json');
    const compared = JSON.parse(few.stdout).all_pages;
    expect(compared.judged_now).toBeLessThan(36);
    const { counts } = compared.questions.find(
      ({ question }: { question: string }) => question === 'semantic_structure.h1',
    );
    expect(counts.not_read).toBeGreaterThan(0);
    expect(counts.fixed + counts.not_yet + counts.gone + counts.not_read).toBe(20);
  });

  test('that cannot be read exits with 3', async () => {
    const { run } = await changingSite();
    expectRefused(await run('verify', 'example.com', '--since', files.flawed), 3, 'example.com');
  });
});

describe('--since', () => {
  test('with a saved site judges it again', async () => {
    const { code, stdout } = await verify('--from-site', files.good, '--since', files.flawed);
    expect(code).toBe(0);
    expect(stdout).toContain(`AEO score ${flawed.score} → 100 of 100`);
  });

  test('with an audit of another rubric version compares nothing, and lists the open questions', async () => {
    const json = await citable('audit', '--from-site', files.flawed, '--format', 'json', '--evidence');
    const file = join(await temporaryFolder(), 'before.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(json.stdout), rubric_version: 1 }));
    const { code, stdout } = await verify('--from-site', files.flawed, '--since', file);
    expect(code).toBe(1);
    expect(stdout).toContain('The rubric changed');
    expect(stdout).toContain('Open (');
    expect((await verify('--from-site', files.good, '--since', file)).code).toBe(0);
  });

  test.each([
    ['of another site', (file: object) => ({ ...file, domain: 'example.org\u001b[2J' }), 'audit of example.org, not'],
    ['that failed', (file: object) => ({ ...file, status: 'failed' }), 'The audit failed'],
    ['that is a demonstration', (file: object) => ({ ...file, kind: 'demonstration' }), 'is a demonstration'],
    ['without evidence', (file: object) => ({ ...file, findings: [{}] }), 'It has no evidence'],
  ])('a file of an audit %s exits with 2', async (_, change, output) => {
    const json = await citable('audit', '--from-site', files.flawed, '--format', 'json', '--evidence');
    const file = join(await temporaryFolder(), 'before.json');
    await writeFile(file, JSON.stringify(change(JSON.parse(json.stdout))));
    expectRefused(await verify('example.com', '--from-site', files.good, '--since', file), 2, output);
    // The command fetches nothing.
    expectRefused(await verify('example.com', '--since', file), 2, output);
  });

  test.each([
    ['no --since', ['example.com'], "required option '--since <audit>'"],
    ['a file that is not there', ['example.com', '--since', '/nowhere.json'], 'cannot be read'],
    ['no domain', ['--since', 'FLAWED'], 'No domain given'],
    ['what is not a domain', ['127.0.0.1', '--since', 'FLAWED'], 'is an IP address'],
    ['an unknown format', ['example.com', '--since', 'FLAWED', '--format', 'csv'], 'csv'],
  ])('%s is wrong usage', async (_, args, output) => {
    const result = await verify(...args.map((arg) => (arg === 'FLAWED' ? files.flawed : arg)));
    expect([result.code, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain(output);
  });
});

const postgres = postgresServer();

describe.each(['SQLite', 'PostgreSQL'])('--since the id of an audit in %s', (kind) => {
  const newStore = async () => {
    const DATA_DIR = await temporaryFolder();
    const env = kind === 'SQLite' ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: await postgres.makeDatabase() };
    return { env, store: await openStore(env) };
  };

  test('compares with it, or gives the reason why not', async () => {
    const { env, store } = await newStore();
    const done = { score: flawed.score, rubricVersion: 2, report: JSON.stringify(flawed) };
    const id = await storeFinished(store.db, {}, done);
    const other = await storeFinished(store.db, { domain: 'example.org' }, { ...done, status: 'failed' });
    const { id: queued } = await storeQueued(store.db, { domain: 'example.net' });
    await store.close();
    const since = (audit: string) =>
      runScript(MAIN, ['verify', 'example.com', '--from-site', files.good, '--since', audit], env);

    const { code, stdout, stderr } = await since(id.toUpperCase());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`AEO score ${flawed.score} → 100 of 100`);
    expectRefused(await since(other), 2, 'The audit failed');
    expectRefused(await since(queued), 2, 'is queued');
    expectRefused(await since(UNKNOWN_ID), 2, `No audit with the id ${UNKNOWN_ID} is stored`);
  });
});

test('--since an id without a store is wrong usage', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'none');
  const args = ['verify', 'example.com', '--from-site', files.good, '--since', UNKNOWN_ID];
  expectRefused(await runScript(MAIN, args, { DATA_DIR }), 2, 'no data folder');
});
