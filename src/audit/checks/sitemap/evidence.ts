import type { GradedEvidence } from '../../check.ts';
import { BING_SITEMAPS, GOOGLE_SITEMAPS, SITEMAPS } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  valid: {
    grade: 'A',
    says: 'Bing documents that sitemaps help it find pages for search and AI answers. Google documents that a small, well-linked site may do without. OpenAI, Anthropic and Perplexity do not mention sitemaps.',
    figure: null,
    sources: [BING_SITEMAPS, GOOGLE_SITEMAPS],
  },
  urls: {
    grade: 'D',
    says: 'A sitemap lists pages that can be indexed. No vendor documents what a dead entry costs.',
    figure: null,
    sources: [SITEMAPS],
  },
  coverage: {
    grade: 'D',
    says: 'A sitemap lists all pages that matter. No vendor documents what a missing one costs.',
    figure: null,
    sources: [GOOGLE_SITEMAPS],
  },
  lastmod: {
    grade: 'A',
    says: 'Bing documents that lastmod is a key signal for what it crawls again, and that freshness affects how soon AI answers follow a change.',
    figure: null,
    sources: [BING_SITEMAPS],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
