import type { GradedEvidence } from '../../check.ts';
import { AHREFS_SCHEMA, SEO_FLOOR } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  parses: {
    grade: 'D',
    says: 'JSON-LD is JSON: a block that does not parse states nothing. Google documents that AI answers need no structured data.',
    figure: null,
    sources: [{ title: 'JSON-LD 1.1', url: 'https://www.w3.org/TR/json-ld11/' }],
  },
  entity: {
    grade: 'B',
    says: 'At equal rank, pages with structured data were cited more. Adding it to pages changed about nothing, when they were compared with similar pages that did not.',
    figure:
      'odds of citation 1.31 per standard deviation; when added: AI Mode +2.4 %, ChatGPT +2.2 %, AI Overviews −4.6 %',
    sources: [SEO_FLOOR, AHREFS_SCHEMA],
  },
  identity: {
    grade: 'A',
    says: 'Google documents that it reads the identity of an organisation from its markup. It documents no effect on AI answers.',
    figure: null,
    sources: [
      {
        title: 'Google: Organization structured data',
        url: 'https://developers.google.com/search/docs/appearance/structured-data/organization',
      },
    ],
  },
  articles: {
    grade: 'A',
    says: 'Google documents that Article markup helps it to show better titles and dates in search results. It documents no effect on AI answers.',
    figure: null,
    sources: [
      {
        title: 'Google: Article structured data',
        url: 'https://developers.google.com/search/docs/appearance/structured-data/article',
      },
    ],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
