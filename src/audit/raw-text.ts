import { withoutFragment } from '../site/url-fragment.ts';
import type { FixPlace } from './check.ts';
import type { Page, PageKind } from './facts.ts';
import { isUnread } from './unread.ts';
import { count } from './wording.ts';

/** How much of a page can be read in the HTML that is sent. */
export interface RawReading {
  readonly page: Page;
  readonly verdict: 'full' | 'half' | 'none';
  /** What keeps it from `full`, the heaviest first. */
  readonly faults: readonly Fault[];
}

export type Fault =
  /** Under 50 words, and a sign that scripts fill the page. */
  | 'shell'
  /** Too little text in sight, and more in hidden elements. */
  | 'text_hidden'
  /** Under 50 words of main text, and more in `<noscript>` or in embedded JSON. */
  | 'text_elsewhere'
  /** Some text, too little, and a sign that scripts fill in the rest. */
  | 'thin_shell'
  /** Too little text and no sign of scripts: a page that says little. */
  | 'little_text'
  | 'too_large'
  | 'hash_routes'
  | 'no_title'
  | 'no_h1'
  | 'no_links';

export const ENOUGH_WORDS = 150;
const ENOUGH_CJK = 300;
/** Under this, a page with the mark of a shell has no content in its HTML. */
const SOME_WORDS = 50;
/** Googlebot reads the first 2 MB of an HTML file. */
const READ_BYTES = 2 * 1024 * 1024;
/** So much JSON may hold the text of a page; less is configuration. */
const EMBEDDED_JSON = 2000;
/** Pages that say what they have to in a few words, though not in none. */
const FEW_WORDS = 10;
const SHORT_BY_NATURE: readonly PageKind[] = ['contact', 'legal', 'listing'];

/** Judges the HTML of a page as sent, without running scripts. */
export function readRaw(page: Page): RawReading {
  const { facts } = page;
  const faults: Fault[] = [];
  const text = textFault(page);
  if (text !== null) faults.push(text);
  if (page.exchange.bytes.decoded > READ_BYTES || page.exchange.failure?.kind === 'too_large') faults.push('too_large');
  const hasTitle = facts.titles.some(({ text }) => text !== '') || isUnread(facts, 'titles');
  const hasH1 = facts.headings.some(({ level, text }) => level === 1 && text !== '') || isUnread(facts, 'headings');
  const hasMoreLinks = isUnread(facts, 'links');
  if (!hasMoreLinks && facts.shell.hashRoutes > linksToOtherPages(page)) faults.push('hash_routes');
  if (!hasTitle) faults.push('no_title');
  if (!hasH1) faults.push('no_h1');
  if (!(hasMoreLinks || facts.links.some(isRealLink))) faults.push('no_links');
  return { page, verdict: faults.length === 0 ? 'full' : faults[0] === 'shell' ? 'none' : 'half', faults };
}

/** Whether the page shows a sign that scripts make what a reader sees. */
export function isScripted({ facts }: Page): boolean {
  return facts.shell.markers.length > 0 || facts.shell.hashRoutes > 0;
}

/** `181 words`, with the CJK characters among them where there are any. */
export function amountOfText({ facts }: Page): string {
  const words = count(facts.words, 'word');
  return facts.cjkCharacters === 0 ? words : `${words} (${count(facts.cjkCharacters, 'CJK character')})`;
}

function textFault(page: Page): Fault | null {
  const { words, shell } = page.facts;
  const isHidden = shell.hiddenWords >= SOME_WORDS && shell.hiddenWords > words;
  const fault = faultOfShownText(page);
  // Text that it hides makes a page with the mark of a shell no less of one.
  return fault !== null && fault !== 'shell' && isHidden ? 'text_hidden' : fault;
}

function faultOfShownText({ facts, kind }: Page): Fault | null {
  const { words, cjkCharacters, shell } = facts;
  if (words >= ENOUGH_WORDS || cjkCharacters >= ENOUGH_CJK) return null;
  const isScript = shell.markers.length > 0;
  if (words < SOME_WORDS) {
    // A rendered page repeats its text in JSON for scripts to take over: no sign that it stands there alone.
    const isRendered = !isScript && words >= FEW_WORDS;
    const isInJson = shell.embeddedJsonLength >= EMBEDDED_JSON && !isRendered;
    if (shell.noscriptWords >= SOME_WORDS || isInJson) return 'text_elsewhere';
    if (isScript) return 'shell';
  } else if (isScript) {
    return 'thin_shell';
  }
  return SHORT_BY_NATURE.includes(kind) && words >= FEW_WORDS ? null : 'little_text';
}

/** Links that a crawler can follow to another page of the same site. */
function linksToOtherPages({ url, facts }: Page): number {
  const here = withoutFragment(url);
  const { origin } = new URL(url);
  return facts.links.filter((link) => link.url?.startsWith(`${origin}/`) && withoutFragment(link.url) !== here).length;
}

/** Leads somewhere without a script: an http(s) URL, or a place on the same page. */
function isRealLink({ href, url }: Page['facts']['links'][number]): boolean {
  return url !== null && /^https?:/.test(url) && !/^\s*#(?:[/!]|\s*$)/.test(href);
}

/** What a fault is, as the end of a sentence about the page, and how it is mended. */
export const FAULTS: Readonly<
  Record<Fault, { readonly note: string; readonly place: FixPlace; readonly mend: string }>
> = {
  shell: {
    note: 'it is a shell that scripts fill',
    place: 'rendering',
    mend: 'Send the page’s own text in the HTML: prerender it or render it on the server, for everyone alike and not for crawlers alone.',
  },
  text_hidden: {
    note: 'its text is sent hidden, for a script to show',
    place: 'rendering',
    mend: 'Send the page’s text in its place and not hidden. Where a framework streams it (Suspense in React), let the response wait for the main content; where a script takes a hidden attribute or display: none away, leave that out.',
  },
  text_elsewhere: {
    note: 'its text stands only in noscript or in embedded JSON',
    place: 'rendering',
    mend: 'Render the text that stands in noscript or in embedded JSON as ordinary elements of the HTML that is sent.',
  },
  thin_shell: {
    note: 'scripts fill in the rest',
    place: 'rendering',
    mend: 'Send the rest of the page’s text in the HTML too: prerender it or render it on the server.',
  },
  little_text: {
    note: 'it holds little text',
    place: 'content',
    mend: 'If the page has more to say, say it in text and not in images or videos alone. Do not pad it, and invent nothing.',
  },
  too_large: {
    note: 'its HTML is larger than 2 MB, and what comes after may not be read',
    place: 'rendering',
    mend: 'Bring the HTML under 2 MB: move inlined styles, images and state into files of their own.',
  },
  hash_routes: {
    note: 'its links lead to #/ routes, which are no URLs of their own',
    place: 'rendering',
    mend: 'Give every page a path of its own (history routing) that answers with its own HTML.',
  },
  no_title: {
    note: 'its HTML has no title',
    place: 'head',
    mend: 'Send the title element in the HTML instead of setting it by script.',
  },
  no_h1: {
    note: 'its HTML shows no h1',
    place: 'page_template',
    mend: 'Send the page’s main heading as an h1 in the HTML.',
  },
  no_links: {
    note: 'its HTML has no link that a crawler can follow',
    place: 'page_template',
    mend: 'Make navigation of a elements with an href, not of scripts that listen for clicks.',
  },
};
