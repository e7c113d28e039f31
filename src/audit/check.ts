import type { SiteFacts } from './facts.ts';

/** One question that a check asks: worth whole points, answered by every audit or not applicable. */
export interface Question {
  /** As it stands on a report: `Can robots.txt be fetched and parsed?` */
  readonly ask: string;
  /** The same as a statement, for a list of what is wrong: `Pages lack a title of their own.` */
  readonly problem: string;
  readonly maxPoints: number;
  /** What must be true for all its points, in one sentence. */
  readonly must: string;
}

export interface Source {
  readonly title: string;
  readonly url: string;
}

/** What a check knows and asks. Made by {@link check}; its maximum is the sum of its questions'. */
export interface Check<
  Key extends string = string,
  Need extends keyof SiteFacts = keyof SiteFacts,
  Q extends string = string,
> {
  /** `robots_txt`: the finding's key, its page's and its file's name. */
  readonly key: Key;
  readonly label: string;
  /** The check as one question. */
  readonly asks: string;
  /** Why an answer engine cares: one to three sentences that the sources carry. */
  readonly why: string;
  readonly sources: readonly Source[];
  readonly questions: Readonly<Record<Q, Question>>;
  /** The fail criteria: any of them makes the finding's severity `fail`. */
  readonly failsWhen: readonly string[];
  /** What is seen and told but never scored. */
  readonly neverScored: readonly string[];
  /** The facts that `run` receives, and no others. */
  readonly needs: readonly Need[];
  readonly run: (site: Pick<SiteFacts, Need>) => Outcome<Q>;
}

/** What a check found on one site. */
export interface Outcome<Q extends string = string> {
  /** One answer per question. */
  readonly answers: Readonly<Record<Q, Answer>>;
  /** The fail criterion that holds, in words about this site; null when none does. */
  readonly failure: string | null;
  /** Why the gate that rests on this check holds (`gates.ts`), in words about this site; null when it does not. */
  readonly gate: string | null;
  /** One to three sentences about this very site: what was seen, where, what it costs. */
  readonly details: string;
  /** Seen and told, never scored. */
  readonly notes: readonly string[];
}

export interface Answer {
  /** Whole points earned, 0 to the question's maximum; the maximum when it does not apply. */
  readonly points: number;
  /** Why the question was not asked of this site; null when it was. */
  readonly notApplicable: string | null;
  /** What the answer rests on; for a lost point at least one. */
  readonly observed: readonly Observation[];
  /** Null when no point was lost. */
  readonly fix: Fix | null;
}

/** One thing that was seen. Text from the site passes through `quote` when it is made (`observe`). */
export interface Observation {
  readonly url: string;
  readonly status: number | null;
  /** From 1, in the body that `url` answered with. */
  readonly line: number | null;
  /** A response header's name, in lower case. */
  readonly header: string | null;
  /** What was seen, in our words. */
  readonly note: string;
  /** The site's own words, at most 120 characters, one line; null when there is nothing to quote. */
  readonly text: string | null;
}

/** Where a fix is made. What that means for each stack stands in `fix.ts`. */
export type FixPlace =
  | 'robots_txt'
  | 'head'
  | 'page_template'
  | 'content'
  | 'static_file'
  | 'sitemap'
  | 'response_header'
  | 'server_access'
  | 'rendering';

/** The changes whose lines are known, stack by stack. */
export const SNIPPET_NAMES = [
  'title',
  'description',
  'canonical',
  'language',
  'date',
  'identity',
  'article',
  'main',
  'h1',
  'sitemap',
  'lastmod',
  'robots_file',
  'x_robots_tag',
  'let_in',
  'prerender',
  'llms_txt',
] as const;

export type SnippetName = (typeof SNIPPET_NAMES)[number];

export interface Fix {
  readonly place: FixPlace;
  /** What to do, in the imperative, in words that are ours alone. */
  readonly instruction: string;
  /** The exact lines to add or to change to; null when they depend on what only the owner knows. Never site text. */
  readonly lines: string | null;
  /** What `fix-snippets.ts` has exact lines for, stack by stack; null or absent when there are none. */
  readonly snippet?: SnippetName | null;
  /** The owner decides whether this is to be changed at all: it may have been meant. */
  readonly askFirst?: boolean;
  /** A shell command whose output shows that the fix worked, and what it must print. */
  readonly proof: { readonly command: string; readonly expect: string };
}

/** Declares a check: `run` is given exactly the facts in `needs`, and must answer exactly the `questions`. */
export function check<const Key extends string, Need extends keyof SiteFacts, Q extends string>(
  definition: Check<Key, Need, Q>,
): Check<Key, Need, Q> {
  return definition;
}

/** All the points, with what they rest on. */
export function full(question: Question, ...observed: Observation[]): Answer {
  return { points: question.maxPoints, notApplicable: null, observed, fix: null };
}

/** Fewer points than the maximum, with the evidence and the way to the rest. */
export function lost(points: number, observed: readonly Observation[], fix: Fix): Answer {
  return { points, notApplicable: null, observed, fix };
}

/** The question does not apply to this site: full points, and why. */
export function notApplicable(question: Question, why: string): Answer {
  return { points: question.maxPoints, notApplicable: why, observed: [], fix: null };
}
