import type { HiddenPlace } from '../../site/page/page-facts.ts';
import { readFullFacts } from '../../site/read-response.ts';
import { combinePages, HALF, type PageResult, type QuestionResult } from '../check.ts';
import { type Fix, fixAt } from '../fixes/fix.ts';
import type { Page } from '../site-facts.ts';
import { withoutLines } from './shared-menus.ts';

const READINGS = new WeakMap<Page, Page | null>();

/** Returns a page as it reads with all text that its HTML hides; null where it hides none. */
export function withHiddenText(page: Page): Page | null {
  const known = READINGS.get(page);
  if (known !== undefined) return known;
  const facts = readFullFacts(page.exchange);
  const reading = facts === null ? null : { ...page, facts: withoutLines(facts, page.menu ?? new Set()) };
  READINGS.set(page, reading);
  return reading;
}

/** Returns the places where a page hides text, that with the most first. */
export function hidingPlaces({ facts }: Page): readonly HiddenPlace[] {
  const { hidden } = facts.shell;
  return PLACES.filter((place) => hidden[place] > 0).sort((a, b) => hidden[b] - hidden[a]);
}

const PLACES: readonly HiddenPlace[] = ['streamed', 'elements', 'shadow', 'noscript', 'data'];

/** Where hidden text is, after "in the HTML, but". */
export const HIDDEN_IN: Readonly<Record<HiddenPlace, string>> = {
  streamed: 'in a hidden fragment that scripts move into place',
  elements: 'in hidden elements',
  shadow: 'in a declarative shadow root',
  noscript: 'in noscript',
  data: 'in the data of scripts',
};

/** What to do about it, in the imperative. */
export const SHOW_HIDDEN: Readonly<Record<HiddenPlace, string>> = {
  streamed:
    'Send the page’s text visible, and in its final place: let the response wait for the main content, or render the page in advance, so that the framework does not stream it (Suspense in React).',
  elements:
    'Send the page’s text visible: remove hidden, aria-hidden or display: none from it. Where it is to be folded, use details, or a button with aria-controls.',
  shadow: 'Send the page’s text as ordinary elements (slots), not in a shadow root (template with shadowrootmode).',
  noscript: 'Send the text that is now in noscript as ordinary elements of the HTML.',
  data: 'Send the text that is now in the data of scripts as ordinary elements of the HTML.',
};

/** Result of one page, and whether it rests on hidden text alone. */
export interface TextResult extends PageResult {
  readonly hiddenIn?: HiddenPlace;
}

/**
 * Judges a question of text on a page. What only hidden text answers earns half: several readers drop such text.
 *
 * @param applies whether the question applies to a page of this text. Hidden text is enough for it to apply, but not to fail
 * @param judge returns null where the question does not apply
 */
export function judgeText(
  page: Page,
  applies: (page: Page) => boolean,
  judge: (page: Page) => PageResult | null,
): TextResult | null {
  const whole = withHiddenText(page);
  const isAsked = applies(page);
  const mayPass = isAsked || (whole !== null && applies(whole));
  const shown = mayPass ? judge(page) : null;
  if (shown?.passes === true) return shown;
  return (whole !== null && applies(whole) && inHiddenText(page, judge(whole))) || (isAsked ? shown : null);
}

/** Returns the result of a page whose hidden text answers a question; null where it does not either. */
export function inHiddenText(page: Page, found: PageResult | null): TextResult | null {
  const places = hidingPlaces(page);
  const [hiddenIn] = places;
  if (found?.passes !== true || hiddenIn === undefined) return null;
  const note = `${found.seen.note} It is in the HTML only ${places.map((place) => HIDDEN_IN[place]).join(' or ')}; several readers drop it.`;
  return { passes: false, earns: HALF, seen: { ...found.seen, note }, hiddenIn };
}

/** Returns whether failing pages fail only because the text that answers is hidden. */
export function areHidden(failing: readonly TextResult[]): boolean {
  return failing.length > 0 && failing.every(({ hiddenIn }) => hiddenIn !== undefined);
}

/**
 * Combines the results of pages as {@link combinePages} does. Where the failing pages fail only because the text that answers is
 * hidden, the problem and the fix say so.
 */
export function combineTexts(
  results: readonly TextResult[],
  whyNone: string,
  fix: Fix,
  problem: string,
): QuestionResult {
  const failing = results.filter(({ passes }) => !passes);
  if (!areHidden(failing)) return combinePages(results, whyNone, fix, problem);
  const places = new Set(failing.flatMap(({ hiddenIn }) => hiddenIn ?? []));
  const show = [...places].map((place) => SHOW_HIDDEN[place]).join(' ');
  const shown = fixAt(places.has('elements') ? 'page_template' : 'rendering', show);
  return combinePages(results, whyNone, shown, `${problem} Only hidden text has what is missing.`);
}
