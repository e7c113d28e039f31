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
    weight: 2,
    inShort: 'There is a sitemap that crawlers can find and read. Faults in its form cost half or all.',
    must: [
      'robots.txt names a sitemap, or there is one in a usual place. It and its children are well-formed XML or another format that search engines read, and have at most 50,000 URLs and 52,428,800 bytes per file. Nine in ten entries are absolute URLs of this site.',
      'XML that is not well-formed earns nothing. The same holds where none of the named sitemaps can be read, and where robots.txt closes the sitemap to all core search crawlers while the home page is open. Other faults cost half, such as another namespace than that of sitemaps.org or another encoding than UTF-8.',
      'A site of one page, without #/ routes, needs no sitemap. If no entry is a URL of this site, none of the questions earns anything.',
    ],
    evidence: {
      grade: 'A',
      says: 'Bing documents that sitemaps help it find pages for search and AI answers. Google documents that a small, well-linked site may do without. OpenAI, Anthropic and Perplexity do not mention sitemaps.',
      sources: [BING_SITEMAPS, GOOGLE_SITEMAPS],
    },
  },
  urls: {
    ask: 'Can the pages behind its URLs be indexed?',
    problem: 'The sitemap lists pages that are gone, moved or hidden.',
    means: 'Crawlers waste their visits on pages that they cannot use.',
    weight: 1,
    inShort:
      'The pages that it lists exist, do not redirect and may be indexed. One faulty page that was seen costs half.',
    must: [
      'All listed URLs that were sampled or read return 2xx without a redirect and are not noindex; half of the points from 50 %. URLs that refused this audit, or that it could not request, do not count.',
      'Without a sitemap, this question and the next keep their points only where at most 25 pages that exist are linked, the audit read them all, and scripts fill neither the home page nor half of the pages.',
    ],
    evidence: {
      grade: 'D',
      says: 'A sitemap lists pages that can be indexed. No vendor documents what a dead entry costs.',
      sources: [SITEMAPS],
    },
  },
  coverage: {
    ask: 'Does it list the pages that the site links to?',
    problem: 'Pages are missing from the sitemap.',
    means: 'New or rarely linked pages may be found late, or not at all.',
    weight: 2,
    inShort: 'It lists nearly all pages that the site links to. From half of them, it earns half.',
    must: [
      'Of the indexable pages that the judged pages link to, at least 80 % are listed; half of the points from 50 %.',
      'Missing pages, empty files, copies, and pages that redirect to a listed one do not count. If a linked page is missing or empty, unlisted pages that the audit did not read do not count either.',
      'The question does not apply if this audit could not see every entry.',
    ],
    evidence: {
      grade: 'D',
      says: 'A sitemap lists all pages that matter. No vendor documents what a missing one costs.',
      sources: [GOOGLE_SITEMAPS],
    },
  },
  lastmod: {
    ask: 'Does lastmod say when pages changed?',
    problem: 'The sitemap does not say when pages changed.',
    means: 'Search engines cannot tell which pages to read again, so answers may show old information.',
    weight: 1,
    inShort:
      'It says when pages last changed, with dates that can be true. A text file cannot, and the time of a build is none.',
    must: [
      'Most entries have a lastmod, nine in ten of them valid W3C Datetimes, none later than a day after the audit, and not more than 90 % of three or more the same to the minute, also in a file of ten or more that has most of the entries.',
      'The sitemap of a site of one page needs none.',
    ],
    evidence: {
      grade: 'A',
      says: 'Bing documents that lastmod is a key signal for crawling pages again, and that freshness affects how soon AI answers reflect a change.',
      sources: [BING_SITEMAPS],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'sitemap',
  label: 'Sitemap',
  passes: 'The sitemap lists the pages for crawlers.',
  asks: 'Does a sitemap list the indexable pages of the site, and nothing else?',
  why: 'Sitemaps tell search engines which pages exist and when they changed, and AI answers use their indexes. Bing calls lastmod a key signal; Google uses it where it is consistently accurate. Redirects and dead pages in a sitemap waste a crawler’s budget for the site.',
  sources: [SITEMAPS, GOOGLE_SITEMAPS, BING_SITEMAPS],
  questions,
  failsWhen: [
    'robots.txt names sitemaps and none can be read, even if there is another in a usual place; or an index can be read, but none of its children.',
    'The sitemap has no URL.',
    'Over half of the checked URLs are bad.',
    'There is no sitemap, and more than 500 pages are linked.',
  ],
  neverScored: [
    'priority and changefreq, entries that are files instead of pages, a feed or a text file instead of XML, an llms.txt that a Sitemap line names, missing pages that return 200, and anything beyond this audit’s own limits.',
  ],
} as const;
