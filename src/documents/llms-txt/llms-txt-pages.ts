import type { InventoryPage, PageInventory, PageSummary } from '../../site/inventory/inventory.ts';
import { listedPages } from '../../site/inventory/listed-pages.ts';
import { languageSegments, type SitePath, sitePath } from '../../site/inventory/site-sections.ts';
import { isDefaultDescription, isDefaultTitle } from '../../site/page/template-defaults.ts';
import { namesItsPage } from './link-labels.ts';
import { wordsFor } from './llms-txt-words.ts';
import { isLatin, languageByScript } from './script-language.ts';

/** A page as an llms.txt names it. Its strings are the site's own words, not yet quoted. */
export interface NamedPage {
  readonly url: string;
  readonly name: string;
  readonly note: string | null;
  /** Primary language subtag, in lower case. */
  readonly language: string;
  readonly place: SitePath;
  /** Its breadcrumb, from the home page on; the place is null of an entry without a URL. */
  readonly trail: readonly { readonly name: string; readonly place: SitePath | null }[];
  readonly page: InventoryPage;
  readonly reading: PageSummary;
}

/** Separators between a page's own title and the name of its site. */
const SEPARATOR = /(\s+[|–—·•»:-]{1,2}\s+|\s*\|\s*)/u;
/** Number of pages from which a shared title, or a shared part of it, is the name of the site and not of the page. */
const COMMON = 3;
/** Notes that begin alike are duplicates: one may be cut off earlier than the other. */
const NOTE_BEGINNING = 80;
/** A path segment that was made of a title: words without capital letters. */
const SLUG = /^[\p{Ll}\p{Lo}\p{M}\p{N}_+ -]+$/u;

/** Returns the pages of an inventory to list, in its order, with the titles and notes that they give themselves. */
export function namedPages(inventory: PageInventory): readonly NamedPage[] {
  const main = mainLanguage(inventory);
  const spoken = new Set([main, ...inventory.site.languages.map(({ hreflang }) => primaryLanguage(hreflang))]);
  const languages = languageSegments(
    [inventory.site.lang, ...inventory.pages.map(({ reading }) => reading?.lang ?? null)],
    inventory.site.languages,
  );
  const listed = listedPages(inventory).pages.map((page): Placed => {
    const { reading } = page;
    const place = sitePath(page.url, languages);
    const inPath = primaryLanguage(place.language);
    const { lang, title, heading, description, paragraph } = reading;
    const language =
      writtenLanguage(lang, [title, heading, description, paragraph]) ??
      (inPath !== null && spoken.has(inPath) ? inPath : main);
    const isHome = page.place === 'home' || (place.folders.length === 0 && place.name === '');
    return { page, reading, place, language, isHome };
  });
  const names = namesOf(listed, inventory);
  const notes = notesOf(listed, names, inventory);
  return listed.map(({ page, reading, place, language }, index) => {
    const trail = reading.trail.map((entry) => ({
      name: entry.name,
      place: entry.url === null ? null : sitePath(entry.url, languages),
    }));
    const { url } = page;
    return { url, name: names[index] ?? url, note: notes[index] ?? null, language, place, trail, page, reading };
  });
}

interface Placed extends Pick<NamedPage, 'page' | 'reading' | 'place' | 'language'> {
  readonly isHome: boolean;
}

