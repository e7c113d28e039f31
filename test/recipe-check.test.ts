import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

// Performs CONTRIBUTING's recipe "To add a check" on a copy of the source: a folder, and one line of the rubric.

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'citable-recipe-'));
afterAll(() => rmSync(copy, { recursive: true }));

const CHECK = `import { check, full } from '../../check.ts';
import { observe } from '../../observe.ts';
import { evidence } from './evidence.ts';

const questions = {
  high: { ask: 'Is the tide high?', problem: 'The tide is low.', weight: 4, must: 'The tide is high.' },
} as const;

export const tides = check({
  key: 'tides',
  label: 'Tides',
  asks: 'How high is the tide?',
  why: 'A boat needs water.',
  sources: [],
  questions,
  evidence,
  failsWhen: [],
  neverScored: [],
  needs: ['home'],
  run: ({ home }) => ({
    answers: { high: full(observe(home.exchange, { note: 'High.' })) },
    failure: null,
    gates: [],
    details: 'The tide is high.',
    notes: [],
  }),
});
`;

const EVIDENCE = `import type { GradedEvidence } from '../../check.ts';

export const evidence = {
  high: {
    grade: 'D',
    says: 'A convention of sailors.',
    figure: null,
    sources: [{ title: 'Tide table', url: 'https://tides.example/' }],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
`;

const AUDIT = `import { judge } from './src/audit/judge.ts';
import { evidenceFor } from './src/audit/rubric.ts';
import { gather } from './src/site/gather/gather.ts';
import { exampleDomain, fixtureFetcher, readFixture } from './test/support/fixture-web.ts';

const fetcher = fixtureFetcher(readFixture('base/good'));
const { findings } = judge(await gather(exampleDomain, { fetcher, now: new Date('2026-11-01T12:00:00Z') }));
console.log(JSON.stringify({ findings, evidence: evidenceFor('tides', 'high') }));
`;

test('a check needs its folder and one line of the rubric', () => {
  for (const folder of ['src', 'test/support', 'test/fixtures/base']) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, file), join(copy, file));
  const project = { extends: './tsconfig.json', include: ['src/audit', 'audit.ts'], exclude: ['**/*.test.ts'] };
  writeFileSync(join(copy, 'tsconfig.audit.json'), JSON.stringify(project));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

  const folder = join(copy, 'src/audit/checks/tides');
  mkdirSync(folder);
  writeFileSync(join(folder, 'tides.ts'), CHECK);
  writeFileSync(join(folder, 'evidence.ts'), EVIDENCE);
  const rubric = join(copy, 'src/audit/rubric.ts');
  writeFileSync(
    rubric,
    `import { tides } from './checks/tides/tides.ts';\n${readFileSync(rubric, 'utf8').replace(
      /( *)\{ check: llmsTxt, maxPoints: 4 \},/,
      '$&\n$1{ check: tides, maxPoints: 4 },',
    )}`,
  );
  writeFileSync(join(copy, 'audit.ts'), AUDIT);

  const types = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.audit.json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(types.stdout).toBe('');
  const audit = spawnSync(process.execPath, ['audit.ts'], { cwd: copy, encoding: 'utf8' });
  expect(audit.stderr).toBe('');
  const { findings, evidence } = JSON.parse(audit.stdout);
  expect(findings.at(-1)).toMatchObject({ key: 'tides', severity: 'pass', details: 'The tide is high.' });
  expect(evidence).toMatchObject({ grade: 'D' });
});
