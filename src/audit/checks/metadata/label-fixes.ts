import { textSize } from '../../../site/page/words.ts';
import { type Fix, fixAt } from '../../fixes/fix.ts';
import { html } from '../../fixes/proof-commands.ts';
import { list, ofPages } from '../../formatting.ts';
import type { Page } from '../../site-facts.ts';
import { rightTag } from './judge-language.ts';
import type { LabelFault, LabelResult } from './label-fault.ts';

/** The questions of `metadata` about what a page says it is, in the order they are listed. */
export const LABEL_IDS = ['title', 'description', 'canonical', 'language'] as const;
export type LabelId = (typeof LABEL_IDS)[number];

/** A page that fails a question, with its fault. */
export interface FailingPage {
  readonly page: Page;
  readonly fault?: LabelFault | null;
}

interface Label {
  /** What a page lacks that fails the question. */
  readonly lack: string;
  /** Problem after `5 of 6 pages`, where the faults of the pages differ. */
  readonly problem: readonly [one: string, many: string];
  /** @param failing the pages that fail; the proof is a command for the first of them */
  readonly fix: (...failing: readonly [FailingPage, ...FailingPage[]]) => Fix;
}

/** The words and the fix of each question. */
export const LABELS: Readonly<Record<LabelId, Label>> = {
  title: {
    lack: 'a title of its own that says what the page is about',
    problem: ['has a title that is shared or says little', 'have titles that are shared or say little'],
    fix: ({ page: { url } }) =>
      labelFix(
        'title',
        'Give each page exactly one title element, unlike that of any other page. Let it say what this page is about, in words that its headings or opening have too.',
        `${html(url)} | grep -io '<title[^>]*>[^<]*'`,
        'one title, different from those of other pages',
      ),
  },
  description: {
    lack: 'a description of its own',
    problem: ['has no usable meta description', 'have no usable meta description'],
    fix: ({ page: { url, facts } }) =>
      labelFix(
        'description',
        'Give each page a meta description of its own: one or two sentences of 50 characters or more (25 in Chinese, Japanese or Korean) that sum up what the page says.',
        `${html(url)} | grep -ioE '<meta[^>]+name=.?description[^>]*>'`,
        `a description of at least ${facts.cjkCharacters > 0 ? '25 Chinese, Japanese or Korean characters (50 of another script)' : '50 characters'}, different from those of other pages`,
      ),
  },
  canonical: {
    lack: 'one usable canonical',
    problem: ['names no usable canonical URL', 'name no usable canonical URL'],
    fix: ({ page }) =>
      fixAt(
        'head',
        'Name one canonical URL on each page: the absolute URL at which that page itself returns 200, not the URL of the home page.',
        { snippet: 'canonical', proof: canonicalProof(page) },
      ),
  },
  language: {
    lack: 'a lang that fits',
    problem: [
      'does not say its language, or names another than it is written in',
      'do not say their language, or name another than they are written in',
    ],
    fix: (...failing) => {
      const tags = rightTags(failing);
      return labelFix(
        'language',
        `Set the lang attribute of the html element to the language of each page’s text, ${tags === '' ? 'such as en, de or pt-BR' : `probably ${tags} here`}.`,
        `${html(failing[0].page.url)} | grep -io '<html[^>]*>'`,
        'a lang attribute with the tag of the page’s language',
      );
    },
  },
};

/**
 * Returns the fix of a page whose text is in another language than it declares, on a site whose other pages declare the right one: a
 * setting of the whole site would be wrong for these. Null for another fault.
 */
export function languageOfSome(...failing: readonly [FailingPage, ...FailingPage[]]): Fix | null {
  const [{ page, fault }] = failing;
  const tag = rightTag(page, fault?.language);
  const { lang } = page.facts;
  if (tag === null || lang === null || primary(tag) === primary(lang.text)) return null;
  const instruction = `Set the lang attribute of these pages, and of others in the same language, to that of their text, probably ${rightTags(failing)} here. Pages in other languages keep theirs.`;
  return { ...LABELS.language.fix(...failing), instruction, snippet: 'page_language' };
}

/** Minimum number of words of a page whose text shows its language. */
const LEAST_WORDS = 50;

/** Returns the tags that pages should have, in words; empty where none shows. A line of names may look like another language. */
function rightTags(failing: readonly FailingPage[]): string {
  const shown = failing.filter(({ page: { facts } }) => facts.lang !== null || textSize(facts) >= LEAST_WORDS);
  return list([...new Set(shown.flatMap(({ page, fault }) => rightTag(page, fault?.language) ?? []))]);
}

function primary(tag: string): string {
  return tag.trim().split('-', 1)[0]?.toLowerCase() ?? '';
}

/** Returns the fix of a page that declares a wrong canonical. Its lines replace that one: a second canonical would be a fault too. @param isInHeader the wrong one is a Link header */
export function changedCanonical(page: Page, isInHeader: boolean): Fix {
  return fixAt(
    isInHeader ? 'response_header' : 'head',
    'Change the canonical of each page where it stands, and add no second one. It must be the absolute URL at which that page itself returns 200. If a setting of the site’s address writes it, correct that setting.',
    isInHeader ? {} : { snippet: 'canonical', proof: canonicalProof(page) },
  );
}

function canonicalProof({ url }: Page): Fix['proof'] {
  return {
    command: `${html(url)} | grep -ioE '<link[^>]+canonical[^>]*>'`,
    expect: 'one link whose href is an absolute URL of this site that returns 200',
  };
}

function labelFix(snippet: LabelId, instruction: string, command: string, expect: string): Fix {
  return fixAt('head', instruction, { snippet, proof: { command, expect } });
}

/** Returns what is wrong with the labels of the judged pages: `5 of 6 pages have no meta description.` Null when nothing is. */
export function labelProblem(id: LabelId, results: readonly LabelResult[]): string | null {
  const [first, ...others] = results.flatMap(({ fault }) => fault ?? []);
  if (first === undefined) return null;
  const isOfAll = others.every(({ problem }) => problem?.[0] === first.problem?.[0]);
  const [one, many] = (isOfAll ? first.problem : undefined) ?? LABELS[id].problem;
  return ofPages(others.length + 1, results.length, one, many);
}
