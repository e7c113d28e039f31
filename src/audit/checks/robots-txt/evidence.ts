import type { GradedEvidence } from '../../check.ts';
import { GOOGLE_ROBOTS_TXT } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  readable: {
    grade: 'A',
    says: 'Google documents that it reads the first 500 KiB, and that it takes a file that answers with a server error as a complete disallow at first.',
    figure: null,
    sources: [GOOGLE_ROBOTS_TXT],
  },
  groups: {
    grade: 'A',
    says: 'Google documents that it ignores rules without a user agent.',
    figure: null,
    sources: [GOOGLE_ROBOTS_TXT],
  },
  shadowing: {
    grade: 'A',
    says: 'Google documents that a crawler obeys only the most specific group that names it, and no other.',
    figure: null,
    sources: [GOOGLE_ROBOTS_TXT],
  },
  sitemap_lines: {
    grade: 'A',
    says: 'Google documents that a Sitemap line holds a complete URL, with scheme and host.',
    figure: null,
    sources: [GOOGLE_ROBOTS_TXT],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
