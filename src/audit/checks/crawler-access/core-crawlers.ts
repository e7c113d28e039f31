import { type Crawler, crawlerByToken } from '../../../crawlers/registry.ts';

/** The search crawlers that answer engines build on. */
export const CORE_SEARCH_CRAWLERS: readonly Crawler[] = [
  known('Googlebot'),
  known('OAI-SearchBot'),
  known('bingbot'),
  known('PerplexityBot'),
  known('Claude-SearchBot'),
  known('Applebot'),
];

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
