import { AI_VENDORS } from '../data/read/crawlers.ts';
import type { Crawler } from './crawler.ts';

export type { Crawler } from './crawler.ts';

/** What holds for a crawler unless its row in `data/crawlers/` says otherwise. */
const DEFAULTS = {
  visitClass: 'ai_bot',
  fallbackToken: null,
  userAgent: null,
  documentation: null,
  blocking: null,
  ipRanges: [],
  comesFromNowhereElse: false,
  reverseDns: [],
  signatureAgents: [],
} as const;

/** All known crawlers, by vendor. */
export const CRAWLERS: readonly Crawler[] = AI_VENDORS.flatMap(
  ({ vendor, documentation = null, checked = '', crawlers = [] }) =>
    crawlers.map((row) => ({ ...DEFAULTS, documentation, ...row, vendor, checked })),
);

const BY_TOKEN: ReadonlyMap<string, Crawler> = new Map(
  CRAWLERS.map((crawler) => [crawler.token.toLowerCase(), crawler]),
);

/** Finds a crawler by its product token, in any case. */
export function crawlerByToken(token: string): Crawler | undefined {
  return BY_TOKEN.get(token.toLowerCase());
}

/** Crawlers that the rubric checks. A published rubric never changes, so this list changes only with a new version. */
export const AUDITED_CRAWLERS: readonly Crawler[] = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-SearchBot',
  'Claude-User',
  'PerplexityBot',
  'Googlebot',
  'Google-Extended',
  'bingbot',
  'Applebot',
  'Applebot-Extended',
  'MistralAI-User',
  'DuckAssistBot',
  'CCBot',
  'meta-externalagent',
  'Amazonbot',
  'Bytespider',
].map(requireCrawler);

function requireCrawler(token: string): Crawler {
  const crawler = crawlerByToken(token);
  if (crawler === undefined) throw new Error(`src/data/crawlers/ has no ${token}.`);
  return crawler;
}

/** Product tokens of the search crawlers that answer engines rely on. */
export const CORE_SEARCH_TOKENS: readonly string[] = [
  'Googlebot',
  'OAI-SearchBot',
  'bingbot',
  'PerplexityBot',
  'Claude-SearchBot',
  'Applebot',
];
