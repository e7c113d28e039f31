import { PATHS } from '../../data/read/languages.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import { isLargeSite } from '../../site/inventory/listed-pages.ts';
import { isCategory } from '../../site/inventory/site-sections.ts';
import { isThanking, isThanksPath } from '../../site/page/form-pages.ts';
import { commonest } from './commonest.ts';
import { mainLanguage, type PlacedPage, placedPages } from './placed-pages.ts';

/** Why a page that may be indexed is left out of an llms.txt. */
export type Unlisted = 'without_text' | 'tag' | 'attachment' | 'generated' | 'translation';

/** The pages that an llms.txt lists, and why others are left out. */
export interface Selection {
  readonly pages: readonly PlacedPage[];
  readonly unlisted: Readonly<Record<Unlisted, number>>;
  /** One page of each language whose translations were left out: its home page, else the first one. */
  readonly translations: readonly { readonly language: string; readonly url: string }[];
}

/** Minimum number of words of a page, and of an article. What has fewer is filled by scripts, or is a heading and a date. */
const MIN_WORDS = 8;
const MIN_ARTICLE_WORDS = 25;

const TAXONOMY = /^(?:tags?|etiquetas?|schlagw(?:o|ö)rte?r?|authors?|autor(?:en|es)?|archives?|series)$/i;
const CATEGORY = /^(?:categor(?:y|ies|ia|ias|ie|ien)|kategorien?|topics?)$/i;
const OUTCOMES: ReadonlySet<string> = new Set(PATHS.outcomes);
/** Maximum number of words of what a form leads to when it was sent or has failed. */
const MAX_THANKS = 100;
/** The category of what has none, in WordPress. */
const UNCATEGORIZED = /^uncategori[sz]ed$/;
const NUMBERED = /\/page\/?\d+\/?$/i;
const ATTACHMENT = /\/attachment(?:s)?\/|[?&]attachment_id=/i;
/** Pages that tools for documentation make beside those that they are asked for: sources, lists of members, indexes. */
const GENERATED =
  /(?:[-_]source|[-_]members(?:[-_]\w)?|graph_legend|\/dir_[0-9a-f]{16,})\.html$|\/(?:genindex(?:-\w+)?|py-modindex|search|allclasses(?:-index|-noframe)?|overview-tree|package-tree|deprecated-list|constant-values|serialized-form|globals\w*|functions(?:_\w+)*|annotated|hierarchy|inherits|classes|files)\.html$|\/_(?:modules|sources)\//i;

/** Chooses the pages that an llms.txt lists, by what they are. The home page is always among them. */
export function selectPages(inventory: PageInventory): Selection {
  const isLarge = isLargeSite(inventory);
  const placed = placedPages(inventory);
  const reasons = placed.map((one) => (one.isHome ? null : unlistedAs(one, isLarge)));
  const own = placed.filter((_, index) => reasons[index] === null);
  const { kept, left } = withoutTranslations(own, mainLanguage(inventory));
  const count = (reason: Unlisted) => reasons.filter((one) => one === reason).length;
  return {
    pages: kept,
    unlisted: {
      without_text: count('without_text'),
      tag: count('tag'),
      attachment: count('attachment'),
      generated: count('generated'),
      translation: left.length,
    },
    translations: [...Map.groupBy(left, ({ language }) => language)].flatMap(([language, pages]) => {
      const one = pages.find(({ isHome }) => isHome) ?? pages[0];
      return one === undefined ? [] : [{ language, url: one.page.url }];
    }),
  };
}

function unlistedAs({ page, place }: PlacedPage, isLarge: boolean): Unlisted | null {
  const { url, reading } = page;
  const { kind, words, isAttachment = false } = reading;
  const path = splitPath(url);
  if (isAttachment || ATTACHMENT.test(url)) return 'attachment';
  if (kind === 'documentation') return GENERATED.test(url) || isWithoutText(words, kind) ? findReason(url) : null;
  const isTaxonomy = path.slice(-2).some((part) => TAXONOMY.test(part));
  const isIndexOfCategories = !isLarge && !isCategory(place) && CATEGORY.test(path.at(-1) ?? '');
  const isNoCategory = UNCATEGORIZED.test(path.at(-1) ?? '');
  if (isTaxonomy || isIndexOfCategories || isNoCategory || NUMBERED.test(url)) return 'tag';
  const isOutcome = isThanksPath(new URL(url).pathname) || OUTCOMES.has(path.at(-1) ?? '');
  const isOfForm = isOutcome || [reading.heading, reading.title].some((text) => isThanking(text ?? ''));
  if (isOfForm && (words ?? 0) < MAX_THANKS) return 'without_text';
  return isWithoutText(words, kind) ? 'without_text' : null;
}

/** The segments of a path without extensions, and without the name of an index. */
function splitPath(url: string): readonly string[] {
  const path = new URL(url).pathname.replace(/\/(?:index\.\w+)?$/, '').replace(/\.\w+$/, '');
  return path.toLowerCase().split('/');
}

function findReason(url: string): Unlisted {
  return GENERATED.test(url) ? 'generated' : 'without_text';
}

/** @param words undefined in inventories of earlier versions */
function isWithoutText(words: number | undefined, kind: string): boolean {
  return kind !== 'contact' && words !== undefined && words < (kind === 'article' ? MIN_ARTICLE_WORDS : MIN_WORDS);
}

/**
 * Keeps one language of each page that has several: the main one, else the one of most pages. Two pages are one in two languages
 * where they say so (hreflang), or where their paths differ only in the language. Of the latter, a page that is not translated is
 * one too: the one without a language in its path is kept.
 */
function withoutTranslations(
  pages: readonly PlacedPage[],
  main: string,
): { readonly kept: readonly PlacedPage[]; readonly left: readonly PlacedPage[] } {
  const order = [main, commonest(pages.map(({ language }) => language)) ?? main];
  const rank = ({ language }: PlacedPage) => {
    const at = order.indexOf(language);
    return at === -1 ? order.length : at;
  };
  const inPath = ({ place }: PlacedPage) => Number(place.language !== null);
  const left = new Set<PlacedPage>();
  const keyings: readonly ((page: PlacedPage) => string | null)[] = [
    ({ page }) => page.reading.translationOf ?? null,
    ({ path }) => path,
  ];
  for (const toKey of keyings) {
    const groups = Map.groupBy(
      pages.filter((page) => !left.has(page)),
      toKey,
    );
    groups.delete(null);
    for (const group of groups.values()) {
      const [first] = group.toSorted((a, b) => rank(a) - rank(b) || inPath(a) - inPath(b));
      const isOther = ({ language, path, place }: PlacedPage) =>
        language !== first?.language || (path === first.path && place.language !== first.place.language);
      for (const page of group) if (isOther(page)) left.add(page);
    }
  }
  return { kept: pages.filter((page) => !left.has(page)), left: pages.filter((page) => left.has(page)) };
}
