import type { Source } from './check.ts';

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
/** The test itself is not public in a fixed place; the source reports it. */
export const WRITESONIC: Source = {
  title: 'Better AI Search, on Writesonic’s test: what 6 crawlers read of 62 elements of a page (March 2026)',
  url: 'https://betteraisearch.com/blog/ai-crawlability-audit',
};
export const WHAT_GETS_CITED: Source = {
  title: 'What Gets Cited: 252,000 trials (arXiv 2605.25517)',
  url: 'https://arxiv.org/abs/2605.25517',
};
