import type { Source } from './check.ts';
import { type RUBRIC, RUBRIC_VERSION } from './rubric.ts';

/** Grade of the evidence that a question matters to answer engines. */
export type Grade = 'A' | 'B' | 'C' | 'D';

export const GRADES: Readonly<Record<Grade, string>> = {
  A: 'a vendor documents the consequence',
  B: 'observed with controls',
  C: 'observed without controls',
  D: 'a convention',
};

export interface GradedEvidence {
  readonly grade: Grade;
  /** Finding of the first source, and what speaks against it. */
  readonly says: string;
  /** The measured figure; null where nothing was measured. */
  readonly figure: string | null;
  /** Sources; the first is the source of the grade. */
  readonly sources: readonly [Source, ...Source[]];
}

type Checks = (typeof RUBRIC)[number]['check'];
type EvidenceOf<C> = C extends { readonly questions: infer Q } ? Readonly<Record<keyof Q, GradedEvidence>> : never;

const SEO_FLOOR: Source = {
  title: '“The SEO Floor”: 114,729 pairs of a page and a query, compared at equal Google rank (preprint)',
  url: 'https://zenodo.org/records/19787328',
};
const CITATION_LAB: Source = {
  title: 'geo-citation-lab: features of 3,323 pages that ChatGPT used',
  url: 'https://github.com/yaojingang/geo-citation-lab',
};
const GEO_16: Source = {
  title: 'GEO-16: 1,702 citations of 1,100 URLs (arXiv 2509.10762)',
  url: 'https://arxiv.org/abs/2509.10762',
};
const GEO_SFE: Source = {
  title: 'GEO-SFE: 200 articles rewritten in structure alone (arXiv 2603.29979)',
  url: 'https://arxiv.org/abs/2603.29979',
};
const WHAT_GETS_CITED: Source = {
  title: 'What Gets Cited: 252,000 trials (arXiv 2605.25517)',
  url: 'https://arxiv.org/abs/2605.25517',
};
const AHREFS_SCHEMA: Source = {
  title: 'Ahrefs: 1,885 pages that added JSON-LD, and some 4,000 that did not',
  url: 'https://ahrefs.com/blog/schema-ai-citations/',
};
const VERCEL: Source = {
  title: 'Vercel and MERJ: the rise of the AI crawler',
  url: 'https://vercel.com/blog/the-rise-of-the-ai-crawler',
};
const GOOGLE_JAVASCRIPT: Source = {
  title: 'Google: JavaScript SEO basics',
  url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
};
const GOOGLE_ROBOTS_TXT: Source = {
  title: 'Google: how robots.txt is interpreted',
  url: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
};
const SITEMAPS: Source = { title: 'The sitemaps protocol', url: 'https://www.sitemaps.org/protocol.html' };
const GOOGLE_SITEMAPS: Source = {
  title: 'Google: learn about sitemaps',
  url: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview',
};
const BING_SITEMAPS: Source = {
  title: 'Bing: keeping content discoverable with sitemaps in AI powered search',
  url: 'https://blogs.bing.com/webmaster/July-2025/Keeping-Content-Discoverable-with-Sitemaps-in-AI-Powered-Search',
};
const LLMS_TXT: Source = { title: 'The llms.txt convention, Format', url: 'https://llmstxt.org/#format' };
const WAI_STRUCTURE: Source = {
  title: 'WAI: page structure',
  url: 'https://www.w3.org/WAI/tutorials/page-structure/',
};

const RENDERING: GradedEvidence = {
  grade: 'A',
  says: 'Google documents that it runs scripts later, when it has resources for it, and that not all bots can run them. OpenAI, Anthropic and Perplexity do not say whether theirs do; logs of December 2024 showed none of them run any.',
  figure: 'no script run in a month of 569 million requests of GPTBot and 370 million of Anthropic’s crawler',
  sources: [GOOGLE_JAVASCRIPT, VERCEL],
};

