import type { Purpose } from './crawler.ts';
import { vendorOf } from './user-agent.ts';

interface Brand {
  readonly vendor: string;
  /** Names that only this vendor's programs have, in lower case. */
  readonly names: readonly string[];
  /** Domains of contact addresses that only its AI crawlers give. */
  readonly hosts: readonly string[];
}

/** AI vendors, to recognise crawlers that are not listed yet. */
const BRANDS: readonly Brand[] = [
  { vendor: 'OpenAI', names: ['openai', 'chatgpt', 'oai'], hosts: ['openai.com', 'chatgpt.com'] },
  { vendor: 'Anthropic', names: ['anthropic', 'claude'], hosts: ['anthropic.com', 'claude.com', 'claude.ai'] },
  { vendor: 'Perplexity', names: ['perplexity'], hosts: ['perplexity.ai', 'perplexity.com'] },
  { vendor: 'Google', names: ['gemini', 'bard', 'googleagent', 'google-agent', 'notebooklm', 'deepmind'], hosts: [] },
  { vendor: 'Microsoft', names: ['copilot', 'azureai'], hosts: [] },
  { vendor: 'Meta', names: ['metaai', 'meta-ai', 'llama'], hosts: ['meta.ai'] },
  { vendor: 'Amazon', names: ['amzn', 'novaact', 'nova-act', 'bedrock', 'kendra'], hosts: ['novaact.com'] },
  { vendor: 'Mistral', names: ['mistral', 'mistralai', 'lechat'], hosts: ['mistral.ai'] },
  { vendor: 'Cohere', names: ['cohere'], hosts: ['cohere.com', 'cohere.ai'] },
  { vendor: 'xAI', names: ['xai', 'grok'], hosts: ['x.ai', 'grok.com'] },
  { vendor: 'Groq', names: ['groq'], hosts: ['groq.com'] },
  { vendor: 'DeepSeek', names: ['deepseek'], hosts: ['deepseek.com'] },
  { vendor: 'Moonshot AI', names: ['kimi', 'moonshot'], hosts: ['kimi.com', 'kimi.ai', 'moonshot.ai', 'moonshot.cn'] },
  { vendor: 'Alibaba', names: ['qwen', 'tongyi'], hosts: ['qwen.ai', 'tongyi.com'] },
  {
    vendor: 'Zhipu AI',
    names: ['chatglm', 'zhipu', 'zhipuai'],
    hosts: ['chatglm.cn', 'z.ai', 'zhipuai.cn', 'bigmodel.cn'],
  },
  { vendor: 'ByteDance', names: ['doubao', 'bytespider'], hosts: ['bytedance.com', 'doubao.com'] },
  { vendor: 'Tencent', names: ['hunyuan', 'yuanbao'], hosts: ['yuanbao.tencent.com'] },
  { vendor: 'Baidu', names: ['yiyan', 'ernie'], hosts: ['yiyan.baidu.com'] },
  { vendor: 'MiniMax', names: ['minimax'], hosts: ['minimax.io', 'minimaxi.com'] },
  { vendor: 'Ai2', names: ['ai2', 'allenai'], hosts: [] },
  { vendor: 'Hugging Face', names: ['huggingface'], hosts: ['huggingface.co'] },
  { vendor: 'Common Crawl', names: ['commoncrawl'], hosts: ['commoncrawl.org'] },
  { vendor: 'LAION', names: ['laion'], hosts: ['laion.ai'] },
  { vendor: 'You.com', names: [], hosts: ['you.com'] },
  { vendor: 'Exa', names: ['exaai'], hosts: ['exa.ai'] },
  { vendor: 'Tavily', names: ['tavily'], hosts: ['tavily.com'] },
  { vendor: 'Firecrawl', names: ['firecrawl'], hosts: ['firecrawl.dev'] },
  { vendor: 'Jina AI', names: ['jina', 'jinaai'], hosts: ['jina.ai'] },
  { vendor: 'Linkup', names: ['linkup'], hosts: ['linkup.so'] },
  { vendor: 'Liner', names: [], hosts: ['getliner.com', 'liner.com'] },
  { vendor: 'Parallel', names: [], hosts: ['parallel.ai'] },
  { vendor: 'Phind', names: ['phind'], hosts: ['phind.com'] },
  { vendor: 'Andi', names: [], hosts: ['andisearch.com'] },
  { vendor: 'iAsk', names: ['iask'], hosts: ['iask.ai'] },
  { vendor: 'Manus', names: ['manus'], hosts: ['manus.im'] },
  { vendor: 'Cognition', names: ['devin'], hosts: ['devin.ai', 'cognition.ai'] },
  { vendor: 'Character.AI', names: ['characterai', 'character-ai'], hosts: ['character.ai'] },
  { vendor: 'Stability AI', names: ['stabilityai', 'stability-ai'], hosts: ['stability.ai'] },
  { vendor: 'Together AI', names: ['togetherai', 'together-ai', 'together'], hosts: ['together.ai', 'together.xyz'] },
  { vendor: 'Replicate', names: ['replicate'], hosts: ['replicate.com'] },
  { vendor: 'RunPod', names: ['runpod'], hosts: ['runpod.io'] },
  { vendor: 'ProRata', names: ['prorata'], hosts: ['prorata.ai', 'gist.ai'] },
  { vendor: 'Reflection', names: [], hosts: ['reflection.ai'] },
  { vendor: 'Spider', names: [], hosts: ['spider.com', 'spider.cloud'] },
  { vendor: 'Spawning', names: ['spawning'], hosts: ['spawning.ai'] },
];

