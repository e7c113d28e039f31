import type { Check, GradedEvidence } from './check.ts';
import { answerContent } from './checks/answer-content/answer-content.ts';
import { contentWithoutJs } from './checks/content-without-js/content-without-js.ts';
import { crawlerAccess } from './checks/crawler-access/crawler-access.ts';
import { llmsTxt } from './checks/llms-txt/llms-txt.ts';
import { metadata } from './checks/metadata/metadata.ts';
import { robotsTxt } from './checks/robots-txt/robots-txt.ts';
import { semanticStructure } from './checks/semantic-structure/semantic-structure.ts';
import { sitemap } from './checks/sitemap/sitemap.ts';
import { structuredData } from './checks/structured-data/structured-data.ts';
import { inWords } from './formatting.ts';
import type { JudgedQuestion } from './report/report.ts';

/** Of this rubric. A published version never changes: another weight, question or criterion is another version. */
export const RUBRIC_VERSION = 2;

/** The day on which this version was published. */
export const RUBRIC_DATE = '2026-11-23';

/** The checks, in the order of `findings`, with their maxima, which sum to 100. */
export const RUBRIC = [
  { check: crawlerAccess, maxPoints: 18 },
  { check: contentWithoutJs, maxPoints: 20 },
  { check: metadata, maxPoints: 14 },
  { check: semanticStructure, maxPoints: 10 },
  { check: answerContent, maxPoints: 14 },
  { check: robotsTxt, maxPoints: 6 },
  { check: sitemap, maxPoints: 6 },
  { check: structuredData, maxPoints: 8 },
  { check: llmsTxt, maxPoints: 4 },
] as const;

export const CHECKS: readonly Check[] = RUBRIC.map(({ check }) => check);

/** Number of checks in words, for texts: `nine`. */
export const CHECK_COUNT = inWords(CHECKS.length);

/** The most that a check can give while every check applies: the sum of its questions' weights. */
export function maxPointsOf(check: Check): number {
  return Object.values(check.questions).reduce((sum, question) => sum + question.weight, 0);
}

/**
 * Returns the evidence for a question; null where there is no grade.
 *
 * @param rubricVersion version of the report's rubric: questions of other versions have no grades
 */
export function evidenceFor(key: string, id: string, rubricVersion: number = RUBRIC_VERSION): GradedEvidence | null {
  if (rubricVersion !== RUBRIC_VERSION) return null;
  const evidence = CHECKS.find((check) => check.key === key)?.evidence;
  return evidence !== undefined && Object.hasOwn(evidence, id) ? (evidence[id] ?? null) : null;
}

/** Returns what is wrong where a question loses points: in the words of this cause if it has any, else in those of the rubric. */
export function problemStatement(key: string, { id, ask, problem }: JudgedQuestion): string {
  return problem ?? CHECKS.find((check) => check.key === key)?.questions[id]?.problem ?? ask;
}
