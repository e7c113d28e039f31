import { isSameSite } from '../../audit/registrable-domain.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import { type ListedPage, type Listing, listedPages } from '../../site/inventory/listed-pages.ts';
import { languageSegments, type SitePath, sitePath } from '../../site/inventory/site-sections.ts';
import { commonest } from './commonest.ts';
import { isLatin, languageByScript } from './script-language.ts';

/** A page that may be listed, with its place in the site. */
export interface PlacedPage {
  readonly page: ListedPage;
  readonly place: SitePath;
  /** Its whole path without the language, in lower case. */
  readonly path: string;
  /** Primary language subtag, in lower case. */
  readonly language: string;
  readonly isHome: boolean;
  /** Its breadcrumb, from the home page on; the place is null of an entry without a URL. */
  readonly trail: readonly { readonly name: string; readonly place: SitePath | null }[];
}

/** Minimum number of pages of different titles that show that one canonical for all is a fault. */
const SAME_CANONICAL = 3;
/** A folder of a date or of a taxonomy: what it contains is not a section of content. */
const NO_SECTION = /^(?:\d+|series|archives?)$/i;

/** Returns the pages that may be listed, each once. A canonical that the audit calls wrong is not believed. */
export function mayBeListed(inventory: PageInventory): Listing {
  const titles = Map.groupBy(inventory.pages, ({ canonical }) => canonical);
  const isForAll = (canonical: string) => {
    const named = new Set((titles.get(canonical) ?? []).map(({ reading }) => reading?.title ?? reading?.heading));
    return named.size >= SAME_CANONICAL;
  };
  const pages = inventory.pages.map(({ canonical, ...page }) =>
    canonical === undefined || isForAll(canonical) || !isSameSite(canonical, page.url) ? page : { ...page, canonical },
  );
  return listedPages({ ...inventory, pages });
}

/** Places the pages that may be listed, in the order of the inventory. */
export function placedPages(inventory: PageInventory): readonly PlacedPage[] {
  const main = mainLanguage(inventory);
  const spoken = new Set([main, ...inventory.site.languages.map(({ hreflang }) => primaryLanguage(hreflang))]);
  const languages = languageSegments(
    [inventory.site.lang, ...inventory.pages.map(({ reading }) => reading?.lang ?? null)],
    inventory.site.languages,
  );
  const toPlace = (url: string): SitePath => inSections(sitePath(url, languages));
  return mayBeListed(inventory).pages.map((page) => {
    const { lang, title, heading, description, paragraph, trail } = page.reading;
    const whole = sitePath(page.url, languages);
    const place = inSections(whole);
    const path = [...whole.folders, whole.name].join('/').toLowerCase();
    const inPath = primaryLanguage(place.language);
    const written = writtenLanguage(lang, [title, heading, description, paragraph]);
    const language =
      // A short Japanese text may have no kana.
      (written === 'zh' && main === 'ja' && primaryLanguage(lang) !== 'zh' ? main : written) ??
      (inPath !== null && spoken.has(inPath) ? inPath : main);
    const isHome = page.place === 'home' || path === '';
    const entries = trail.map(({ name, url }) => ({ name, place: url === null ? null : toPlace(url) }));
    return { page, place, path, language, isHome, trail: entries };
  });
}

function inSections(path: SitePath): SitePath {
  return { ...path, folders: path.folders.filter((folder) => !NO_SECTION.test(folder)) };
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

/** Returns the language of the tag. Without a tag, or with one that the script of the texts contradicts, the script decides. */
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
