import type { GradedEvidence } from '../../check.ts';
import { RENDERING } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  home: RENDERING,
  further: RENDERING,
  links: {
    grade: 'A',
    says: 'Google documents that it can only follow a link that is an a element with an href.',
    figure: null,
    sources: [
      {
        title: 'Google: make your links crawlable',
        url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
      },
    ],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
