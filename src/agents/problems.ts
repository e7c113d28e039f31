import { z } from 'zod';
import { gainText, listQuestionNames, problemText, type Task } from '../documents/tasks.ts';

/** Schema of a problem: one change to the site, and its gain. */
export const Problem = z.object({
  number: z.number().describe('Place in the order of fixing, 1 first'),
  questions: z.array(z.string()).describe('The questions of the rubric that lose points because of it'),
  level: z.enum(['FAIL', 'WARN']),
  problem: z.string(),
  score_before: z.number(),
  score_after: z.number().describe('The score once this and all problems before it are fixed'),
  needs_owner: z.boolean().describe('Whether the owner of the site must be asked before it is fixed'),
});

/** Returns the problem of a task. @param index its place, from 0 */
export function toProblem(task: Task, index: number): z.input<typeof Problem> {
  return {
    number: index + 1,
    questions: listQuestionNames(task),
    level: task.level,
    problem: problemText(task.parts),
    score_before: task.gain.before,
    score_after: task.gain.after,
    needs_owner: task.ask !== null,
  };
}

/** Returns the line of a problem in a list. @param index its place, from 0 */
export function problemLine(task: Task, index: number): string {
  const owner = task.ask === null ? '' : ' Ask the owner first.';
  const questions = listQuestionNames(task).join(', ');
  return `${index + 1}. ${task.level}: ${problemText(task.parts)} (${gainText(task)}; ${questions})${owner}`;
}
