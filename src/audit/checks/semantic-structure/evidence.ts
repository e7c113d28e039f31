import type { GradedEvidence } from '../../check.ts';
import { CITATION_LAB, GEO_16, GEO_SFE, SEO_FLOOR, WAI_STRUCTURE, WHAT_GETS_CITED } from '../../evidence-sources.ts';

/** Evidence that each question matters to answer engines. None of it proves a cause. */
export const evidence = {
  h1: {
    grade: 'D',
    says: 'A page names its subject in an h1. No answer engine documents that it needs one.',
    figure: null,
    sources: [WAI_STRUCTURE],
  },
  subheadings: {
    grade: 'C',
    says: 'Pages with more headings had more influence on answers, allowing only for their length. With controls, a density of headings above the ordinary was associated with fewer citations. So two headings suffice here, and more earn nothing.',
    figure: 'Spearman correlation 0.118; against it, odds of citation 0.94 per standard deviation of heading density',
    sources: [CITATION_LAB, SEO_FLOOR],
  },
  landmark: {
    grade: 'C',
    says: 'Pages that score well in semantic HTML were cited more, in one sample of English business sites.',
    figure: 'correlation with citation 0.65',
    sources: [GEO_16],
  },
  runs: {
    grade: 'B',
    says: 'Articles rewritten in structure alone, shorter passages among it, were cited more. Another experiment found little effect of formatting.',
    figure: '+17.3 % citations for all changes of structure together; about 0 in 252,000 other trials',
    sources: [GEO_SFE, WHAT_GETS_CITED],
  },
  lists: {
    grade: 'D',
    says: 'A list that is an element can be told from prose. That plain text costs citations was not measured.',
    figure: null,
    sources: [WAI_STRUCTURE],
  },
  images: {
    grade: 'D',
    says: 'Accessibility guidelines require alternative text. No answer engine documents that it reads it.',
    figure: null,
    sources: [{ title: 'WAI: images', url: 'https://www.w3.org/WAI/tutorials/images/' }],
  },
} as const satisfies Readonly<Record<string, GradedEvidence>>;