/** A page's own title; else, where that is not its own, its heading, its label, its file's name or its path. */
function namesOf(listed: readonly Placed[], { domain, site }: PageInventory): readonly string[] {
  const ends = countOf(listed.flatMap(({ reading }) => edgesOf(reading.title)));
  const own = new Set(
    [site.name, ...site.organization.alternateNames, domain].flatMap((one) => one?.toLowerCase() ?? []),
  );
  const isCommon = (part: string) => own.has(part.toLowerCase()) || (ends.get(part) ?? 0) >= COMMON;
  const titles = listed.map(({ reading }) => ownTitle(usable(reading.title), isCommon));
  const headings = listed.map(({ reading }) => usable(reading.heading));
  const timesTitle = countOf(titles);
  const timesHeading = countOf(headings);
  const labels = listed.map(({ page }) => usable(page.label));
  const timesLabel = countOf(labels);
  return listed.map(({ page, place, language, isHome }, index) => {
    if (isHome) return wordsFor(language).home;
    const title = titles[index] ?? null;
    const heading = headings[index] ?? null;
    const label = labels[index] ?? null;
    const isOwn = title !== null && !own.has(title.toLowerCase());
    const segment = slugOf(place);
    const names = [
      isOwn && timesTitle.get(title) === 1 ? title : null,
      heading !== null && (timesHeading.get(heading) ?? 0) < COMMON ? heading : null,
      label !== null && timesLabel.get(label) === 1 && namesItsPage(label) ? label : null,
      fileName(page.url),
      isOwn && (timesTitle.get(title) ?? 0) < COMMON ? title : null,
      SLUG.test(segment) && /\p{L}/u.test(segment) ? words(segment) : null,
      heading,
      title,
    ];
    return names.find((name) => name !== null) ?? words(segment);
  });
}

/**
 * The description of each page, else its first paragraph. A text that several pages share, that names another page or
 * that says what the site says of itself tells nothing about a page.
 */
function notesOf(
  listed: readonly Placed[],
  names: readonly string[],
  { site }: PageInventory,
): readonly (string | null)[] {
  const ofSite = [site.description, site.organization.description].flatMap((text) => (text === null ? [] : key(text)));
  const notOwn = new Set([...ofSite, ...names.map(key)]);
  const descriptions = countOf(
    listed.map(({ reading }) => (reading.description === null ? null : key(reading.description))),
  );
  const first = listed.map(({ reading, isHome }) => {
    const description = usable(reading.description);
    const paragraph = usable(reading.paragraph);
    if (description === null) return paragraph;
    const isShared = (descriptions.get(key(description)) ?? 0) > 1 || (!isHome && notOwn.has(key(description)));
    return isShared ? (paragraph ?? (isHome ? description : null)) : description;
  });
  const times = countOf(first.map((note) => (note === null ? null : key(note))));
  return first.map((note, index) => {
    if (note === null || listed[index]?.isHome === true) return note;
    return (times.get(key(note)) ?? 0) > 1 || notOwn.has(key(note)) ? null : note;
  });
}

/** What two texts have in common that say the same. */
function key(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, NOTE_BEGINNING);
}

/** A text that the owner wrote; null for what a tool put there. */
export function usable(text: string | null): string | null {
  return text === null || text.trim() === '' || isDefaultTitle(text) || isDefaultDescription(text) ? null : text;
}

/** The language of the site: as its home page says, unless that is written in another script; else that of most pages. */
export function mainLanguage({ site, pages }: PageInventory): string {
  const home = pages.find(({ place }) => place === 'home')?.reading;
  const texts = [site.description, site.headline, site.name, home?.paragraph ?? null];
  return (
    writtenLanguage(site.lang, texts) ??
    commonest(pages.map(({ reading }) => primaryLanguage(reading?.lang ?? null))) ??
    'en'
  );
}

/** The language that a tag names; that of the texts' script where there is no tag, or the script belies it. */
function writtenLanguage(tag: string | null, texts: readonly (string | null)[]): string | null {
  const named = primaryLanguage(tag);
  if (named !== null && !isLatin(named)) return named;
  return languageByScript([...new Set(texts)].flatMap((text) => text ?? []).join(' ')) ?? named;
}

/** The primary subtag of a language tag, in lower case; null when it is none. */
function primaryLanguage(tag: string | null): string | null {
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

function slugOf({ folders, name }: SitePath): string {
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

/** The text that occurs most often, the first of several; null for none. */
export function commonest(values: readonly (string | null)[]): string | null {
  return [...countOf(values)].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function countOf(values: Iterable<string | null>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
