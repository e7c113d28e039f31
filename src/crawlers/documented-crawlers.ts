import type { VendorRows } from './crawler.ts';

const GOOGLE_RANGES = 'https://developers.google.com/static/crawling/ipranges/';
const GOOGLE_DOCUMENTATION = 'https://developers.google.com/crawling/docs/crawlers-fetchers/';
const GOOGLE_COMMON = {
  documentation: `${GOOGLE_DOCUMENTATION}google-common-crawlers`,
  ipRanges: [`${GOOGLE_RANGES}common-crawlers.json`],
  comesFromNowhereElse: true,
};
const GOOGLE_TRIGGERED = [
  `${GOOGLE_RANGES}user-triggered-fetchers.json`,
  `${GOOGLE_RANGES}user-triggered-fetchers-google.json`,
];

const YANDEX_NAMES = ['yandex.ru', 'yandex.net', 'yandex.com'];

/** Crawlers that their vendors document, besides those that the audit checks. */
export const DOCUMENTED_CRAWLERS: readonly VendorRows[] = [
  {
    vendor: 'OpenAI',
    documentation: 'https://developers.openai.com/api/docs/bots',
    crawlers: [
      {
        token: 'OAI-AdsBot',
        purpose: 'user',
        robots: 'not stated',
        ipRanges: ['https://openai.com/adsbot.json'],
        comesFromNowhereElse: true,
      },
      {
        token: 'openai-mcp',
        purpose: 'user',
        robots: 'not stated',
        ipRanges: ['https://openai.com/chatgpt-connectors.json'],
      },
      {
        token: 'ChatGPT Agent',
        purpose: 'user',
        robots: 'not stated',
        documentation: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
        signatureAgents: ['chatgpt.com'],
      },
      { token: 'OpenAI', purpose: 'training', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Anthropic',
    documentation: 'https://support.claude.com/en/articles/8896518',
    crawlers: [
      { token: 'Claude-Code', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'anthropic-ai', purpose: 'training', robots: 'not stated', documentation: null },
      { token: 'Claude-Web', purpose: 'user', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Perplexity',
    documentation: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
    crawlers: [
      {
        token: 'Perplexity-User',
        purpose: 'user',
        robots: 'may not apply',
        ipRanges: ['https://www.perplexity.com/perplexity-user.json'],
        comesFromNowhereElse: true,
      },
    ],
  },
  {
    vendor: 'Google',
    documentation: `${GOOGLE_DOCUMENTATION}google-user-triggered-fetchers`,
    crawlers: [
      {
        token: 'Google-Agent',
        purpose: 'user',
        robots: 'may not apply',
        documentation: `${GOOGLE_DOCUMENTATION}google-agent`,
        ipRanges: [`${GOOGLE_RANGES}user-triggered-agents.json`],
        comesFromNowhereElse: true,
        signatureAgents: ['agent.bot.goog'],
      },
      {
        token: 'Google-GeminiNotebook',
        purpose: 'user',
        robots: 'may not apply',
        documentation: `${GOOGLE_DOCUMENTATION}google-gemininotebook`,
        ipRanges: GOOGLE_TRIGGERED,
      },
      {
        token: 'Google-NotebookLM',
        purpose: 'user',
        robots: 'may not apply',
        documentation: `${GOOGLE_DOCUMENTATION}google-notebooklm`,
        ipRanges: GOOGLE_TRIGGERED,
      },
      { token: 'NotebookLM', purpose: 'user', robots: 'may not apply', ipRanges: GOOGLE_TRIGGERED },
      {
        token: 'Google-Pinpoint',
        purpose: 'user',
        robots: 'may not apply',
        documentation: `${GOOGLE_DOCUMENTATION}google-pinpoint`,
        ipRanges: GOOGLE_TRIGGERED,
      },
      {
        token: 'Google-CloudVertexBot',
        purpose: 'search',
        robots: 'obeys',
        fallbackToken: 'Googlebot',
        ...GOOGLE_COMMON,
      },
      { token: 'CloudVertexBot', purpose: 'search', robots: 'obeys', ...GOOGLE_COMMON },
      { token: 'GoogleAgent-Mariner', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'GoogleAgent-URLContext', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'GoogleAgent-Search', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'Gemini-Deep-Research', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'Google-Gemini-CLI', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'GeminiCLI', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'Google-Firebase', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'GoogleOther', purpose: 'training', robots: 'obeys', visitClass: 'traditional_bot', ...GOOGLE_COMMON },
      {
        token: 'GoogleOther-Image',
        purpose: 'training',
        robots: 'obeys',
        visitClass: 'traditional_bot',
        ...GOOGLE_COMMON,
      },
      {
        token: 'GoogleOther-Video',
        purpose: 'training',
        robots: 'obeys',
        visitClass: 'traditional_bot',
        ...GOOGLE_COMMON,
      },
    ],
  },
  {
    vendor: 'Meta',
    documentation: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
    crawlers: [
      { token: 'meta-externalfetcher', purpose: 'user', robots: 'may not apply' },
      { token: 'meta-webindexer', purpose: 'search', robots: 'obeys' },
      {
        token: 'FacebookBot',
        purpose: 'training',
        robots: 'obeys',
        documentation: 'https://developers.facebook.com/docs/sharing/bot/',
      },
    ],
  },
  {
    vendor: 'Amazon',
    documentation: 'https://developer.amazon.com/amazonbot',
    crawlers: [
      {
        token: 'Amzn-SearchBot',
        purpose: 'search',
        robots: 'obeys',
        ipRanges: ['https://developer.amazon.com/amazonbot/searchbot-ip-addresses/'],
      },
      {
        token: 'Amzn-User',
        purpose: 'user',
        robots: 'may not apply',
        ipRanges: ['https://developer.amazon.com/amazonbot/live-ip-addresses/'],
      },
      {
        token: 'bedrockbot',
        purpose: 'search',
        robots: 'obeys',
        documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
      },
      {
        token: 'amazon-kendra',
        purpose: 'search',
        robots: 'obeys',
        documentation: 'https://docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html',
      },
      {
        token: 'KendraBot',
        purpose: 'search',
        robots: 'not stated',
        documentation: 'https://docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html',
      },
      { token: 'amazon-QBusiness', purpose: 'search', robots: 'not stated', documentation: null },
      { token: 'amazon-Quick', purpose: 'search', robots: 'not stated', documentation: null },
      { token: 'AmazonBuyForMe', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'NovaAct', purpose: 'user', robots: 'not stated', documentation: null },
      { token: 'Agent-NovaAct', purpose: 'user', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Mistral',
    documentation: 'https://docs.mistral.ai/robots',
    crawlers: [
      {
        token: 'MistralAI-Index',
        purpose: 'search',
        robots: 'obeys',
        ipRanges: ['https://mistral.ai/mistralai-index-ips.json'],
      },
      { token: 'MistralAI-Training', purpose: 'training', robots: 'obeys' },
    ],
  },
  {
    vendor: 'Microsoft',
    documentation: 'https://azure.microsoft.com/en-us/products/ai-services',
    crawlers: [{ token: 'AzureAI-SearchBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'You.com',
    documentation: 'https://docs.you.com/youbot',
    crawlers: [
      {
        token: 'YouBot',
        purpose: 'search',
        robots: 'obeys',
        reverseDns: ['search.you.com'],
        signatureAgents: ['you.com'],
      },
    ],
  },
  {
    vendor: 'Ai2',
    documentation: 'https://allenai.org/crawler',
    crawlers: [
      { token: 'AI2Bot', purpose: 'training', robots: 'obeys' },
      { token: 'Ai2Bot-Dolma', purpose: 'training', robots: 'obeys' },
      { token: 'AI2Bot-DeepResearchEval', purpose: 'user', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Moonshot AI',
    documentation: 'https://www.kimi.ai/policies/kimi-crawlers',
    crawlers: [
      {
        token: 'KimiBot',
        purpose: 'training',
        robots: 'not stated',
        ipRanges: ['https://www.kimi.ai/policies/kimibot.json'],
      },
      {
        token: 'Kimi-SearchBot',
        purpose: 'search',
        robots: 'not stated',
        ipRanges: ['https://www.kimi.ai/policies/kimi-searchbot.json'],
      },
      {
        token: 'Kimi-User',
        purpose: 'user',
        robots: 'not stated',
        ipRanges: ['https://www.kimi.ai/policies/kimi-user.json'],
      },
    ],
  },
  {
    vendor: 'Parallel',
    documentation: 'https://docs.parallel.ai/resources/crawler',
    crawlers: [
      {
        token: 'ShapBot',
        purpose: 'search',
        robots: 'obeys',
        ipRanges: ['https://docs.parallel.ai/resources/shapbot.json'],
      },
      { token: 'Shap-User', purpose: 'user', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Liner',
    documentation: 'https://docs.getliner.com/docs/linerbot',
    crawlers: [
      {
        token: 'LinerBot',
        purpose: 'search',
        robots: 'not stated',
        ipRanges: ['https://docs.getliner.com/linerbot.json'],
      },
    ],
  },
  {
    vendor: 'Linkup',
    documentation: 'https://linkup.so/bot',
    crawlers: [
      {
        token: 'LinkupBot',
        purpose: 'search',
        robots: 'not stated',
        ipRanges: ['https://linkup.so/linkupbot-ips.txt'],
      },
    ],
  },
  {
    vendor: 'Exa',
    documentation: 'https://crawler.exa.ai/',
    crawlers: [{ token: 'ExaSearchBot', purpose: 'search', robots: 'not stated', signatureAgents: ['crawler.exa.ai'] }],
  },
  {
    vendor: 'Huawei',
    documentation: 'https://webmaster.petalsearch.com/site/petalbot',
    crawlers: [
      {
        token: 'PetalBot',
        purpose: 'search',
        robots: 'obeys',
        reverseDns: ['petalsearch.com', 'aspiegel.com'],
      },
      { token: 'PanguBot', purpose: 'training', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Yandex',
    documentation: 'https://yandex.ru/support/webmaster/en/search-appearance/fast.html',
    crawlers: [
      { token: 'YandexAdditional', purpose: 'search', robots: 'obeys', reverseDns: YANDEX_NAMES },
      { token: 'YandexAdditionalBot', purpose: 'search', robots: 'obeys', reverseDns: YANDEX_NAMES },
    ],
  },
  {
    vendor: 'SB Intuitions',
    documentation: 'https://www.sbintuitions.co.jp/en/bot/',
    crawlers: [{ token: 'SBIntuitionsBot', purpose: 'training', robots: 'obeys' }],
  },
  {
    vendor: 'Cloudflare',
    documentation: 'https://developers.cloudflare.com/autorag',
    crawlers: [{ token: 'Cloudflare-AutoRAG', purpose: 'search', robots: 'obeys' }],
  },
  {
    vendor: 'Atlassian',
    documentation: 'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    crawlers: [{ token: 'atlassian-bot', purpose: 'search', robots: 'obeys' }],
  },
  {
    vendor: 'Klaviyo',
    documentation: 'https://help.klaviyo.com/hc/en-us/articles/40496146232219',
    crawlers: [{ token: 'KlaviyoAIBot', purpose: 'user', robots: 'obeys' }],
  },
  {
    vendor: 'Kagi',
    documentation: 'https://help.kagi.com/kagi/ai/kagi-ai.html',
    crawlers: [{ token: 'kagi-fetcher', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Direqt',
    documentation: 'https://docs.direqt-search.com/direqt-bots/direqt-crawlers-and-user-agents',
    crawlers: [{ token: 'Anomura', purpose: 'search', robots: 'obeys' }],
  },
  {
    vendor: 'Bright Data',
    documentation: 'https://brightdata.com/brightbot',
    crawlers: [{ token: 'Brightbot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Channel3',
    documentation: 'https://trychannel3.com/channel3bot',
    crawlers: [{ token: 'Channel3Bot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Ceramic AI',
    documentation: 'https://github.com/CeramicTeam/CeramicTerracotta',
    crawlers: [
      { token: 'TerraCotta', purpose: 'search', robots: 'obeys' },
      { token: 'Terra Cotta', purpose: 'search', robots: 'obeys' },
    ],
  },
  {
    vendor: 'Lyrenth',
    documentation: 'https://lyrenth.com/crawler-policy',
    crawlers: [
      { token: 'AIWebIndex', purpose: 'search', robots: 'obeys', ipRanges: ['https://lyrenth.com/bot/ip-ranges.json'] },
    ],
  },
  {
    vendor: 'Valyu',
    documentation: 'https://valyu.ai/crawler',
    crawlers: [{ token: 'HenkBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'FlyRiver',
    documentation: 'https://flyriver.com/crawler',
    crawlers: [{ token: 'Flyriverbot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Aranet',
    documentation: 'https://aranet.ai/bot',
    crawlers: [{ token: 'Aranet-SearchBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Zanista AI',
    documentation: 'https://zanista.ai/crawler-info',
    crawlers: [{ token: 'ZanistaBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Poggio',
    documentation: 'https://docs.poggio.io/api/robots',
    crawlers: [{ token: 'Poggio-Citations', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Novellum',
    documentation: 'https://crawl.corp.novellum.ai/docs',
    crawlers: [{ token: 'Novellum', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Kangaroo LLM',
    documentation: 'https://kangaroollm.com.au/kangaroo-bot/',
    crawlers: [{ token: 'Kangaroo Bot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Apify',
    documentation: 'https://apify.com/apify/website-content-crawler',
    crawlers: [
      { token: 'ApifyWebsiteContentCrawler', purpose: 'user', robots: 'not stated' },
      { token: 'ApifyBot', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'GoGuides',
    documentation: 'https://www.goguides.com/crawler',
    crawlers: [
      { token: 'GoGuidesDiscoveryBot', purpose: 'search', robots: 'not stated' },
      { token: 'GoGuidesCrawler', purpose: 'search', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Diffbot',
    documentation: 'https://docs.diffbot.com/',
    crawlers: [
      { token: 'Diffbot', purpose: 'training', robots: 'may not apply' },
      { token: 'Doximity-Diffbot', purpose: 'training', robots: 'not stated', documentation: null },
    ],
  },
  {
    vendor: 'Cognition',
    documentation: 'https://docs.devin.ai/get-started/devin-intro',
    crawlers: [{ token: 'Devin', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'ROIS',
    documentation: 'https://ds.rois.ac.jp/en_center8/en_crawler/',
    crawlers: [{ token: 'Cotoyogi', purpose: 'training', robots: 'obeys' }],
  },
  {
    vendor: 'NICT',
    documentation: 'https://ucri.nict.go.jp/en/icccrawler.html',
    crawlers: [{ token: 'ICC-Crawler', purpose: 'training', robots: 'obeys' }],
  },
  {
    vendor: 'Velen',
    documentation: 'https://velen.io',
    crawlers: [{ token: 'VelenPublicWebCrawler', purpose: 'training', robots: 'obeys' }],
  },
  {
    vendor: 'Webz.io',
    documentation: 'https://webz.io/bot.html',
    crawlers: [
      { token: 'Webzio-Extended', purpose: 'training', robots: 'not stated' },
      { token: 'Webzio', purpose: 'training', robots: 'not stated' },
      { token: 'omgili', purpose: 'training', robots: 'obeys' },
      { token: 'omgilibot', purpose: 'training', robots: 'obeys' },
    ],
  },
];
