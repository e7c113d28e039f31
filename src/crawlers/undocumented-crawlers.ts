import type { VendorRows } from './crawler.ts';

/** Crawlers in public lists that their vendors do not document. */
export const UNDOCUMENTED_CRAWLERS: readonly VendorRows[] = [
  {
    vendor: 'Alibaba',
    documentation: null,
    crawlers: [
      { token: 'QwenBot', purpose: 'training', robots: 'not stated' },
      { token: 'TongyiBot', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Andi',
    documentation: null,
    crawlers: [{ token: 'Andibot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Anysphere',
    documentation: null,
    crawlers: [{ token: 'Cursor', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Baidu',
    documentation: null,
    crawlers: [{ token: 'YiyanBot', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Big Sur AI',
    documentation: null,
    crawlers: [{ token: 'bigsur.ai', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'ByteDance',
    documentation: null,
    crawlers: [
      { token: 'imageSpider', purpose: 'training', robots: 'not stated' },
      { token: 'TikTokSpider', purpose: 'training', robots: 'not stated' },
      { token: 'Trae', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Cohere',
    documentation: null,
    crawlers: [
      { token: 'cohere-ai', purpose: 'user', robots: 'not stated' },
      { token: 'cohere-training-data-crawler', purpose: 'training', robots: 'not stated' },
    ],
  },
  {
    vendor: 'CragSoftware',
    documentation: null,
    crawlers: [{ token: 'CragCrawler', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Crawl4AI',
    documentation: null,
    crawlers: [
      { token: 'Crawl4AI', purpose: 'user', robots: 'not stated' },
      { token: 'crawl4ai-adapter', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Crawlspace',
    documentation: null,
    crawlers: [{ token: 'Crawlspace', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'DeepSeek',
    documentation: null,
    crawlers: [{ token: 'DeepSeekBot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Exte',
    documentation: null,
    crawlers: [{ token: 'ExteContextCrawl', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Firecrawl',
    documentation: null,
    crawlers: [
      { token: 'FirecrawlAgent', purpose: 'user', robots: 'not stated' },
      { token: 'Firecrawl', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'GeistHaus',
    documentation: null,
    crawlers: [{ token: 'GeistHaus-PageFetcher', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'GitHub',
    documentation: null,
    crawlers: [{ token: 'GitHubCopilotChat', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Groq',
    documentation: null,
    crawlers: [{ token: 'Groq-Bot', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Hugging Face',
    documentation: null,
    crawlers: [{ token: 'HuggingFace-Bot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'iAsk',
    documentation: null,
    crawlers: [
      { token: 'iAskBot', purpose: 'search', robots: 'not stated' },
      { token: 'iaskspider', purpose: 'search', robots: 'not stated' },
    ],
  },
  {
    vendor: 'ImageMind',
    documentation: null,
    crawlers: [{ token: 'ImageMind', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'img2dataset',
    documentation: null,
    crawlers: [{ token: 'img2dataset', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Kunato',
    documentation: null,
    crawlers: [{ token: 'KunatoCrawler', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'LAION',
    documentation: null,
    crawlers: [
      { token: 'LAIONDownloader', purpose: 'training', robots: 'not stated' },
      { token: 'laion-huggingface-processor', purpose: 'training', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Manus',
    documentation: null,
    crawlers: [{ token: 'Manus-User', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Model Context Protocol',
    documentation: null,
    crawlers: [{ token: 'ModelContextProtocol', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Mozilla',
    documentation: null,
    crawlers: [{ token: 'Mozilla-Tabstack', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Naget',
    documentation: null,
    crawlers: [{ token: 'NagetBot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Opencode',
    documentation: null,
    crawlers: [{ token: 'opencode', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Phind',
    documentation: null,
    crawlers: [{ token: 'PhindBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'Poseidon Research',
    documentation: null,
    crawlers: [{ token: 'Poseidon Research Crawler', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Qualified',
    documentation: null,
    crawlers: [{ token: 'QualifiedBot', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Querit',
    documentation: null,
    crawlers: [
      { token: 'QueritBot', purpose: 'search', robots: 'not stated' },
      { token: 'Querit-SearchBot', purpose: 'search', robots: 'not stated' },
    ],
  },
  {
    vendor: 'QuillBot',
    documentation: null,
    crawlers: [
      { token: 'QuillBot', purpose: 'training', robots: 'not stated' },
      { token: 'quillbot.com', purpose: 'training', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Reflection',
    documentation: null,
    crawlers: [{ token: 'Reflectionbot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'RunPod',
    documentation: null,
    crawlers: [{ token: 'RunPod-Bot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Semantic Visions',
    documentation: null,
    crawlers: [
      { token: 'semantic-visions-discovery', purpose: 'training', robots: 'not stated' },
      { token: 'semantic-visions.com', purpose: 'training', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Sidetrade',
    documentation: null,
    crawlers: [{ token: 'Sidetrade indexer bot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Sider',
    documentation: null,
    crawlers: [{ token: 'linkReader', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Spawning',
    documentation: null,
    crawlers: [{ token: 'Spawning-AI', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'TaraGroup',
    documentation: null,
    crawlers: [{ token: 'TaraGroup Intelligent Bot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Tavily',
    documentation: null,
    crawlers: [{ token: 'TavilyBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'The Knowledge AI',
    documentation: null,
    crawlers: [{ token: 'The Knowledge AI', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Thinkbot',
    documentation: null,
    crawlers: [{ token: 'Thinkbot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Timpi',
    documentation: null,
    crawlers: [{ token: 'Timpibot', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'Turing OS',
    documentation: null,
    crawlers: [{ token: 'TSM-turingos', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Twin',
    documentation: null,
    crawlers: [{ token: 'TwinAgent', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Use AI',
    documentation: null,
    crawlers: [{ token: 'UseAI', purpose: 'user', robots: 'not stated' }],
  },
  {
    vendor: 'Wrtn',
    documentation: null,
    crawlers: [{ token: 'WRTNBot', purpose: 'search', robots: 'not stated' }],
  },
  {
    vendor: 'xAI',
    documentation: null,
    crawlers: [
      { token: 'xAI-Grok', purpose: 'user', robots: 'not stated' },
      { token: 'Grok-DeepSearch', purpose: 'user', robots: 'not stated' },
    ],
  },
  {
    vendor: 'Zhipu AI',
    documentation: null,
    crawlers: [{ token: 'ChatGLM-Spider', purpose: 'training', robots: 'not stated' }],
  },
  {
    vendor: 'unknown',
    documentation: null,
    crawlers: [
      { token: 'FriendlyCrawler', purpose: 'training', robots: 'not stated' },
      { token: 'AISearchBot', purpose: 'search', robots: 'not stated' },
      { token: 'MyCentralAIScraperBot', purpose: 'training', robots: 'not stated' },
      { token: 'newsai', purpose: 'training', robots: 'not stated' },
      { token: 'BuddyBot', purpose: 'user', robots: 'not stated' },
    ],
  },
];
