/** The product tokens of the search crawlers that answer engines build on. */
export const CORE_SEARCH_TOKENS: readonly string[] = [
  'Googlebot',
  'OAI-SearchBot',
  'bingbot',
  'PerplexityBot',
  'Claude-SearchBot',
  'Applebot',
];
