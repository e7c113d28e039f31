import type { RunnableCheck } from './check.ts';
import { answerContent } from './checks/answer-content/answer-content-check.ts';
import { contentWithoutJs } from './checks/content-without-js/content-without-js-check.ts';
import { crawlerAccess } from './checks/crawler-access/crawler-access-check.ts';
import { llmsTxt } from './checks/llms-txt/llms-txt-check.ts';
import { metadata } from './checks/metadata/metadata-check.ts';
import { robotsTxt } from './checks/robots-txt/robots-txt-check.ts';
import { semanticStructure } from './checks/semantic-structure/semantic-structure-check.ts';
import { sitemap } from './checks/sitemap/sitemap-check.ts';
import { structuredData } from './checks/structured-data/structured-data-check.ts';

/** The checks of the rubric, in its order. */
export const RUNNABLE_CHECKS: readonly RunnableCheck[] = [
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
