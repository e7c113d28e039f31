import type { Question, Source } from '../../check.ts';
import { SEO_FLOOR, WRITESONIC } from '../../research.ts';

const JSON_LD: Source = { title: 'JSON-LD 1.1', url: 'https://www.w3.org/TR/json-ld11/' };

const AHREFS_SCHEMA: Source = {
  title: 'Ahrefs: 1,885 pages that added JSON-LD, and some 4,000 that did not',
  url: 'https://ahrefs.com/blog/schema-ai-citations/',
};

const ADDING_JSON_LD = 'citations when JSON-LD was added: AI Mode +2.4 %, ChatGPT +2.2 %, AI Overviews −4.6 %';

export const questions = {
  parses: {
    ask: 'Does every block of JSON-LD parse?',
    problem: 'Structured data is broken: it is not valid JSON.',
    means: 'Structured data tells search engines in a fixed form who you are. They skip what is broken.',
    weight: 1,
    inShort: 'Every block of JSON-LD on the judged pages is valid JSON. A broken block states nothing.',
    must: [
      'There is structured data, and every JSON-LD script of the judged pages is valid JSON, apart from marks of a comment or CDATA around it. Half of the points if at least half of them are.',
      'JSON-LD of schema.org in a script of another type counts as broken. Pages with only Microdata or RDFa pass.',
    ],
    evidence: {
      grade: 'B',
      says: 'JSON-LD is JSON: a block that does not parse states nothing. Google documents that AI answers need no structured data. At equal rank, pages with structured data were cited more. Pages that added it gained about nothing over similar pages that did not, and in a test no crawler of an answer engine read it.',
      figure: `odds of citation 1.31 per standard deviation; ${ADDING_JSON_LD}; read by none of 6 crawlers`,
      sources: [SEO_FLOOR, AHREFS_SCHEMA, WRITESONIC, JSON_LD],
    },
  },
  identity: {
    ask: 'Does the site say who it is?',
    problem: 'The structured data does not say who the site is.',
    means: 'Search engines take the name of a site and who is behind it from there.',
    weight: 2,
    inShort: 'The structured data says who the site is, with name and address. Half of that earns half.',
    must: [
      'An Organization, Person or WebSite, or a subtype such as any LocalBusiness, has name and url: on the home page, or at the top level of another page with the site’s own url.',
      'Half of the points if name or url is missing, if the url is on another host that the canonical or og:url of the home page names too, if the entity is only the publisher or isPartOf of another page, or nested elsewhere with the home page as its url, or if its url is dead, or that of another site and it is a WebSite or the home page’s title and h1 have no word of its name.',
      'An entity of a further page whose url is of another site does not count.',
      'The host name of a platform, such as one at github.io, is not a name, nor is the title of a page of any site, such as “About”. If four judged pages call the WebSite by four names, these are titles of pages, and none is its name.',
    ],
    evidence: {
      grade: 'B',
      says: 'Pages that added JSON-LD gained about nothing over similar pages that did not. Google documents that it reads the identity of an organization from its markup, and no effect on AI answers.',
      figure: ADDING_JSON_LD,
      sources: [
        AHREFS_SCHEMA,
        {
          title: 'Google: Organization structured data',
          url: 'https://developers.google.com/search/docs/appearance/structured-data/organization',
        },
      ],
    },
  },
  articles: {
    ask: 'Do articles name their headline, date and author?',
    problem: 'Articles have no structured data with headline, date and author.',
    means: 'Search engines may show an article with the wrong title or date, or without them.',
    weight: 1,
    inShort:
      'The structured data of each article gives its headline, date and author. Articles without it lose their share.',
    must: [
      'Article-like pages of 50 words or more have an Article, or a subtype, with headline, datePublished and author.',
      'One with the url of another page, other than the home page, is that page’s.',
      'The points are proportional to the share of these pages that pass.',
    ],
    evidence: {
      grade: 'B',
      says: 'Pages that added JSON-LD gained about nothing over similar pages that did not. Google documents that Article markup helps it to show better titles and dates in search results, and no effect on AI answers.',
      figure: ADDING_JSON_LD,
      sources: [
        AHREFS_SCHEMA,
        {
          title: 'Google: Article structured data',
          url: 'https://developers.google.com/search/docs/appearance/structured-data/article',
        },
      ],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'structured_data',
  label: 'Structured data',
  passes: 'The pages say in structured data who the site is.',
  asks: 'Does the HTML say in schema.org terms who runs the site and what its pages are?',
  why: 'Structured data tells search engines what a page is about, who is behind it, and the name of the site. AI answers do not require it, and adding it has not been shown to bring citations. So it counts little here.',
  sources: [
    {
      title: 'Google: introduction to structured data',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
    },
    {
      title: 'Google: AI features and your website',
      url: 'https://developers.google.com/search/docs/appearance/ai-features',
    },
    { title: 'schema.org: Organization', url: 'https://schema.org/Organization' },
    JSON_LD,
  ],
  questions,
  failsWhen: [
    'The judged pages describe no schema.org entity in the HTML as sent.',
    'No block of structured data can be parsed.',
  ],
  neverScored: [
    'FAQPage, HowTo, speakable, SearchAction, breadcrumbs, logos and sameAs: their absence costs nothing. A report says if the logo does not exist.',
  ],
} as const;
