import { type Crawler, crawlerByToken } from '../crawlers/registry.ts';

/** The search crawlers that answer engines build on, by the question of `crawler_access` that asks for each. */
export const CORE_SEARCH_CRAWLERS = {
  googlebot: known('Googlebot'),
  oai_searchbot: known('OAI-SearchBot'),
  bingbot: known('bingbot'),
  perplexitybot: known('PerplexityBot'),
  claude_searchbot: known('Claude-SearchBot'),
  applebot: known('Applebot'),
} as const;

/** Those that fetch a page for one person's question and are documented to obey robots.txt. */
export const OBEDIENT_USER_FETCHERS: readonly Crawler[] = [
  known('Claude-User'),
  known('MistralAI-User'),
  known('DuckAssistBot'),
];

function known(token: string): Crawler {
  const crawler = crawlerByToken(token);
  if (crawler === undefined) throw new Error(`The registry of crawlers does not know ${token}.`);
  return crawler;
}
