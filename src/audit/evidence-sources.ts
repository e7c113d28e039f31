import type { GradedEvidence, Source } from './check.ts';

// Sources that the evidence of several questions names.

export const SEO_FLOOR: Source = {
  title: '“The SEO Floor”: 114,729 pairs of a page and a query, compared at equal Google rank (preprint)',
  url: 'https://zenodo.org/records/19787328',
};
export const CITATION_LAB: Source = {
  title: 'geo-citation-lab: features of 3,323 pages that ChatGPT used',
  url: 'https://github.com/yaojingang/geo-citation-lab',
};
export const GEO_16: Source = {
  title: 'GEO-16: 1,702 citations of 1,100 URLs (arXiv 2509.10762)',
  url: 'https://arxiv.org/abs/2509.10762',
};
export const GEO_SFE: Source = {
  title: 'GEO-SFE: 200 articles rewritten in structure alone (arXiv 2603.29979)',
  url: 'https://arxiv.org/abs/2603.29979',
};
export const WHAT_GETS_CITED: Source = {
  title: 'What Gets Cited: 252,000 trials (arXiv 2605.25517)',
  url: 'https://arxiv.org/abs/2605.25517',
};
export const AHREFS_SCHEMA: Source = {
  title: 'Ahrefs: 1,885 pages that added JSON-LD, and some 4,000 that did not',
  url: 'https://ahrefs.com/blog/schema-ai-citations/',
};
export const VERCEL: Source = {
  title: 'Vercel and MERJ: the rise of the AI crawler',
  url: 'https://vercel.com/blog/the-rise-of-the-ai-crawler',
};
export const GOOGLE_JAVASCRIPT: Source = {
  title: 'Google: JavaScript SEO basics',
  url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
};
export const GOOGLE_ROBOTS_TXT: Source = {
  title: 'Google: how robots.txt is interpreted',
  url: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
};
export const SITEMAPS: Source = { title: 'The sitemaps protocol', url: 'https://www.sitemaps.org/protocol.html' };
export const GOOGLE_SITEMAPS: Source = {
  title: 'Google: learn about sitemaps',
  url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
};
export const BING_SITEMAPS: Source = {
  title: 'Bing: keeping content discoverable with sitemaps in AI powered search',
  url: 'https://blogs.bing.com/webmaster/July-2025/Keeping-Content-Discoverable-with-Sitemaps-in-AI-Powered-Search',
};
export const LLMS_TXT: Source = { title: 'The llms.txt convention, Format', url: 'https://llmstxt.org/#format' };
export const WAI_STRUCTURE: Source = {
  title: 'WAI: page structure',
  url: 'https://www.w3.org/WAI/tutorials/page-structure/',
};

export const RENDERING: GradedEvidence = {
  grade: 'A',
  says: 'Google documents that it runs scripts later, when it has resources for it, and that not all bots can run them. OpenAI, Anthropic and Perplexity do not say whether theirs do; logs of December 2024 showed none of them run any.',
  figure: 'no script run in a month of 569 million requests of GPTBot and 370 million of Anthropic’s crawler',
  sources: [GOOGLE_JAVASCRIPT, VERCEL],
};
