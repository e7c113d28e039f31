import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../../test/support/arbitraries.ts';
import { runs } from '../../../test/support/properties.ts';
import { failedReport, report } from '../../../test/support/reports.ts';
import { toReportEvidence } from './evidence.ts';
import { parseEvidence } from './evidence-file.ts';

const EVIDENCE = { status: 'done', ...toReportEvidence(report('example.com')) };

test('an evidence file is read as the compared parts of the Report', () => {
  const { domain, rubricVersion, score, gates, findings, pages } = report('example.com');
  expect(parseEvidence(JSON.stringify(EVIDENCE))).toEqual({
    ok: true,
    audit: {
      kind: 'live',
      status: 'done',
      report: {
        domain,
        rubricVersion,
        score,
        pages,
        gates: gates.map(({ id, cap, reason, key }) => ({ id, cap, reason, key })),
        findings: findings.map(({ key, label, points, maxPoints, questions }) => ({
          ...{ key, label, points, maxPoints },
          questions: questions.map(({ id, ask, earned, maxPoints, share, notApplicable, observed, weight }) => {
            return { id, ask, earned, maxPoints, share, notApplicable, observed, weight };
          }),
        })),
      },
    },
  });
});

test('its text is quoted, because it is printed', () => {
  const hostile = JSON.stringify(EVIDENCE).replaceAll('Is it there?', 'Is\\u001b[2Jit\\u202e\\nthere?');
  const read = parseEvidence(hostile);
  expect(read.ok && read.audit.report.findings[0]?.questions[0]?.ask).toBe('Isit there?');
});

test('a demonstration and a failed audit are read as such', () => {
  const failure = { kind: 'timeout', message: 'It timed out.' } as const;
  const failed = { status: 'failed', ...toReportEvidence(failedReport('example.com', failure)) };
  expect(parseEvidence(JSON.stringify(failed))).toMatchObject({ ok: true, audit: { status: 'failed' } });
  const demonstration = { ...EVIDENCE, kind: 'demonstration' };
  expect(parseEvidence(JSON.stringify(demonstration))).toMatchObject({ ok: true, audit: { kind: 'demonstration' } });
});

test.each([
  ['no JSON', '{', 'It is not JSON.'],
  ['null', 'null', 'It has no evidence'],
  ['a list', '[]', 'It has no evidence'],
  ['a result without evidence', JSON.stringify({ ...EVIDENCE, findings: [{ key: 'a' }] }), 'It has no evidence'],
  ['an unknown gate', JSON.stringify({ ...EVIDENCE, gates: [{ id: '\u001b[2J', cap: 1 }] }), 'It has no evidence'],
  ['a score that is none', JSON.stringify({ ...EVIDENCE, aeo_score: 101 }), 'It has no evidence'],
  ['a share of nothing', JSON.stringify(EVIDENCE).replaceAll('"of":1', '"of":0'), 'It has no evidence'],
])('%s is refused in one sentence', (_, text, problem) => {
  const read = parseEvidence(text);
  expect(read.ok ? null : read.problem).toContain(problem);
});

test('any text is accepted without an exception', () => {
  const text = mangled(['{', '}', '[', ']', '"domain"', ':', ',', '"findings"', '1e999', '"status":"done"', 'null']);
  fc.assert(
    fc.property(fc.oneof(text, fc.json()), (value) => typeof parseEvidence(value).ok === 'boolean'),
    runs(),
  );
});
