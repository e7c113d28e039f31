import { CLASS_WORDS } from '../../../data/read/class-words.ts';
import { SHELL_TEXTS } from '../../../data/read/languages.ts';
import { MAX_CLASS_VALUE } from '../../page/page-limits.ts';
import { wordSet } from '../../word-set.ts';
import { purposefulNames } from './utility-classes.ts';

/** Use of an element, by its id or its classes. */
export interface ContainerUse {
  /** True for something other than the page's content: navigation, overlays, decoration, widgets, messages. */
  readonly isOther: boolean;
  /** True where that is only because it is a place for messages. */
  readonly isMessage: boolean;
  /** True when everything inside is other than content, too. Classes such as `bg-white` do not concern the contents. */
  readonly isOtherInside: boolean;
  /** True for a loading indicator, which may cover a complete page. */
  readonly isLoader: boolean;
  /** True for a skeleton: grey bars in the shape of the content. */
  readonly isSkeleton: boolean;
  /** True for the place of the page's content, if no word says otherwise. */
  readonly isContent: boolean;
}

const OTHER_INSIDE = wordSet(
  ...CLASS_WORDS.apart,
  ...CLASS_WORDS.navigation,
  ...CLASS_WORDS.consent,
  ...CLASS_WORDS.comments,
  ...CLASS_WORDS.newsletters,
);
const OTHER = wordSet(...OTHER_INSIDE, ...CLASS_WORDS.sharing, ...CLASS_WORDS.advertising, ...CLASS_WORDS.decoration);
const MESSAGES = wordSet(...CLASS_WORDS.messages);
/** Words that describe the page around the element: `has-sidebar`, `menu-open`. */
const ABOUT_THE_PAGE = wordSet(...CLASS_WORDS.negations, ...CLASS_WORDS.aboutThePage);
const LOADER = wordSet(...CLASS_WORDS.loaders);
const SKELETON = wordSet(...CLASS_WORDS.skeletons);
const BESIDE_PLACEHOLDER = wordSet(...CLASS_WORDS.besidePlaceholder);
const CONTENT = wordSet(...CLASS_WORDS.content);
const NEUTRAL = wordSet(...CLASS_WORDS.besideContent);

const NO_USE: ContainerUse = {
  isOther: false,
  isMessage: false,
  isOtherInside: false,
  isLoader: false,
  isSkeleton: false,
  isContent: false,
};

/** Returns the use of an element with these classes. Utilities such as `bg-white` say nothing of it. */
export function classUse(names: string): ContainerUse {
  if (names.length > MAX_CLASS_VALUE) return NO_USE;
  const use = containerUse(purposefulNames(names).join(' '));
  return isPulsing(names.split(/\s+/)) ? { ...use, isSkeleton: true } : use;
}

/** Returns the use of an element with this id or these names. */
export function containerUse(names: string): ContainerUse {
  if (names.length > MAX_CLASS_VALUE) return NO_USE;
  const split = names
    .trim()
    .split(/\s+/)
    .map((name) =>
      name
        .replace(/([a-z])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[^a-z]+/),
    );
  const hasAny = (set: ReadonlySet<string>): boolean => split.some((parts) => parts.some((part) => set.has(part)));
  const isMessage = hasAny(MESSAGES) && !hasAny(OTHER);
  return {
    isOther: isMessage || hasAny(OTHER),
    isMessage,
    isOtherInside: split.some(
      (parts) => parts.some((part) => OTHER_INSIDE.has(part)) && !parts.some((part) => ABOUT_THE_PAGE.has(part)),
    ),
    isLoader: hasAny(LOADER),
    isSkeleton: hasAny(SKELETON) || split.some(namesPlaceholder),
    isContent: hasAny(CONTENT) && split.every((parts) => parts.every(isPartOfContentName)),
  };
}

/** Returns whether an element pulses as grey bars do. A pulsing circle is a sign of status. */
function isPulsing(names: readonly string[]): boolean {
  return names.includes('animate-pulse') && !names.includes('rounded-full');
}

/** Returns whether the words of a name say that an element stands where content will be. */
function namesPlaceholder(parts: readonly string[]): boolean {
  return (
    parts.includes('placeholder') && parts.every((part) => isPartOfContentName(part) || BESIDE_PLACEHOLDER.has(part))
  );
}

function isPartOfContentName(part: string): boolean {
  return part === '' || CONTENT.has(part) || NEUTRAL.has(part);
}

/** Texts of pages while scripts load their content. */
const LOADING_TEXTS: ReadonlySet<string> = new Set(SHELL_TEXTS.loading);
/** Words that mark a short text with an ellipsis at its end as a placeholder: `Loading products…`, `Artikel werden geladen …`. */
const LOADING_WORDS: ReadonlySet<string> = new Set(SHELL_TEXTS.loadingWords);
const ELLIPSIS = /(?:\.{2,}|…|⋯)\s*$/;
const MAX_WORDS = 6;

/** Maximum length of a text that can be a placeholder, in characters. */
export const MAX_PLACEHOLDER = 60;

/** Returns whether a text says only that something will be loaded. */
export function isLoadingText(text: string): boolean {
  if (text.length > MAX_PLACEHOLDER) return false;
  // Removes the optional Arabic vowel signs, and the dot that lower case leaves of the Turkish İ.
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u064b-\u0652]|\u0307/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  if (LOADING_TEXTS.has(plain)) return true;
  const words = plain.split(' ');
  return ELLIPSIS.test(text) && words.length <= MAX_WORDS && words.some((word) => LOADING_WORDS.has(word));
}
