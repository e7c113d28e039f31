import { describe, expect, test } from 'vitest';
import type { Report } from '../src/audit/report/report.ts';
import { csvLine } from '../src/values/csv.ts';
import { DOCUMENTS } from './support/report-documents.ts';
import { failedReport, report } from './support/reports.ts';

/** Moves a cursor, changes colours, reorders text, starts lines, and gives commands to GitHub Actions and Azure Pipelines. */
const HOSTILE = '\u001b[2Jx\u009b31m\u0007\u202e\u2066y\n::error::z\r\n##[error]z ##vso[task.complete]z';

/** Fields that hold no text of a site, or a URL that was parsed. */
const FIXED = new Set(['key', 'id', 'kind', 'outcome', 'severity', 'url', 'domain', 'builder', 'server', 'effort']);

/** Returns a Report with the hostile text at the end of every text, as if none had been quoted. */
function hostile(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return FIXED.has(field) ? value : `${value}${HOSTILE}`;
  if (Array.isArray(value))
    return value.map((item) => hostile(item, field === 'opensWith' || field === 'pages' ? 'id' : field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, name)]));
}

function expectInert(text: string): void {
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(text).not.toMatch(/##(?:\[|vso\[)/);
  expect(text).not.toMatch(/^\s*::(?!(?:error|warning|notice) (?:file|title)=)/m);
}

describe('terminal sequences and commands of build servers', () => {
  test.each(['csvReport', 'githubReport', 'gitlabReport', 'junitReport', 'sarifReport'])(
    'are in no output of %s',
    (name) => {
      const make = DOCUMENTS[name] ?? expect.fail('There is no such document.');
      for (const one of [
        report('example.com'),
        failedReport('example.com', { kind: 'http_status', message: 'It took too long.' }),
      ])
        expectInert(make(hostile(one) as Report, () => `docs/${HOSTILE}.html`));
    },
  );

  test('are in no cell of CSV, at its beginning either', () => {
    expectInert(csvLine([HOSTILE, '::error::x', ' ::error::x', '\r::error::x']));
    expectInert(csvLine(['::error::x']));
  });
});
