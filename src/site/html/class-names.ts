import { CLASS_WORDS } from '../../data/read/class-words.ts';
import { MAX_CLASS_VALUE } from '../page/page-limits.ts';
import { wordSet } from '../word-set.ts';
import { COOKIE_NOTICE, MODAL, OFF_CANVAS, WALL } from './context-bits.ts';

/** Meaning of the names in a class or id. */
export interface ClassMeaning {
  /** A consent banner, or a form for comments: no text of the page. */
  readonly isControl: boolean;
  /** Bits of `context-bits.ts`: what lies over the page, perhaps. */
  readonly over: number;
  readonly isComments: boolean;
  readonly isReviews: boolean;
  readonly isByline: boolean;
  readonly isDate: boolean;
  /** Boilerplate of an article: related pages, sharing, newsletters, sidebars, a box about the author. */
  readonly isBoilerplate: boolean;
}

const NOTHING: ClassMeaning = {
  isControl: false,
  over: 0,
  isComments: false,
  isReviews: false,
  isByline: false,
  isDate: false,
  isBoilerplate: false,
};

/** Names that consent tools give to their banners. */
const CONSENT_TOOL =
  /^(?:onetrust-|ot-sdk-|cybotcookiebot|cookiebot$|didomi-|usercentrics-|uc-banner|cmplz-|cky-|borlabscookie|borlabs-cookie|klaro$|osano-cm|termly-|iubenda-cs|axeptio_|axeptio-|truste_|trustarc|tarteaucitron|qc-cmp|sp_message_container|fs-cc-(?:banner|prefs|manager))/i;

/** Names that WordPress gives to the form below a post. */
const REPLY_FORM = /^(?:comment-)?respond$|^commentform$/;

const { negations } = CLASS_WORDS;
const CONSENT = wordSet(...CLASS_WORDS.consent);
const BANNERS = wordSet(...CLASS_WORDS.banners);
const NOT_CONSENT = wordSet(...negations, ...CLASS_WORDS.notConsent);
const WALLS = wordSet(...CLASS_WORDS.walls);
const AGE_WALLS = wordSet(...CLASS_WORDS.ageWalls);
const COOKIE_NOTICES = wordSet(...CLASS_WORDS.cookieNotices);
const MODALS = wordSet(...CLASS_WORDS.modals);
const MENU_PLACES = wordSet(...CLASS_WORDS.menuPlaces);
const MENUS = wordSet(...CLASS_WORDS.menus);
const OFF_CANVAS_NAMES = wordSet(...CLASS_WORDS.offCanvas);
const AROUND_MENUS = wordSet(...CLASS_WORDS.aroundMenus);
const COMMENTS = wordSet(...CLASS_WORDS.comments);
const NOT_COMMENTS = wordSet(...negations, ...CLASS_WORDS.notComments);
const REVIEWS = wordSet(...CLASS_WORDS.reviews);
const REVIEW_PARTS = wordSet(...CLASS_WORDS.reviewParts);
const BYLINES = wordSet(...CLASS_WORDS.bylines);
const NOT_BYLINES = wordSet(...negations, ...CLASS_WORDS.notBylines);
const AUTHOR_BOXES = wordSet(...CLASS_WORDS.authorBoxes);
const DATES = wordSet(...CLASS_WORDS.dates);
const NOT_DATES = wordSet(...negations, ...CLASS_WORDS.notDates);
const BOILERPLATE = wordSet(
  ...CLASS_WORDS.related,
  ...CLASS_WORDS.sharing,
  ...CLASS_WORDS.newsletters,
  ...CLASS_WORDS.advertising,
  ...CLASS_WORDS.navigation,
  ...CLASS_WORDS.replyForms,
);
const NOT_BOILERPLATE = wordSet(...negations, ...CLASS_WORDS.notBoilerplate);
const SOCIAL_LISTS = wordSet(...CLASS_WORDS.socialLists);
/** Utility classes of what stays at the bottom of the window: a banner. What stays at its top too is the page. */
const PINNED = /^(?=.*(?:^|\s)fixed(?:\s|$))(?=.*(?:^|\s)bottom-\d)(?!.*(?:^|\s)(?:top|inset(?:-y)?)-0)/s;
/** Names of the page's footer. Cards have footers too. */
const PAGE_FOOTER = /^(?:site|page|main|global)?[-_]*footer/i;

/** Returns what the names in a class or id attribute mean, by their words. */
export function classMeaning(names: string): ClassMeaning {
  if (names.length > MAX_CLASS_VALUE) return NOTHING;
  let isControl = false;
  let over = PINNED.test(names) ? MODAL : 0;
  let isComments = false;
  let isReviews = false;
  let isByline = false;
  let isDate = false;
  let isBoilerplate = false;
  for (const name of names.split(/\s+/)) {
    const words = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    isControl ||= CONSENT_TOOL.test(name) || REPLY_FORM.test(name) || isConsentBanner(words);
    over |= namesOver(words);
    isComments ||= hasOne(words, COMMENTS) && !hasOne(words, NOT_COMMENTS);
    isReviews ||= hasOne(words, REVIEWS) || (words.includes('review') && hasOne(words, REVIEW_PARTS));
    isByline ||= hasOne(words, BYLINES) && !hasOne(words, NOT_BYLINES);
    isDate ||= hasOne(words, DATES) && !hasOne(words, NOT_DATES);
    isBoilerplate ||= namesBoilerplate(name, words);
  }
  return { isControl, over, isComments, isReviews, isByline, isDate, isBoilerplate };
}

function isConsentBanner(words: readonly string[]): boolean {
  const of = words.findIndex((word) => CONSENT.has(word));
  if (of === -1 || hasOne(words, NOT_CONSENT)) return false;
  return words[of] === 'cookieconsent' || words.some((word, i) => i !== of && BANNERS.has(word));
}

/** Returns what names call a thing that lies over the page: a wall, a notice, a window or a menu. */
function namesOver(words: readonly string[]): number {
  if (hasOne(words, NOT_CONSENT)) return 0;
  const isAgeWall = words.includes('age') && hasOne(words, AGE_WALLS);
  if (isAgeWall || hasOne(words, WALLS)) return WALL;
  if (hasOne(words, COOKIE_NOTICES)) return COOKIE_NOTICE;
  if (MODALS.has(words.at(-1) ?? '')) return MODAL;
  const isMenu = hasOne(words, OFF_CANVAS_NAMES) || (hasOne(words, MENU_PLACES) && hasOne(words, MENUS));
  const isOffCanvas = isMenu || (words.includes('off') && words.includes('canvas'));
  return isOffCanvas && !hasOne(words, AROUND_MENUS) ? OFF_CANVAS : 0;
}

function namesBoilerplate(name: string, words: readonly string[]): boolean {
  if (hasOne(words, NOT_BOILERPLATE)) return false;
  if (PAGE_FOOTER.test(name) || hasOne(words, BOILERPLATE)) return true;
  if (words.includes('social')) return words.length === 1 || hasOne(words, SOCIAL_LISTS);
  return hasOne(words, BYLINES) && hasOne(words, AUTHOR_BOXES);
}

function hasOne(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word));
}
