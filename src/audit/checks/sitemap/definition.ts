import type { Question, Source } from '../../check.ts';

const SITEMAPS: Source = { title: 'The sitemaps protocol', url: 'https://www.sitemaps.org/protocol.html' };
const GOOGLE_SITEMAPS: Source = {
  title: 'Google: learn about sitemaps',
  url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
};
const BING_SITEMAPS: Source = {
  title: 'Bing: keeping content discoverable with sitemaps in AI powered search',
  url: 'https://blogs.bing.com/webmaster/July-2025/Keeping-Content-Discoverable-with-Sitemaps-in-AI-Powered-Search',
};

export const questions = {
  valid: {
    ask: 'Is there a sitemap, and can it be read?',
    problem: 'The sitemap has faults.',
    means: 'The sitemap is the list of your pages for search engines. Faults in it may keep pages from being found.',
    weight: 3,
    must: 'robots.txt names a sitemap, or one stands in a usual place; it and its children are well-formed XML (or another format that search engines read), are within 50,000 URLs and 52,428,800 bytes a file, and nine in ten entries are absolute URLs of this site. A fault in a sitemap that can be read costs half; nothing is earned where robots.txt names sitemaps and none of them can be read.',
    evidence: {
      grade: 'A',
      says: 'Bing documents that sitemaps help it find pages for search and AI answers. Google documents that a small, well-linked site may do without. OpenAI, Anthropic and Perplexity do not mention sitemaps.',
      figure: null,
      sources: [BING_SITEMAPS, GOOGLE_SITEMAPS],
    },
  },
  urls: {
    ask: 'Do its URLs lead to pages that may be indexed?',
    problem: 'The sitemap lists pages that are gone, moved or hidden.',
    means: 'Crawlers waste their visits on pages that they cannot use.',
    weight: 1,
    must: 'At least 90 % of up to 10 sampled URLs answer 2xx without a redirect and are not noindex; half of the points from 50 %. URLs that refused this audit, or that it could not request, are not counted. Without a sitemap, this and the next two questions keep their points only on a small site whose pages are linked.',
    evidence: {
      grade: 'D',
      says: 'A sitemap lists pages that can be indexed. No vendor documents what a dead entry costs.',
      figure: null,
      sources: [SITEMAPS],
    },
  },
  coverage: {
    ask: 'Does it list the pages that the site links to?',
    problem: 'Pages are missing from the sitemap.',
    means: 'New or rarely linked pages may be found late, or not at all.',
    weight: 1,
    must: 'Of the indexable pages that the home page and the sampled pages link to, at least 80 % are listed; half of the points from 50 %. Missing pages, copies, and pages that redirect to a listed one are not counted; where a linked page is missing, nor are unlisted pages that the audit did not read. It does not apply where this audit could not see every entry, or where nothing is linked.',
    evidence: {
      grade: 'D',
      says: 'A sitemap lists all pages that matter. No vendor documents what a missing one costs.',
      figure: null,
      sources: [GOOGLE_SITEMAPS],
    },
  },
  lastmod: {
    ask: 'Does lastmod say when pages changed?',
    problem: 'The sitemap does not say when pages changed.',
    means: 'Search engines cannot tell which pages to read again, so answers may show old information.',
    weight: 1,
    must: 'Most entries have a lastmod, nine in ten of them valid W3C Datetimes, none later than a day after the audit, and not more than 90 % of three or more the same.',
    evidence: {
      grade: 'A',
      says: 'Bing documents that lastmod is a key signal for what it crawls again, and that freshness affects how soon AI answers follow a change.',
      figure: null,
      sources: [BING_SITEMAPS],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** What the check asks, why, and on what evidence. */
export const definition = {
  key: 'sitemap',
  label: 'Sitemap',
  passes: 'The sitemap leads crawlers to the pages.',
  asks: 'Does a sitemap lead crawlers to the pages, and to nothing else?',
  why: 'Search engines, and the answers made from their indexes, find pages and learn that they changed through sitemaps; Bing calls lastmod a key signal, Google uses it where it is consistently accurate. A sitemap full of redirects and dead pages wastes what a crawler is ready to spend on a site.',
  sources: [SITEMAPS, GOOGLE_SITEMAPS, BING_SITEMAPS],
  questions,
  failsWhen: [
    'robots.txt names sitemaps, and none of them can be read, even if one stands in a usual place; or an index can be read, and none of its children.',
    'There is no URL in it.',
    'Over half of the sampled URLs are bad.',
    'There is none, and more than 500 pages are linked.',
  ],
  neverScored: [
    'priority and changefreq, entries that are files and no pages, a feed or a text file instead of XML, an llms.txt that a Sitemap line names, a missing Sitemap line where the sitemap is in a usual place, pages that do not exist and are answered 200, and whatever this audit’s own budget left unread.',
  ],
} as const;
