/** What a crawler fetches pages for. `training` and `search` feed models and indexes, `user` answers one person now. */
export type Purpose = 'training' | 'search' | 'user';

export interface Crawler {
  /** The product token that robots.txt names (RFC 9309 §2.2.1). */
  readonly token: string;
  readonly vendor: string;
  readonly purpose: Purpose;
  /** Which group it falls back to when robots.txt does not name it, before `*`: e.g. Applebot follows Googlebot's. */
  readonly fallbackToken: string | null;
  /** The User-Agent header it sends, as its vendor documents it; null for a control token that sends none. */
  readonly userAgent: string | null;
  /** Where its vendor documents it. */
  readonly documentation: string;
}

const MOZILLA = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;';

/**
 * The crawlers that answer engines send, as their vendors document them (checked 2026-11).
 * The rubric names them by token; their order here means nothing.
 */
export const CRAWLERS: readonly Crawler[] = [
  {
    token: 'GPTBot',
    vendor: 'OpenAI',
    purpose: 'training',
    fallbackToken: null,
    userAgent: `${MOZILLA} GPTBot/1.3; +https://openai.com/gptbot)`,
    documentation: 'https://developers.openai.com/api/docs/bots',
  },
  {
    token: 'OAI-SearchBot',
    vendor: 'OpenAI',
    purpose: 'search',
    fallbackToken: null,
    userAgent: `${MOZILLA} OAI-SearchBot/1.3; +https://openai.com/searchbot)`,
    documentation: 'https://developers.openai.com/api/docs/bots',
  },
  {
    token: 'ChatGPT-User',
    vendor: 'OpenAI',
    purpose: 'user',
    fallbackToken: null,
    userAgent: `${MOZILLA} ChatGPT-User/1.0; +https://openai.com/bot)`,
    documentation: 'https://developers.openai.com/api/docs/bots',
  },
  {
    token: 'ClaudeBot',
    vendor: 'Anthropic',
    purpose: 'training',
    fallbackToken: null,
    userAgent: `${MOZILLA} ClaudeBot/1.0; +claudebot@anthropic.com)`,
    documentation: 'https://support.claude.com/en/articles/8896518',
  },
  {
    token: 'Claude-SearchBot',
    vendor: 'Anthropic',
    purpose: 'search',
    fallbackToken: null,
    userAgent: `${MOZILLA} Claude-SearchBot/1.0; +https://www.anthropic.com)`,
    documentation: 'https://support.claude.com/en/articles/8896518',
  },
  {
    token: 'Claude-User',
    vendor: 'Anthropic',
    purpose: 'user',
    fallbackToken: null,
    userAgent: `${MOZILLA} Claude-User/1.0; +Claude-User@anthropic.com)`,
    documentation: 'https://support.claude.com/en/articles/8896518',
  },
  {
    token: 'PerplexityBot',
    vendor: 'Perplexity',
    purpose: 'search',
    fallbackToken: null,
    userAgent: `${MOZILLA} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
    documentation: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
  },
  {
    token: 'Googlebot',
    vendor: 'Google',
    purpose: 'search',
    fallbackToken: null,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/142.0.0.0 Safari/537.36',
    documentation: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  },
  {
    token: 'Google-Extended',
    vendor: 'Google',
    purpose: 'training',
    fallbackToken: null,
    userAgent: null,
    documentation: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
  },
  {
    token: 'bingbot',
    vendor: 'Microsoft',
    purpose: 'search',
    fallbackToken: null,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0.0.0 Safari/537.36',
    documentation: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
  },
  {
    token: 'Applebot',
    vendor: 'Apple',
    purpose: 'search',
    fallbackToken: 'Googlebot',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    documentation: 'https://support.apple.com/119829',
  },
  {
    token: 'Applebot-Extended',
    vendor: 'Apple',
    purpose: 'training',
    fallbackToken: null,
    userAgent: null,
    documentation: 'https://support.apple.com/119829',
  },
  {
    token: 'MistralAI-User',
    vendor: 'Mistral',
    purpose: 'user',
    fallbackToken: null,
    userAgent: `${MOZILLA} MistralAI-User/1.0; +https://docs.mistral.ai/robots)`,
    documentation: 'https://docs.mistral.ai/robots',
  },
  {
    token: 'DuckAssistBot',
    vendor: 'DuckDuckGo',
    purpose: 'user',
    fallbackToken: null,
    userAgent: 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)',
    documentation: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  },
  {
    token: 'CCBot',
    vendor: 'Common Crawl',
    purpose: 'training',
    fallbackToken: null,
    userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
    documentation: 'https://commoncrawl.org/ccbot',
  },
  {
    token: 'meta-externalagent',
    vendor: 'Meta',
    purpose: 'training',
    fallbackToken: null,
    userAgent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    documentation: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  },
  {
    token: 'Amazonbot',
    vendor: 'Amazon',
    purpose: 'training',
    fallbackToken: null,
    userAgent: `${MOZILLA} Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36`,
    documentation: 'https://developer.amazon.com/amazonbot',
  },
  {
    token: 'Bytespider',
    vendor: 'ByteDance',
    purpose: 'training',
    fallbackToken: null,
    userAgent:
      'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    documentation: 'https://bytespider.bytedance.com/',
  },
];

/** The crawler of that product token, compared without case. */
export function crawlerByToken(token: string): Crawler | undefined {
  return CRAWLERS.find((crawler) => crawler.token.toLowerCase() === token.toLowerCase());
}
