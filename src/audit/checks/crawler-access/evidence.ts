import type { GradedEvidence } from '../../check.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  googlebot: {
    grade: 'A',
    says: 'Google documents that its AI features draw on what Googlebot may crawl and show.',
    figure: null,
    sources: [
      {
        title: 'Google: AI features and your website',
        url: 'https://developers.google.com/search/docs/appearance/ai-features',
      },
    ],
  },
  oai_searchbot: {
    grade: 'A',
    says: 'OpenAI documents that sites which opt out of OAI-SearchBot are not shown in ChatGPT search answers, though they may appear as links. A study of 4 million citations saw less: sites that block it still had most of their citations.',
    figure: '82.4 % of citations remained at sites that block it (observed, without controls)',
    sources: [
      { title: 'OpenAI: overview of its crawlers', url: 'https://developers.openai.com/api/docs/bots' },
      {
        title: 'Pebblous, on BuzzStream’s study: blocking AI crawlers and citations',
        url: 'https://blog.pebblous.ai/report/ai-crawler-blocking-citation-gap/en/',
      },
    ],
  },
  bingbot: {
    grade: 'A',
    says: 'Microsoft documents that bingbot obeys robots.txt. Its index is what Copilot answers from.',
    figure: null,
    sources: [
      {
        title: 'Bing: which crawlers does Bing use?',
        url: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
      },
    ],
  },
  perplexitybot: {
    grade: 'A',
    says: 'Perplexity documents that PerplexityBot finds the pages that its answers link to, and that it obeys robots.txt.',
    figure: null,
    sources: [
      { title: 'Perplexity: its crawlers', url: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers' },
    ],
  },
  claude_searchbot: {
    grade: 'A',
    says: 'Anthropic documents that blocking Claude-SearchBot may reduce how visible and how accurate a site is in its search results.',
    figure: null,
    sources: [
      {
        title: 'Anthropic: its crawlers and how to block them',
        url: 'https://support.claude.com/en/articles/8896518',
      },
    ],
  },
  applebot_and_fetchers: {
    grade: 'A',
    says: 'Apple documents that Applebot obeys robots.txt and feeds the search of Siri, Spotlight and Safari. Anthropic, Mistral and DuckDuckGo document that their fetchers obey it.',
    figure: null,
    sources: [{ title: 'Apple: about Applebot', url: 'https://support.apple.com/119829' }],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
