import { isFull } from '../../audit/check.ts';
import type { JudgedQuestion, Report } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { omittedText } from '../terminal-text.ts';

/** Returns the path of the file that a URL is served from; null for other URLs. */
export type FileOf = (url: string) => string | null;

/** A question that lost points, as tools for continuous integration show it. */
export interface CiProblem {
  /** `metadata.title`. */
  readonly rule: string;
  readonly question: JudgedQuestion;
  /** `error` where the check fails because of it. */
  readonly level: 'error' | 'warning';
  readonly title: string;
  /** Places of the problem, at least one. */
  readonly places: readonly CiPlace[];
}

export interface CiPlace {
  readonly url: string;
  /** Path with slashes, from the folder where the command runs; null where no file is known. */
  readonly file: string | null;
  /** From 1; null where no line is known. */
  readonly line: number | null;
  /** What was seen there, and how to fix it. */
  readonly text: string;
}

/** Lists the questions that lost points, in the order of the rubric. */
export function ciProblems(report: Report, fileOf: FileOf): readonly CiProblem[] {
  return report.findings.flatMap(({ key, questions }) =>
    questions
      .filter((question) => !isFull(question))
      .map((question): CiProblem => {
        const fix = question.fix === null ? '' : ` Fix: ${question.fix.instruction}`;
        const places = question.observed.map(({ url, line, note, text }): CiPlace => {
          const quoted = text === null || text === '' ? '' : ` “${text}”`;
          return { url, file: fileOf(url), line, text: `${note}${quoted}${fix}` };
        });
        return {
          rule: `${key}.${question.id}`,
          question,
          level: question.fails ? 'error' : 'warning',
          title: [problemStatement(key, question), ...omittedText(question)].join(' '),
          places,
        };
      }),
  );
}
