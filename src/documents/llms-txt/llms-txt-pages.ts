import { LINKS } from '../../data/read/languages.ts';
import type { InventoryPage, PageInventory, PageSummary } from '../../site/inventory/inventory.ts';
import type { SitePath } from '../../site/inventory/site-sections.ts';
import { statementIn, unescapedTwice } from '../../site/inventory/statement.ts';
import { isDefaultDescription, isDefaultTitle } from '../../site/page/template-defaults.ts';
import { countCjk } from '../../site/page/words.ts';
import { countTexts } from './commonest.ts';
import { wordsFor } from './llms-txt-words.ts';
import { selectPages } from './page-selection.ts';
import type { PlacedPage } from './placed-pages.ts';

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
/** Separates what a tool puts before the titles of all pages, or of those of a folder: `Acme API: Anvil Class Reference`. */
const PREFIX = /^([^:]{3,60}): (?=\S)/u;
/** Minimum share of the titles that begin with it. */
const PREFIX_SHARE = 0.3;
/** Number of pages from which a shared title, or a shared part of it, is the name of the site and not of the page. */
const COMMON = 3;
/** What WordPress adds to the titles of lists. */
const OF_LIST = /\s+Archives?$/;
/** Notes that begin alike are duplicates: one may be cut off earlier than the other. */
const NOTE_BEGINNING = 80;
/** A path segment that was made of a title: words without capital letters. */
const SLUG = /^[\p{Ll}\p{Lo}\p{M}\p{N}_+ -]+$/u;

/** Returns the pages of an inventory to list, in its order, with the titles and notes that they give themselves. */
export function namedPages(inventory: PageInventory, selected = selectPages(inventory).pages): readonly NamedPage[] {
  const names = namePages(selected, inventory);
  const notes = chooseNotes(selected, names, inventory);
  return selected.map(({ page, place, language, trail }, index) => {
    const { url, reading } = page;
    const name = unescapedTwice(names[index] ?? url);
    return { url, name, note: notes[index] ?? null, language, place, trail, page, reading };
  });
}

