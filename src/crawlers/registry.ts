import { ANSWER_ENGINES } from './answer-engines.ts';
import type { Crawler } from './crawler.ts';
import { DOCUMENTED_CRAWLERS } from './documented-crawlers.ts';
import { UNDOCUMENTED_CRAWLERS } from './undocumented-crawlers.ts';

export type { Crawler } from './crawler.ts';

/** Crawlers that the rubric checks. A published rubric never changes, so this list changes only with a new version. */
export const AUDITED_CRAWLERS: readonly Crawler[] = ANSWER_ENGINES;

/** Product tokens of the search crawlers that answer engines rely on. */
export const CORE_SEARCH_TOKENS: readonly string[] = [
  'Googlebot',
  'OAI-SearchBot',
  'bingbot',
  'PerplexityBot',
  'Claude-SearchBot',
  'Applebot',
];

/** All known crawlers, in no particular order. */
export const CRAWLERS: readonly Crawler[] = [...AUDITED_CRAWLERS, ...DOCUMENTED_CRAWLERS, ...UNDOCUMENTED_CRAWLERS];

const BY_TOKEN: ReadonlyMap<string, Crawler> = new Map(
  CRAWLERS.map((crawler) => [crawler.token.toLowerCase(), crawler]),
);

/** Finds a crawler by its product token, in any case. */
export function crawlerByToken(token: string): Crawler | undefined {
  return BY_TOKEN.get(token.toLowerCase());
}
