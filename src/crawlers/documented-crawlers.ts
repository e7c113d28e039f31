import { type Crawler, crawler, vendor } from './crawler.ts';

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
export const DOCUMENTED_CRAWLERS: readonly Crawler[] = [
  vendor('OpenAI', 'https://developers.openai.com/api/docs/bots', [
    crawler('OAI-AdsBot', 'user', 'not stated', {
      ipRanges: ['https://openai.com/adsbot.json'],
      comesFromNowhereElse: true,
    }),
    crawler('openai-mcp', 'user', 'not stated', {
      ipRanges: ['https://openai.com/chatgpt-connectors.json'],
    }),
    crawler('ChatGPT Agent', 'user', 'not stated', {
      documentation: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
      signatureAgents: ['chatgpt.com'],
    }),
    crawler('OpenAI', 'training', 'not stated', { documentation: null }),
  ]),
  vendor('Anthropic', 'https://support.claude.com/en/articles/8896518', [
    crawler('Claude-Code', 'user', 'not stated', { documentation: null }),
    crawler('anthropic-ai', 'training', 'not stated', { documentation: null }),
    crawler('Claude-Web', 'user', 'not stated', { documentation: null }),
  ]),
  vendor('Perplexity', 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers', [
    crawler('Perplexity-User', 'user', 'may not apply', {
      ipRanges: ['https://www.perplexity.com/perplexity-user.json'],
      comesFromNowhereElse: true,
    }),
  ]),
  vendor('Google', `${GOOGLE_DOCUMENTATION}google-user-triggered-fetchers`, [
    crawler('Google-Agent', 'user', 'may not apply', {
      documentation: `${GOOGLE_DOCUMENTATION}google-agent`,
      ipRanges: [`${GOOGLE_RANGES}user-triggered-agents.json`],
      comesFromNowhereElse: true,
      signatureAgents: ['agent.bot.goog'],
    }),
    crawler('Google-GeminiNotebook', 'user', 'may not apply', {
      documentation: `${GOOGLE_DOCUMENTATION}google-gemininotebook`,
      ipRanges: GOOGLE_TRIGGERED,
    }),
    crawler('Google-NotebookLM', 'user', 'may not apply', {
      documentation: `${GOOGLE_DOCUMENTATION}google-notebooklm`,
      ipRanges: GOOGLE_TRIGGERED,
    }),
    crawler('NotebookLM', 'user', 'may not apply', { ipRanges: GOOGLE_TRIGGERED }),
    crawler('Google-Pinpoint', 'user', 'may not apply', {
      documentation: `${GOOGLE_DOCUMENTATION}google-pinpoint`,
      ipRanges: GOOGLE_TRIGGERED,
    }),
    crawler('Google-CloudVertexBot', 'search', 'obeys', {
      fallbackToken: 'Googlebot',
      ...GOOGLE_COMMON,
    }),
    crawler('CloudVertexBot', 'search', 'obeys', { ...GOOGLE_COMMON }),
    crawler('GoogleAgent-Mariner', 'user', 'not stated', { documentation: null }),
    crawler('GoogleAgent-URLContext', 'user', 'not stated', { documentation: null }),
    crawler('GoogleAgent-Search', 'user', 'not stated', { documentation: null }),
    crawler('Gemini-Deep-Research', 'user', 'not stated', { documentation: null }),
    crawler('Google-Gemini-CLI', 'user', 'not stated', { documentation: null }),
    crawler('GeminiCLI', 'user', 'not stated', { documentation: null }),
    crawler('Google-Firebase', 'user', 'not stated', { documentation: null }),
    crawler('GoogleOther', 'training', 'obeys', { visitClass: 'traditional_bot', ...GOOGLE_COMMON }),
    crawler('GoogleOther-Image', 'training', 'obeys', {
      visitClass: 'traditional_bot',
      ...GOOGLE_COMMON,
    }),
    crawler('GoogleOther-Video', 'training', 'obeys', {
      visitClass: 'traditional_bot',
      ...GOOGLE_COMMON,
    }),
  ]),
  vendor('Meta', 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers', [
    crawler('meta-externalfetcher', 'user', 'may not apply'),
    crawler('meta-webindexer', 'search', 'obeys'),
    crawler('FacebookBot', 'training', 'obeys', {
      documentation: 'https://developers.facebook.com/docs/sharing/bot/',
    }),
  ]),
  vendor('Amazon', 'https://developer.amazon.com/amazonbot', [
    crawler('Amzn-SearchBot', 'search', 'obeys', {
      ipRanges: ['https://developer.amazon.com/amazonbot/searchbot-ip-addresses/'],
    }),
    crawler('Amzn-User', 'user', 'may not apply', {
      ipRanges: ['https://developer.amazon.com/amazonbot/live-ip-addresses/'],
    }),
    crawler('bedrockbot', 'search', 'obeys', {
      documentation: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
    }),
    crawler('amazon-kendra', 'search', 'obeys', {
      documentation: 'https://docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html',
    }),
    crawler('KendraBot', 'search', 'not stated', {
      documentation: 'https://docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html',
    }),
    crawler('amazon-QBusiness', 'search', 'not stated', { documentation: null }),
    crawler('amazon-Quick', 'search', 'not stated', { documentation: null }),
    crawler('AmazonBuyForMe', 'user', 'not stated', { documentation: null }),
    crawler('NovaAct', 'user', 'not stated', { documentation: null }),
    crawler('Agent-NovaAct', 'user', 'not stated', { documentation: null }),
  ]),
  vendor('Mistral', 'https://docs.mistral.ai/robots', [
    crawler('MistralAI-Index', 'search', 'obeys', {
      ipRanges: ['https://mistral.ai/mistralai-index-ips.json'],
    }),
    crawler('MistralAI-Training', 'training', 'obeys'),
  ]),
  vendor('Microsoft', 'https://azure.microsoft.com/en-us/products/ai-services', [
    crawler('AzureAI-SearchBot', 'search', 'not stated'),
  ]),
  vendor('You.com', 'https://docs.you.com/youbot', [
    crawler('YouBot', 'search', 'obeys', {
      reverseDns: ['search.you.com'],
      signatureAgents: ['you.com'],
    }),
  ]),
  vendor('Ai2', 'https://allenai.org/crawler', [
    crawler('AI2Bot', 'training', 'obeys'),
    crawler('Ai2Bot-Dolma', 'training', 'obeys'),
    crawler('AI2Bot-DeepResearchEval', 'user', 'not stated', { documentation: null }),
  ]),
  vendor('Moonshot AI', 'https://www.kimi.ai/policies/kimi-crawlers', [
    crawler('KimiBot', 'training', 'not stated', {
      ipRanges: ['https://www.kimi.ai/policies/kimibot.json'],
    }),
    crawler('Kimi-SearchBot', 'search', 'not stated', {
      ipRanges: ['https://www.kimi.ai/policies/kimi-searchbot.json'],
    }),
    crawler('Kimi-User', 'user', 'not stated', {
      ipRanges: ['https://www.kimi.ai/policies/kimi-user.json'],
    }),
  ]),
  vendor('Parallel', 'https://docs.parallel.ai/resources/crawler', [
    crawler('ShapBot', 'search', 'obeys', {
      ipRanges: ['https://docs.parallel.ai/resources/shapbot.json'],
    }),
    crawler('Shap-User', 'user', 'not stated', { documentation: null }),
  ]),
  vendor('Liner', 'https://docs.getliner.com/docs/linerbot', [
    crawler('LinerBot', 'search', 'not stated', {
      ipRanges: ['https://docs.getliner.com/linerbot.json'],
    }),
  ]),
  vendor('Linkup', 'https://linkup.so/bot', [
    crawler('LinkupBot', 'search', 'not stated', {
      ipRanges: ['https://linkup.so/linkupbot-ips.txt'],
    }),
  ]),
  vendor('Exa', 'https://crawler.exa.ai/', [
    crawler('ExaSearchBot', 'search', 'not stated', { signatureAgents: ['crawler.exa.ai'] }),
  ]),
  vendor('Huawei', 'https://webmaster.petalsearch.com/site/petalbot', [
    crawler('PetalBot', 'search', 'obeys', {
      reverseDns: ['petalsearch.com', 'aspiegel.com'],
    }),
    crawler('PanguBot', 'training', 'not stated', { documentation: null }),
  ]),
  vendor('Yandex', 'https://yandex.ru/support/webmaster/en/search-appearance/fast.html', [
    crawler('YandexAdditional', 'search', 'obeys', { reverseDns: YANDEX_NAMES }),
    crawler('YandexAdditionalBot', 'search', 'obeys', { reverseDns: YANDEX_NAMES }),
  ]),
  vendor('SB Intuitions', 'https://www.sbintuitions.co.jp/en/bot/', [crawler('SBIntuitionsBot', 'training', 'obeys')]),
  vendor('Cloudflare', 'https://developers.cloudflare.com/autorag', [crawler('Cloudflare-AutoRAG', 'search', 'obeys')]),
  vendor(
    'Atlassian',
    'https://support.atlassian.com/organization-administration/docs/connect-custom-website-to-rovo/',
    [crawler('atlassian-bot', 'search', 'obeys')],
  ),
  vendor('Klaviyo', 'https://help.klaviyo.com/hc/en-us/articles/40496146232219', [
    crawler('KlaviyoAIBot', 'user', 'obeys'),
  ]),
  vendor('Kagi', 'https://help.kagi.com/kagi/ai/kagi-ai.html', [crawler('kagi-fetcher', 'user', 'not stated')]),
  vendor('Direqt', 'https://docs.direqt-search.com/direqt-bots/direqt-crawlers-and-user-agents', [
    crawler('Anomura', 'search', 'obeys'),
  ]),
  vendor('Bright Data', 'https://brightdata.com/brightbot', [crawler('Brightbot', 'training', 'not stated')]),
  vendor('Channel3', 'https://trychannel3.com/channel3bot', [crawler('Channel3Bot', 'search', 'not stated')]),
  vendor('Ceramic AI', 'https://github.com/CeramicTeam/CeramicTerracotta', [
    crawler('TerraCotta', 'search', 'obeys'),
    crawler('Terra Cotta', 'search', 'obeys'),
  ]),
  vendor('Lyrenth', 'https://lyrenth.com/crawler-policy', [
    crawler('AIWebIndex', 'search', 'obeys', { ipRanges: ['https://lyrenth.com/bot/ip-ranges.json'] }),
  ]),
  vendor('Valyu', 'https://valyu.ai/crawler', [crawler('HenkBot', 'search', 'not stated')]),
  vendor('FlyRiver', 'https://flyriver.com/crawler', [crawler('Flyriverbot', 'search', 'not stated')]),
  vendor('Aranet', 'https://aranet.ai/bot', [crawler('Aranet-SearchBot', 'search', 'not stated')]),
  vendor('Zanista AI', 'https://zanista.ai/crawler-info', [crawler('ZanistaBot', 'search', 'not stated')]),
  vendor('Poggio', 'https://docs.poggio.io/api/robots', [crawler('Poggio-Citations', 'user', 'not stated')]),
  vendor('Novellum', 'https://crawl.corp.novellum.ai/docs', [crawler('Novellum', 'training', 'not stated')]),
  vendor('Kangaroo LLM', 'https://kangaroollm.com.au/kangaroo-bot/', [
    crawler('Kangaroo Bot', 'training', 'not stated'),
  ]),
  vendor('Apify', 'https://apify.com/apify/website-content-crawler', [
    crawler('ApifyWebsiteContentCrawler', 'user', 'not stated'),
    crawler('ApifyBot', 'user', 'not stated'),
  ]),
  vendor('GoGuides', 'https://www.goguides.com/crawler', [
    crawler('GoGuidesDiscoveryBot', 'search', 'not stated'),
    crawler('GoGuidesCrawler', 'search', 'not stated'),
  ]),
  vendor('Diffbot', 'https://docs.diffbot.com/', [
    crawler('Diffbot', 'training', 'may not apply'),
    crawler('Doximity-Diffbot', 'training', 'not stated', { documentation: null }),
  ]),
  vendor('Cognition', 'https://docs.devin.ai/get-started/devin-intro', [crawler('Devin', 'user', 'not stated')]),
  vendor('ROIS', 'https://ds.rois.ac.jp/en_center8/en_crawler/', [crawler('Cotoyogi', 'training', 'obeys')]),
  vendor('NICT', 'https://ucri.nict.go.jp/en/icccrawler.html', [crawler('ICC-Crawler', 'training', 'obeys')]),
  vendor('Velen', 'https://velen.io', [crawler('VelenPublicWebCrawler', 'training', 'obeys')]),
  vendor('Webz.io', 'https://webz.io/bot.html', [
    crawler('Webzio-Extended', 'training', 'not stated'),
    crawler('Webzio', 'training', 'not stated'),
    crawler('omgili', 'training', 'obeys'),
    crawler('omgilibot', 'training', 'obeys'),
  ]),
].flat();
