import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/properties.ts';
import { applyGate, apportion, gatesThatHold } from './gates.ts';
import type { AnsweredQuestion, Finding } from './report.ts';

const question = (id: string, points: number, maxPoints: number): AnsweredQuestion => ({
  id,
  ask: `${id}?`,
  must: 'It must.',
  points,
  earned: points,
  maxPoints,
  notApplicable: null,
  observed: [],
  fix: null,
});

const finding = (key: string, points: readonly number[]): Finding => ({
  key,
  label: key,
  severity: 'pass',
  points: points.reduce((a, b) => a + b, 0),
  maxPoints: points.reduce((a, b) => a + b, 0),
  details: 'All is well.',
  failure: null,
  questions: points.map((each, i) => question(`q${i}`, each, each)),
  notes: [],
});

describe('apportion', () => {
  test('gives whole shares in proportion, the rest to the largest remainders, ties to the earlier', () => {
    expect(apportion([14, 10, 10], 17)).toEqual([7, 5, 5]);
    expect(apportion([1, 1, 1], 2)).toEqual([1, 1, 0]);
    expect(apportion([5, 3], 0)).toEqual([0, 0]);
    expect(apportion([0, 0], 0)).toEqual([0, 0]);
  });

  test('sums exactly and never gives more than the weight', () => {
    const weightsAndTotal = fc
      .array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 12 })
      .chain((weights) =>
        fc.tuple(fc.constant(weights), fc.integer({ min: 0, max: weights.reduce((a, b) => a + b, 0) })),
      );
    fc.assert(
      fc.property(weightsAndTotal, ([weights, total]) => {
        const shares = apportion(weights, total);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(total);
        shares.forEach((share, i) => {
          expect(share).toBeLessThanOrEqual(weights[i] ?? 0);
          expect(Number.isInteger(share) && share >= 0).toBe(true);
        });
      }),
      runs(100),
    );
  });
});

describe('gates', () => {
  test('the strictest gate comes first', () => {
    const reasons = new Map([
      ['content_without_js', 'There is no text.'],
      ['metadata', 'The home page is noindex.'],
    ]);
    expect(gatesThatHold(reasons).map((gate) => gate.id)).toEqual(['G2', 'G3']);
  });

  test('a gate lowers the others in proportion, keeps its own check, and says so', () => {
    const findings = [finding('crawler_access', [20]), finding('metadata', [5, 4]), finding('sitemap', [4, 2, 1])];
    const [gate] = gatesThatHold(new Map([['metadata', 'The home page is noindex.']]));
    if (gate === undefined) throw new Error('The gate must hold.');
    const lowered = applyGate(findings, gate);
    expect(lowered.map((one) => one.points)).toEqual([16, 9, 5]);
    expect(lowered[1]).toEqual(findings[1]);
    expect(lowered[2]).toMatchObject({
      severity: 'warn',
      details: 'All is well. Gate G2 lowers it from 7 to 5: The home page is noindex.',
    });
    for (const one of lowered) {
      expect(one.questions.reduce((sum, { points }) => sum + points, 0)).toBe(one.points);
    }
    expect(lowered[2]?.questions.map(({ earned }) => earned)).toEqual([4, 2, 1]);
  });

  test('a score that is within the cap stays as it is', () => {
    const findings = [finding('crawler_access', [10]), finding('metadata', [9])];
    const [gate] = gatesThatHold(new Map([['metadata', 'The home page is noindex.']]));
    if (gate === undefined) throw new Error('The gate must hold.');
    expect(applyGate(findings, gate)).toBe(findings);
  });
});