/** The evidence for each question, by the check's key and the question's id. None of it proves a cause. */
const EVIDENCE: { readonly [C in Checks as C['key']]: EvidenceOf<C> } = {
  crawler_access: {
    googlebot: {
      grade: 'A',
      says: 'Google documents that its AI features draw on what Googlebot may crawl and show.',
      figure: null,
      sources: [
        {
          title: 'Google: AI features and your website',
          url: 'https://developers.google.com/search/docs/appearance/ai-features',
        },
      ],
    },
    oai_searchbot: {
      grade: 'A',
      says: 'OpenAI documents that sites which opt out of OAI-SearchBot are not shown in ChatGPT search answers, though they may appear as links. A study of 4 million citations saw less: sites that block it still had most of their citations.',
      figure: '82.4 % of citations remained at sites that block it (observed, without controls)',
      sources: [
        { title: 'OpenAI: overview of its crawlers', url: 'https://developers.openai.com/api/docs/bots' },
        {
          title: 'Pebblous, on BuzzStream’s study: blocking AI crawlers and citations',
          url: 'https://blog.pebblous.ai/report/ai-crawler-blocking-citation-gap/en/',
        },
      ],
    },
    bingbot: {
      grade: 'A',
      says: 'Microsoft documents that bingbot obeys robots.txt. Its index is what Copilot answers from.',
      figure: null,
      sources: [
        {
          title: 'Bing: which crawlers does Bing use?',
          url: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
        },
      ],
    },
    perplexitybot: {
      grade: 'A',
      says: 'Perplexity documents that PerplexityBot finds the pages that its answers link to, and that it obeys robots.txt.',
      figure: null,
      sources: [
        { title: 'Perplexity: its crawlers', url: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers' },
      ],
    },
    claude_searchbot: {
      grade: 'A',
      says: 'Anthropic documents that blocking Claude-SearchBot may reduce how visible and how accurate a site is in its search results.',
      figure: null,
      sources: [
        {
          title: 'Anthropic: its crawlers and how to block them',
          url: 'https://support.claude.com/en/articles/8896518',
        },
      ],
    },
    applebot_and_fetchers: {
      grade: 'A',
      says: 'Apple documents that Applebot obeys robots.txt and feeds the search of Siri, Spotlight and Safari. Anthropic, Mistral and DuckDuckGo document that their fetchers obey it.',
      figure: null,
      sources: [{ title: 'Apple: about Applebot', url: 'https://support.apple.com/119829' }],
    },
  },
  content_without_js: {
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
  },
  metadata: {
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
  },
  semantic_structure: {
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
  },
  answer_content: {
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
  },
  robots_txt: {
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
  },
  sitemap: {
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
  },
  structured_data: {
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
  },
  llms_txt: {
    harmless: {
      grade: 'D',
      says: 'A convention, useful to coding agents that are pointed at the file. No answer engine documents that it reads it, and sites that have one were cited as often as similar sites without.',
      figure: '11.8 % cited with the file, 11.6 % without, in 240 matched pairs of sites',
      sources: [LLMS_TXT, { title: 'MaxAEO: does llms.txt work?', url: 'https://maxaeo.ai/blog/does-llms-txt-work/' }],
    },
    format: {
      grade: 'D',
      says: 'The convention defines the format, and its reference parser rejects other lines.',
      figure: null,
      sources: [LLMS_TXT],
    },
    links: {
      grade: 'D',
      says: 'The file is a list of links. Nobody has measured what a dead one costs.',
      figure: null,
      sources: [LLMS_TXT],
    },
  },
};

const BY_KEY: ReadonlyMap<string, ReadonlyMap<string, GradedEvidence>> = new Map(
  Object.entries(EVIDENCE).map(([key, questions]) => [key, new Map(Object.entries(questions))]),
);

/**
 * Returns the evidence for a question; null where there is no grade.
 *
 * @param rubricVersion version of the report's rubric: questions of other versions have no grades
 */
export function evidenceFor(key: string, id: string, rubricVersion: number = RUBRIC_VERSION): GradedEvidence | null {
  return rubricVersion === RUBRIC_VERSION ? (BY_KEY.get(key)?.get(id) ?? null) : null;
}
