import type { AnsweredQuestion, Finding, Report } from '../audit/report.ts';

/** A question that lost points, with the finding it belongs to. */
export interface Problem {
  readonly finding: Finding;
  readonly question: AnsweredQuestion;
  /** Points that fixing it earns, before any gate. */
  readonly worth: number;
}

/** What there is to fix, most points first; ties go to a `fail`, then to the rubric's order. */
export function problemsOf(report: Report): readonly Problem[] {
  return report.findings
    .flatMap((finding) =>
      finding.questions.map((question) => ({ finding, question, worth: question.maxPoints - question.earned })),
    )
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || Number(b.finding.severity === 'fail') - Number(a.finding.severity === 'fail'));
}
