import { isCategory } from '../../site/inventory/site-sections.ts';
import { isSiteMap } from '../../site/page/page-kind.ts';
import { type NamedPage, words } from './llms-txt-pages.ts';
import { sectionWord, wordsFor } from './llms-txt-words.ts';

/** A section of an llms.txt, not yet quoted. */
export interface LlmsTxtSection {
  readonly name: string;
  readonly language: string;
  readonly pages: readonly NamedPage[];
}

/** A folder of fewer pages is no section of its own. */
const LEAST = 2;
/** A longer section is divided by the folders below it, where these have so many pages. */
const LONG = 12;
const LEAST_BELOW = 3;
/** A longer label is a sentence, not a name. */
const LONGEST_NAME = 40;

const SECONDARY_FOLDER = /^(?:tags?|categor(?:y|ies|ia|ias|ie|ien)|kategorien?|topics?|authors?|archives?|page)$/i;
/** Kinds of pages that stand together where they have no folder, with the folder they might have had. */
const FOLDER_OF_KIND: Readonly<Record<string, string>> = {
  article: 'articles',
  product: 'products',
  documentation: 'docs',
};

/**
 * Divides pages into sections as the site's owner might: by language, the site's own first, and by the folders of their
 * paths; what stands alone at the top comes first. Returned beside them: secondary pages, of all languages.
 * @param isLarge the categories of a large site are none: they lead to all of it
 */
export function sectionsOf(
  pages: readonly NamedPage[],
  mainLanguage: string,
  isLarge = false,
): { readonly sections: readonly LlmsTxtSection[]; readonly secondary: readonly NamedPage[] } {
  const isSecondary = (page: NamedPage) => isForFew(page) && !(isLarge && isCategory(page.place));
  const primary = pages.filter((page) => !isSecondary(page));
  const languages = new Set([mainLanguage, ...primary.map(({ language }) => language)]);
  const prominence = prominenceOf(primary);
  const sections = [...languages].flatMap((language) =>
    sectionsOfLanguage(
      primary.filter((page) => page.language === language),
      language,
      prominence,
    ),
  );
  const order = [...languages];
  const secondary = pages.filter(isSecondary).toSorted((a, b) => order.indexOf(a.language) - order.indexOf(b.language));
  return { sections, secondary };
}

/** Rules of the house, forms, and lists of what is listed elsewhere; a section's own index is none of them. */
function isForFew({ url, reading, place, page }: NamedPage): boolean {
  if (page.place === 'home') return false;
  if (reading.kind === 'legal' || reading.kind === 'contact' || isSiteMap(url)) return true;
  return [...place.folders, place.name].some((part) => SECONDARY_FOLDER.test(part));
}

/** The order of folders, the same for every language. */
interface Prominence {
  compare(a: string, b: string): number;
}

/** First the folders that the home page leads to most often, then those that come first. */
function prominenceOf(pages: readonly NamedPage[]): Prominence {
  const ranks = new Map<string, { links: number; first: number }>();
  for (const [index, { place, page }] of pages.entries()) {
    const folder = place.folders[0];
    if (folder === undefined) continue;
    const rank = ranks.get(folder) ?? { links: 0, first: index };
    rank.links += page.place === 'navigation' || page.place === 'main' ? 1 : 0;
    ranks.set(folder, rank);
  }
  const last = { links: 0, first: pages.length };
  const rankOf = (folder: string) => ranks.get(folder) ?? last;
  return { compare: (a, b) => rankOf(b).links - rankOf(a).links || rankOf(a).first - rankOf(b).first };
}

