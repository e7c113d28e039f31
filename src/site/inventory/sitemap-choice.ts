import { acrossSections, isCategory, type LanguageSegments, sitePlace } from './site-sections.ts';

/** A URL with the priority that a sitemap gives it, 0 to 1. */
export interface RankedUrl {
  readonly url: string;
  readonly priority?: number | undefined;
}

/** sitemaps.org: the priority of a page without one. */
const DEFAULT_PRIORITY = 0.5;
/** Greatest depth of a folder whose index counts as a section. */
const DEEPEST_INDEX = 3;
const LEAST_BELOW = 2;
/** Most indexes that come before everything else. */
const MAX_INDEXES = 100;

/**
 * Orders pages by importance: first indexes of sections and categories, those with the most pages below them first; then
 * pages with more than the default priority in their sitemap, the highest first; then the rest, spread over sections.
 */
export function mostProminent(pages: readonly RankedUrl[], languages: LanguageSegments): readonly string[] {
  const urls = [...new Set(pages.map(({ url }) => url))];
  const byPriority = new Map<number, string[]>();
  for (const { url, priority = DEFAULT_PRIORITY } of pages) {
    if (priority <= DEFAULT_PRIORITY) continue;
    const group = byPriority.get(priority);
    if (group === undefined) byPriority.set(priority, [url]);
    else group.push(url);
  }
  const preferred = [...byPriority].toSorted(([a], [b]) => b - a).map(([, group]) => group);
  const spread = [...preferred, urls].flatMap((group) => acrossSections(group, group.length, languages));
  return [...new Set([...sectionIndexes(urls, languages), ...spread])];
}

/** URLs of folders that hold several of the others, and categories. */
function sectionIndexes(urls: readonly string[], languages: LanguageSegments): readonly string[] {
  const places = urls.map((url) => ({ url, place: sitePlace(url, languages) }));
  const below = new Map<string, number>();
  for (const { place } of places) {
    const { language, folders, name } = place;
    for (let depth = 1; depth <= Math.min(folders.length, DEEPEST_INDEX); depth += 1) {
      if (depth === folders.length && name === '') continue;
      const key = pathKey(language, folders.slice(0, depth));
      below.set(key, (below.get(key) ?? 0) + 1);
    }
  }
  return places
    .map(({ url, place }) => {
      const { language, folders, name } = place;
      const count = below.get(pathKey(language, name === '' ? folders : [...folders, name])) ?? 0;
      return { url, count, isIndex: count >= LEAST_BELOW || isCategory(place) };
    })
    .filter(({ isIndex }) => isIndex)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_INDEXES)
    .map(({ url }) => url);
}

function pathKey(language: string | null, folders: readonly string[]): string {
  return [language ?? '', ...folders].join('/');
}
