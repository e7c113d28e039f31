import { isFull } from '../audit/check.ts';
import type { Report } from '../audit/report/report.ts';
import { tooFewRead } from './pages-read.ts';

/** `unknown`: less than half of the chosen pages could be read. */
export type Verdict = 'good' | 'middling' | 'poor' | 'unknown';

/** A score with the verdict that was stored with it; null for audits of version 1 of the rubric. */
export interface ScoreWithVerdict {
  readonly score: number;
  readonly verdict: Verdict | null;
}

/** The verdict on an audit of which only score and stored verdict are known. */
export function storedVerdictOf({ score, verdict }: ScoreWithVerdict): Verdict {
  return verdict ?? verdictOfScore(score);
}

/** The lowest score of each band. */
export const LOWEST_SCORES = { good: 80, middling: 50, poor: 0 } as const;

/** The verdict as people read it. */
export const VERDICT_NAMES: Readonly<Record<Verdict, string>> = {
  good: 'Good',
  middling: 'Middling',
  poor: 'Poor',
  unknown: 'Too few pages read',
};

/** Checks whose failure matters more than any sum. */
const DECISIVE_CHECKS: readonly string[] = ['crawler_access', 'content_without_js'];

/** The band that a score of 0 to 100 is in. */
export function verdictOfScore(score: number): Exclude<Verdict, 'unknown'> {
  return score >= LOWEST_SCORES.good ? 'good' : score >= LOWEST_SCORES.middling ? 'middling' : 'poor';
}

/**
 * The verdict on a site. There is none where too few pages could be read. It follows the worst, not the sum: while a gate holds, crawlers or content
 * fail, or pages may not be used, it is never good. Version 1 of the rubric went by the score alone, and its reports do still.
 */
export function verdictOf(report: Pick<Report, 'rubricVersion' | 'score' | 'gates' | 'findings' | 'choice'>): Verdict {
  if (tooFewRead(report).length > 0) return 'unknown';
  const band = verdictOfScore(report.score);
  return band === 'good' && report.rubricVersion > 1 && hasDecisiveFault(report) ? 'middling' : band;
}

function hasDecisiveFault({ gates, findings }: Pick<Report, 'gates' | 'findings'>): boolean {
  return (
    gates.length > 0 ||
    findings.some(
      ({ key, failure, questions }) =>
        (DECISIVE_CHECKS.includes(key) && failure !== null) ||
        (key === 'metadata' && failure !== null && questions.some((one) => one.id === 'eligible' && !isFull(one))),
    )
  );
}

/** Returns what caps the score: the gate with the lowest cap. Empty where none applies. */
export function capText({
  gates: [gate],
  earned,
  score,
}: Pick<Report, 'gates' | 'earned' | 'score'>): readonly string[] {
  if (gate === undefined) return [];
  const held =
    earned > score
      ? `Fix this first: it alone holds the score at ${score} (the checks earned ${earned}).`
      : `Until this is fixed, the score is at most ${gate.cap}.`;
  return [`${gate.reason} ${held} Gate ${gate.id}.`];
}
