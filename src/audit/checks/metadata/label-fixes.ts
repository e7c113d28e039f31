import type { PageResult } from '../../check.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { html } from '../../fixes/proof-commands.ts';
import { ofPages } from '../../formatting.ts';
import type { Page } from '../../site-facts.ts';

/** The questions of `metadata` about what a page says it is, in the order they are listed. */
export const LABEL_IDS = ['title', 'description', 'canonical', 'language'] as const;
export type LabelId = (typeof LABEL_IDS)[number];

interface Label {
  /** What a page lacks that fails the question. */
  readonly lack: string;
  /** Problem after `5 of 6 pages`, where the faults of the pages differ. */
  readonly problem: readonly [one: string, many: string];
  readonly fix: (page: Pick<Page, 'url' | 'facts'>) => Fix;
}

/** The words and the fix of each question. */
export const LABELS: Readonly<Record<LabelId, Label>> = {
  title: {
    lack: 'a title of its own',
    problem: ['has no title of its own', 'have no title of their own'],
    fix: ({ url }) =>
      labelFix(
        'title',
        'Give each page exactly one title element, unlike that of any other page. The title says what this page is about.',
        `${html(url)} | grep -io '<title[^>]*>[^<]*'`,
        'one title, different from those of other pages',
      ),
  },
  description: {
    lack: 'a description of its own',
    problem: ['has no usable meta description', 'have no usable meta description'],
    fix: ({ url, facts }) =>
      labelFix(
        'description',
        'Give each page a meta description of its own: one or two sentences that sum up what the page says.',
        `${html(url)} | grep -ioE '<meta[^>]+name=.?description[^>]*>'`,
        `a description of at least ${facts.cjkCharacters > 0 ? '25 Chinese, Japanese or Korean characters (50 of another script)' : '50 characters'}, different from those of other pages`,
      ),
  },
  canonical: {
    lack: 'one usable canonical',
    problem: ['names no usable canonical URL', 'name no usable canonical URL'],
    fix: ({ url }) =>
      labelFix(
        'canonical',
        'Name one canonical URL on each page: the absolute URL at which that page itself returns 200, not the URL of the home page.',
        `${html(url)} | grep -ioE '<link[^>]+canonical[^>]*>'`,
        'one link whose href is an absolute URL of this site that returns 200',
      ),
  },
  language: {
    lack: 'a lang that fits',
    problem: [
      'does not say its language, or names another than it is written in',
      'do not say their language, or name another than they are written in',
    ],
    fix: ({ url }) =>
      labelFix(
        'language',
        'Set the lang attribute of the html element to the language of the page’s text, such as en, de or pt-BR.',
        `${html(url)} | grep -io '<html[^>]*>'`,
        'a lang attribute with the tag of the page’s language',
      ),
  },
};

/** Returns the fix for links that name relative URLs: a second link beside them would contradict them. */
export function relativeCanonicalFix(origin: string, proof: Fix['proof']): Fix {
  return fixAt(
    'head',
    `Change the canonical link that is there: let its href be the absolute URL of the page, which is ${origin} and then the path of the page. Do not add a second link. If the pages were exported, set the address of the site in the tool that exports them, and export them again.`,
    { proof },
  );
}

function labelFix(snippet: LabelId, instruction: string, command: string, expect: string): Fix {
  return fixAt('head', instruction, { snippet, proof: { command, expect } });
}

/** Problems where all pages have the same fault, by the beginning of its note. */
const FAULTS: readonly (readonly [note: string, one: string, many: string])[] = [
  ['It has no title.', 'has no title', 'have no title'],
  ['It has more than one title element', 'has more than one title element', 'have more than one title element'],
  ['Its title is a default', 'has the default title of a framework', 'have the default title of a framework'],
  ['Another judged page has the same title.', 'shares its title with another', 'share their titles with other pages'],
  ['It has no description.', 'has no meta description', 'have no meta description'],
  [
    'Its description is shorter',
    'has a meta description that is too short',
    'have a meta description that is too short',
  ],
  [
    'Its og:description is shorter',
    'has no meta description, and an og:description that is too short',
    'have no meta description, and an og:description that is too short',
  ],
  [
    'Another judged page has the same og:description.',
    'has no meta description, and the og:description of another page',
    'have no meta description, and the og:description of another page',
  ],
  [
    'Another judged page has the same description.',
    'shares its meta description with another',
    'share their meta descriptions with other pages',
  ],
  ['It declares no canonical URL.', 'names no canonical URL', 'name no canonical URL'],
  ['Its canonical is not an absolute URL.', 'has a relative canonical URL', 'have a relative canonical URL'],
  ['Its canonical is on another site.', 'has a canonical on another site', 'have a canonical on another site'],
  ['Its canonical is redirected.', 'has a canonical URL that is redirected', 'have a canonical URL that is redirected'],
  ['Its html element has no lang.', 'does not say its language', 'do not say their language'],
  ['Its lang says', 'is written in another language than it says', 'are written in another language than they say'],
];

/** Returns what is wrong with the labels of the judged pages: `5 of 6 pages have no meta description.` Null when nothing is. */
export function labelProblem(id: LabelId, pageResults: readonly PageResult[]): string | null {
  const notes = pageResults.filter(({ passes }) => !passes).map(({ seen }) => seen.note);
  if (notes.length === 0) return null;
  const fault = FAULTS.find(([start]) => notes.every((note) => note.startsWith(start)));
  const [one, many] = fault === undefined ? LABELS[id].problem : [fault[1], fault[2]];
  return ofPages(notes.length, pageResults.length, one, many);
}
