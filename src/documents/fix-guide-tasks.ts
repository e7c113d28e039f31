import type { Fix, Observation } from '../audit/check.ts';
import { type Improvement, improvementsOf, isFailure } from '../audit/gains.ts';
import { problemStatement } from '../audit/problem-statement.ts';
import type { AnsweredQuestion, Report } from '../audit/report.ts';
import { count } from '../audit/wording.ts';

/** One change to a site, and what the score gains by it. */
export interface Task {
  /** FAIL where a check fails because of it, or a gate holds. */
  readonly level: 'FAIL' | 'WARN';
  /** The score before and after it, once the tasks before it are done. */
  readonly gain: Improvement['gain'];
  /** Whether it opens a gate. */
  readonly opensGate: boolean;
  /** What loses points without it; all have the same fix. */
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

/** What there is to change, in the one order that every list has: see {@link improvementsOf}. */
export function tasksOf(report: Report): readonly Task[] {
  return improvementsOf(report).map(({ problems, gain, opens }) => ({
    level: opens.length > 0 || isFailure(problems) ? 'FAIL' : 'WARN',
    gain,
    opensGate: opens.length > 0,
    parts: problems.map(({ finding: { key }, question }) => ({
      key,
      question,
      problem: problemStatement(key, question),
    })),
    fix: problems[0]?.question.fix ?? null,
    observed: problems.flatMap(({ question }) => question.observed),
    proofs: [
      ...new Map(
        problems.flatMap(({ question: { fix } }) => (fix === null ? [] : [[fix.proof.command, fix.proof]])),
      ).values(),
    ],
  }));
}

/** What a task gains, in words: `30 → 76` where it opens a gate, else `+4 points`. */
export function gainText({ gain: { before, after }, opensGate }: Pick<Task, 'gain' | 'opensGate'>): string {
  if (opensGate) return `${before} → ${after}`;
  return after === before ? 'under 1 point by itself' : `+${count(after - before, 'point')}`;
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
