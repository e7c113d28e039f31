import { listWords } from '../../site/word-set.ts';

/**
 * Common cause of several problems, which one change fixes. A check names a cause only where it has evidence for it:
 * - `shell`: scripts fill in the text; `text`: pages have too little text
 * - `robots_txt`, `sitemap`, `llms_txt`: there is no such file that can be read
 * - `json_ld`: a block of structured data that does not parse
 * - `head`: an element that ends the head too early
 * - `home_canonical`: several pages name the home page as their canonical
 * - `noindex`: judged pages ask not to be indexed
 * - `links`: the links of the home page lead to no page of the site
 * - `base …`: several addresses of the site begin with the same wrong base
 *
 * Causes are compared and never shown, because a base is text from the site.
 */
export type Cause =
  | 'shell'
  | 'text'
  | 'robots_txt'
  | 'sitemap'
  | 'llms_txt'
  | 'json_ld'
  | 'head'
  | 'home_canonical'
  | 'noindex'
  | 'links'
  | `base ${string}`;

/** Places of fixes. `src/data/fixes/` says what they mean on each stack. */
export const FIX_PLACES = listWords(
  'robots_txt head page_template content static_file sitemap response_header server_access rendering site_address',
);

export type FixPlace = (typeof FIX_PLACES)[number];

/** The changes whose lines are known, stack by stack. */
export const SNIPPET_NAMES = listWords(
  'title description canonical language page_language date author identity identity_person identity_website article main h1 sitemap lastmod robots_file x_robots_tag let_in prerender llms_txt',
);

export type SnippetName = (typeof SNIPPET_NAMES)[number];

export interface Fix {
  readonly place: FixPlace;
  /** Instruction in the imperative, in our own words only. */
  readonly instruction: string;
  /** The exact lines to add or to change to; null when they depend on what only the owner knows. Never site text. */
  readonly lines: string | null;
  /** Name of the exact lines in `src/data/fixes/`, for each stack; null or absent when there are none. */
  readonly snippet?: SnippetName | null;
  /** The owner decides whether this is to be changed at all: it may have been meant. */
  readonly askFirst?: boolean;
  /** Question to the owner about a fact or decision; absent where the site itself says all that is needed. */
  readonly ask?: string;
  /** Cause shared with other problems. One change fixes them all: that of the first problem in the rubric's order. */
  readonly cause?: Cause;
  /**
   * A shell command whose output shows that the fix worked, and what it must print. Null where no shell command can check
   * what the rule checks: then another audit is the proof.
   */
  readonly proof: { readonly command: string; readonly expect: string } | null;
}

/** Parts of a fix that not every fix has. */
interface FixDetails extends Partial<Omit<Fix, 'place' | 'instruction' | 'cause'>> {
  readonly cause?: Cause | null;
}

/** Returns a fix. It has no lines, no cause and no proof unless they are given. */
export function fixAt(
  place: FixPlace,
  instruction: string,
  { lines = null, cause = null, proof = null, ...details }: FixDetails = {},
): Fix {
  return { place, instruction, lines, ...details, ...(cause === null ? {} : { cause }), proof };
}

/** Returns whether a fix needs a decision, words or facts of the owner. */
export function needsOwner({ askFirst, ask }: Pick<Fix, 'askFirst' | 'ask'>): boolean {
  return askFirst === true || ask !== undefined;
}

/**
 * The lines of one change on one stack. `{origin}` stands for the site's origin, `{entity}` for the type of who the site is, `…` for
 * words of the page itself.
 */
export interface Snippet {
  /** The file, or the screen of the dashboard, in words of ours. */
  readonly where: string;
  /** The info string of a fence: `html`, `nginx`. */
  readonly language: string;
  readonly lines: string;
  /** Whether they are of the site's own builder or server, so that `where` names its files. */
  readonly isOwn: boolean;
}
