import type { Question, Source } from '../../check.ts';
import { CITATION_LAB, GEO_16, SEO_FLOOR, WHAT_GETS_CITED, WRITESONIC } from '../../research.ts';

const GEO_SFE: Source = {
  title: 'GEO-SFE: 200 articles rewritten in structure alone (arXiv 2603.29979)',
  url: 'https://arxiv.org/abs/2603.29979',
};
const WAI_STRUCTURE: Source = {
  title: 'WAI: page structure',
  url: 'https://www.w3.org/WAI/tutorials/page-structure/',
};

const SHARE =
  'The points are proportional to the share of these pages that pass. A page that passes only with text that its HTML hides earns half.';

const CJK = 'two CJK characters count as one word';

const OR_NOTHING =
  'If no page is that long, the question does not apply when the judged pages together have 300 words of their own; otherwise it earns nothing.';

export const questions = {
  h1: {
    ask: 'Does every page have an h1?',
    problem: 'Pages have no h1.',
    means: 'The main heading names the subject of the page.',
    weight: 2,
    inShort: 'Each page has a main heading with text. A page without one does not say its subject.',
    must: [
      'Each judged page has an h1 with text, which is not that of a template, such as “Hello world!” or, on the home page, “Home”, nor filler, nor only a date that the title lacks.',
      'A logo (a picture in a link to the home page, or named so) does not count, nor does, on other pages, an h1 that is a link to the home page, an h1 that most judged pages have (three or more, with different texts), or an h1 in a menu, a footer or a dialog.',
      SHARE,
    ],
    evidence: {
      grade: 'D',
      says: 'A page names its subject in an h1. No answer engine documents that it needs one.',
      sources: [WAI_STRUCTURE],
    },
  },
  subheadings: {
    ask: 'Are long pages divided by headings?',
    problem: 'Long pages are not divided by headings.',
    means: 'AI answers quote passages. Headings show where one passage ends and the next begins.',
    weight: 3,
    inShort: 'Long pages have at least two headings that divide the text. More earn nothing more.',
    must: [
      `Pages of 300 words or more outside lists, tables and code (${CJK}) have two or more headings with text in their main content, of any level, besides the first h1.`,
      'Headings with fewer than five words below them, all others standing above, do not count.',
      SHARE,
      OR_NOTHING,
    ],
    evidence: {
      grade: 'C',
      says: 'Pages with more headings had more influence on answers; only their length was controlled for. With more controls, pages with unusually many headings had fewer citations. So two headings are enough here, and more earn nothing.',
      figure: 'Spearman correlation 0.118; against it, odds of citation 0.94 per standard deviation of heading density',
      sources: [CITATION_LAB, SEO_FLOOR],
    },
  },
  landmark: {
    ask: 'Is the main content marked up (main or article)?',
    problem: 'The main content is not marked up (main or article).',
    means: 'A main element separates the content of the page from its menu and footer.',
    weight: 1,
    inShort:
      'Each page marks where its main content is, with a main or article element. Readers can then leave out menus and footers.',
    must: [
      'Each judged page has a main element or an article, or the role of one.',
      'A main element or articles with under a tenth of a text of 500 characters or more mark none. Several articles count if one has the h1, or if they have 200 characters of text or more on average.',
      SHARE,
    ],
    evidence: {
      grade: 'C',
      says: 'In one sample of English business sites, pages with better semantic HTML were cited more.',
      figure: 'correlation with citation 0.65',
      sources: [GEO_16],
    },
  },
  runs: {
    ask: 'Are all passages short enough?',
    problem: 'Long passages have no headings.',
    means: 'A long passage under one heading covers many subjects, so it is hard to quote.',
    weight: 1,
    inShort: 'No stretch of running text is longer than 500 words without a heading. Lists and tables do not count.',
    must: [
      'On pages of 150 words or more, no run of more than 500 words stands without a heading. Lists, tables, code and rows of links do not count.',
      SHARE,
      OR_NOTHING,
    ],
    evidence: {
      grade: 'B',
      says: 'Articles with an improved structure, including shorter passages, were cited more. Another experiment found little effect of formatting.',
      figure: '+17.3 % citations for all changes of structure together; about 0 in 252,000 other trials',
      sources: [GEO_SFE, WHAT_GETS_CITED],
    },
  },
  lists: {
    ask: 'Are lists and tables real elements?',
    problem: 'Lists or tables are plain text.',
    means: 'Programs recognize only lists and tables that are marked up as such.',
    weight: 0.5,
    inShort: 'Lists and tables are list and table elements. Lines with typed bullets or columns lose points.',
    must: [
      'No list or table (three or more lines in a row with bullets, numbers or columns) is plain text, or lines within a heading or a list item. Numbered paragraphs of more than 30 words are text, as are sentences behind a dash in a quotation.',
      SHARE,
    ],
    evidence: {
      grade: 'D',
      says: 'List elements are recognizable as lists. The effect of plain-text lists on citations was not measured.',
      sources: [WAI_STRUCTURE],
    },
  },
  images: {
    ask: 'Do images have alternative text?',
    problem: 'Images have no alternative text.',
    means: 'What an image shows is lost to crawlers and to people who cannot see it.',
    weight: 0.5,
    inShort: 'Nearly all images of the content have alternative text. An empty one is right for decoration.',
    must: [
      'At most 20 % of the images in the main content have no alt attribute. An empty one is right for decoration.',
      SHARE,
    ],
    evidence: {
      grade: 'C',
      says: 'In a test, most crawlers of answer engines read alternative text. No answer engine documents that it does. Accessibility guidelines require it.',
      figure: 'read by 4 of 6 crawlers',
      sources: [WRITESONIC, { title: 'WAI: images', url: 'https://www.w3.org/WAI/tutorials/images/' }],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'semantic_structure',
  label: 'Page structure',
  passes: 'Pages are divided so that a passage can be found and quoted.',
  asks: 'Can a page be divided into passages that make sense by themselves?',
  why: 'Answer engines split pages into passages before they choose among them. Headings, landmarks and lists show where to split. In a controlled experiment, better structure alone raised citations by 17 %. Other experiments found less, so no single question counts much here.',
  sources: [
    { title: 'GEO-SFE: structural feature engineering (arXiv 2603.29979)', url: 'https://arxiv.org/abs/2603.29979' },
    { title: 'HTML: sections and headings', url: 'https://html.spec.whatwg.org/multipage/sections.html' },
    WAI_STRUCTURE,
  ],
  questions,
  failsWhen: [
    'A page of 300 words or more has no heading at all.',
    'No judged page has 50 words, so there is no text to judge.',
  ],
  neverScored: [
    'Skipped heading levels, several h1, sections without a name, class names, layout tables, and the ratio of text to HTML.',
  ],
} as const;