function sectionsOfLanguage(pages: readonly NamedPage[], language: string, prominence: Prominence): LlmsTxtSection[] {
  const folders = new Set(pages.flatMap(({ place }) => place.folders[0] ?? []));
  const byFolder = new Map<string, NamedPage[]>();
  const alone: NamedPage[] = [];
  for (const page of pages) {
    // `/services.html` is the index of `/services/`.
    const { folders: path, name } = page.place;
    const folder = path[0] ?? (folders.has(name) ? name : null);
    if (folder === null) alone.push(page);
    else push(byFolder, folder, page);
  }
  for (const [folder, members] of byFolder) {
    if (members.length >= LEAST) continue;
    alone.push(...members);
    byFolder.delete(folder);
  }
  const top: NamedPage[] = [];
  const byKind = new Map<string, NamedPage[]>();
  for (const page of alone) {
    const folder = FOLDER_OF_KIND[page.reading.kind];
    if (folder === undefined) top.push(page);
    else push(byKind, folder, page);
  }
  for (const [folder, members] of byKind) {
    if (members.length < LEAST) top.push(...members);
    else byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...members]);
  }
  const order = new Map(pages.map((page, index) => [page, index]));
  const inOrder = (members: readonly NamedPage[]) =>
    members.toSorted((a, b) => Number(isIndex(b)) - Number(isIndex(a)) || (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const sections = [...byFolder]
    .toSorted(([a], [b]) => prominence.compare(a, b))
    .flatMap(([folder, members]) => divided([folder], inOrder(members), language));
  return top.length === 0 ? sections : [{ name: wordsFor(language).pages, language, pages: inOrder(top) }, ...sections];
}

/** One section, or several where it is long and folders below it are worth a section. */
function divided(path: readonly string[], pages: readonly NamedPage[], language: string): LlmsTxtSection[] {
  const below = new Map<string, NamedPage[]>();
  if (pages.length > LONG) {
    for (const page of pages) {
      const next = page.place.folders[path.length];
      if (next !== undefined) push(below, next, page);
    }
  }
  const large = [...below].filter(([, members]) => members.length >= LEAST_BELOW);
  const rest = pages.filter((page) => !large.some(([, members]) => members.includes(page)));
  const sections = large.flatMap(([, members]) => divided(commonPath(members), members, language));
  return rest.length === 0 ? sections : [{ name: nameOf(path, rest, language), language, pages: rest }, ...sections];
}

/** The name of a folder: the site's own in its navigation, else our word for it, its breadcrumb, its index's name, itself. */
function nameOf(path: readonly string[], pages: readonly NamedPage[], language: string): string {
  const folder = path.at(-1) ?? '';
  const index = pages.find(({ place }) =>
    place.name === ''
      ? place.folders.join('/') === path.join('/')
      : path.length === 1 && place.folders.length === 0 && place.name === folder,
  );
  // A link in a text may say `View all posts`.
  const label = index?.page.place === 'navigation' ? index.page.label : null;
  const names = [label, sectionWord(folder, language), inTrail(path, pages), index?.name];
  return (
    names.find((name) => name !== null && name !== undefined && name.trim() !== '' && name.length <= LONGEST_NAME) ??
    words(folder)
  );
}

/** What most breadcrumbs call the page at a path. */
function inTrail(path: readonly string[], pages: readonly NamedPage[]): string | null {
  const counts = new Map<string, number>();
  for (const { trail } of pages) {
    for (const { name, place } of trail) {
      const at = place === null ? [] : [...place.folders, ...(place.name === '' ? [] : [place.name])];
      if (at.length > 0 && at.join('/') === path.join('/')) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function commonPath(pages: readonly NamedPage[]): readonly string[] {
  const [first] = pages;
  const path = first?.place.folders ?? [];
  const shared = path.findIndex((folder, depth) => pages.some(({ place }) => place.folders[depth] !== folder));
  return shared === -1 ? path : path.slice(0, shared);
}

/** The index of a folder, or the home page. */
function isIndex({ place, page }: NamedPage): boolean {
  return page.place === 'home' || (place.name === '' && place.folders.length <= 1);
}

function push(groups: Map<string, NamedPage[]>, key: string, page: NamedPage): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [page]);
  else group.push(page);
}
