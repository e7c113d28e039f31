import { SHOW_HIDDEN } from '../../content/hidden-text.ts';
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

const WRITE_TEXT =
  'If the page has more content, put it in text, not only in images, videos, embedded files or posts on other sites. Do not pad it.';

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
    note: 'more is there, in hidden elements; several readers drop it',
    ofOne: 'hides text, and several readers drop what is hidden',
    ofSeveral: 'hide text, and several readers drop what is hidden',
    place: 'page_template',
    fix: SHOW_HIDDEN.elements,
  },
  text_streamed: {
    note: 'more is there, in a hidden fragment that scripts move into place; several readers drop it',
    ofOne: 'sends text in a hidden fragment that scripts move into place, and several readers drop it',
    ofSeveral: 'send text in a hidden fragment that scripts move into place, and several readers drop it',
    place: 'rendering',
    fix: SHOW_HIDDEN.streamed,
  },
  text_in_shadow: {
    note: 'more is there, in a declarative shadow root; several readers drop it',
    ofOne: 'has text in a declarative shadow root, and several readers drop it',
    ofSeveral: 'have text in a declarative shadow root, and several readers drop it',
    place: 'rendering',
    fix: SHOW_HIDDEN.shadow,
  },
  text_in_noscript: {
    note: 'more is there, in noscript; several readers drop it',
    ofOne: 'has text in noscript, and several readers drop it',
    ofSeveral: 'have text in noscript, and several readers drop it',
    place: 'rendering',
    fix: SHOW_HIDDEN.noscript,
  },
  text_elsewhere: {
    note: 'more is there, in the data of scripts; several readers drop it',
    ofOne: 'has text in the data of scripts, and several readers drop it',
    ofSeveral: 'have text in the data of scripts, and several readers drop it',
    place: 'rendering',
    fix: SHOW_HIDDEN.data,
  },
  framed: {
    note: 'what it shows is another document, in a frame or embedded',
    ofOne: 'shows its content in a frame, which is another document',
    ofSeveral: 'show their content in a frame, which is another document',
    place: 'page_template',
    fix: 'Put the text into the page itself, not into a frame, an iframe or an embedded file, or serve the framed page at this address.',
  },
  redirect: {
    note: 'a script sends readers to another page',
    ofOne: 'sends readers to another page by a script, which most AI crawlers do not run',
    ofSeveral: 'send readers to another page by a script, which most AI crawlers do not run',
    place: 'page_template',
    fix: 'Serve the text of a page at this address. Or let the server redirect in place of the script: with 301 or 308, or with 302 where the target depends on the reader’s language or country.',
  },
  login: {
    note: 'it asks for a login or a password in place of its text',
    ofOne: 'can be read only with a login or a password',
    ofSeveral: 'can be read only with a login or a password',
    place: 'page_template',
    fix: 'Serve the text of these pages to visitors without a login or a password. What only members may read, no answer engine can quote: keep such addresses out of the sitemap.',
  },
  no_text: {
    note: 'it has almost no text',
    ofOne: 'has almost no text',
    ofSeveral: 'have almost no text',
    place: 'content',
    fix: `${WRITE_TEXT} An empty list, such as one of unused tags, can be removed instead.`,
  },
  repeated: {
    note: 'it has almost no text of its own',
    ofOne: 'has almost no text of its own',
    ofSeveral: 'have almost no text of their own',
    place: 'content',
    fix: 'Write on this page what only this page is about, such as what its pictures show. If another page says the same, redirect it there.',
  },
  filler: {
    note: 'its text is filler (sample text, file names, error messages or a repeated sentence)',
    ofOne: 'has filler (sample text, file names, error messages or a repeated sentence) instead of its own text',
    ofSeveral: 'have filler (sample text, file names, error messages or a repeated sentence) instead of their own text',
    place: 'content',
    fix: 'Replace the filler with the page’s text, or unpublish the page until there is some.',
  },
  part_filler: {
    note: 'it has little text beside filler, such as “Lorem ipsum”',
    ofOne: 'has filler, such as “Lorem ipsum”, beside little text',
    ofSeveral: 'have filler, such as “Lorem ipsum”, beside little text',
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
    place: 'page_template',
    fix: 'Bring the HTML under 2 MB: move inlined styles, images and state to separate files.',
  },
};
