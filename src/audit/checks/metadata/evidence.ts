import type { GradedEvidence } from '../../check.ts';
import { CITATION_LAB, GEO_16 } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  eligible: {
    grade: 'A',
    says: 'Google documents that nosnippet keeps a page out of AI Overviews and AI Mode as an input. Bing documents that it does not answer from pages with noarchive.',
    figure: null,
    sources: [
      {
        title: 'Google: robots meta tag, data-nosnippet and X-Robots-Tag',
        url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
      },
      {
        title: 'Bing: controls for the use of content in chat answers',
        url: 'https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat',
      },
    ],
  },
  title: {
    grade: 'C',
    says: 'Pages whose title matches the question had more influence on answers, allowing only for their length. Whether each page has its own title was not measured.',
    figure: 'Spearman correlation of title match and influence 0.199',
    sources: [CITATION_LAB],
  },
  description: {
    grade: 'C',
    says: 'Pages that score well in metadata and freshness, measured together, were cited more. Google documents that it sometimes shows the description in results.',
    figure: 'correlation with citation 0.68, for metadata and freshness together',
    sources: [
      GEO_16,
      {
        title: 'Google: control your snippets',
        url: 'https://developers.google.com/search/docs/appearance/snippet',
      },
    ],
  },
  canonical: {
    grade: 'A',
    says: 'Google documents that it takes a canonical as a strong signal for which URL to index and show. It says nothing about AI answers there.',
    figure: null,
    sources: [
      {
        title: 'Google: how to specify a canonical URL',
        url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
      },
    ],
  },
  language: {
    grade: 'D',
    says: 'Accessibility guidelines require the language of a page. No answer engine documents that it reads it.',
    figure: null,
    sources: [
      {
        title: 'WCAG 2.2: language of page',
        url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
      },
    ],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
