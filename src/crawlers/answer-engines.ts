import { type Crawler, crawler, vendor } from './crawler.ts';

const MOZILLA = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;';
const GOOGLE_RANGES = 'https://developers.google.com/static/crawling/ipranges/common-crawlers.json';
const ANTHROPIC_RANGES = ['https://claude.com/crawling/bots.json'];

/** Crawlers that the audit checks: those of the most used answer engines, and of large corpora. */
export const ANSWER_ENGINES: readonly Crawler[] = [
  vendor('OpenAI', 'https://developers.openai.com/api/docs/bots', [
    crawler('GPTBot', 'training', 'obeys', {
      blocking: 'Nothing in ChatGPT search, which uses OAI-SearchBot.',
      userAgent: `${MOZILLA} GPTBot/1.3; +https://openai.com/gptbot)`,
      ipRanges: ['https://openai.com/gptbot.json'],
      comesFromNowhereElse: true,
    }),
    crawler('OAI-SearchBot', 'search', 'obeys', {
      blocking: 'A place in ChatGPT search answers. OpenAI may still show the address as a plain link.',
      userAgent: `${MOZILLA} OAI-SearchBot/1.3; +https://openai.com/searchbot)`,
      ipRanges: ['https://openai.com/searchbot.json'],
      comesFromNowhereElse: true,
    }),
    crawler('ChatGPT-User', 'user', 'may not apply', {
      blocking: 'Being read when a person asks ChatGPT about your page.',
      userAgent: `${MOZILLA} ChatGPT-User/1.0; +https://openai.com/bot)`,
      ipRanges: ['https://openai.com/chatgpt-user.json'],
      comesFromNowhereElse: true,
    }),
  ]),
  vendor('Anthropic', 'https://support.claude.com/en/articles/8896518', [
    crawler('ClaudeBot', 'training', 'obeys', {
      blocking: 'Nothing in Claude’s search, which uses Claude-SearchBot.',
      userAgent: `${MOZILLA} ClaudeBot/1.0; +claudebot@anthropic.com)`,
      ipRanges: ANTHROPIC_RANGES,
      comesFromNowhereElse: true,
    }),
    crawler('Claude-SearchBot', 'search', 'obeys', {
      blocking: 'Visibility and accuracy in Claude’s search results, says Anthropic.',
      userAgent: `${MOZILLA} Claude-SearchBot/1.0; +https://www.anthropic.com)`,
      ipRanges: ANTHROPIC_RANGES,
      comesFromNowhereElse: true,
    }),
    crawler('Claude-User', 'user', 'obeys', {
      blocking: 'Being read when a person asks Claude about your page.',
      userAgent: `${MOZILLA} Claude-User/1.0; +Claude-User@anthropic.com)`,
      // Not all: Claude Code sends this name from the machines of its users.
      ipRanges: ANTHROPIC_RANGES,
    }),
  ]),
  vendor('Perplexity', 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers', [
    crawler('PerplexityBot', 'search', 'obeys', {
      blocking: 'A place in Perplexity’s answers. It is not used for training.',
      userAgent: `${MOZILLA} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
      ipRanges: ['https://www.perplexity.com/perplexitybot.json'],
      comesFromNowhereElse: true,
    }),
  ]),
  vendor('Google', 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers', [
    crawler('Googlebot', 'search', 'obeys', {
      blocking: 'A place in Google Search, and so in AI Overviews and AI Mode.',
      visitClass: 'traditional_bot',
      userAgent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/142.0.0.0 Safari/537.36',
      ipRanges: [GOOGLE_RANGES],
    }),
    crawler('Google-Extended', 'training', 'token only', {
      blocking:
        'A part in training Gemini, and in grounding its answers in Gemini Apps and Vertex AI. Nothing in Google Search.',
    }),
  ]),
  vendor('Microsoft', 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0', [
    crawler('bingbot', 'search', 'obeys', {
      blocking: 'A place in Bing, and so in the answers of Copilot.',
      visitClass: 'traditional_bot',
      userAgent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/142.0.0.0 Safari/537.36',
      ipRanges: ['https://www.bing.com/toolbox/bingbot.json'],
    }),
  ]),
  vendor('Apple', 'https://support.apple.com/119829', [
    crawler('Applebot', 'search', 'obeys', {
      blocking: 'A place in the search of Siri, Spotlight and Safari.',
      visitClass: 'traditional_bot',
      fallbackToken: 'Googlebot',
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      ipRanges: ['https://search.developer.apple.com/applebot.json'],
    }),
    crawler('Applebot-Extended', 'training', 'token only', {
      blocking: 'A part in training Apple’s models. Nothing in its search, which uses Applebot.',
    }),
  ]),
  vendor('Mistral', 'https://docs.mistral.ai/robots', [
    crawler('MistralAI-User', 'user', 'obeys', {
      userAgent: `${MOZILLA} MistralAI-User/1.0; +https://docs.mistral.ai/robots)`,
      ipRanges: ['https://mistral.ai/mistralai-user-ips.json'],
    }),
  ]),
  vendor('DuckDuckGo', 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot', [
    crawler('DuckAssistBot', 'user', 'obeys', {
      blocking: 'Being read for the answers of DuckDuckGo’s assistant. It is never used for training.',
      userAgent: 'DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)',
      ipRanges: ['https://duckduckgo.com/duckassistbot.json'],
      signatureAgents: ['assistbot.duckduckgo.com'],
    }),
  ]),
  vendor('Common Crawl', 'https://commoncrawl.org/ccbot', [
    crawler('CCBot', 'training', 'obeys', {
      blocking: 'A part in an open collection of web pages that many models are trained on.',
      userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)',
      ipRanges: ['https://index.commoncrawl.org/ccbot.json'],
      reverseDns: ['crawl.commoncrawl.org'],
    }),
  ]),
  vendor('Meta', 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers', [
    crawler('meta-externalagent', 'training', 'obeys', {
      userAgent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
    }),
  ]),
  vendor('Amazon', 'https://developer.amazon.com/amazonbot', [
    crawler('Amazonbot', 'training', 'obeys', {
      userAgent: `${MOZILLA} Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot) Chrome/119.0.6045.214 Safari/537.36`,
      ipRanges: ['https://developer.amazon.com/amazonbot/ip-addresses/'],
      reverseDns: ['crawl.amazonbot.amazon'],
    }),
  ]),
  vendor('ByteDance', 'https://bytespider.bytedance.com/', [
    crawler('Bytespider', 'training', 'not stated', {
      userAgent:
        'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    }),
  ]),
].flat();
