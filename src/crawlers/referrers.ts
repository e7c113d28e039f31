import { vendorOf } from './user-agent.ts';

interface Assistant {
  readonly vendor: string;
  /** Hosts, each with its subdomains. */
  readonly hosts: readonly string[];
  /** Values of `utm_source` in its links, besides its hosts. */
  readonly sources: readonly string[];
  /** Android packages that open links with an `android-app:` referrer. */
  readonly apps?: readonly string[];
}

/** AI assistants that send people to the pages they cite (checked 2026-11). */
const ASSISTANTS: readonly Assistant[] = [
  {
    vendor: 'OpenAI',
    hosts: ['chatgpt.com', 'chat.openai.com', 'chat.com'],
    sources: ['chatgpt', 'openai', 'searchgpt', 'openai.com'],
    apps: ['com.openai.chatgpt'],
  },
  {
    vendor: 'Perplexity',
    hosts: ['perplexity.ai', 'perplexity.com', 'pplx.ai'],
    sources: ['perplexity'],
    apps: ['ai.perplexity.app.android', 'ai.perplexity.comet'],
  },
  {
    vendor: 'Anthropic',
    hosts: ['claude.ai', 'claude.com'],
    sources: ['claude', 'anthropic'],
    apps: ['com.anthropic.claude'],
  },
  {
    vendor: 'Google',
    hosts: [
      'gemini.google.com',
      'bard.google.com',
      'notebooklm.google.com',
      'notebooklm.google',
      'aistudio.google.com',
    ],
    sources: ['gemini', 'notebooklm'],
    apps: ['com.google.android.apps.bard'],
  },
  {
    vendor: 'Microsoft',
    hosts: ['copilot.microsoft.com', 'copilot.cloud.microsoft', 'copilot.com', 'edgeservices.bing.com'],
    sources: ['copilot', 'bing-copilot'],
    apps: ['com.microsoft.copilot'],
  },
  {
    vendor: 'Mistral',
    hosts: ['chat.mistral.ai'],
    sources: ['mistral', 'lechat', 'le-chat'],
    apps: ['ai.mistral.chat'],
  },
  { vendor: 'DeepSeek', hosts: ['chat.deepseek.com'], sources: ['deepseek'], apps: ['com.deepseek.chat'] },
  { vendor: 'xAI', hosts: ['grok.com', 'x.ai'], sources: ['grok'], apps: ['ai.x.grok'] },
  { vendor: 'Meta', hosts: ['meta.ai'], sources: ['meta-ai', 'metaai'] },
  { vendor: 'You.com', hosts: ['you.com'], sources: ['youchat'] },
  { vendor: 'Phind', hosts: ['phind.com'], sources: ['phind'] },
  { vendor: 'Quora', hosts: ['poe.com'], sources: ['poe'] },
  { vendor: 'DuckDuckGo', hosts: ['duck.ai'], sources: ['duckai', 'duckassist'] },
  { vendor: 'Moonshot AI', hosts: ['kimi.com', 'kimi.ai', 'kimi.moonshot.cn'], sources: ['kimi'] },
  {
    vendor: 'Alibaba',
    hosts: ['chat.qwen.ai', 'qianwen.com', 'tongyi.com', 'tongyi.aliyun.com'],
    sources: ['qwen', 'tongyi'],
  },
  { vendor: 'ByteDance', hosts: ['doubao.com'], sources: ['doubao'] },
  { vendor: 'Baidu', hosts: ['yiyan.baidu.com', 'chat.baidu.com'], sources: ['yiyan'] },
  { vendor: 'Tencent', hosts: ['yuanbao.tencent.com'], sources: ['yuanbao'] },
  { vendor: 'Zhipu AI', hosts: ['chatglm.cn', 'chat.z.ai'], sources: ['chatglm'] },
  { vendor: 'Genspark', hosts: ['genspark.ai'], sources: ['genspark'] },
  { vendor: 'Felo', hosts: ['felo.ai'], sources: ['felo'] },
  { vendor: 'Andi', hosts: ['andisearch.com'], sources: ['andi'] },
  { vendor: 'iAsk', hosts: ['iask.ai'], sources: ['iask'] },
  { vendor: 'Komo', hosts: ['komo.ai'], sources: ['komo'] },
  { vendor: 'Liner', hosts: ['liner.com', 'getliner.com'], sources: ['liner'] },
  { vendor: 'Manus', hosts: ['manus.im'], sources: ['manus'] },
  { vendor: 'Inflection', hosts: ['pi.ai'], sources: [] },
  { vendor: 'Monica', hosts: ['monica.im'], sources: [] },
  { vendor: 'Sider', hosts: ['sider.ai'], sources: [] },
  { vendor: 'Venice', hosts: ['venice.ai'], sources: [] },
  { vendor: 'Consensus', hosts: ['consensus.app'], sources: [] },
  { vendor: 'Exa', hosts: ['exa.ai'], sources: ['exa'] },
  { vendor: 'LMArena', hosts: ['lmarena.ai'], sources: ['lmarena'] },
];

const VENDOR_OF_HOST = index(({ hosts }) => hosts);
const VENDOR_OF_SOURCE = index(({ sources }) => sources);
const VENDOR_OF_APP = index(({ apps }) => apps ?? []);
/** Assistants at a path of another site. */
const VENDOR_OF_PATH: readonly (readonly [host: string, path: RegExp, vendor: string])[] = [
  ['bing.com', /^\/(?:chat|copilotsearch)(?:\/|$)/, 'Microsoft'],
  ['kagi.com', /^\/(?:assistant|fastgpt)(?:\/|$)/, 'Kagi'],
  ['huggingface.co', /^\/chat(?:\/|$)/, 'Hugging Face'],
  ['x.com', /^\/i\/grok(?:\/|$)/, 'xAI'],
];

/** Longest referrer or query that is read, in characters. */
const MAX_LENGTH = 4096;

/** Returns the vendor of the assistant that a Referer header (RFC 9110 §10.1.3) names; null for none. */
export function assistantOfReferer(referer: string): string | null {
  const url = URL.parse(referer.slice(0, MAX_LENGTH));
  if (url === null) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (url.protocol === 'android-app:') return VENDOR_OF_APP.get(host) ?? null;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const byPath = VENDOR_OF_PATH.find(([name, path]) => `.${host}`.endsWith(`.${name}`) && path.test(url.pathname));
  return byPath?.[2] ?? vendorOfHost(host);
}

/** Returns whether some pages of a referrer's host are an assistant, and others are not. */
export function isAssistantByPath(referer: string): boolean {
  const host = URL.parse(referer)?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  return VENDOR_OF_PATH.some(([name]) => `.${host}`.endsWith(`.${name}`));
}

/** Returns the vendor of the assistant that `utm_source` in a URL, absolute or not, names; null for none. */
export function assistantOfUrl(url: string): string | null {
  const start = url.indexOf('?');
  if (start < 0) return null;
  const query = url.slice(start + 1, start + 1 + MAX_LENGTH).split('#', 1)[0];
  const source = new URLSearchParams(query).get('utm_source')?.trim().toLowerCase();
  if (source === undefined) return null;
  return VENDOR_OF_SOURCE.get(source) ?? vendorOfHost(source);
}

function vendorOfHost(host: string): string | null {
  return vendorOf(host, VENDOR_OF_HOST);
}

function index(keys: (assistant: Assistant) => readonly string[]): ReadonlyMap<string, string> {
  return new Map(ASSISTANTS.flatMap((assistant) => keys(assistant).map((key) => [key, assistant.vendor] as const)));
}
