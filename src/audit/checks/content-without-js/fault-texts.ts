import type { Fault } from '../../content/raw-html.ts';
import type { FixPlace } from '../../fixes/fix.ts';

interface FaultWords {
  /** Note on one page: the end of a sentence. */
  readonly note: string;
  /** Problem of one page, after `The home page`. */
  readonly ofOne: string;
  /** Problem of several pages, after `3 of 5 further pages`. */
  readonly ofSeveral: string;
  readonly place: FixPlace;
  readonly fix: string;
}

const WRITE_TEXT = 'If the page has more content, put it in text, not only in images or videos. Do not pad it.';

/** Words and fix of each fault. */
export const FAULTS: Readonly<Record<Fault, FaultWords>> = {
  shell: {
    note: 'scripts fill the page',
    ofOne: 'shows most AI crawlers almost no text: scripts fill it in',
    ofSeveral: 'show most AI crawlers almost no text: scripts fill it in',
    place: 'rendering',
    fix: 'Send the text of the page in the HTML: prerender it or render it on the server, for every visitor and not for crawlers alone.',
  },
  empty: {
    note: 'where its text belongs is an empty container',
    ofOne: 'has an empty container where its text belongs',
    ofSeveral: 'have an empty container where their text belongs',
    place: 'content',
    fix: 'Send the page’s text in the HTML, in the container that is empty now. If a script fills it, prerender the page; if nothing does, write the text, or unpublish the page until there is some.',
  },
  thin_shell: {
    note: 'scripts fill in the rest',
    ofOne: 'shows most AI crawlers part of its text: scripts fill in the rest',
    ofSeveral: 'show most AI crawlers part of their text: scripts fill in the rest',
    place: 'rendering',
    fix: 'Send the rest of the page’s text in the HTML too: prerender it or render it on the server.',
  },
  text_hidden: {
    note: 'its text is hidden until a script shows it',
    ofOne: 'hides its text until a script shows it',
    ofSeveral: 'hide their text until a script shows it',
    place: 'rendering',
    fix: 'Send the page’s text visible, and in its final place. If a framework streams it (Suspense in React), let the response wait for the main content. If a script removes a hidden attribute or display: none, remove it from the HTML instead.',
  },
  text_elsewhere: {
    note: 'its text is only in noscript or in embedded data',
    ofOne: 'has its text only where AI crawlers may not look (noscript or embedded data)',
    ofSeveral: 'have their text only where AI crawlers may not look (noscript or embedded data)',
    place: 'rendering',
    fix: 'Send the text that is now in noscript or in embedded JSON as ordinary elements of the HTML.',
  },
  no_text: {
    note: 'it has almost no text',
    ofOne: 'has almost no text',
    ofSeveral: 'have almost no text',
    place: 'content',
    fix: WRITE_TEXT,
  },
  repeated: {
    note: 'it has almost no text of its own',
    ofOne: 'has almost no text of its own',
    ofSeveral: 'have almost no text of their own',
    place: 'content',
    fix: 'Write on this page what only this page is about, or redirect it to the page that says the same.',
  },
  filler: {
    note: 'its text is filler such as “Lorem ipsum”',
    ofOne: 'has filler such as “Lorem ipsum” instead of text',
    ofSeveral: 'have filler such as “Lorem ipsum” instead of text',
    place: 'content',
    fix: 'Replace the filler with the page’s text, or unpublish the page until there is some.',
  },
  little_text: {
    note: 'it has little text',
    ofOne: 'has little text',
    ofSeveral: 'have little text',
    place: 'content',
    fix: WRITE_TEXT,
  },
  too_large: {
    note: 'its HTML is larger than 2 MB, and crawlers may not read the rest',
    ofOne: 'is larger than 2 MB, and crawlers may not read the rest',
    ofSeveral: 'are larger than 2 MB, and crawlers may not read the rest',
    place: 'rendering',
    fix: 'Bring the HTML under 2 MB: move inlined styles, images and state to separate files.',
  },
};
