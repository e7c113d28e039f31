import type { GradedEvidence, Question, Source } from '../../check.ts';

const GOOGLE_AI_FEATURES: Source = {
  title: 'Google: AI features and your website',
  url: 'https://developers.google.com/search/docs/appearance/ai-features',
};
const OPENAI: Source = {
  title: 'OpenAI: overview of its crawlers',
  url: 'https://developers.openai.com/api/docs/bots',
};
const PERPLEXITY: Source = {
  title: 'Perplexity: its crawlers',
  url: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
};
const ANTHROPIC: Source = {
  title: 'Anthropic: its crawlers and how to block them',
  url: 'https://support.claude.com/en/articles/8896518',
};
const APPLE: Source = { title: 'Apple: about Applebot', url: 'https://support.apple.com/119829' };

/** Names under which people know the engines and assistants that the crawlers work for. */
const PRODUCTS = {
  Googlebot: 'Google Search',
  'OAI-SearchBot': 'ChatGPT search',
  bingbot: 'Microsoft Copilot',
  PerplexityBot: 'Perplexity',
  'Claude-SearchBot': 'Claude search',
  Applebot: 'Apple’s search',
  'Claude-User': 'Claude',
  'MistralAI-User': 'Mistral',
  DuckAssistBot: 'DuckDuckGo',
} as const;

type Token = keyof typeof PRODUCTS;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(PRODUCTS));

/** Returns a crawler as a headline names it: `ChatGPT search (OAI-SearchBot)`. */
export function nameCrawler(token: string): string {
  const product = NAMES.get(token);
  return product === undefined ? token : `${product} (${token})`;
}

export const questions = {
  googlebot: mayRead('Googlebot', 5, {
    grade: 'A',
    says: 'Google documents that its AI features use what Googlebot may crawl and show.',
    sources: [GOOGLE_AI_FEATURES],
  }),
  oai_searchbot: mayRead('OAI-SearchBot', 5, {
    grade: 'A',
    says: 'OpenAI documents that sites which opt out of OAI-SearchBot are not shown in ChatGPT search answers, though they may appear as links. A study of 4 million citations found a smaller effect: sites that block it still had most of their citations.',
    figure: '82.4 % of citations remained at sites that block it (observed, without controls)',
    sources: [
      OPENAI,
      {
        title: 'Pebblous, on BuzzStream’s study: blocking AI crawlers and citations',
        url: 'https://blog.pebblous.ai/report/ai-crawler-blocking-citation-gap/en/',
      },
    ],
  }),
  bingbot: mayRead('bingbot', 3, {
    grade: 'A',
    says: 'Microsoft documents that bingbot obeys robots.txt. Copilot answers from its index.',
    sources: [
      {
        title: 'Bing: which crawlers does Bing use?',
        url: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
      },
    ],
  }),
  perplexitybot: mayRead('PerplexityBot', 3, {
    grade: 'A',
    says: 'Perplexity documents that PerplexityBot finds the pages that its answers link to, and that it obeys robots.txt.',
    sources: [PERPLEXITY],
  }),
  claude_searchbot: mayRead('Claude-SearchBot', 3, {
    grade: 'A',
    says: 'Anthropic documents that blocking Claude-SearchBot may reduce how visible and how accurate a site is in its search results.',
    sources: [ANTHROPIC],
  }),
  applebot: mayRead('Applebot', 1, {
    grade: 'A',
    says: 'Apple documents that Applebot obeys robots.txt and feeds the search of Siri, Spotlight and Safari.',
    sources: [APPLE],
  }),
} satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

function mayRead(token: Token, weight: number, evidence: GradedEvidence): Question {
  return {
    ask: `May ${token} read the site?`,
    problem: `${nameCrawler(token)} is blocked.`,
    means: 'An engine that cannot read these pages cannot quote or recommend them.',
    weight,
    inShort: `robots.txt must let ${token} fetch the content pages. It loses half if the server seems to refuse AI crawlers by name.`,
    must: [
      `robots.txt allows ${token} on all known content pages: the points are proportional to these pages, and the home page counts half of all.`,
      'If the server refuses the names of two or more AI search crawlers, repeatedly, while it serves Googlebot’s and bingbot’s names and the name of no crawler, each refused crawler loses half.',
    ],
    evidence,
  };
}

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'crawler_access',
  label: 'Crawler access',
  passes: 'The crawlers of answer engines may read the site.',
  asks: 'Do robots.txt and the server give the crawlers of answer engines access to the site?',
  why: 'An answer engine can only use pages that its crawler may fetch. OpenAI says that sites which opt out of OAI-SearchBot are not shown in ChatGPT search answers. Google’s AI features use what Googlebot may crawl. A firewall may refuse crawlers that robots.txt allows.',
  sources: [
    OPENAI,
    GOOGLE_AI_FEATURES,
    ANTHROPIC,
    PERPLEXITY,
    APPLE,
    { title: 'RFC 9309, Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309' },
  ],
  questions,
  failsWhen: [
    'robots.txt blocks every crawler that it does not name, and all core search crawlers.',
    'robots.txt blocks Googlebot or OAI-SearchBot, or three or more of the six core search crawlers. A crawler is blocked when it may not fetch the home page, or at least 90 % of three or more other content pages.',
    'robots.txt closes at least half of the known content pages to all six core search crawlers.',
    'robots.txt cannot be reached: crawlers must then assume that everything is disallowed (RFC 9309 §2.3.1.4).',
    'The server seems to block AI search crawlers by name.',
  ],
  neverScored: [
    'Training crawlers (GPTBot, ClaudeBot, CCBot, Google-Extended, Applebot-Extended, meta-externalagent, Amazonbot, Bytespider): blocking them is the owner’s choice.',
    'Crawlers that fetch a page when a person asks for it (ChatGPT-User, Claude-User, Perplexity-User, MistralAI-User, DuckAssistBot), and scripts or styles of the home page that Googlebot may not fetch. A report says which are blocked.',
    'Statements about the use of content: Content-Signal, Content-Usage, the License lines of RSL, and tdm-reservation. A report explains each, and shows where it contradicts robots.txt.',
    'A missing Allow line: a crawler that robots.txt does not name may fetch what everyone may.',
    'Refusals of all names, or of Googlebot’s and bingbot’s alone: servers rightly refuse impostors, and this audit comes from another address than the crawlers.',
    'Refusals that stop when requests come once a second, or that a browser gets too: the server limits bursts.',
    'Requests that failed on the network or got 429 with Retry-After, and 402 with crawler-price (pay per crawl).',
  ],
} as const;
