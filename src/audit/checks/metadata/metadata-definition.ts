import type { Question, Source } from '../../check.ts';
import { CITATION_LAB, GEO_16, WRITESONIC } from '../../research.ts';

const GOOGLE_ROBOTS_META: Source = {
  title: 'Google: robots meta tag, data-nosnippet and X-Robots-Tag',
  url: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
};
const BING_CONTROLS: Source = {
  title: 'Bing: controls for the use of content in chat answers',
  url: 'https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat',
};

const GOOGLE_HEAD: Source = {
  title: 'Google: elements that end the head',
  url: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
};

const SHARE = 'The points are proportional to the share of judged pages that pass.';
const LEFT_OUT =
  'A further page that is noindex for all crawlers needs none and is left out, unless the home page is noindex too.';

export const questions = {
  eligible: {
    ask: 'May the pages be indexed and quoted?',
    problem: 'Pages are hidden from search engines or may not be quoted.',
    means:
      'Search engines obey this instruction: the page, or its text, stays out of results and of the AI answers built on them.',
    weight: 5,
    inShort: 'No page forbids search engines to index or quote it. If the home page does, nothing is earned.',
    must: [
      'No noindex, none, nosnippet or max-snippet:0 for all crawlers or for a core search crawler, and no noarchive for all or for bingbot, in a meta element or in X-Robots-Tag.',
      'No unavailable_after for Googlebot that had passed when the site was read, and no data-nosnippet over more than half of the main text.',
      `${SHARE} If the home page does not pass, nothing is earned.`,
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that AI Overviews and AI Mode do not use text under nosnippet or data-nosnippet as input, and that it shows no page after its unavailable_after. Bing documents that it does not answer from pages with noarchive.',
      sources: [GOOGLE_ROBOTS_META, BING_CONTROLS],
    },
  },
  title: {
    ask: 'Does each page have its own title, which says what it is about?',
    problem: 'Titles are missing, shared, or do not say what the page is about.',
    means:
      'The title tells search engines and AI answers what a page is about. Without a good one, the wrong page may be shown, or none.',
    weight: 5,
    inShort:
      'Each page has one title of its own, and not one that a template left. It says what the page is about, in a word of its text.',
    must: [
      'Exactly one title element, not empty, not the default of a framework, a platform or an editor (such as “React App”, “Just another WordPress site”, “Untitled”, “Home” or “Page 2”), and not the title of another judged page, nor, beside its description, that of a page in another language, with words that the text lacks (two fifths).',
      'The title shares a main word with the h1, another heading or the opening (beside two other words, one of the site’s name only with the h1), or has the page’s name in the path (“News” at /news/, “Łodzie” at /lodzie/), and is not the site’s name alone, except on a home page that has text (three fifths).',
      'An abbreviation (“FAQ”) and a title without main words (“About us”) are not compared.',
      SHARE,
    ],
    evidence: {
      grade: 'C',
      says: 'Pages whose title is near the question were cited more often, and had more influence on answers. In a test, most crawlers of answer engines read the title. Whether each page has its own title was not measured.',
      figure:
        'similarity of title and question 0.602 for cited pages, 0.656 to the searches made of it, 0.484 for pages not cited; Spearman correlation with influence 0.199; read by 5 of 6 crawlers',
      sources: [
        {
          title: 'Ahrefs: why ChatGPT cites one page over another (1.4 million prompts)',
          url: 'https://ahrefs.com/blog/why-chatgpt-cites-pages/',
        },
        CITATION_LAB,
        WRITESONIC,
      ],
    },
  },
  description: {
    ask: 'Does each page have its own description?',
    problem: 'Pages have no meta description of their own.',
    means: 'The description sums the page up for people who see it in a list of results.',
    weight: 1,
    inShort: 'Each page has a description of its own, of at least a sentence. One that a template left does not count.',
    must: [
      'A meta element with name="description" in the head (og:description where there is none) of at least 50 characters, or 25 CJK characters, not the default of a template, and not that of another judged page.',
      SHARE,
      LEFT_OUT,
    ],
    evidence: {
      grade: 'C',
      says: 'Pages that score well in metadata and freshness, measured together, were cited more. Google documents that it sometimes shows the description in results. In a test, no crawler of an answer engine read it.',
      figure:
        'correlation with citation 0.68, for metadata and freshness together; against it, read by none of 6 crawlers',
      sources: [
        GEO_16,
        WRITESONIC,
        {
          title: 'Google: control your snippets',
          url: 'https://developers.google.com/search/docs/appearance/snippet',
        },
      ],
    },
  },
  canonical: {
    ask: 'Does each page name one canonical URL?',
    problem: 'Pages name no usable canonical URL.',
    means:
      'The canonical URL tells search engines which address of a page to show, so that copies do not compete with it.',
    weight: 3,
    inShort:
      'Each page names one address of the site as its own, and that address works. It must not name another page.',
    must: [
      'One canonical, in a link element of the head or in the Link header: a URL of the same site, absolute or resolved (RFC 6596), that returns 200 without a redirect.',
      'It is not another page with another text, nor one that hreflang names as the version in another language, and not one URL for all pages, nor one at another path that judged pages with other texts name too.',
      'A canonical on another host of the site fails where the home page or most pages name that host.',
      'The audit requests the canonical of every judged page. One that gives no response is not counted, except the page’s own address with http in place of https.',
      SHARE,
      LEFT_OUT,
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that a canonical is a strong signal for which URL it indexes and shows, and that it reads none after an element that may not be in the head. It does not mention AI answers.',
      sources: [
        {
          title: 'Google: how to specify a canonical URL',
          url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
        },
        GOOGLE_HEAD,
      ],
    },
  },
  language: {
    ask: 'Does each page say its language?',
    problem: 'Pages do not say their language, or name another than they are written in.',
    means: 'The declared language helps to match the page with readers of that language.',
    weight: 2,
    inShort: 'Each page says its language by a valid tag. The tag is that of the text.',
    must: [
      'The lang attribute of the html element has a language tag whose parts the IANA registry has, and the text is not plainly in another language, nor do hreflang links name another for the page itself, unless its text is in the declared one.',
      'Half where only a later part, such as the region, is not registered, where the tag has a space around it, and where only content-language (meta element or header) or xml:lang names the language.',
      'Sentences of 100 words, or of 50 with those of another language or, where English is declared, with letters that it lacks, are in another language if they have next to none of the function words of a declared language that this audit knows. So are Chinese, Japanese and Korean sentences with Latin terms.',
      'Short pages, also of names alone, are judged by all pages with their tag, if none is in it. The tag is trusted for other short texts, texts in several languages, and languages that this audit does not know.',
      SHARE,
    ],
    evidence: {
      grade: 'D',
      says: 'Accessibility guidelines require the language of a page. No answer engine documents that it reads it.',
      sources: [
        {
          title: 'WCAG 2.2: language of page',
          url: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-page.html',
        },
      ],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'metadata',
  label: 'Indexing and metadata',
  passes: 'Pages may be indexed and quoted, and say what they are.',
  asks: 'May the pages be used in answers, and do they say what they are?',
  why: 'Pages with noindex are not indexed. Google’s AI answers leave out text under nosnippet and max-snippet:0, and Bing’s chat answers leave out pages with noarchive. Title, description, canonical and language identify a page.',
  sources: [
    GOOGLE_ROBOTS_META,
    BING_CONTROLS,
    { title: 'Apple: about Applebot', url: 'https://support.apple.com/119829' },
    { title: 'RFC 6596, the canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596' },
  ],
  questions,
  failsWhen: [
    'The home page or a further page is noindex, none, nosnippet or max-snippet:0 for all or for a core search crawler, or noarchive for all or for bingbot; its unavailable_after has passed; or data-nosnippet covers most of its main text. Contact, legal, listing, login and search pages are exempt.',
    'No judged page has a title.',
    'Several pages were judged, and all name the same canonical URL.',
    'The home page names a canonical on another site or host.',
  ],
  neverScored: [
    'nocache, a max-snippet above 0, the length of titles, long descriptions, Open Graph images and Twitter cards.',
    'noindex and the like on contact, legal, listing, login and search pages, and directives for other crawlers.',
  ],
} as const;