/** A page's own title; else, where that is not its own, its heading, its label, its file's name or its path. */
function namePages(listed: readonly PlacedPage[], { domain, site }: PageInventory): readonly string[] {
  const ends = countTexts(listed.flatMap(({ page: { reading } }) => splitEdges(reading.title)));
  const own = new Set(
    [site.name, ...(site.name?.split(SEPARATOR) ?? []), ...site.organization.alternateNames, domain].flatMap(
      (one) => one?.toLowerCase() ?? [],
    ),
  );
  const named = site.name?.toLowerCase() ?? '';
  const isCommon = (part: string) => {
    const times = ends.get(part) ?? 0;
    return own.has(part.toLowerCase()) || times >= COMMON || (times > 1 && named.includes(part.toLowerCase()));
  };
  const isPrefix = commonPrefixes(listed);
  const titles = listed.map(({ place, page: { reading } }) => {
    const title = ownTitle(usable(reading.title), isCommon);
    return (
      title
        ?.replace(reading.kind === 'listing' ? OF_LIST : /$/, '')
        .replace(PREFIX, (whole, prefix: string) => (isPrefix(prefix, place) ? '' : whole)) ?? null
    );
  });
  const headings = listed.map(({ page: { reading } }) => usable(reading.heading));
  const timesTitle = countTexts(titles);
  const timesHeading = countTexts(headings);
  const labels = listed.map(({ page }) => usable(page.label));
  const timesLabel = countTexts(labels);
  return listed.map(({ page, place, language, isHome }, index) => {
    if (isHome) return wordsFor(language).home;
    const title = titles[index] ?? null;
    const heading = headings[index] ?? null;
    const label = labels[index] ?? null;
    const isOwn = title !== null && !own.has(title.toLowerCase());
    const segment = place.name === '' ? (place.folders.at(-1) ?? '') : place.name;
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

/** Returns whether enough titles begin with a prefix: of all pages, or of those of a folder. */
function commonPrefixes(listed: readonly PlacedPage[]): (prefix: string, place: SitePath) => boolean {
  const isCommonIn = (pages: readonly PlacedPage[]) => {
    const times = countTexts(pages.map(({ page: { reading } }) => PREFIX.exec(reading.title ?? '')?.[1] ?? null));
    return (prefix: string) => (times.get(prefix) ?? 0) >= Math.max(COMMON, PREFIX_SHARE * pages.length);
  };
  const ofAll = isCommonIn(listed);
  const folders = Map.groupBy(listed, ({ place }) => place.folders[0]);
  const ofFolders = new Map([...folders].map(([folder, pages]) => [folder, isCommonIn(pages)]));
  return (prefix, place) => ofAll(prefix) || ofFolders.get(place.folders[0])?.(prefix) === true;
}

/**
 * What the description of each page says, else its first paragraph. A text that several pages share, that names another page or
 * that says what the site says of itself tells nothing about a page. The paragraph of a list is that of one of its pages,
 * unless it follows the heading of the list.
 */
function chooseNotes(
  listed: readonly PlacedPage[],
  names: readonly string[],
  { site }: PageInventory,
): readonly (string | null)[] {
  const ofSite = [site.description, site.organization.description].flatMap((text) => (text === null ? [] : key(text)));
  const titles = listed.flatMap(({ page: { reading } }) => reading.title ?? []);
  const notOwn = new Set([...ofSite, ...[...names, ...titles].map(key)]);
  const descriptions = countTexts(
    listed.map(({ page: { reading } }) => (reading.description === null ? null : key(reading.description))),
  );
  const ownersByParagraph = paragraphOwners(listed);
  const first = listed.map((one) => {
    const { page, isHome } = one;
    const { reading } = page;
    const said = statement(reading.paragraph);
    const declared = isMadeFrom(reading.description, said) ? said : statement(reading.description);
    const description = isHome || !isHeading(declared) ? declared : null;
    const owner = said === null ? undefined : ownersByParagraph.get(key(said));
    const isOwn = owner === undefined ? reading.kind !== 'listing' || reading.hasLead === true : owner === one;
    const paragraph = isOwn ? said : null;
    if (description === null) return paragraph;
    const isShared = (descriptions.get(key(description)) ?? 0) > 1 || (!isHome && notOwn.has(key(description)));
    return isShared ? (paragraph ?? (isHome ? description : null)) : description;
  });
  const times = countTexts(first.map((note) => (note === null ? null : key(note))));
  return first.map((note, index) => {
    if (note === null || listed[index]?.isHome === true) return note;
    return (times.get(key(note)) ?? 0) > 1 || notOwn.has(key(note)) ? null : note;
  });
}

/** Minimum number of characters of a text by which it is known. */
const LEAST_BEGINNING = 12;

/** A text of the home page; null where an article begins with it, such as the newest one of a blog. */
export function ofHome(text: string | null, pages: readonly NamedPage[]): string | null {
  const own = usable(text);
  const isOf = ({ kind, heading, paragraph, description }: PageSummary) =>
    kind === 'article' &&
    [heading, paragraph, description].some((one) => {
      const beginning = withoutSpaces(one).slice(0, PARAGRAPH_BEGINNING);
      return beginning.length >= LEAST_BEGINNING && withoutSpaces(own).startsWith(beginning);
    });
  return pages.some(({ reading }) => isOf(reading)) ? null : own;
}

function withoutSpaces(text: string | null): string {
  return text?.replace(/\s+/g, '') ?? '';
}

/** The page that a paragraph of several pages is of: the only article among them, else the one deepest in the site. */
function paragraphOwners(listed: readonly PlacedPage[]): ReadonlyMap<string, PlacedPage | null> {
  const depth = ({ place }: PlacedPage) => place.folders.length + (place.name === '' ? 0 : 1);
  const shared = Map.groupBy(listed, ({ page }) => {
    const said = statement(page.reading.paragraph);
    return said === null ? '' : key(said);
  });
  shared.delete('');
  return new Map(
    [...shared].flatMap(([text, pages]): [string, PlacedPage | null][] => {
      if (pages.length === 1) return [];
      const articles = pages.filter(({ page }) => page.reading.kind === 'article');
      const [first, second] = (articles.length > 0 ? articles : pages).toSorted((a, b) => depth(b) - depth(a));
      const isAlone = first !== undefined && (second === undefined || depth(first) > depth(second));
      return [[text, isAlone ? first : null]];
    }),
  );
}

/** Words without the end of a sentence that may be a heading of the page: tools put it into the description. */
const HEADING_WORDS = 4;

function isHeading(text: string | null): boolean {
  return (
    text !== null && text.split(' ').length <= HEADING_WORDS && /[\p{L}\p{N}]$/u.test(text) && countCjk(text) === 0
  );
}

/** Characters of a paragraph by which it is known. */
const PARAGRAPH_BEGINNING = 40;

/** Returns whether a tool made a description of a paragraph and what stands above it, and may have cut it. */
function isMadeFrom(description: string | null, paragraph: string | null): boolean {
  if (description === null || paragraph === null) return false;
  const text = description.trim().replace(/\s+/g, ' ');
  return text.includes(paragraph.slice(0, PARAGRAPH_BEGINNING)) || paragraph.startsWith(text);
}

function statement(text: string | null): string | null {
  const own = usable(text);
  return own === null ? null : statementIn(own);
}

/** What two texts have in common that say the same. */
function key(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, NOTE_BEGINNING);
}

/** The copyright line of a footer. */
const COPYRIGHT = /^\s*(?:©|\(c\)\s*\d|copyright\s+(?:©|\(c\)|\d{4}\b))/i;

/** A text that the owner wrote of the page; null for what a tool put there. */
export function usable(text: string | null): string | null {
  if (text === null || text.trim() === '' || COPYRIGHT.test(text)) return null;
  return isDefaultTitle(text) || isDefaultDescription(text) ? null : text;
}

/** A path segment as words. */
export function words(segment: string): string {
  const text = segment.replace(/[-_+]+/g, ' ').trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a document is called that is not a page; null for a page. */
function fileName(url: string): string | null {
  return /[^/]+\.(?:txt|md)$/i.exec(new URL(url).pathname)?.[0] ?? null;
}

/** The first and last part of a title of several. */
function splitEdges(title: string | null): readonly string[] {
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

/** Labels of links that say only that there is more. */
const MORE_LABELS: ReadonlySet<string> = new Set(LINKS.more);
/** Longer labels are never one of these. */
const LONGEST = 60;

/** Returns whether the label of a link names what it leads to: it has a letter, and says more than "read more". */
export function namesItsPage(label: string): boolean {
  if (!/\p{L}/u.test(label)) return false;
  if (label.length > LONGEST) return true;
  const words = label
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return !MORE_LABELS.has(words);
}
