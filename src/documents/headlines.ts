import { isFull } from '../audit/check.ts';
import { isPromised } from '../audit/report/gains.ts';
import { type Finding, isJudged } from '../audit/report/report.ts';
import { CHECKS, problemStatement } from '../audit/rubric.ts';
import { listStatements } from './tasks.ts';

/** Returns the outcome of a check in one sentence: its worst problem, what holds where nothing was lost, or why it was not judged. */
export function writeHeadline(finding: Finding): string {
  const { key, label, questions, severity } = finding;
  if (!isJudged(finding)) return whyNotJudged(finding);
  const lost = questions.filter((question) => !isFull(question));
  if (lost.length === 0) return severity === 'pass' ? (CHECKS.find((one) => one.key === key)?.passes ?? label) : label;
  const [headline] = listStatements(
    lost
      .toSorted((a, b) => Number(b.fails) - Number(a.fails) || b.maxPoints - b.earned - (a.maxPoints - a.earned))
      .map((question) => {
        return { key, question, problem: problemStatement(key, question), isPromised: isPromised(question) };
      }),
  );
  return headline;
}

/** Returns the first sentence of the details of a check that does not apply. */
function whyNotJudged({ details }: Pick<Finding, 'details'>): string {
  const [reason = ''] = details.replace(/^Not applicable: /, '').split(/(?<=\.) (?=\p{Lu})/u);
  return reason;
}
