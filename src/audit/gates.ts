import { apportion, sum } from './arithmetic.ts';
import type { GateCause, GateId } from './check.ts';
import type { Finding, Gate } from './report/report.ts';

/**
 * No answer can be made from what crawlers cannot reach: while a gate holds, the whole score is capped, whatever the other
 * checks found. The check that causes it decides whether it holds (`CheckResult.gates`).
 */
export const GATES = [
  { id: 'G1', key: 'crawler_access', cap: 40 },
  { id: 'G2', key: 'metadata', cap: 30 },
  { id: 'G3', key: 'content_without_js', cap: 25 },
  { id: 'G4', key: 'content_without_js', cap: 60 },
  { id: 'G5', key: 'content_without_js', cap: 70 },
  { id: 'G6', key: 'crawler_access', cap: 60 },
  { id: 'G7', key: 'crawler_access', cap: 60 },
] as const satisfies readonly { id: GateId; key: string; cap: number }[];

/** Cause of each gate, as a clause that follows `while`. */
export const GATE_HOLDS_WHILE: Readonly<Record<GateId, string>> = {
  G1: 'every search crawler of an answer engine is blocked',
  G2: 'the home page is hidden from search engines (noindex)',
  G3: 'no page has its text in the HTML that is sent',
  G4: 'at least half of the content pages have no text in the HTML that is sent',
  G5: 'the home page has no text in the HTML that is sent',
  G6: 'robots.txt blocks the search crawlers of ChatGPT, Perplexity and Claude',
  G7: 'robots.txt blocks at least half of the content pages for every search crawler of an answer engine',
};

/** The gates that hold, the lowest cap first. @param causes of all checks */
export function gatesThatHold(causes: readonly GateCause[]): readonly Gate[] {
  return GATES.flatMap(({ id, key, cap }) => {
    const cause = causes.find((one) => one.id === id);
    return cause === undefined ? [] : [{ id, key, cap, reason: cause.reason, opensWith: cause.opensWith }];
  }).sort((a, b) => a.cap - b.cap);
}

/**
 * Lowers the counted points of all findings but the gate's own, in proportion, until the sum is within the cap. Every
 * value stays whole and the sum exact (largest remainders). What was earned, the severities and the details stay.
 */
export function applyGate(findings: readonly Finding[], gate: Gate): readonly Finding[] {
  const points = pointsUnder(gate, findings);
  return findings.map((finding, i) => ({ ...finding, points: points[i] ?? 0 }));
}

/** Returns the points of findings under a gate. @param findings with the points that they earned */
export function pointsUnder(
  gate: Pick<Gate, 'key' | 'cap'>,
  findings: readonly Pick<Finding, 'key' | 'points'>[],
): readonly number[] {
  const isOwn = ({ key }: Pick<Finding, 'key'>) => key === gate.key;
  const room = Math.max(0, gate.cap - sum(findings.filter(isOwn).map(({ points }) => points)));
  const others = findings.map((finding) => (isOwn(finding) ? 0 : finding.points));
  if (sum(others) <= room) return findings.map(({ points }) => points);
  const lowered = apportion(others, room);
  return findings.map((finding, i) => (isOwn(finding) ? finding.points : (lowered[i] ?? 0)));
}
