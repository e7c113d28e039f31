import { TITLES as SAID_OFTEN } from '../../data/read/languages.ts';
import { TEMPLATE_DEFAULTS } from '../../data/read/template-defaults.ts';
import { isFiller } from './filler.ts';

const TITLES = new Set(TEMPLATE_DEFAULTS.titles);
const PARTS = new Set(TEMPLATE_DEFAULTS.titleParts);
const HEADINGS = new Set(TEMPLATE_DEFAULTS.headings);
const PRODUCTS = new Set(TEMPLATE_DEFAULTS.products);
const LEFTOVERS = new Set([...TEMPLATE_DEFAULTS.names, ...TEMPLATE_DEFAULTS.leftovers]);
const AUTHORS = new Set(TEMPLATE_DEFAULTS.authors);
const { descriptions } = TEMPLATE_DEFAULTS;

/** Titles that say only that it is the home page, or which number a page has: `Startseite`, `Page 2`. */
const NO_TITLE = new RegExp(
  `^(?:${SAID_OFTEN.home.join('|')}|(?:${SAID_OFTEN.page.flatMap((words) => words.split(' ')).join('|')})\\s?[-#]?\\s?\\d{1,4})$`,
  'u',
);

/** Name that a camera or a scanner gives to a file, which the page of a picture has as its title: `IMG_20300102_081500`. */
const FILE_NAME = /^(?:(?:img|dsc[fn]?|pxl|vid|mvi|image|screenshot)[-_ ]?\d{3}|\d{8})[-_ \d]*$/;

/** What a script prints in place of a value that is missing, and what a server calls a folder without an index. */
const NO_VALUE =
  /^(?:\[object object\]|undefined|null|nan)$|^(?:index of|directory listing for) \/|^translation missing:|^\[missing ".+" translation\]$/;

/** The key of a text that a translation lacks: `pages.mill.title`. */
const TITLE_KEY = /^[a-z]\w*(?:\.\w+)+\.title$/;

/** Separators between the parts of a title. */
const SEPARATOR = /\s+[|–—·•:»›/-]\s+/;
/** Code of a template that was not filled in. */
const CODE = /\$\{[^}]*\}|\{\{[^}]*\}\}|\{%[^%]*%\}|<%[^%]*%>|%%[a-z_]+%%|^%[a-z]+_[a-z_]+%$/i;
/** Characters that are compared. */
const COMPARED = 300;

function plain(text: string): string {
  return text.slice(0, COMPARED).trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC');
}

/** Returns whether a title is one that a framework, a platform or an editor writes, or has one as a part. `Home` alone is such a title, and the name of a file. */
export function isDefaultTitle(title: string): boolean {
  const text = plain(title);
  const parts = text.split(SEPARATOR);
  return (
    TITLES.has(text) ||
    NO_TITLE.test(text) ||
    CODE.test(text) ||
    TITLE_KEY.test(text) ||
    isFiller(text) ||
    FILE_NAME.test(parts[0] ?? '') ||
    parts.some((part) => PARTS.has(part) || NO_VALUE.test(part))
  );
}

/** Returns whether a description begins like one that a framework, a platform or a theme writes. */
export function isDefaultDescription(description: string): boolean {
  const text = plain(description);
  return CODE.test(text) || isFiller(text) || descriptions.some((start) => text.startsWith(start));
}

/** Beginnings of JSON, HTML, CSS, a script, and the short codes of an editor. */
const CODE_BEFORE =
  /^(?:[[{]\s*(?:["'{[\]}]|\w+\s*:)|<(?:!--|\/?(?:p|div|span|h[1-6]|br|img|a|section|style|script)\b)|(?:var|let|const) \w+\s*=|\(?function\s*\w*\(|(?:window|document)\.\w|@(?:media|import)\b|[.#]?[\w-]+\s*\{\s*[\w-]+\s*:|\[[a-z]+(?:_[a-z_]+|\s[a-z_]+=))|\[object object\]/;

/** Tags that the end of an excerpt has, written as text. */
const TAG = /<\/?(?:span|p|a|br|em|strong)\b[^<>]*>/;

/** Returns whether a description is code, or has some, in place of a sentence. */
export function isCodeDescription(description: string): boolean {
  const text = plain(description);
  return CODE_BEFORE.test(text) || TAG.test(text);
}

/** Returns whether a heading is one that a framework, a platform or a theme writes, filler, or code of a template. */
export function isDefaultHeading(heading: string): boolean {
  const text = plain(heading);
  return CODE.test(text) || HEADINGS.has(text) || NO_VALUE.test(text) || isFiller(text);
}

/** Returns whether a text is the title of a post or page that a platform makes on a new site, such as “Hello world!”. */
export function isSampleTitle(title: string): boolean {
  return PARTS.has(plain(title));
}

/** Returns whether a text is the name of a sample product of a platform. */
export function isSampleProduct(name: string): boolean {
  return PRODUCTS.has(plain(name));
}

/** Returns whether a text is what stands where a name is missing: code of a template, or a value that a script has not. */
export function isNoName(text: string): boolean {
  const name = plain(text);
  return CODE.test(name) || NO_VALUE.test(name);
}

/** Returns whether a text is what a template has for its owner to replace, such as `TODO` and `[Your company name]`, or the name of a new site. */
export function isLeftover(text: string): boolean {
  const bare = plain(text).replace(/^[[\]<>{}()*\s]+|[[\]<>{}()*.…\s]+$/g, '');
  return LEFTOVERS.has(bare) || /^(?:\{\{|\{%|<%|\$\{|%%)/.test(plain(text));
}

/** Returns whether a text is the author that a template names in the head of every page. */
export function isDefaultAuthor(name: string): boolean {
  return AUTHORS.has(plain(name));
}
