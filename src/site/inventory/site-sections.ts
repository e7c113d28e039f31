import { PATHS } from '../../data/read/languages.ts';
import { decodeSegment } from '../page/page-url.ts';

const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i;

/**
 * Path segments that a site uses for languages, in lower case with hyphens: `en`, `pt-br`. Other segments are not
 * languages: `/ar/` may be augmented reality, `/ai/` a tool.
 */
export type LanguageSegments = ReadonlySet<string>;

/**
 * Returns the segments that a site uses for languages: the `lang` of its pages, its `hreflang` tags, and the first path
 * segments of the URLs in these.
 *
 * @param langs BCP 47 tags as written; null for none
 */
export function languageSegments(
  langs: Iterable<string | null>,
  alternates: Iterable<{ readonly hreflang: string; readonly url: string }>,
): LanguageSegments {
  const segments = new Set<string>();
  const addTag = (tag: string | null) => {
    const name = normalized(tag ?? '');
    if (/^[a-z]{2,3}(?:-|$)/.test(name)) segments.add(name).add(primary(name));
  };
  for (const lang of langs) addTag(lang);
  for (const { hreflang, url } of alternates) {
    addTag(hreflang);
    const [, first = ''] = (URL.parse(url)?.pathname ?? '/').split('/');
    if (LANGUAGE.test(first)) segments.add(normalized(first));
  }
  return segments;
}

function primary(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

function normalized(tag: string): string {
  return tag.trim().toLowerCase().replaceAll('_', '-');
}

/** Returns the language of a segment, as `en` or `pt-br`; null when this site does not use it for one. */
function findLanguage(segment: string, languages: LanguageSegments): string | null {
  if (!LANGUAGE.test(segment)) return null;
  const name = normalized(segment);
  return languages.has(name) || languages.has(primary(name)) ? name : null;
}

/** Path of a URL, split into language, folders and name. */
export interface SitePath {
  /** Language at its beginning, in lower case, as `en` or `pt-br`; null when there is none. */
  readonly language: string | null;
  /** Its folders, without the language: of `/en/docs/api/x.html` these are `docs` and `api`. */
  readonly folders: readonly string[];
  /** Its last segment, decoded, without an extension; empty for the index of a folder. */
  readonly name: string;
}

/** Parses the path of a URL. A language may be the first segment or, as in `/blog/en/…`, the second. */
export function sitePath(url: string, languages: LanguageSegments): SitePath {
  const segments = (URL.parse(url)?.pathname ?? '/').split('/').slice(1).map(decodeSegment);
  const last = (segments.pop() ?? '').replace(/\.(?:x?html?|php|aspx?|jsp|txt|md)$/i, '');
  const at = segments.findIndex((segment, index) => index < 2 && findLanguage(segment, languages) !== null);
  const language = findLanguage(segments[at] ?? '', languages);
  const folders = segments.filter((_, index) => index !== at);
  const isIndex = /^(?:index|default)$/i.test(last);
  // `/en` is the English home page as much as `/en/` is.
  const ofLast = findLanguage(last, languages);
  if (language === null && folders.length === 0 && ofLast !== null) return { language: ofLast, folders, name: '' };
  return { language, folders, name: isIndex ? '' : last };
}

const CATEGORY = new RegExp(
  `^(?:(?:product-)?(?:${PATHS.categories.join('|')})|collections?|produ[ck]t-kategor\\w*)$`,
  'i',
);

/** Returns whether a path is the index of a category: directly below a folder such as `/category/`. */
export function isCategory({ folders, name }: SitePath): boolean {
  const path = name === '' ? folders : [...folders, name];
  return CATEGORY.test(path.at(-2) ?? '');
}

/**
 * Orders URLs so that every section of every language has its share: one of each, then a second of each, and so on. Within
 * a section, URLs with fewer folders come first.
 */
export function spreadOverSections(urls: Iterable<string>, languages: LanguageSegments): readonly string[] {
  const withPaths = [...new Set(urls)].map((url) => ({ url, ...sitePath(url, languages) }));
  // All pages at the top are one section.
  const sections = Map.groupBy(withPaths, ({ language, folders }) => `${language ?? ''} ${folders[0] ?? ''}`);
  const measureDepth = ({ folders, name }: SitePath) => folders.length + (name === '' ? 0 : 1);
  return [...sections.values()]
    .flatMap((section) =>
      section.toSorted((a, b) => measureDepth(a) - measureDepth(b)).map(({ url }, round) => ({ url, round })),
    )
    .sort((a, b) => a.round - b.round)
    .map(({ url }) => url);
}

/** A URL with its priority in a sitemap, 0 to 1. */
export interface RankedUrl {
  readonly url: string;
  readonly priority?: number | undefined;
}

/** sitemaps.org: the priority of a page without one. */
const DEFAULT_PRIORITY = 0.5;
/** Greatest depth of a folder whose index counts as a section. */
const MAX_INDEX_DEPTH = 3;
/** Minimum number of pages below an index. */
const MIN_BELOW = 2;
/** Maximum number of indexes that come before everything else. */
const MAX_INDEXES = 100;

/**
 * Orders pages by importance: first indexes of sections and categories, those with the most pages below them first; then
 * pages with more than the default priority in their sitemap, the highest first; then the rest, spread over sections.
 */
export function rankPages(pages: readonly RankedUrl[], languages: LanguageSegments): readonly string[] {
  const urls = [...new Set(pages.map(({ url }) => url))];
  const preferred = pages.filter(({ priority = DEFAULT_PRIORITY }) => priority > DEFAULT_PRIORITY);
  const byPriority = [...Map.groupBy(preferred, ({ priority }) => priority ?? DEFAULT_PRIORITY)]
    .toSorted(([a], [b]) => b - a)
    .map(([, group]) => group.map(({ url }) => url));
  const spread = [...byPriority, urls].flatMap((group) => spreadOverSections(group, languages));
  return [...new Set([...sectionIndexes(urls, languages), ...spread])];
}

/** Returns the URLs of categories, and of folders that contain several of the others. */
function sectionIndexes(urls: readonly string[], languages: LanguageSegments): readonly string[] {
  const pages = urls.map((url) => ({ url, path: sitePath(url, languages) }));
  const below = new Map<string, number>();
  for (const { path } of pages) {
    const { language, folders, name } = path;
    for (let depth = 1; depth <= Math.min(folders.length, MAX_INDEX_DEPTH); depth += 1) {
      if (depth === folders.length && name === '') continue;
      const key = pathKey(language, folders.slice(0, depth));
      below.set(key, (below.get(key) ?? 0) + 1);
    }
  }
  return pages
    .map(({ url, path }) => {
      const { language, folders, name } = path;
      const count = below.get(pathKey(language, name === '' ? folders : [...folders, name])) ?? 0;
      return { url, count, isIndex: count >= MIN_BELOW || isCategory(path) };
    })
    .filter(({ isIndex }) => isIndex)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_INDEXES)
    .map(({ url }) => url);
}

function pathKey(language: string | null, folders: readonly string[]): string {
  return [language ?? '', ...folders].join('/');
}
