import type { Question, Source } from '../../check.ts';

const LLMS_TXT: Source = { title: 'The llms.txt convention, Format', url: 'https://llmstxt.org/#format' };

export const questions = {
  harmless: {
    ask: 'Is there no /llms.txt, or a usable one?',
    problem: 'There is something else at /llms.txt.',
    means:
      'Coding agents that request this file get content that they cannot use. No file is better than an unusable one.',
    weight: 2,
    inShort: 'There is no llms.txt, or what is there is one. A web page or an error in its place does harm.',
    must: [
      'The site has no llms.txt, or one that is text with an H1 or a Markdown link. An HTML page or a server error in its place loses the points.',
      'A page that the site serves for every unknown address does not count as an llms.txt.',
    ],
    evidence: {
      grade: 'D',
      says: 'A convention that helps coding agents. No answer engine documents that it reads the file, and sites with one were cited as often as similar sites without.',
      figure: '11.8 % cited with the file, 11.6 % without, in 240 matched pairs of sites',
      sources: [LLMS_TXT, { title: 'MaxAEO: does llms.txt work?', url: 'https://maxaeo.ai/blog/does-llms-txt-work/' }],
    },
  },
  format: {
    ask: 'Does llms.txt follow the format, and do its links work?',
    problem: 'llms.txt does not follow the format, or its links are dead.',
    means: 'The file is for coding agents. It is optional: no AI search engine documents that it reads it.',
    weight: 1,
    inShort:
      'llms.txt follows the format that its convention gives, and its links work. Without the file, nothing is earned.',
    must: [
      'Its first content is an H1 with a name (a quarter). Under each H2 there is nothing but lines of the form "- [name](url): note", with no headings below H2 (a quarter). It has at least one Markdown link, and at least 90 % of up to 20 sampled links return 2xx (half).',
      'Links that refused this audit, or that it could not request, do not count, except those to private names such as localhost, which are dead.',
      'Without a file, nothing is earned.',
    ],
    evidence: {
      grade: 'D',
      says: 'The convention defines the format, and its reference parser rejects other lines. The effect of dead links was not measured.',
      sources: [LLMS_TXT],
    },
  },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** Questions of the check, the reasons for them, and the evidence. */
export const definition = {
  key: 'llms_txt',
  label: 'llms.txt',
  passes: 'There is an llms.txt, and its links work.',
  asks: 'If there is an llms.txt, is it well formed and do its links work?',
  why: 'The file is optional, and no answer engine documents that it reads it. It is a convention, and browsers’ audit tools test its format. A broken file misleads the coding agents that use it, so it costs more than a missing one.',
  sources: [
    LLMS_TXT,
    {
      title: 'Lighthouse: the llms.txt audit',
      url: 'https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/agentic/llms-txt.js',
    },
  ],
  questions,
  failsWhen: [
    '/llms.txt returns 5xx, or does not respond at all after the retries.',
    '/llms.txt is an HTML page.',
    'The file has neither an H1 nor a link.',
    'More than half of its sampled links are dead.',
  ],
  neverScored: [
    'A missing summary, missing notes after links, an "Optional" section, llms-full.txt, Markdown twins of pages, and whether the file is sent as text/plain or text/markdown.',
  ],
} as const;
