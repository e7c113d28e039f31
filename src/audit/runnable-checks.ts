import type { RunnableCheck } from './check.ts';
import { answerContent } from './checks/answer-content/answer-content.ts';
import { contentWithoutJs } from './checks/content-without-js/content-without-js.ts';
import { crawlerAccess } from './checks/crawler-access/crawler-access.ts';
import { llmsTxt } from './checks/llms-txt/llms-txt.ts';
import { metadata } from './checks/metadata/metadata.ts';
import { robotsTxt } from './checks/robots-txt/robots-txt.ts';
import { semanticStructure } from './checks/semantic-structure/semantic-structure.ts';
import { sitemap } from './checks/sitemap/sitemap.ts';
import { structuredData } from './checks/structured-data/structured-data.ts';

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
