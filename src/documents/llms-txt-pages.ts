import type { InventoryPage, PageInventory, PageReading } from '../site/inventory.ts';
import { languageSegments, type SitePlace, sitePlace } from '../site/site-sections.ts';
import { wordsFor } from './llms-txt-words.ts';

/** A page as an llms.txt names it. Its strings are the site's own words, not yet quoted. */
export interface NamedPage {
  readonly url: string;
  readonly name: string;
  readonly note: string | null;
  /** Primary language subtag, in lower case. */
  readonly language: string;
  readonly place: SitePlace;
  /** Its breadcrumb, from the home page on; the place is null of an entry without a URL. */
  readonly trail: readonly { readonly name: string; readonly place: SitePlace | null }[];
  readonly page: InventoryPage;
  readonly reading: PageReading;
}

/** What stands between a page's own title and the name of its site. */
const SEPARATOR = /(\s+[|–—·•»:-]{1,2}\s+|\s*\|\s*)/u;
/** The same end of this many titles is no part of them. */
const COMMON = 3;

/** Names the listed pages of an inventory, in its order, and says of each what it says of itself. */
export function namedPages(inventory: PageInventory): readonly NamedPage[] {
  const main = primaryLanguage(inventory.site.lang) ?? 'en';
  const spoken = new Set([main, ...inventory.site.languages.map(({ hreflang }) => primaryLanguage(hreflang))]);
  const languages = languageSegments(
    [inventory.site.lang, ...inventory.pages.map(({ reading }) => reading?.lang ?? null)],
    inventory.site.languages,
  );
  const listed = inventory.pages.flatMap((page) => {
    if (page.status !== 'listed' || page.reading === null) return [];
    const place = sitePlace(page.url, languages);
    const inPath = primaryLanguage(place.language);
    const language = primaryLanguage(page.reading.lang) ?? (inPath !== null && spoken.has(inPath) ? inPath : main);
    return [{ page, reading: page.reading, place, language }];
  });

  const ends = new Map<string, number>();
  for (const { reading } of listed) {
    for (const end of edgesOf(reading.title)) ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  const { name, organization } = inventory.site;
  const own = new Set(
    [name, ...organization.alternateNames, inventory.domain].flatMap((one) => one?.toLowerCase() ?? []),
  );
  const isCommon = (part: string) => own.has(part.toLowerCase()) || (ends.get(part) ?? 0) >= COMMON;

  const titles = listed.map(({ reading }) => ownTitle(reading.title, isCommon));
  const timesUsed = countOf(titles);
  const descriptions = countOf(listed.map(({ reading }) => reading.description));
  return listed.map(({ page, reading, place, language }, index) => {
    const title = titles[index] ?? null;
    const isHome = page.place === 'home' || (place.folders.length === 0 && place.name === '');
    const isOwn = title !== null && (timesUsed.get(title) ?? 0) === 1 && !own.has(title.toLowerCase());
    const pageName = isHome
      ? wordsFor(language).home
      : ((isOwn ? title : (reading.heading ?? page.label ?? fileName(page.url) ?? title)) ?? words(slugOf(place)));
    const isOwnDescription = reading.description !== null && (descriptions.get(reading.description) ?? 0) < COMMON;
    const note = (isOwnDescription ? reading.description : reading.paragraph) ?? reading.description;
    const isEcho = note?.toLowerCase() === pageName.toLowerCase();
    const trail = reading.trail.map((entry) => ({
      name: entry.name,
      place: entry.url === null ? null : sitePlace(entry.url, languages),
    }));
    return { url: page.url, name: pageName, note: isEcho ? null : note, language, place, trail, page, reading };
  });
}

/** The primary subtag of a language tag, in lower case; null when it is none. */
export function primaryLanguage(tag: string | null): string | null {
  const subtag = tag?.trim().toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return /^[a-z]{2,3}$/.test(subtag) ? subtag : null;
}

/** A path segment as words. */
export function words(segment: string): string {
  const text = segment.replace(/[-_+]+/g, ' ').trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a document is called that is no page; null for a page. */
function fileName(url: string): string | null {
  return /[^/]+\.(?:txt|md)$/i.exec(new URL(url).pathname)?.[0] ?? null;
}

function slugOf({ folders, name }: SitePlace): string {
  return name === '' ? (folders.at(-1) ?? '') : name;
}

/** The first and last part of a title of several. */
function edgesOf(title: string | null): readonly string[] {
  const parts = (title ?? '').split(SEPARATOR);
  return parts.length < 3 ? [] : [...new Set([parts[0] ?? '', parts.at(-1) ?? ''])];
}

/** A title without the name of the site at its end or its beginning. */
function ownTitle(title: string | null, isCommon: (part: string) => boolean): string | null {
  if (title === null) return null;
  const parts = title.split(SEPARATOR);
  while (parts.length >= 3 && isCommon(parts.at(-1) ?? '')) parts.splice(-2);
  while (parts.length >= 3 && isCommon(parts[0] ?? '')) parts.splice(0, 2);
  const own = parts.join('').trim();
  return own === '' ? title : own;
}

function countOf(values: readonly (string | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
