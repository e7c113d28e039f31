import type { Check } from './check.ts';
import { answerContent } from './checks/answer-content.ts';
import { contentWithoutJs } from './checks/content-without-js.ts';
import { crawlerAccess } from './checks/crawler-access.ts';
import { llmsTxt } from './checks/llms-txt.ts';
import { metadata } from './checks/metadata.ts';
import { robotsTxt } from './checks/robots-txt.ts';
import { semanticStructure } from './checks/semantic-structure.ts';
import { sitemap } from './checks/sitemap.ts';
import { structuredData } from './checks/structured-data.ts';

/** Of this rubric. A published version never changes: another weight, question or criterion is another version. */
export const RUBRIC_VERSION = 1;

/** The day on which this version was published. */
export const RUBRIC_DATE = '2026-11-20';

/** The nine checks, in the order of `findings`, with their maxima: they sum to 100. */
export const RUBRIC = [
  { check: crawlerAccess, maxPoints: 20 },
  { check: contentWithoutJs, maxPoints: 20 },
  { check: metadata, maxPoints: 14 },
  { check: semanticStructure, maxPoints: 10 },
  { check: answerContent, maxPoints: 10 },
  { check: robotsTxt, maxPoints: 8 },
  { check: sitemap, maxPoints: 7 },
  { check: structuredData, maxPoints: 7 },
  { check: llmsTxt, maxPoints: 4 },
] as const;

export const CHECKS: readonly Check[] = RUBRIC.map(({ check }) => check);

/** The most that a check can give: the sum of its questions. A test holds it to the rubric. */
export function maxPointsOf(check: Check): number {
  return Object.values(check.questions).reduce((sum, question) => sum + question.maxPoints, 0);
}
