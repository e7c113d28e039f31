import type { Finding, Gate } from './report.ts';
import { sum } from './sum.ts';

/**
 * What cannot be reached cannot be answered from: while a gate holds, the whole score is capped, whatever the other
 * checks found. The check it rests on says whether it holds (`Outcome.gate`).
 */
export const GATES = [
  { id: 'G1', key: 'crawler_access', cap: 40 },
  { id: 'G2', key: 'metadata', cap: 30 },
  { id: 'G3', key: 'content_without_js', cap: 50 },
] as const;

/** What each gate rests on, in words that stand after `while`. */
export const GATE_HOLDS_WHILE: Readonly<Record<Gate['id'], string>> = {
  G1: 'no search crawler of an answer engine gets in',
  G2: 'the home page may not be indexed',
  G3: 'no page has its content in the HTML that is sent',
};

/** The gates that hold, strictest first. @param reasons per check key, why its gate holds */
export function gatesThatHold(reasons: ReadonlyMap<string, string>): readonly Gate[] {
  return GATES.flatMap(({ id, key, cap }) => {
    const reason = reasons.get(key);
    return reason === undefined ? [] : [{ id, key, cap, reason }];
  }).sort((a, b) => a.cap - b.cap);
}

/**
 * Lowers the points of all findings but the gate's own, in proportion, until the sum is within the cap. Every value
 * stays whole and the sum exact (largest remainders), and each lowered finding says which gate lowered it and why.
 */
export function applyGate(findings: readonly Finding[], gate: Gate): readonly Finding[] {
  const own = findings.filter((finding) => finding.key === gate.key);
  const others = findings.filter((finding) => finding.key !== gate.key);
  const room = Math.max(0, gate.cap - sum(own.map((finding) => finding.points)));
  if (sum(others.map((finding) => finding.points)) <= room) return findings;
  const lowered = apportion(
    others.map((finding) => finding.points),
    room,
  );
  const byKey = new Map(others.map((finding, i) => [finding.key, lowerTo(finding, lowered[i] ?? 0, gate)]));
  return findings.map((finding) => byKey.get(finding.key) ?? finding);
}

function lowerTo(finding: Finding, points: number, gate: Gate): Finding {
  if (points === finding.points) return finding;
  const shares = apportion(
    finding.questions.map((question) => question.points),
    points,
  );
  return {
    ...finding,
    points,
    severity: finding.severity === 'fail' ? 'fail' : 'warn',
    details: `${finding.details} Gate ${gate.id} lowers it from ${finding.points} to ${points}: ${gate.reason}`,
    questions: finding.questions.map((question, i) => ({ ...question, points: shares[i] ?? 0 })),
  };
}

/**
 * Splits `total` over whole shares in proportion to `weights` by largest remainders; ties go to the earlier one.
 * @param total a whole number from 0 to the sum of the weights
 * @returns as many whole numbers, none above its weight, with exactly that sum
 */
export function apportion(weights: readonly number[], total: number): readonly number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  // Integer arithmetic, so that no rounding of a fraction decides who gets the last point.
  const shares = weights.map((weight) => Math.floor((weight * total) / whole));
  const byRemainder = weights
    .map((weight, i) => ({ i, remainder: (weight * total) % whole }))
    .sort((a, b) => b.remainder - a.remainder || a.i - b.i);
  for (const { i } of byRemainder.slice(0, total - sum(shares))) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}
