import { urlHash } from '../page/page-url.ts';
import { compareText, type KnownPage } from './known-pages.ts';
import { FOUND } from './site-inventory.ts';

/** Maximum number of chosen pages, the home page included. */
export const CHOSEN_PAGES = 25;
/** Maximum numbers of listing, tag, contact and legal pages and of pages in other languages, if more pages are known than chosen. */
export const CHOSEN_SECONDARY = 5;
export const CHOSEN_OTHER_LANGUAGES = 5;

/**
 * Chooses pages for the next round: the pages that were chosen before stay, and the others take the remaining places. The choice
 * depends on the URLs, links and sitemaps alone: not on what pages contain, nor on the order in which anything arrived.
 *
 * Each place goes to the template with the largest √size ÷ (chosen + 1); of equal ones to that which the home page links to, then
 * by a hash. Pages that robots.txt shuts for all core crawlers have a place only if they are content pages.
 *
 * @param known all known pages, the home page among them
 * @param chosen URLs of the pages chosen in earlier rounds, in order
 * @param gone number of these that do not exist: others take their places, at most as many as there are places
 * @returns the URLs of all chosen pages in order: the home page first, then those of earlier rounds, then the new ones
 */
export function choosePages(known: readonly KnownPage[], chosen: readonly string[] = [], gone = 0): readonly string[] {
  const home = known.find(({ isHome }) => isHome);
  const before = new Set(chosen);
  const urls = [...new Set([...(home === undefined ? [] : [home.url]), ...chosen])];
  const limits = new ChoiceLimits(known);
  const templates = groupByTemplate(known, before);
  for (const page of known) if (before.has(page.url)) limits.take(page);
  const places = CHOSEN_PAGES + Math.min(gone, CHOSEN_PAGES);
  while (urls.length < places) {
    const template = nextTemplate(templates, limits);
    const page = template?.waiting.shift();
    if (template === null || page === undefined) break;
    template.chosen += 1;
    limits.take(page);
    urls.push(page.url);
  }
  return urls;
}

/**
 * Orders the pages that are read beyond the choice, as {@link choosePages} gives places, but without limits on their kinds and
 * languages.
 *
 * @param taken URLs of the pages that were chosen or read before
 */
export function furtherPages(known: readonly KnownPage[], taken: ReadonlySet<string>): readonly string[] {
  return groupByTemplate(known, taken)
    .flatMap(({ waiting, size, chosen, isLinkedFromHome }) =>
      waiting.map(({ url }, index) => ({
        url,
        share: Math.sqrt(size) / (chosen + index + 1),
        isLinkedFromHome,
        hash: urlHash(url),
      })),
    )
    .sort(
      (a, b) =>
        b.share - a.share ||
        Number(b.isLinkedFromHome) - Number(a.isLinkedFromHome) ||
        a.hash - b.hash ||
        compareText(a.url, b.url),
    )
    .map(({ url }) => url);
}

/** Returns whether a page can have a place: robots.txt does not shut it, or it is a content page, which counts as shut. */
export function mayBeChosen({ isHome, isDecided, isContent, isShutForAll }: KnownPage): boolean {
  return !isHome && isDecided && (isContent || !isShutForAll);
}

interface Template {
  readonly size: number;
  readonly isLinkedFromHome: boolean;
  chosen: number;
  /** Pages without a place, in the order in which they get one. */
  readonly waiting: HashedPage[];
}

type HashedPage = KnownPage & { readonly hash: number };

function groupByTemplate(known: readonly KnownPage[], taken: ReadonlySet<string>): readonly Template[] {
  const pages = known.filter((page) => mayBeChosen(page) || (taken.has(page.url) && !page.isHome));
  return [...Map.groupBy(pages, ({ template }) => template).values()].map((group) => {
    const waiting = group
      .filter(({ url }) => !taken.has(url))
      .map((page): HashedPage => ({ ...page, hash: urlHash(page.url) }))
      .sort(byHash);
    const isLinkedFromHome = group.some(({ found }) => (found & FOUND.homeLink) !== 0);
    return { size: group.length, isLinkedFromHome, chosen: group.length - waiting.length, waiting };
  });
}

function byHash(a: HashedPage, b: HashedPage): number {
  return a.hash - b.hash || compareText(a.url, b.url);
}

/** Returns the template that has the next place, with the page that gets it in front; null when no page can get one. */
function nextTemplate(templates: readonly Template[], limits: ChoiceLimits): Template | null {
  let best: Template | null = null;
  for (const template of templates) {
    const { waiting } = template;
    // A page that exceeds a limit exceeds it for good.
    while (waiting[0] !== undefined && !limits.allow(waiting[0])) waiting.shift();
    if (waiting.length > 0 && (best === null || compareTemplates(template, best) < 0)) best = template;
  }
  return best;
}

function compareTemplates(a: Template, b: Template): number {
  const [first, second] = [a.waiting[0], b.waiting[0]];
  return (
    Math.sqrt(b.size) / (b.chosen + 1) - Math.sqrt(a.size) / (a.chosen + 1) ||
    Number(b.isLinkedFromHome) - Number(a.isLinkedFromHome) ||
    (first === undefined || second === undefined ? 0 : byHash(first, second))
  );
}

/** Limits the secondary pages and the pages in other languages, unless the site is read whole. */
class ChoiceLimits {
  readonly #isLimited: boolean;
  readonly #language: string | null;
  #secondary = 0;
  #others = 0;

  constructor(known: readonly KnownPage[]) {
    this.#isLimited = known.length > CHOSEN_PAGES;
    this.#language = mainLanguage(known);
  }

  allow({ isSecondary, language }: KnownPage): boolean {
    if (!this.#isLimited) return true;
    if (isSecondary && this.#secondary >= CHOSEN_SECONDARY) return false;
    return language === this.#language || this.#others < CHOSEN_OTHER_LANGUAGES;
  }

  take({ isSecondary, language, isHome }: KnownPage): void {
    if (isHome) return;
    if (isSecondary) this.#secondary += 1;
    if (language !== this.#language) this.#others += 1;
  }
}

/**
 * Returns the language in the paths of most pages; of several, that of the home page's path, then the first by its name. Null
 * stands for paths that begin with no language.
 */
function mainLanguage(known: readonly KnownPage[]): string | null {
  const home = known.find(({ isHome }) => isHome)?.language ?? null;
  const groups = [...Map.groupBy(known, ({ language }) => language)].sort(
    ([a, pagesA], [b, pagesB]) =>
      pagesB.length - pagesA.length || Number(b === home) - Number(a === home) || compareText(a ?? '', b ?? ''),
  );
  return groups[0]?.[0] ?? null;
}
