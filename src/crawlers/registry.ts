import { ANSWER_ENGINES } from './answer-engines.ts';
import { type Crawler, crawlersOf } from './crawler.ts';
import { DOCUMENTED_CRAWLERS } from './documented-crawlers.ts';
import { UNDOCUMENTED_CRAWLERS } from './undocumented-crawlers.ts';

export type { Crawler } from './crawler.ts';

const CHECKED = '2026-11';

/** The crawlers that the rubric knows. A published rubric never changes, so a crawler joins them with a new version. */
export const AUDITED_CRAWLERS: readonly Crawler[] = crawlersOf(ANSWER_ENGINES, CHECKED);

/** Every crawler that is known by its product token. Their order means nothing. */
export const CRAWLERS: readonly Crawler[] = [
  ...AUDITED_CRAWLERS,
  ...crawlersOf(DOCUMENTED_CRAWLERS, CHECKED),
  ...crawlersOf(UNDOCUMENTED_CRAWLERS, CHECKED),
];

const BY_TOKEN: ReadonlyMap<string, Crawler> = new Map(
  CRAWLERS.map((crawler) => [crawler.token.toLowerCase(), crawler]),
);

/** The crawler of that product token, compared without case. */
export function crawlerByToken(token: string): Crawler | undefined {
  return BY_TOKEN.get(token.toLowerCase());
}
