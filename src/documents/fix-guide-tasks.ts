import type { Fix, Observation } from '../audit/check.ts';
import type { AnsweredQuestion, Report } from '../audit/report.ts';
import { CHECKS } from '../audit/rubric.ts';
import { type Problem, problemsOf } from './problems.ts';

/** One change to a site, with all the points that it earns. */
export interface Task {
  readonly level: 'FAIL' | 'WARN';
  /** Points that it earns, before any gate. */
  readonly worth: number;
  /** What loses points without it, the costliest first; all have the same fix. */
  readonly parts: readonly TaskPart[];
  /** Null only for a demonstration. */
  readonly fix: Fix | null;
  readonly observed: readonly Observation[];
  /** What proves it: more than one where it shows at several addresses. */
  readonly proofs: readonly Fix['proof'][];
}

interface TaskPart {
  readonly key: string;
  readonly question: AnsweredQuestion;
  /** What is wrong, as a statement of ours. */
  readonly problem: string;
}

/** What there is to change: FAIL before WARN, then most points first; what has the same fix is one task. */
export function tasksOf(report: Report): readonly Task[] {
  return [...Map.groupBy(problemsOf(report), remedyOf).values()]
    .map(toTask)
    .sort((a, b) => Number(b.level === 'FAIL') - Number(a.level === 'FAIL') || b.worth - a.worth);
}

function remedyOf({ finding, question }: Problem): string {
  const { fix } = question;
  return fix === null ? `${finding.key}.${question.id}` : `${fix.place} ${fix.instruction}`;
}

function toTask(problems: readonly Problem[]): Task {
  return {
    level: problems.some(({ finding }) => finding.severity === 'fail') ? 'FAIL' : 'WARN',
    worth: problems.reduce((sum, { worth }) => sum + worth, 0),
    parts: problems.map(({ finding: { key }, question }) => ({ key, question, problem: statement(key, question) })),
    fix: problems[0]?.question.fix ?? null,
    observed: problems.flatMap(({ question }) => question.observed),
    proofs: [
      ...new Map(
        problems.flatMap(({ question: { fix } }) => (fix === null ? [] : [[fix.proof.command, fix.proof]])),
      ).values(),
    ],
  };
}

/** Statements as one text: those that say the same of several, as `one: …`, `other: …`, become `one, other: …`. */
export function problemText(parts: readonly TaskPart[]): string {
  const statements = parts.map(({ problem }) => {
    const colon = problem.indexOf(': ');
    return { of: problem.slice(0, Math.max(0, colon)), said: colon < 0 ? problem : problem.slice(colon) };
  });
  return [...Map.groupBy(statements, ({ said }) => said)]
    .map(
      ([said, group]) =>
        `${group
          .map(({ of }) => of)
          .filter((of) => of !== '')
          .join(', ')}${said}`,
    )
    .join(' ');
}

/** From the rubric, not from the report, which holds the question alone. */
function statement(key: string, { id, ask }: AnsweredQuestion): string {
  return CHECKS.find((check) => check.key === key)?.questions[id]?.problem ?? ask;
}
