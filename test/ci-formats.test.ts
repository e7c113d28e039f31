import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS } from '../src/audit/rubric.ts';
import { MAIN, run } from './support/citable-process.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'citable-ci-')));
afterAll(() => rmSync(root, { recursive: true }));

const BASE = ['--base-url', 'https://example.com'];

/** Runs the command in the folder above the site, as a job does in a checkout. */
const audit = (...args: string[]) => run(MAIN, ['audit', ...args], {}, root);

const text = 'The bakery on Main Street has baked rye bread since 1987, every day from 6 am. '.repeat(20);
const page = (title: string, head: string, body = '') =>
  `<!doctype html>\n<html lang="en">\n<head><title>${title}</title>\n${head}</head>\n<body><main><h1>${title}</h1><p>${text}</p>\n${body}</main></body></html>`;

/** Writes a site with three faults: a noindex, JSON-LD that does not parse, and an image without alternative text. */
function writeSite(name: string, isFaulty: boolean): void {
  mkdirSync(join(root, name));
  const robots = isFaulty ? '<meta name="robots" content="noindex">\n' : '';
  const json = isFaulty
    ? '{"@type": "Organization",}'
    : '{"@context": "https://schema.org", "@type": "Organization", "name": "The bakery"}';
  const image = isFaulty ? '<img src="a.png">' : '<img src="a.png" alt="Rye bread on a board">';
  const link = '<a href="about, us.html">About</a>';
  writeFileSync(
    join(root, name, 'index.html'),
    page('The bakery', `${robots}<script type="application/ld+json">${json}</script>\n`, link),
  );
  writeFileSync(join(root, name, 'about, us.html'), page('About the bakery', '', image));
}

beforeAll(() => {
  writeSite('good', false);
  writeSite('dist', true);
});

const FAULTS = ['metadata.eligible', 'structured_data.parses', 'semantic_structure.images'];

test('SARIF has a rule for every question, and a result with file and line for each fault', async () => {
  const { code, stdout } = await audit('dist', ...BASE, '--format', 'sarif');
  expect(code).toBe(0);
  const log = JSON.parse(stdout);
  expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Citable' } } }] });
  const [{ results, tool, invocations }] = log.runs;
  expect(invocations).toEqual([{ executionSuccessful: true }]);
  expect(tool.driver.rules).toHaveLength(CHECKS.flatMap(({ questions }) => Object.keys(questions)).length);
  for (const result of results) {
    expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(result.locations).toHaveLength(1);
  }
  const findPlace = (rule: string) =>
    results.find(({ ruleId }: { ruleId: string }) => ruleId === rule)?.locations[0].physicalLocation;
  expect(FAULTS.map((rule) => findPlace(rule)?.artifactLocation)).toEqual([
    { uri: 'dist/index.html', uriBaseId: '%SRCROOT%' },
    { uri: 'dist/index.html', uriBaseId: '%SRCROOT%' },
    { uri: 'dist/about,%20us.html', uriBaseId: '%SRCROOT%' },
  ]);
  expect(FAULTS.map((rule) => findPlace(rule)?.region.startLine)).toEqual([4, 5, 6]);
});

test('workflow commands of GitHub annotate files and lines, with their properties escaped', async () => {
  const { stdout } = await audit('dist', ...BASE, '--format', 'github');
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^::(?:error|warning) (?:file=[^,:]+,line=\d+,)?title=[^,:]+::[^\n]+$/);
  expect(lines.filter((line) => line.includes('(metadata.eligible)'))).toEqual([
    expect.stringMatching(/^::error file=dist\/index\.html,line=4,title=/),
  ]);
  expect(stdout).toMatch(/^::error file=dist\/about%2C us\.html,line=6,title=.*\(semantic_structure\.images\)::/m);
});

test('a Code Quality report of GitLab has its required fields, and a unique fingerprint for each issue', async () => {
  const { stdout } = await audit('dist', ...BASE, '--format', 'gitlab');
  const issues = JSON.parse(stdout);
  const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  expect(new Set(prints).size).toBe(issues.length);
  for (const issue of issues) {
    expect(issue).toEqual({
      description: expect.stringMatching(/./),
      check_name: expect.stringMatching(/^[a-z_]+\.[a-z_\d]+$/),
      fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
      severity: expect.stringMatching(/^(?:major|minor)$/),
      location: { path: expect.stringMatching(/^[^/]/), lines: { begin: expect.any(Number) } },
    });
  }
  for (const rule of FAULTS) expect(issues.map((one: { check_name: string }) => one.check_name)).toContain(rule);
});

interface JUnitSuite {
  readonly name: string | undefined;
  /** As the attributes of the suite count them. */
  readonly counts: { readonly tests: number; readonly failures: number; readonly skipped: number };
  readonly cases: { readonly name: string | undefined; result: string; text: string }[];
}

