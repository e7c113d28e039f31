import { CHECKS } from '../rubric.ts';
import type { JudgedQuestion } from './report.ts';

/** Returns what is wrong where a question loses points: in the words of this cause if it has any, else in those of the rubric. */
export function problemStatement(key: string, { id, ask, problem }: JudgedQuestion): string {
  return problem ?? CHECKS.find((check) => check.key === key)?.questions[id]?.problem ?? ask;
}
