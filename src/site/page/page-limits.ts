/**
 * Limits on the facts stored about one page, so that no page can fill the memory of an audit. Anything beyond a limit is
 * counted, and the Report says so (`unread` and `truncated` of `PageFacts`). It costs no points.
 *
 * "Seen" is the largest value among 794 pages of eleven real sites. The largest of these pages has 1.5 million characters.
 */

/** Maximum number of facts of one kind, and maximum number of characters in all their strings. */
export const FACT_LIMITS = {
  /** Blocks of main text. Seen: 10,310 with 339,858 characters. */
  blocks: { items: 12_000, characters: 400_000 },
  /** Seen: 634 with 71,923 characters of addresses and texts. */
  links: { items: 10_000, characters: 1_500_000 },
  /** Seen: 125 with 4,662 characters. */
  headings: { items: 5_000, characters: 500_000 },
  /** Seen: 119. */
  images: { items: 10_000, characters: 500_000 },
  /** Seen: 22. */
  lists: { items: 10_000, characters: 20_000 },
  /** Seen: 34. */
  tables: { items: 5_000, characters: 0 },
  /** Seen: 2. */
  times: { items: 5_000, characters: 250_000 },
  /** Seen: 12. */
  markedDates: { items: 1_000, characters: 100_000 },
  /** Seen: 4. */
  bylines: { items: 1_000, characters: 100_000 },
  /** Seen: 3. */
  quotations: { items: 1_000, characters: 250_000 },
  /** Seen: 2. */
  titles: { items: 100, characters: 100_000 },
  /** Seen: 18 with 1,064 characters. */
  metas: { items: 1_000, characters: 250_000 },
  /** Seen: 1. */
  canonicals: { items: 100, characters: 100_000 },
  /** Seen: 3; a site in every language of a large company has about 200. */
  hreflangs: { items: 2_000, characters: 250_000 },
  /** Announcements of text versions. Seen: 1. */
  describedBy: { items: 100, characters: 100_000 },
} as const;

/** A kind of fact that has a limit. */
export type LimitedFact = keyof typeof FACT_LIMITS;

/**
 * Elements deeper than this are not followed; their text belongs to the deepest one that is. Browsers stop at 512
 * (Blink), so no page means more.
 */
export const MAX_DEPTH = 4096;
/** Maximum number of regions of a page that are chosen or excluded one by one. */
export const MAX_REGIONS = 20_000;
/** Distinct names of elements that HTML does not define, per page. Seen: 42 distinct names of all elements. */
export const MAX_UNKNOWN_ELEMENTS = 1_000;
/** Values of class and id that are memoized while a page is read. Seen: 275. */
export const MAX_CLASS_NAMES = 5_000;
/** Maximum length of the value of class or id whose words are read, in characters. */
export const MAX_CLASS_VALUE = 1_000;

/** Maximum length of the value of an attribute, in characters; the rest is cut. Seen: 1,127; images as data URLs are longer. */
export const MAX_ATTRIBUTE = 65_536;
/** Maximum length of a URL, in characters. A longer one is ignored, and so is a URL relative to it. Seen: 189. */
export const MAX_URL = 4_096;
/** Space-separated tokens of one attribute such as `rel`. */
export const MAX_TOKENS = 32;

/** Maximum length of the text of a link, a time, a byline or the source of a quotation, in characters. */
export const MAX_LABEL = 200;
/** Maximum length of a block of main text, in characters; the rest is cut. Seen: 2,510. */
export const MAX_BLOCK = 200_000;
/** Maximum length of the text of a heading or a quotation, in characters. Seen: 93. */
export const MAX_HEADING = 1_000;
/** Maximum length of a title, in characters. Seen: 123. */
export const MAX_TITLE = 10_000;
/** Maximum length of the content of a meta element, in characters. Seen: 236. */
export const MAX_META = 10_000;

/** Nodes of structured data. Seen: 75. */
export const MAX_NODES = 2_000;
/** Nesting of structured data. */
export const MAX_NODE_DEPTH = 64;
/** Values of properties of all nodes. Seen: 179. */
export const MAX_VALUES = 20_000;
/** Maximum length of a value, in characters. Seen: 5,000, which is where it was cut. */
export const MAX_VALUE = 5_000;
/** Characters of all values, and of all type and property names. Seen: 8,152. */
export const MAX_VALUE_CHARACTERS = 1_000_000;
/** Types of one node. */
export const MAX_TYPES = 32;
/** Maximum length of a vocabulary, prefix or type name, in characters: each of many names may repeat it. */
export const MAX_IRI = 500;
/** Prefixes and terms declared for one node. */
export const MAX_PREFIXES = 64;
/** Characters of JSON-LD that are parsed per page. Seen: 11,765. Parsed JSON may take thirty times its length in memory. */
export const MAX_JSON_LD = 1_000_000;
/** Maximum number of JSON-LD blocks with syntax errors that are reported. */
export const MAX_JSON_LD_ERRORS = 100;
/** Signs that scripts fill the page. Seen: 2. */
export const MAX_SHELL_MARKERS = 100;