const VENDOR_OF_NAME = new Map(BRANDS.flatMap(({ vendor, names }) => names.map((name) => [name, vendor] as const)));
const VENDOR_OF_HOST = new Map(BRANDS.flatMap(({ vendor, hosts }) => hosts.map((host) => [host, vendor] as const)));

/** Purposes by the last part of a program's name. A name without such a part is an app that people use. */
const ROLES: readonly (readonly [RegExp, Purpose])[] = [
  [/^(?:ai)?(?:user|agent|fetch|fetcher|code|cli|mcp|assistant|browse|browser|reader|operator|research)$/, 'user'],
  [/^(?:ai)?(?:search|searchbot|index|indexer|websearch|webindexer)$/, 'search'],
  [
    /^(?:ai|web|image|data|training|claude)?(?:bot|crawler|spider|scraper|training|extended|web|ai|claude|webbot)$/,
    'training',
  ],
];

const MIN_NAME = 3;
const MAX_NAME = 16;
const PREFIXES = new Set([...VENDOR_OF_NAME.keys()].map((name) => name.slice(0, MIN_NAME)));

/**
 * Recognises an unlisted AI crawler by its vendor's name in its own (in lower case): `mistralai-searchbot`, `perplexityuser`,
 * `amazon-bedrock-agentcore-browser`.
 */
export function brandOfName(word: string): { readonly vendor: string; readonly purpose: Purpose } | null {
  if (PREFIXES.has(word.slice(0, MIN_NAME))) {
    for (let end = Math.min(word.length - 2, MAX_NAME); end >= MIN_NAME; end--) {
      const vendor = VENDOR_OF_NAME.get(word.slice(0, end));
      const purpose = vendor === undefined ? null : purposeOfRole(word.slice(end).replace(/[-_.]/g, ''));
      if (vendor !== undefined && purpose !== null) return { vendor, purpose };
    }
  }
  if (!word.includes('-')) return null;
  const parts = word.split('-');
  const role = purposeOfRole(parts.pop() ?? '');
  const brand = role === null ? undefined : parts.find((part) => VENDOR_OF_NAME.has(part));
  const vendor = VENDOR_OF_NAME.get(brand ?? '');
  return vendor === undefined || role === null ? null : { vendor, purpose: role };
}

function purposeOfRole(role: string): Purpose | null {
  return ROLES.find(([pattern]) => pattern.test(role))?.[1] ?? null;
}

/** Returns the vendor whose AI crawlers give a contact address at this host; null for none. */
export function brandOfContact(host: string): string | null {
  return vendorOf(host, VENDOR_OF_HOST);
}

const CAMEL_CASE_WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const AI_WORDS = new Set(['AI', 'GenAI', 'LLM', 'LLMs', 'RAG']);

/** Returns whether a program's name mentions AI: `KlaviyoAIBot`, `Cloudflare-AutoRAG`; not `MAIL` or `aiHitBot`. */
export function isNamedAfterAi(word: string): boolean {
  return word.length > 4 && (word.match(CAMEL_CASE_WORDS) ?? []).some((part) => AI_WORDS.has(part));
}
