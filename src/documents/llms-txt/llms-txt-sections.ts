import { isCategory, type SitePath } from '../../site/inventory/site-sections.ts';
import { isSiteMap } from '../../site/page/page-kind.ts';
import { commonest } from './commonest.ts';
import { type NamedPage, namesItsPage, words } from './llms-txt-pages.ts';
import { sectionWord, wordsFor } from './llms-txt-words.ts';

/** A section of an llms.txt, not yet quoted. */
export interface LlmsTxtSection {
  readonly name: string;
  readonly language: string;
  readonly pages: readonly NamedPage[];
}

/** A folder of fewer pages is not a section of its own. */
const LEAST = 2;
/** A longer section is divided by the folders below it, where these have so many pages. */
const LONG = 12;
const LEAST_BELOW = 3;
/** Posts of a section. */
const MAX_POSTS = 100;
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
 * @param isLarge the categories of a large site or a shop are none: they lead to all of it. Those of a blog lead to its posts
 */
export function divideIntoSections(
  pages: readonly NamedPage[],
  mainLanguage: string,
  isLarge: boolean,
): { readonly sections: readonly LlmsTxtSection[]; readonly secondary: readonly NamedPage[] } {
  const isShop = pages.some(({ reading }) => reading.kind === 'product');
  const isBlog = 2 * pages.filter(({ reading }) => reading.kind === 'article').length > pages.length;
  const leadsToAll = isShop || (isLarge && !isBlog);
  const isSecondary = (page: NamedPage) => isForFew(page) && !(leadsToAll && isCategory(page.place));
  const primary = pages.filter((page) => !isSecondary(page));
  const languages = new Set([mainLanguage, ...primary.map(({ language }) => language)]);
  const prominence = rankFolders(primary);
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
  if (reading.kind === 'documentation') return false;
  return [...place.folders, place.name].some((part) => SECONDARY_FOLDER.test(part));
}

/** The order of folders, the same for every language. */
interface Prominence {
  compare(a: string, b: string): number;
}

/** First the folders that the home page leads to most often, then those that come first. */
function rankFolders(pages: readonly NamedPage[]): Prominence {
  const ranks = new Map<string, { links: number; first: number }>();
  for (const [index, { place, page }] of pages.entries()) {
    const folder = place.folders[0];
    if (folder === undefined) continue;
    const rank = ranks.get(folder) ?? { links: 0, first: index };
    rank.links += page.place === 'navigation' || page.place === 'main' ? 1 : 0;
    ranks.set(folder, rank);
  }
  const last = { links: 0, first: pages.length };
  const findRank = (folder: string) => ranks.get(folder) ?? last;
  return { compare: (a, b) => findRank(b).links - findRank(a).links || findRank(a).first - findRank(b).first };
}

function sectionsOfLanguage(pages: readonly NamedPage[], language: string, prominence: Prominence): LlmsTxtSection[] {
  const folders = new Set(pages.flatMap(({ place }) => place.folders[0] ?? []));
  // `/services.html` is the index of `/services/`.
  const findFolder = ({ place }: NamedPage) => place.folders[0] ?? (folders.has(place.name) ? place.name : null);
  const [byFolder, alone] = groupByFolder(pages, findFolder);
  const [byKind, top] = groupByFolder(alone, ({ reading }) => FOLDER_OF_KIND[reading.kind] ?? null);
  for (const [folder, members] of byKind) byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...members]);
  const inOrder = (members: readonly NamedPage[]) =>
    inOwnOrder(members).toSorted((a, b) => Number(isIndex(b)) - Number(isIndex(a)));
  const all = [...byFolder]
    .toSorted(([a, one], [b, other]) => categoriesIn(other) - categoriesIn(one) || prominence.compare(a, b))
    .flatMap(([folder, members]) => divided([folder], inOrder(members), language));
  // What is left of a folder that was divided may be its index alone.
  const sections = all.filter(({ pages }) => pages.length >= LEAST);
  top.push(...all.filter(({ pages }) => pages.length < LEAST).flatMap(({ pages }) => pages));
  return top.length === 0 ? sections : [{ name: wordsFor(language).pages, language, pages: inOrder(top) }, ...sections];
}

/** The number of a shop's categories in a section: its products come after these. */
function categoriesIn(pages: readonly NamedPage[]): number {
  return pages.filter(({ place }) => isCategory(place)).length;
}

