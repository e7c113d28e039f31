import { createHash } from 'node:crypto';
import { isFull } from '../../audit/check.ts';
import type { Report } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { inQuotes, omittedText } from '../observations.ts';

/** Returns the path of the file that a URL is served from; null for other URLs. */
export type FileOf = (url: string) => string | null;

/** A question that lost points, as tools for continuous integration show it. */
export interface CiProblem {
  /** `metadata.title`. */
  readonly rule: string;
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
  /** Identifies the place in later reports too: made of its question, its page or file, and its number there, not of its line. */
  readonly fingerprint: string;
}

/** Lists the questions that lost points, in the order of the rubric. */
export function ciProblems(report: Report, fileOf: FileOf): readonly CiProblem[] {
  const numbers = new Map<string, number>();
  const fingerprintOf = (place: string) => {
    const n = numbers.get(place) ?? 0;
    numbers.set(place, n + 1);
    return createHash('sha256').update(`${place} ${n}`).digest('hex');
  };
  return report.findings.flatMap(({ key, questions }) =>
    questions
      .filter((question) => !isFull(question))
      .map((question): CiProblem => {
        const rule = `${key}.${question.id}`;
        const fix = question.fix === null ? '' : ` Fix: ${question.fix.instruction}`;
        const places = question.observed.map(({ url, line, note, text }): CiPlace => {
          const file = fileOf(url);
          return {
            url,
            file,
            line,
            text: `${note}${inQuotes(text)}${fix}`,
            fingerprint: fingerprintOf(`${rule} ${file ?? url}`),
          };
        });
        return {
          rule,
          level: question.fails ? 'error' : 'warning',
          title: [problemStatement(key, question), ...omittedText(question)].join(' '),
          places,
        };
      }),
  );
}