/** Reads the suites of well-formed XML. */
function readSuites(xml: string): JUnitSuite[] {
  const suites: JUnitSuite[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const { tests, failures, skipped } = attributes;
    const [cases, last] = [suites.at(-1)?.cases, suites.at(-1)?.cases.at(-1)];
    const counts = { tests: Number(tests), failures: Number(failures), skipped: Number(skipped) };
    if (name === 'testsuite') suites.push({ name: attributes['name'], counts, cases: [] });
    else if (name === 'testcase') cases?.push({ name: attributes['name'], result: 'passed', text: '' });
    else if (last !== undefined) last.result = name;
  });
  parser.on('text', (text) => {
    const last = suites.at(-1)?.cases.at(-1);
    if (last !== undefined) last.text += text.trim();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return suites;
}

describe('JUnit', () => {
  const listFailures = (xml: string) =>
    readSuites(xml).flatMap(({ cases }) => cases.filter(({ result }) => result === 'failure').map(({ name }) => name));

  test('has a suite for each check, whose counts match its cases', async () => {
    const { stdout } = await audit('dist', ...BASE, '--format', 'junit', '--fail-on', 'metadata');
    const suites = readSuites(stdout);
    expect(suites.map(({ name }) => name)).toEqual(CHECKS.map(({ label }) => label));
    for (const { counts, cases } of suites) {
      const of = (result: string) => cases.filter((one) => one.result === result).length;
      expect([cases.length, of('failure'), of('skipped')]).toEqual([counts.tests, counts.failures, counts.skipped]);
    }
  });

  test('fails nothing without thresholds, and shows what lost points as output of its case', async () => {
    const { code, stdout } = await audit('dist', ...BASE, '--format', 'junit');
    expect([code, listFailures(stdout)]).toEqual([0, []]);
    const eligible = readSuites(stdout)
      .flatMap(({ cases }) => cases)
      .find(({ name }) => name?.endsWith('(eligible)'));
    expect(eligible).toMatchObject({ result: 'system-out', text: expect.stringContaining('dist/index.html:4: ') });
  });

  test('fails where --fail-on does, at the lost questions of the check that fails', async () => {
    const failing = await audit('dist', ...BASE, '--format', 'junit', '--fail-on', 'metadata,robots_txt');
    expect(failing.code).toBe(1);
    expect(listFailures(failing.stdout)).toContainEqual(expect.stringMatching(/\(eligible\)$/));
    expect(failing.stdout).toMatch(/<failure message="[^"]+">dist\/index\.html:4: /);
    const passing = await audit('dist', ...BASE, '--format', 'junit', '--fail-on', 'robots_txt');
    expect([passing.code, listFailures(passing.stdout)]).toEqual([0, []]);
  });

  test('fails where --fail-under and --baseline do, in a suite of its own', async () => {
    const baseline = join(root, 'junit-baseline.json');
    const good = (await audit('good', ...BASE, '--format', 'json', '--evidence')).stdout;
    writeFileSync(baseline, good);
    const score: number = JSON.parse(good).aeo_score;
    const all = ['--format', 'junit', '--fail-under', String(score), '--baseline', baseline];
    const names = [`The score is at least ${score} (--fail-under)`, `Not worse than ${baseline} (--baseline)`];
    const missed = await audit('dist', ...BASE, ...all);
    expect([missed.code, listFailures(missed.stdout)]).toEqual([1, names]);
    expect(readSuites(missed.stdout)[0]).toMatchObject({
      name: 'Thresholds',
      cases: [{ text: expect.stringMatching(/^The score is \d+\.$/) }, { text: expect.stringContaining('Lost (') }],
    });
    const met = await audit('good', ...BASE, ...all);
    expect([met.code, listFailures(met.stdout)]).toEqual([0, []]);
    expect(readSuites(met.stdout)[0]?.cases.map(({ name }) => name)).toEqual(names);
  });
});

describe('thresholds:', () => {
  test('--fail-on exits with 1 when one of the checks fails, and says why', async () => {
    const failing = await audit('dist', ...BASE, '--fail-on', 'metadata,robots_txt');
    expect(failing.code).toBe(1);
    expect(failing.stderr).toMatch(/^citable: metadata fails: [^\n]+\n$/);
    expect(await audit('dist', ...BASE, '--fail-on', 'robots_txt')).toMatchObject({ code: 0, stderr: '' });
    const unknown = await audit('dist', ...BASE, '--fail-on', 'speed');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(`Valid checks: ${CHECKS.map(({ key }) => key).join(', ')}.`);
  });

  test('--baseline exits with 1 when the site is worse, and says what was lost', async () => {
    const baseline = join(root, 'baseline.json');
    writeFileSync(baseline, (await audit('good', ...BASE, '--format', 'json', '--evidence')).stdout);
    expect(await audit('good', ...BASE, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    const worse = await audit('dist', ...BASE, '--baseline', baseline, '--format', 'sarif');
    expect(worse.code).toBe(1);
    expect(worse.stderr).toMatch(/AEO score \d+ → \d+ of 100/);
    expect(worse.stderr).toContain('Lost (');
    writeFileSync(baseline, (await audit('dist', ...BASE, '--format', 'json', '--evidence')).stdout);
    expect((await audit('good', ...BASE, '--baseline', baseline)).code).toBe(0);
    const other = await audit('good', '--base-url', 'https://example.org', '--baseline', baseline);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('audit of example.com, not example.org.')]);
  });
});
