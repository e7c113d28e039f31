import type { Question, Source } from '../../check.ts';
import { CITATION_LAB, SEO_FLOOR, WHAT_GETS_CITED } from '../../research.ts';

const SEARCH_VS_GENERATION: Source = {
  title: 'Search versus Generation: Bing and ChatGPT on product recommendations',
  url: 'https://github.com/Saccarab/Search-vs-Generation-A-Comparative-Study-of-Bing-and-ChatGPT-in-Product-Recommendations',
};

const SHARE =
  'The points are proportional to the share of these pages that pass. A page that passes only with text that its HTML hides earns half.';

const TOO_SHORT =
  'The articles that a home page lists are not part of its text. If no content page is that long, the question does not apply when the content pages together have 300 words (600 CJK characters) of their own; otherwise it earns nothing.';

export const questions = {
  opening: {
    ask: 'Does the opening answer the title?',
    problem: 'Pages open with text that does not answer their titles.',
    means: 'Answers are often taken from the first sentences. They should answer the title.',
    weight: 5,
    inShort:
      'The first sentences of a page take up what its title promises. On the home page, they say what the site is.',
    must: [
      'On content pages and the home page, the first 60 words (120 CJK characters) below the h1 have a main word of the title or h1, or two of the headings after these words or of a description that is not that of three pages.',
      'Only lines with the length of a sentence count: six words, or three that end as a sentence does (as list items and cells must). The first such lines of the main text count too.',
      'Without an h1 of its own, a heading above the text that only this page has takes its place, or the line that repeats the title.',
      'On the home page, in any of its languages, and on about pages, the site’s name is enough, or a sentence such as “I am a …” or “We are a …”. In Spanish, Portuguese and Italian, a sentence directly below the heading may leave out its subject.',
      'Headings that are not sentences, breadcrumbs and other rows of links, on home pages all texts that are links, addresses, captions, dates, bylines, code, filler, text that other judged pages repeat (copies, overviews and one other page that show the page whole, and 200 characters or more on two of four or more pages aside), and the site’s name elsewhere do not count.',
      'A page whose opening would not pass is not judged if, without a sentence above them, three items make up most of its text: list items, table cells, definitions, references, what begins with a date or stands below one or below a year as a heading, and lines with a number, an address or a divider (“Title — Author”) that do not end as sentences do, short ones with their section of four texts. Nor is it if it is five terms or questions with their texts below one main word or none (“FAQ”).',
      SHARE,
    ],
    evidence: {
      grade: 'B',
      says: 'At equal rank, pages that answer first were cited slightly more.',
      figure: 'odds of citation 1.09 per standard deviation',
      sources: [SEO_FLOOR],
    },
  },
  specifics: {
    ask: 'Does the text give specific facts?',
    problem: 'Pages give few numbers, dates or other facts.',
    means: 'AI answers quote facts: prices, measures, dates, addresses, opening hours.',
    weight: 3,
    inShort:
      'Pages with some text give three facts that can be checked, such as measures, dates, amounts or contact details. One or two earn half.',
    must: [
      'On content pages of 150 words (300 CJK characters) or more, the text has three different specifics. One or two earn half.',
      'Anywhere in the text, specifics are a date, a day with its month as a card (“25 Dec”), a month with its year, a year or a season (“2026/27”) beside a word, a number with a unit, in digits or in words (“four metres”), a percentage, a version (“v3.2”), and a postal address, a telephone number and opening hours (or, in running text, a time of day) as one each.',
      'In running text (six words, or five that end as a sentence does), so are an amount of money, a day with its month, and any number of two digits or more: in digits of any script, with its groups, decimals or range (“2–3”) as one. Such a number also counts in a list item, a definition or a table cell with a text or beside one, without the cents of a price, as does each time of day there (“Vespers | 18:00”).',
      'A number in a block of its own and the noun in the block beside it are one (“27+” and “years of work”), as are three such pairs of elements in a row and each year or period of a timeline. One value in two spellings is one, as are the days of one month (“19, 20 and 21 June”).',
      'No specific is a number that a letter or a sign makes a part of a name or a code (“GPT-4”, “21-1234”, “No. 12”, “#12”, “[12]”, “(12)”), that begins with 0, has seven digits without groups or stands beside another, or that begins a text (“2.1 Tides”, “12 Gauges”, line numbers).',
      'Nor is one after a word with a capital (“Windows 11”), unless it is a year, has decimals (“Python 3.12”) or a plus sign (“Node 24+”), or the word is a month or begins a sentence in which a word follows the number (“Over 500 boats”). Nor is a chapter with its verse in brackets (“(Mark 4,35)”).',
      'Nor are fewer than 30 minutes in a line of 15 words or fewer (“4 min read”) that is neither a list item, a definition nor a cell and does not end as a sentence.',
      'A number that begins or, with its word, ends the site’s name (“Tides 2026”) is not one, nor are the dates on which the page was published and changed, those of a copyright, and what most pages show (on the home page, only dates), also values with a unit in texts of their own.',
      'Price lists, badges, headings that are not sentences, code (“pre”, save WordPress’ verse block), and telephone numbers that only a link’s address has do not count. A page with six or more prices, such as a menu, or (except the home page) three pieces of code, is not judged if it would not pass.',
      SHARE,
      TOO_SHORT,
    ],
    evidence: {
      grade: 'B',
      says: 'At equal rank, pages with more statistics were cited very slightly more. A smaller study found pages with numbers less influential.',
      figure: 'odds of citation 1.03 per standard deviation; against it, Spearman correlation −0.098',
      sources: [SEO_FLOOR, CITATION_LAB],
    },
  },
  listing: {
    ask: 'Is there a list, a table or steps?',
    problem: 'Long pages have no list, table or steps.',
    means: 'Answer engines can easily quote lists and tables.',
    weight: 2,
    inShort: 'Long pages have a list, a table or numbered steps. One of three items is enough.',
    must: [
      'On content pages of 300 words (600 CJK characters) or more, the main content has a list or a data table of three or more items, or as many definitions or numbered parts.',
      'Numbered parts begin with 1, 2, 3, behind nothing or the same words (“Step 1”), written alike (“01”), and have three words or more with the text below them.',
      'A table has data if it has header cells or a caption, or short texts in rows of several cells. Rows of header cells alone do not count.',
      'Where three judged pages (overviews that show the page whole aside) have all items of a page’s lists, these count only on the home page. Lists whose items all have the same word (“Item 1”, “Loading…”) do not count.',
      'Menus, tables of contents, related posts and tags do not count: lists of links shorter than 80 characters on average that are less than half of the main text.',
      SHARE,
      TOO_SHORT,
    ],
    evidence: {
      grade: 'B',
      says: 'At equal rank, pages with more lists were cited very slightly more. In trials, formatting alone had about no effect.',
      figure: 'odds of citation 1.04 per standard deviation; against it, about 0 in 252,000 trials',
      sources: [SEO_FLOOR, WHAT_GETS_CITED],
    },
  },
  source: {
    ask: 'Do articles name their sources?',
    problem: 'Articles name no sources.',
    means: 'Statements that can be traced are easier to trust and to quote.',
    weight: 2,
    inShort:
      'Each article links to a source on another site, or names a work or whom it quotes. Profiles, shops and shared links do not count.',
    must: [
      'The text of each article links to a source on another site, or has a quotation that is marked up with its source by name, a person or a work (blockquote or q, with cite or a caption; “said the mayor” names nobody), or a work with its author and year (“Marlow, I. (2019)”).',
      'Links to networks, chats, large shops, payment services, licences and pictures, affiliate and share links, “edit this page”, and the owner’s own profiles, repositories and pages at a platform do not count.',
      'Nor do links marked sponsored or, unless all links of the site’s texts are, nofollow.',
      SHARE,
    ],
    evidence: {
      grade: 'B',
      says: 'At equal rank, pages that lean on primary sources were cited slightly more. In a study of questions about products, sources made no difference.',
      figure: 'odds of citation 1.12 per standard deviation; against it, odds 1.00',
      sources: [SEO_FLOOR, SEARCH_VS_GENERATION],
    },
  },
  dated: {
    ask: 'Do pages that go out of date say when they were written or updated?',
    problem: 'Pages do not say when they were written or updated.',
    means: 'Readers and answer engines cannot tell whether what the page says is still true.',
    weight: 3,
    inShort:
      'Articles, documentation and pages with prices show when they were written or updated. The time of a build does not count.',
    must: [
      'Articles, documentation and pages with prices show their own date, visible or machine-readable.',
      'A page with prices has a list or table of three or more (equal ones too), or three different ones by themselves, or three beside a year. The home page, in any of its languages, is such a page too, unless products have pages of their own.',
      'Amounts in thousands and more (“$25M”), surcharges (“+ $25”) and parts of a sum (“$25 × days”) are not prices, nor are amounts beside a month in digits (“2024.09”).',
      'In the text, the date is on a short line: anywhere near the top or the end beside a word such as “updated” (then a month is enough), else between the h1 and the first text, directly above the h1, or at the end. There it comes in its part of the line after nothing but a weekday, a preposition or a name, and before one word at most (“Thursday, 3 June 2026 · News”).',
      'The date of an entry of a list, of one of three cards that are marked as dates and tell more, of a teaser, a caption, a quotation, a sentence, a footer (but for time elements in one of an article), or of the beginning or end of a period is not the page’s, nor is one later than the day after the audit.',
      'A time that three of four dated pages share to the minute is a build’s and does not count.',
      SHARE,
    ],
    evidence: {
      grade: 'B',
      says: 'In trials with two documents, a newer date that is shown helped a document to be cited first, less than its relevance did. Pages that AI assistants cite are younger than those that search engines rank.',
      figure: 'cited pages 25.7 % younger on average (17 million citations)',
      sources: [
        WHAT_GETS_CITED,
        {
          title: 'Ahrefs: do AI assistants prefer fresh content? (17 million citations)',
          url: 'https://ahrefs.com/blog/do-ai-assistants-prefer-to-cite-fresh-content',
        },
      ],
    },
  },
  author: {
    ask: 'Do articles say who wrote them?',
    problem: 'Articles do not say who wrote them.',
    means: 'Readers and answer engines cannot tell who stands behind an article.',
    weight: 1,
    inShort: 'Each article says who wrote it. A name in the text or in the markup is enough.',
    must: [
      'Each article names its author, in the text or machine-readable. A date is not a name, nor is a way or a condition (“By Ferry From Kirkwall”).',
      SHARE,
    ],
    evidence: {
      grade: 'D',
      says: 'An article names its author. No answer engine documents that it reads the name. In a study of questions about products, a named author was rarer on cited pages.',
      figure: 'against it, odds of citation 0.42 with a named author (717 cited pages, 1,595 others, without controls)',
      sources: [SEARCH_VS_GENERATION],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'answer_content',
  label: 'Answers in the text',
  passes: 'The text has passages that can be quoted as an answer.',
  asks: 'Does the text have answers that can be quoted?',
  why: 'Answers quote passages that state facts and can be traced. In published experiments, pages with definitions, numbers, quotations and named sources were used more in answers. Replications found small effects or none. So this check asks little, and rewards neither length nor headings phrased as questions.',
  sources: [
    { title: 'GEO: Generative Engine Optimization (KDD 2024)', url: 'https://arxiv.org/abs/2311.09735' },
    { title: 'C-SEO Bench: does conversational SEO work?', url: 'https://arxiv.org/abs/2506.11097' },
    {
      title: 'Google: creating helpful, reliable, people-first content',
      url: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
    },
  ],
  questions,
  failsWhen: [
    'Fewer than a third of the tests pass, counting each question on each page it is asked of; a half counts as half.',
    'No content page has 50 words (100 CJK characters), so there is no text to answer from.',
  ],
  neverScored: [
    'Questions as headings, FAQ blocks, length, keywords, readability grades and tone. Pages of fewer than 50 words (100 CJK characters) beside longer ones; listings (pages that lead to others), legal texts and contact pages.',
  ],
} as const;
