import { PATHS } from '../../data/read/languages.ts';
import type { PageInventory } from '../../site/inventory/inventory.ts';
import { statementIn } from '../../site/inventory/statement.ts';
import { type NamedPage, ofHome, usable } from './llms-txt-pages.ts';

/** Letters of a word that can show what a text is about. Shorter ones are mostly `and` and `the`. */
const LEAST_LETTERS = 4;
const WORDS = /\p{sc=Han}{2}|[\p{sc=Hiragana}\p{sc=Katakana}]{3}|[\p{L}\p{N}]+/gu;

const ABOUT: ReadonlySet<string> = new Set(PATHS.about);

/**
 * Returns what a site says of itself in one or two sentences: its meta description, its structured data, the first paragraph of its
 * home page or its about page, or its headline. A text that shares no word with the names, titles and menus of the site, nor with
 * the others of these, may be a template's: the first that does is taken, else the first. Null where it says nothing.
 */
export function siteSummary({ domain, site }: PageInventory, pages: readonly NamedPage[]): string | null {
  const home = pages.find(({ page }) => page.place === 'home');
  const about = pages.find(({ place }) => ABOUT.has(place.name.toLowerCase()) && place.folders.length === 0);
  // A title of one word is `Welcome`.
  const homeTitle = /\S\s+\S/.test(home?.reading.title ?? '') ? home?.reading.title : null;
  const known = new Set([site.name, domain]);
  const candidates = [
    site.description,
    site.organization.description,
    ofHome(home?.reading.paragraph ?? null, pages),
    about?.reading.description,
    usable(about?.reading.paragraph ?? null),
    ofHome(site.headline, pages),
    homeTitle,
  ].flatMap((text) => {
    const said = text === null || text === undefined ? null : statementIn(text);
    return said === null || known.has(said) ? [] : said;
  });
  const subject = [domain, site.name, ...site.topics, ...site.organization.alternateNames].concat(
    pages.flatMap(({ page, reading }) => [page.label, reading.title, reading.heading]),
  );
  const isPlausible = (text: string) => {
    const known = collectWords([...subject, ...candidates.filter((other) => other !== text)]);
    return !collectWords([text]).isDisjointFrom(known);
  };
  return candidates.find(isPlausible) ?? candidates[0] ?? null;
}

function collectWords(texts: readonly (string | null | undefined)[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => text?.toLowerCase().match(WORDS) ?? []);
  return new Set(words.filter((word) => word.length >= LEAST_LETTERS || /[^\p{sc=Latin}\p{N}]/u.test(word)));
}
