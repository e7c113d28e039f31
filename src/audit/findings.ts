import { type Check, type CheckResult, isFull, type PageResult } from './check.ts';
import { type SharedPoints, sharePoints } from './points.ts';
import type { Finding, JudgedQuestion } from './report/report.ts';
import { maxPointsFor } from './rubric.ts';

/** The result of a check, before the points are shared. */
export interface JudgedCheck extends Required<Omit<CheckResult, 'results'>> {
  readonly check: Check;
  readonly questions: readonly UnscoredQuestion[];
  /** The results on single pages, by the question's id. */
  readonly pageResults: ReadonlyMap<string, readonly PageResult[]>;
}

export type UnscoredQuestion = Omit<JudgedQuestion, 'maxPoints' | 'earned' | 'fails' | 'pages'>;

/** Shares the points of all checks out: the findings before any gate. */
export function toFindings(judged: readonly Omit<JudgedCheck, 'pageResults'>[]): readonly Finding[] {
  const shared = sharePoints(judged.map(({ check, questions }) => ({ maxPoints: maxPointsFor(check), questions })));
  return judged.map((one, i) => toFinding(one, shared[i] ?? { maxPoints: 0, points: 0, earned: 0, questions: [] }));
}

function toFinding(
  { check, questions, failure, details, notes }: Omit<JudgedCheck, 'pageResults'>,
  shared: SharedPoints,
): Finding {
  const { maxPoints, points, earned } = shared;
  return {
    key: check.key,
    label: check.label,
    severity: questions.every(isFull) ? 'pass' : earned === 0 ? 'fail' : 'warn',
    points,
    earned,
    maxPoints,
    details: maxPoints === 0 ? `Not applicable: ${details}` : details,
    failure,
    questions: questions.map((question, i) => {
      const shown = shared.questions[i] ?? { maxPoints: 0, earned: 0 };
      return { ...question, ...shown, fails: question.share.earned === 0 };
    }),
    notes,
  };
}
