import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { githubReport, gitlabReport, sarifReport } from '../src/documents/ci/ci-problems.ts';
import { junitReport } from '../src/documents/ci/junit.ts';
import { csvReport } from '../src/documents/csv-report.ts';
import { markdownReport } from '../src/documents/markdown-report.ts';
import { textReport } from '../src/documents/text-report.ts';
import { type AuditedFolder, auditFolder } from '../src/engine/audit-folder.ts';
import { toJsonReport } from '../src/server/audits/evidence.ts';
import { exampleDomain } from './support/fixture-web.ts';
import { createPage } from './support/small-sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'citable-places-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Questions of the planted faults, and the number of the 20 further pages that have each. */
const PLANTED = [
  ['semantic_structure.h1', 12],
  ['metadata.canonical', 9],
  ['metadata.description', 8],
] as const;
const NAMES = Array.from({ length: 20 }, (_, i) => `page${i}`);
const toFile = (url: string) => `dist${new URL(url).pathname}.html`;

let audited: AuditedFolder;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), createPage('home', { links: NAMES }));
  for (const [i, name] of NAMES.entries()) {
    writeFileSync(
      join(folder, `${name}.html`),
      createPage(name, { h1: i >= 12, canonical: i >= 9, description: i >= 8 }),
    );
  }
  audited = await auditFolder(folder, exampleDomain);
});

/** Returns the number of matches of a pattern whose group is a planted question, by question. */
function countsIn(text: string, pattern: RegExp): Record<string, number> {
  const found = [...text.matchAll(pattern)].map(([, question = '']) => question);
  return Object.fromEntries(PLANTED.map(([question]) => [question, found.filter((one) => one === question).length]));
}

const expected = Object.fromEntries(PLANTED);

test('SARIF has a result with an own fingerprint for every page with a fault', () => {
  const log = JSON.parse(sarifReport(audited.report, toFile));
  const [{ results, originalUriBaseIds }] = log.runs;
  expect(Object.keys(originalUriBaseIds)).toEqual(['%SRCROOT%']);
  expect(JSON.stringify(originalUriBaseIds)).not.toContain(folder);
  expect(countsIn(JSON.stringify(results), /"ruleId":"([^"]+)"/g)).toEqual(expected);
  const prints: string[] = results.map((one: { partialFingerprints: object }) =>
    JSON.stringify(one.partialFingerprints),
  );
  expect(new Set(prints).size).toBe(results.length);
});

test('workflow commands of GitHub, GitLab, CSV and JSON name every page with a fault', () => {
  const { report, site } = audited;
  expect(countsIn(githubReport(report, toFile), /^::.*?\(([a-z_\d]+\.[a-z_\d]+)\)::/gm)).toEqual(expected);
  expect(countsIn(gitlabReport(report, toFile), /"check_name": "([^"]+)"/g)).toEqual(expected);
  const { findings = [] } = toJsonReport(report, site, true) as { findings?: Finding[] };
  const observed = findings.flatMap(({ key, questions }) =>
    questions.map(({ id, observed }) => [`${key}.${id}`, observed.length]),
  );
  expect(Object.fromEntries(observed)).toMatchObject(expected);
  const rows = csvReport(report).split('\n');
  for (const [question, number] of PLANTED) {
    const row = rows.find((one) => one.includes(question)) ?? '';
    expect(row.match(/https:\/\/example\.com\/page\d+/g)).toHaveLength(number);
  }
});

interface Finding {
  readonly key: string;
  readonly questions: readonly { readonly id: string; readonly observed: readonly unknown[] }[];
}

test('JUnit names every page with a fault in the case of its question', () => {
  const junit = junitReport(audited.report, toFile, { failOn: [], thresholds: [] });
  for (const [question, number] of PLANTED) {
    const id = question.slice(question.indexOf('.') + 1);
    const [, output = ''] = junit.split(`(${id})">`);
    expect(
      output
        .split('</testcase>', 1)
        .join()
        .match(/^dist\/page\d+\.html/gm),
    ).toHaveLength(number);
  }
});

test('texts for people show five places, and count the others', () => {
  const { report } = audited;
  const text = textReport(report, { color: false, width: 100, details: true, evidence: false });
  const markdown = markdownReport(report, { evidence: false, staging: undefined });
  for (const shown of [text, markdown]) {
    for (const [, number] of PLANTED) expect(shown).toContain(`and ${number - 5} more (`);
  }
});

test('a fingerprint stays the same when lines above it change, and when another page is mended', async () => {
  const fingerprints = ({ report }: AuditedFolder) =>
    JSON.parse(sarifReport(report, toFile)).runs[0].results.flatMap(
      ({ ruleId, partialFingerprints }: { ruleId: string; partialFingerprints: object }) =>
        ruleId === 'semantic_structure.h1' ? JSON.stringify(partialFingerprints) : [],
    );
  const before = fingerprints(audited);
  writeFileSync(join(folder, 'page0.html'), createPage('page0', {}));
  writeFileSync(join(folder, 'page1.html'), `\n\n${createPage('page1', { h1: false })}`);
  const after = fingerprints(await auditFolder(folder, exampleDomain));
  expect(after).toHaveLength(11);
  expect(before).toEqual(expect.arrayContaining(after));
});
