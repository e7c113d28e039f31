import { MAX_CLASS_VALUE } from '../page/page-limits.ts';
import { wordSet } from '../word-set.ts';

/** Meaning of the names in a class or id. */
export interface ClassMeaning {
  readonly isConsent: boolean;
  readonly isComments: boolean;
  readonly isByline: boolean;
  readonly isDate: boolean;
  /** Boilerplate of an article: related pages, sharing, newsletters, sidebars, a box about the author. */
  readonly isBoilerplate: boolean;
}

const NOTHING: ClassMeaning = {
  isConsent: false,
  isComments: false,
  isByline: false,
  isDate: false,
  isBoilerplate: false,
};

/** Names that consent tools give to their banners. */
const CONSENT_TOOL =
  /^(?:onetrust-|ot-sdk-|cybotcookiebot|cookiebot$|didomi-|usercentrics-|uc-banner|cmplz-|cky-|borlabscookie|borlabs-cookie|klaro$|osano-cm|termly-|iubenda-cs|axeptio_|axeptio-|truste_|trustarc|tarteaucitron|qc-cmp|sp_message_container|fs-cc-(?:banner|prefs|manager))/i;

/** A name such as `cookie-banner` is clear; `cookies` or `tag-gdpr` alone may be the topic of a page. */
const CONSENT_WORDS = new Set(['cookie', 'cookies', 'consent', 'gdpr', 'ccpa', 'cookieconsent', 'cookielaw']);
const BANNER_WORDS = wordSet(
  'alert banner bar consent dialog disclaimer law message modal notice notification overlay popup prompt toast',
);
/** Words that describe the page around the element: `no-cookie-banner`, `has-cookie-notice`, `cookie-bar-hidden`. */
const NOT_CONSENT = wordSet('no not has with without hidden closed accepted dismissed');
const COMMENT_WORDS = new Set(['comment', 'comments', 'commentlist', 'disqus']);
const BYLINE_WORDS = new Set(['author', 'authors', 'byline']);
/** Words of dates: `entry-date`, `dt-published` (hAtom, microformats2), `posted-on`. `updated` alone is from hAtom. */
const DATE_WORDS = wordSet(
  'date pubdate dateline datetime datum published publishdate publishingdate posted postmeta postmetadata submitted time timestamp updated',
);
const NOT_DATE = wordSet('no not has without picker archive event expiry birth release icon form select range');
/** `no-comments`, `comments-link`, `author-avatar`: not the thing itself. */
const NOT_COMMENTS = wordSet('no not has without open closed count link icon toggle form');
const NOT_BYLINE = wordSet('no not has without icon image avatar img photo picture form');

const BOILERPLATE_WORDS = wordSet(
  'related recommended recommendation recommendations recirculation recirc share sharing sharedaddy addtoany addthis newsletter newsletters subscribe outbrain taboola sponsored advert advertisement advertising breadcrumb breadcrumbs sidebar respond pagination pager',
);
const AUTHOR_BOX_WORDS = wordSet('about bio biography box card description info profile');
/** Names of the page's footer. Cards have footers too. */
const PAGE_FOOTER = /^(?:site|page|main|global)?[-_]*footer/i;
const SOCIAL_WORDS = wordSet('bar buttons follow icons links list media menu nav networks share sharing');
/** Words that change the meaning: `no-sidebar`, `social-proof`, `social-media-embed`. */
const NOT_BOILERPLATE = wordSet('no not has with without proof embed open closed count');

/** Returns what the names in a class or id attribute mean, by their words. */
export function classMeaning(names: string): ClassMeaning {
  if (names.length > MAX_CLASS_VALUE) return NOTHING;
  let isConsent = false;
  let isComments = false;
  let isByline = false;
  let isDate = false;
  let isBoilerplate = false;
  for (const name of names.split(/\s+/)) {
    const words = name
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    isConsent ||= CONSENT_TOOL.test(name) || isConsentBanner(words);
    isComments ||= hasOne(words, COMMENT_WORDS) && !hasOne(words, NOT_COMMENTS);
    isByline ||= hasOne(words, BYLINE_WORDS) && !hasOne(words, NOT_BYLINE);
    isDate ||= hasOne(words, DATE_WORDS) && !hasOne(words, NOT_DATE);
    isBoilerplate ||= namesBoilerplate(name, words);
  }
  return { isConsent, isComments, isByline, isDate, isBoilerplate };
}

function isConsentBanner(words: readonly string[]): boolean {
  const of = words.findIndex((word) => CONSENT_WORDS.has(word));
  if (of === -1 || hasOne(words, NOT_CONSENT)) return false;
  return words[of] === 'cookieconsent' || words.some((word, i) => i !== of && BANNER_WORDS.has(word));
}

function namesBoilerplate(name: string, words: readonly string[]): boolean {
  if (hasOne(words, NOT_BOILERPLATE)) return false;
  if (PAGE_FOOTER.test(name) || hasOne(words, BOILERPLATE_WORDS)) return true;
  if (words.includes('social')) return words.length === 1 || hasOne(words, SOCIAL_WORDS);
  return hasOne(words, BYLINE_WORDS) && hasOne(words, AUTHOR_BOX_WORDS);
}

function hasOne(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word));
}
