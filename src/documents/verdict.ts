import { isFull } from '../audit/check.ts';
import type { Finding, Report } from '../audit/report/report.ts';
import { tooFewRead } from './pages-read.ts';

/** `unknown`: less than half of the chosen pages could be read. */
export type Verdict = 'good' | 'middling' | 'poor' | 'unknown';

/** A score with the verdict that was stored with it; null for audits of version 1 of the rubric. */
export interface ScoreWithVerdict {
  readonly score: number;
  readonly verdict: Verdict | null;
}

/** The verdict on an audit of which only score and stored verdict are known. */
export function storedVerdict({ score, verdict }: ScoreWithVerdict): Verdict {
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

/** Checks whose failure forbade the word “good” in version 2 of the rubric. */
const DECISIVE_CHECKS: readonly string[] = ['crawler_access', 'content_without_js'];

/** The band that a score of 0 to 100 is in. */
export function verdictOfScore(score: number): Exclude<Verdict, 'unknown'> {
  return score >= LOWEST_SCORES.good ? 'good' : score >= LOWEST_SCORES.middling ? 'middling' : 'poor';
}

type Judged = Pick<Report, 'rubricVersion' | 'score' | 'gates' | 'findings' | 'choice'>;

/**
 * The verdict on a site. There is none where too few pages could be read. While a gate holds or a criterion of failure applies, it is
 * never good. In version 2 of the rubric, only some of these criteria counted; version 1 went by the score alone.
 */
export function decideVerdict(report: Judged): Verdict {
  if (tooFewRead(report).length > 0) return 'unknown';
  const band = verdictOfScore(report.score);
  const isForbidden = report.rubricVersion > 1 && (report.gates.length > 0 || listFailures(report).length > 0);
  return band === 'good' && isForbidden ? 'middling' : band;
}

/** Returns why a score in the band “good” is not called good; empty where it is, and where a gate says why. */
export function withheldText(report: Judged): readonly string[] {
  if (report.gates.length > 0 || verdictOfScore(report.score) !== 'good') return [];
  const reasons = listFailures(report).map(({ label, failure }) => `${label}: ${failure}`);
  if (reasons.length === 0) return [];
  return [`Not called good, although the score is ${report.score}, because of ${reasons.join(' ')}`];
}

/** The findings with a criterion that forbids the word “good”. */
function listFailures({ rubricVersion, findings }: Judged): readonly Finding[] {
  if (rubricVersion === 1) return [];
  const failing = findings.filter(({ failure }) => failure !== null);
  if (rubricVersion > 2) return failing;
  return failing.filter(
    ({ key, questions }) =>
      DECISIVE_CHECKS.includes(key) ||
      (key === 'metadata' && questions.some((one) => one.id === 'eligible' && !isFull(one))),
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
      : `Until this is fixed, the maximum score is ${gate.cap}.`;
  return [`${gate.reason} ${held} Gate ${gate.id}.`];
}
