import type { GradedEvidence } from '../../check.ts';
import { CITATION_LAB, SEO_FLOOR } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  opening: {
    grade: 'B',
    says: 'At equal rank, pages that answer first were cited slightly more.',
    figure: 'odds of citation 1.09 per standard deviation',
    sources: [SEO_FLOOR],
  },
  specifics: {
    grade: 'B',
    says: 'At equal rank, pages with more statistics were cited very slightly more. A smaller study found pages with numbers less influential.',
    figure: 'odds of citation 1.03 per standard deviation; against it, Spearman correlation −0.098',
    sources: [SEO_FLOOR, CITATION_LAB],
  },
  listing: {
    grade: 'B',
    says: 'At equal rank, pages with more lists were cited very slightly more.',
    figure: 'odds of citation 1.04 per standard deviation',
    sources: [SEO_FLOOR],
  },
  source: {
    grade: 'B',
    says: 'At equal rank, pages that lean on primary sources were cited slightly more.',
    figure: 'odds of citation 1.12 per standard deviation',
    sources: [SEO_FLOOR],
  },
  provenance: {
    grade: 'C',
    says: 'Pages that AI assistants cite are younger than those that search engines rank, which says little about a date that is shown. A named author was rarer on cited pages in one study of questions about products.',
    figure: 'cited pages 25.7 % younger on average',
    sources: [
      {
        title: 'Ahrefs: do AI assistants prefer fresh content? (17 million citations)',
        url: 'https://ahrefs.com/blog/do-ai-assistants-prefer-to-cite-fresh-content',
      },
    ],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
