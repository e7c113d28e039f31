import type { Fix } from '../check.ts';
import { html } from '../fix.ts';

/** The questions of `metadata` about what a page says it is, in the order they are told. */
export const LABEL_IDS = ['title', 'description', 'canonical', 'language'] as const;
export type LabelId = (typeof LABEL_IDS)[number];

/** What a page lacks that fails the question, and how it comes by it. */
export const LABELS: Readonly<Record<LabelId, { readonly lack: string; readonly fix: (url: string) => Fix }>> = {
  title: {
    lack: 'a title of its own',
    fix: (url) => ({
      place: 'head',
      instruction:
        'Give each page exactly one title element of its own that says what that page is about, from what it says.',
      lines: null,
      snippet: 'title',
      proof: {
        command: `${html(url)} | grep -io '<title[^>]*>[^<]*'`,
        expect: 'one title, other than that of other pages',
      },
    }),
  },
  description: {
    lack: 'a description of its own',
    fix: (url) => ({
      place: 'head',
      instruction:
        'Give each page a meta description of its own: one or two sentences that sum up what the page says. Invent nothing.',
      lines: null,
      snippet: 'description',
      proof: {
        command: `${html(url)} | grep -ioE '<meta[^>]+name=.?description[^>]*>'`,
        expect: 'a description of at least 50 characters, other than that of other pages',
      },
    }),
  },
  canonical: {
    lack: 'one usable canonical',
    fix: (url) => ({
      place: 'head',
      instruction:
        'Name one canonical URL on each page: the absolute address at which that very page answers 200, not that of the home page.',
      lines: null,
      snippet: 'canonical',
      proof: {
        command: `${html(url)} | grep -ioE '<link[^>]+canonical[^>]*>'`,
        expect: 'one link whose href is an absolute URL of this site that answers 200',
      },
    }),
  },
  language: {
    lack: 'a lang that fits',
    fix: (url) => ({
      place: 'head',
      instruction:
        'Put the language that the page is written in into the lang attribute of its html element, such as en, de or pt-BR.',
      lines: null,
      snippet: 'language',
      proof: {
        command: `${html(url)} | grep -io '<html[^>]*>'`,
        expect: 'a lang attribute with the tag of the page’s language',
      },
    }),
  },
};
