import { describe, expect, test } from 'vitest';
import { applyGate, gatesThatHold } from './gates.ts';
import type { Finding, Gate, JudgedQuestion } from './report/report.ts';

const question = (id: string, points: number, maxPoints: number): JudgedQuestion => ({
  id,
  ask: `${id}?`,
  must: 'It must.',
  earned: points,
  weight: maxPoints,
  maxPoints,
  share: { earned: points, of: Math.max(1, maxPoints) },
  fails: false,
  notApplicable: null,
  observed: [],
  fix: null,
});

const finding = (key: string, points: readonly number[]): Finding => ({
  key,
  label: key,
  severity: 'pass',
  points: points.reduce((a, b) => a + b, 0),
  earned: points.reduce((a, b) => a + b, 0),
  maxPoints: points.reduce((a, b) => a + b, 0),
  details: 'All is well.',
  failure: null,
  questions: points.map((each, i) => question(`q${i}`, each, each)),
  notes: [],
});

describe('gates', () => {
  test('the lowest cap comes first', () => {
    const causes = (['G1', 'G3', 'G4', 'G5', 'G2'] as const).map((id) => ({ id, reason: 'It holds.', opensWith: [] }));
    expect(gatesThatHold(causes).map(({ id, cap }) => `${id} ${cap}`)).toEqual([
      'G3 25',
      'G2 30',
      'G1 40',
      'G4 60',
      'G5 70',
    ]);
  });

  test('a gate lowers the counted points of the others in proportion, and nothing else', () => {
    const findings = [finding('crawler_access', [20]), finding('metadata', [5, 4]), finding('sitemap', [4, 2, 1])];
    const lowered = applyGate(findings, noindex());
    expect(lowered.map((one) => one.points)).toEqual([16, 9, 5]);
    expect(lowered[1]).toEqual(findings[1]);
    expect(lowered[2]).toMatchObject({ severity: 'pass', details: 'All is well.', earned: 7 });
    expect(lowered[2]?.questions.map(({ earned }) => earned)).toEqual([4, 2, 1]);
  });

  test('a score that is within the cap stays as it is', () => {
    const findings = [finding('crawler_access', [10]), finding('metadata', [9])];
    expect(applyGate(findings, noindex())).toEqual(findings);
  });
});

function noindex(): Gate {
  const [gate] = gatesThatHold([{ id: 'G2', reason: 'The home page is noindex.', opensWith: [['eligible']] }]);
  if (gate === undefined) throw new Error('The gate must hold.');
  return gate;
}
