import type { Question, Source } from '../../check.ts';

const GOOGLE_ROBOTS_TXT: Source = {
  title: 'Google: how robots.txt is interpreted',
  url: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
};

export const questions = {
  readable: {
    ask: 'Can robots.txt be fetched and parsed?',
    problem: 'Crawlers cannot read robots.txt.',
    means: 'robots.txt tells crawlers what they may fetch. They cannot obey a file that they cannot read.',
    weight: 2,
    inShort:
      'robots.txt can be read as text, or there is none. A page of HTML or an error in its place loses the points.',
    must: [
      'It returns 200 with plain text in UTF-8 of at most 500 KiB, not all of it lines that cannot be read, after at most 5 redirects; or 404 or 410, which allow everything.',
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that it reads the first 500 KiB, and that it first treats a server error as a complete disallow.',
      sources: [GOOGLE_ROBOTS_TXT],
    },
  },
  groups: {
    ask: 'Are all its rules inside a group?',
    problem: 'Rules in robots.txt have no effect: they name no crawler.',
    means: 'Crawlers ignore these lines, so they protect nothing.',
    weight: 1,
    inShort: 'Every rule stands below the name of a crawler or of all. Crawlers ignore other rules.',
    must: ['Every Allow and Disallow line comes after a User-agent line.'],
    evidence: {
      grade: 'A',
      says: 'Google documents that it ignores rules without a user agent.',
      sources: [GOOGLE_ROBOTS_TXT],
    },
  },
  shadowing: {
    ask: 'Do the groups of AI crawlers repeat the rules for everyone?',
    problem: 'robots.txt frees AI crawlers from the rules for everyone.',
    means:
      'A crawler that robots.txt names obeys its own rules only. Pages closed to everyone else are open to it, perhaps by mistake.',
    weight: 1,
    inShort: 'A group for one AI crawler repeats the rules for everyone. It replaces them otherwise.',
    must: [
      'A group that names an AI crawler also disallows what the * group disallows, because it replaces that group.',
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that a crawler obeys only the most specific group that names it, and no other.',
      sources: [GOOGLE_ROBOTS_TXT],
    },
  },
  sitemap_lines: {
    ask: 'Are its Sitemap lines absolute?',
    problem: 'A Sitemap line in robots.txt has no effect: it is not a full address.',
    means: 'Crawlers do not find the list of your pages.',
    weight: 1,
    inShort: 'robots.txt names the sitemap by its whole address. Crawlers cannot use a relative one.',
    must: [
      'Every Sitemap line holds an absolute http or https URL, and one leads to a sitemap if the site has one: a line that names another site does not.',
      'One that leads to a missing file or a web page costs points in the check of the sitemap.',
    ],
    evidence: {
      grade: 'A',
      says: 'Google documents that a Sitemap line holds a complete URL, with scheme and host.',
      sources: [GOOGLE_ROBOTS_TXT],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'robots_txt',
  label: 'robots.txt',
  passes: 'robots.txt can be read, and its rules take effect.',
  asks: 'Can crawlers read robots.txt, and does it say what its author meant?',
  why: 'Crawlers read robots.txt before anything else; RFC 9309 has been its standard since September 2022. If it returns a server error or does not respond, they must assume that everything is disallowed. A group that names a crawler replaces the * group for it.',
  sources: [
    { title: 'RFC 9309, Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309' },
    GOOGLE_ROBOTS_TXT,
  ],
  questions,
  failsWhen: [
    'robots.txt returns 5xx or a lasting 429, or cannot be reached: crawlers must assume that everything is disallowed.',
  ],
  neverScored: [
    'User-agent lines whose name has a digit, such as AI2Bot: strict readers cut it. A report names them.',
    'A missing robots.txt (then every crawler may fetch everything), Crawl-delay, and fields that are not in RFC 9309, such as Content-Signal.',
    'An Allow line in a named group that allows what the * group disallows, if it is at least as specific.',
  ],
} as const;
