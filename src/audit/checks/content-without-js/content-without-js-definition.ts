import type { GradedEvidence, Question, Source } from '../../check.ts';

const VERCEL: Source = {
  title: 'Vercel and MERJ: the rise of the AI crawler',
  url: 'https://vercel.com/blog/the-rise-of-the-ai-crawler',
};
const SEARCHVIU: Source = {
  title: 'Wrenda, on searchVIU’s analysis: 1.3 billion requests by 23 bots (November 2025)',
  url: 'https://wrenda.ai/blog/ai-crawler-rendering-tiers-javascript-fetch-gap-2026',
};
const GOOGLE_JAVASCRIPT: Source = {
  title: 'Google: JavaScript SEO basics',
  url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
};
const RENDERING: GradedEvidence = {
  grade: 'A',
  says: 'Google documents that it runs scripts later, when it has the resources, and that not all bots can run them. OpenAI, Anthropic and Perplexity do not say whether their bots do. Logs of December 2024 showed that none did, and an analysis of November 2025 agrees.',
  figure: 'no script run in 569 million requests by GPTBot and 370 million by Anthropic’s crawler in a month',
  sources: [GOOGLE_JAVASCRIPT, VERCEL, SEARCHVIU],
};

const IS_FULL = 'is in the HTML as sent: at least 150 words (or 300 CJK characters), in at most 2 MB.';

export const questions = {
  home: {
    ask: 'Is the home page’s content in the HTML that is sent?',
    problem: 'The home page has too little readable text in its HTML.',
    means: 'Most AI crawlers do not run scripts or look at images. They see only the text in the HTML.',
    weight: 11,
    inShort:
      'The text of the home page is in the HTML that the server sends, before scripts run. Little text, or text that readers may drop, earns half.',
    must: [
      `The main text of the home page ${IS_FULL}`,
      'A page earns half if it has less text, or has its text only where readers may drop it: in HTML that is streamed hidden, in hidden elements, in a declarative shadow root, in noscript (20 words or more), or, from 50 words on, in the data of scripts (values of objects and arrays, not messages of a program).',
      'Text that a control of the page opens counts in full: tabs, details, and what a button, an onclick handler or a link within the page names.',
      'A page earns nothing with under 20 words (40 CJK characters), or if frames, a script redirect, a login or the password form of WordPress stand in place of text.',
      'It earns nothing if scripts fill it: under 50 words with signs of scripts that render the page (also empty elements of main with ids or of custom names, at least as many as pictures, beside a script of the site), or under 150 words with more empty containers than blocks of text.',
      'Filler text does not count, nor do menus, which are also lines of short links that three pages have together, nor, at the end of a further page (but contact and legal ones), what stands below headings that most pages have beside their text, in the same words. What three judged pages have counts only on the first of them, and on the first that does not show it below the headline of another page.',
      'Text that several judged pages share counts once, and so does a sentence of six words that a page has several times.',
    ],
    evidence: RENDERING,
  },
  further: {
    ask: 'Is the content of further pages in the HTML that is sent?',
    problem: 'Further pages have too little readable text in their HTML.',
    means: 'Most AI crawlers do not run scripts or look at images. They see only the text in the HTML.',
    weight: 9,
    inShort:
      'The text of the other pages is in the HTML that the server sends, before scripts run. Little text, or text that readers may drop, earns half.',
    must: [
      `The main text of every further page ${IS_FULL} The points are the mean over the pages.`,
      'Contact, booking, legal and listing pages need only 10 words. These are known by their paths, or if three quarters of their text are links to pages of the site (or lines that are links to any pages, and no sentences), not to pictures, or stand below headings that are, or if they have under 150 words and either a form of three fields, or an e-mail address and a telephone number with under 50 words of running text, which fewer than three pages have. Pages that book one room each may share their form: then only words that fewer than three pages have count.',
      'What earns half or nothing, and which text does not count, is as on the home page.',
      'Nothing is earned where the home page links to three pages or more, none of them exists on this host, and no other page was found.',
    ],
    evidence: RENDERING,
  },
  links: {
    ask: 'Does the home page link to other pages?',
    problem: 'Crawlers cannot get from the home page to the other pages.',
    means: 'Crawlers follow ordinary links only. Pages that no link leads to may never be found.',
    weight: 2,
    inShort: 'The home page leads to other pages by ordinary links. Crawlers follow no buttons and no script routes.',
    must: [
      'The home page has links (a href) to other pages of the site.',
      'It earns half if more links lead to #/ routes than to pages, or most to missing pages, and nothing if none leads to a page that exists on this host.',
      'What begins with the address in the canonical (or og:url) of the home page is a page of the site, also on another host.',
      'The question does not apply to a site of one page, unless scripts fill that page.',
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that it can only follow a link that is an a element with an href.',
      sources: [
        {
          title: 'Google: make your links crawlable',
          url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
        },
      ],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'content_without_js',
  label: 'Content without JavaScript',
  passes: 'The text of the pages is in their HTML, where every crawler reads it.',
  asks: 'Is the text of the pages in their HTML, without JavaScript?',
  why: 'Most crawlers of answer engines read the HTML and run no scripts. In a study of over a billion requests a month, those of OpenAI, Anthropic, Perplexity, Meta and ByteDance ran none; Googlebot and Applebot did. Google reads the first 2 MB of an HTML file.',
  sources: [
    VERCEL,
    {
      title: 'Google: Googlebot',
      url: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    },
  ],
  questions,
  failsWhen: [
    'The home page, or at least half of the further pages, earn nothing. Either they have under 20 words of main text in their HTML, or scripts fill them: they have little text beside an empty container, a placeholder such as “Loading…”, a request to enable JavaScript, or scripts that build the page.',
    'The home page links to three pages or more, none of them exists on this host, and no other page was found.',
  ],
  neverScored: [
    'Scripts on a page whose text is in the HTML, the ratio of text to HTML, and what scripts add to a page that has enough text.',
    'Empty overlays, dialogs, spacers, and places for maps, advertisements, chats, carts and other widgets.',
  ],
} as const;