/** Posts by date, the newest first; documentation as the menus have it; anything else as it was found. */
function inOwnOrder(pages: readonly NamedPage[]): readonly NamedPage[] {
  const isMostly = (kind: string) => 2 * pages.filter(({ reading }) => reading.kind === kind).length > pages.length;
  if (isMostly('article'))
    return mostLinked(pages).toSorted((a, b) => compare(b.reading.date ?? '', a.reading.date ?? ''));
  if (!isMostly('documentation')) return pages;
  const toMenuIndex = ({ page }: NamedPage) => page.menuIndex ?? Number.MAX_SAFE_INTEGER;
  return pages.toSorted((a, b) => toMenuIndex(a) - toMenuIndex(b));
}

/** Returns the posts that the most pages link to, then the newest, as many as are listed. */
function mostLinked(posts: readonly NamedPage[]): readonly NamedPage[] {
  const byLinks = posts.toSorted(
    (a, b) => (b.page.linksIn ?? 0) - (a.page.linksIn ?? 0) || compare(b.reading.date ?? '', a.reading.date ?? ''),
  );
  return byLinks.slice(0, MAX_POSTS);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** One section, or several where it is long and folders below it are worth a section. */
function divided(path: readonly string[], pages: readonly NamedPage[], language: string): LlmsTxtSection[] {
  const isLong = pages.length > LONG;
  const below = Map.groupBy(isLong ? pages : [], ({ place }) => place.folders[path.length]);
  below.delete(undefined);
  const large = [...below].filter(([, members]) => members.length >= LEAST_BELOW);
  const rest = pages.filter((page) => !large.some(([, members]) => members.includes(page)));
  const sections = large.flatMap(([, members]) => divided(commonPath(members), members, language));
  return rest.length === 0
    ? sections
    : [{ name: nameFolder(path, rest, language), language, pages: withIndexFirst(path, rest) }, ...sections];
}

/** Returns whether a page is the index of a folder. */
function isIndexOf(path: readonly string[], { place }: NamedPage): boolean {
  return place.name === ''
    ? place.folders.join('/') === path.join('/')
    : path.length === 1 && place.folders.length === 0 && place.name === path[0];
}

function withIndexFirst(path: readonly string[], pages: readonly NamedPage[]): readonly NamedPage[] {
  return pages.toSorted((a, b) => Number(isIndexOf(path, b)) - Number(isIndexOf(path, a)));
}

/** The name of a folder: the site's own in its navigation, else our word for it, its breadcrumb, its index's name, itself. */
function nameFolder(path: readonly string[], pages: readonly NamedPage[], language: string): string {
  const folder = path.at(-1) ?? '';
  const index = pages.find((page) => isIndexOf(path, page));
  // A link in a text may say `View all posts`.
  const label = index?.page.place === 'navigation' ? index.page.label : null;
  const own = label !== null && namesItsPage(label) ? label : null;
  // `docs/reference/` is a part of the documentation, which has the same word.
  const word = sectionWord(folder, language);
  const isTaken = path.slice(0, -1).some((above) => sectionWord(above, language) === word);
  const names = [own, isTaken ? null : word, inTrail(path, pages), firstPart(index?.name ?? '')];
  const named =
    names.find((name) => name !== null && /\p{L}/u.test(name) && name.length <= LONGEST_NAME) ?? words(folder);
  return named.slice(0, 1).toUpperCase() + named.slice(1);
}

/** A title up to what it adds: `AI Features` of `AI Features – Records management`. */
function firstPart(title: string): string {
  return title.split(/\s[|–—·:-]\s|:\s/u, 1)[0] ?? '';
}

/** What most breadcrumbs call the page at a path. */
function inTrail(path: readonly string[], pages: readonly NamedPage[]): string | null {
  const isAtPath = (place: SitePath | null) =>
    place !== null && [...place.folders, ...(place.name === '' ? [] : [place.name])].join('/') === path.join('/');
  return commonest(pages.flatMap(({ trail }) => trail.filter(({ place }) => isAtPath(place)).map(({ name }) => name)));
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

/** Groups pages by folder. Pages without a folder, and those of a folder with too few, are returned beside the groups. */
function groupByFolder(
  pages: readonly NamedPage[],
  findFolder: (page: NamedPage) => string | null,
): [Map<string, readonly NamedPage[]>, NamedPage[]] {
  const all = Map.groupBy(pages, findFolder);
  const others = all.get(null) ?? [];
  const groups = new Map<string, readonly NamedPage[]>();
  for (const [folder, members] of all) {
    if (folder === null) continue;
    if (members.length < LEAST) others.push(...members);
    else groups.set(folder, members);
  }
  return [groups, others];
}
