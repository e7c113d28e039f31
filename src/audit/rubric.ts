import { sum } from './arithmetic.ts';
import type { Check, GradedEvidence, Question } from './check.ts';
import { definition as answerContent } from './checks/answer-content/answer-content-definition.ts';
import { definition as contentWithoutJs } from './checks/content-without-js/content-without-js-definition.ts';
import { definition as crawlerAccess } from './checks/crawler-access/crawler-access-definition.ts';
import { definition as llmsTxt } from './checks/llms-txt/llms-txt-definition.ts';
import { definition as metadata } from './checks/metadata/metadata-definition.ts';
import { definition as robotsTxt } from './checks/robots-txt/robots-txt-definition.ts';
import { definition as semanticStructure } from './checks/semantic-structure/semantic-structure-definition.ts';
import { definition as sitemap } from './checks/sitemap/sitemap-definition.ts';
import { definition as structuredData } from './checks/structured-data/structured-data-definition.ts';
import { inWords } from './formatting.ts';
import type { JudgedQuestion } from './report/report.ts';

/** Version of the rubric. A published version never changes: another weight, question or criterion is another version. */
export const RUBRIC_VERSION = 3;

/** The day on which this version was published. */
export const RUBRIC_DATE = '2026-11-26';

/** The checks, in the order of `findings`. Their maxima sum to 100. `runnable-checks.ts` has their code, which only `judge.ts` loads. */
export const CHECKS: readonly Check[] = [
  crawlerAccess,
  contentWithoutJs,
  metadata,
  semanticStructure,
  answerContent,
  robotsTxt,
  sitemap,
  structuredData,
  llmsTxt,
];

/** Number of checks in words, for texts. */
export const CHECK_COUNT = inWords(CHECKS.length);

/** Returns the most that a check can give: the sum of its questions' weights. */
export function maxPointsFor(check: Check): number {
  return sum(Object.values(check.questions).map(({ weight }) => weight));
}

/** Returns what is wrong where a question loses points: in the words of this cause if it has any, else in those of the rubric. */
export function problemStatement(
  key: string,
  { id, ask, problem }: Pick<JudgedQuestion, 'id' | 'ask' | 'problem'>,
): string {
  return problem ?? findQuestion(key, id)?.problem ?? ask;
}

/**
 * Returns the evidence for a question; null for a question that this version does not have.
 *
 * @param rubricVersion version of the report's rubric: questions of other versions have no grades
 */
export function evidenceFor(key: string, id: string, rubricVersion: number = RUBRIC_VERSION): GradedEvidence | null {
  return rubricVersion === RUBRIC_VERSION ? (findQuestion(key, id)?.evidence ?? null) : null;
}

/** Returns a question's definition; undefined for a question that this version does not have. */
export function findQuestion(key: string, id: string): Question | undefined {
  const check = CHECKS.find((one) => one.key === key);
  return check !== undefined && Object.hasOwn(check.questions, id) ? check.questions[id] : undefined;
}
