import { expect, test } from 'vitest';
import { report } from '../../test/support/reports.ts';
import type { Fix } from '../audit/fixes/fix.ts';
import { listTasks } from './tasks.ts';
import { describeWork } from './work-of-task.ts';

const [task] = listTasks({
  ...report('example.com'),
  gates: [],
  findings: report('example.com').findings.map((one) => ({
    ...one,
    questions: one.questions.map((question) => ({ ...question, earned: 0, share: { earned: 0, of: 1 } })),
  })),
});

function workWith(fix: Partial<Fix>, ask: string | null = null) {
  if (task === undefined || task.fix === null) throw new Error('The report has no change.');
  return describeWork({ ...task, fix: { ...task.fix, ...fix }, ask });
}

test.each([
  [{ place: 'robots_txt' }, 'A web designer or developer', 'One file'],
  [{ place: 'content' }, 'The author of the texts', 'The text of 1 page'],
  [
    { place: 'head', snippet: 'canonical' },
    'A web designer or developer',
    'One setting, or the template that the pages share',
  ],
  [{ place: 'head', snippet: 'title' }, 'A web designer or developer', 'The template once, and the words of 1 page'],
  [{ place: 'server_access' }, 'The operator of the server or the CDN', 'One setting'],
] as const)('a change has somebody who makes it, and a size: %j', (fix, who, effort) => {
  expect(workWith(fix)).toEqual({ who, effort });
});

test('a change that depends on the owner says so', () => {
  expect(workWith({ place: 'content' }, 'Which facts are true?')?.who).toBe(
    'The author of the texts, after the owner’s answer to the question in the fix guide',
  );
});

test('a change of a demonstration has neither', () => {
  expect(task === undefined ? null : describeWork({ ...task, fix: null })).toBeNull();
});
