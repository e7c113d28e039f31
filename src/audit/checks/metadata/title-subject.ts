import { isAboutPage } from '../../../site/page/page-kind.ts';
import { listH1s } from '../../../site/page/page-labels.ts';
import { decodeSegment } from '../../../site/page/page-url.ts';
import { isDefaultTitle } from '../../../site/page/template-defaults.ts';
import { textSize } from '../../../site/page/words.ts';
import { withHiddenText } from '../../content/hidden-text.ts';
import { type LanguagePack, NO_PACK } from '../../content/language-packs.ts';
import { choosePack } from '../../content/page-language.ts';
import { LEAST_WORDS } from '../../content/raw-html.ts';
import { partsOfTitle, type SharedText } from '../../content/shared-text.ts';
import { contentTerms, isSameTerm } from '../../content/terms.ts';
import type { Page } from '../../site-facts.ts';

/** Headings that are compared with the title. */
const HEADINGS = 40;
/** Characters of main text that are compared with the title. */
const OPENING = 600;
/** Minimum length of a folder's name that a title is compared with, in letters. */
const LEAST_NAME = 3;
/** Minimum number of words in a title besides the site's name. From this number on, the text must have one of them. */
const OTHER_WORDS = 2;
/** Characters of a title or heading that are read. */
const READ = 300;

/**
 * Returns whether a title says what its page is about: it shares a main word with a heading or the beginning of the main text.
 * On other pages than the home page and about pages, the site's name says nothing; on a home page without text, the name is compared too.
 * The name in the page's path is compared too. A part that is the h1 is enough. A title without
 * main words, such as “About us” or “FAQ”, cannot be compared. Hidden text counts: the title itself is not hidden.
 */
export function saysSubject(page: Page, title: string, site: SharedText): boolean {
  const { facts } = withHiddenText(page) ?? page;
  const pack = choosePack(page) ?? NO_PACK;
  const headings = facts.headings
    .filter(({ notOfPage }) => notOfPage === undefined)
    .slice(0, HEADINGS)
    .map(({ text }) => text.slice(0, READ));
  const isHome = site.isHomePage(page);
  const h1s = listH1s(facts).map(({ text }) => text.slice(0, READ));
  const plainH1s = h1s.map(plain);
  const h1Terms = contentTerms(h1s.join('\n'), pack);
  const isInH1 = (part: string) => plainH1s.some((h1) => h1.includes(plain(part)));
  // A page may be about what has the name of the site: its h1 says more, and no other title has it.
  const isSubject = (part: string) =>
    !site.isInOtherTitles(part, title) && isInH1(part) && !plainH1s.includes(plain(part));
  const isName = (part: string) =>
    (isSiteName(part, site) && !isSubject(part)) ||
    site.isInMostTitles(part) ||
    (site.isInOtherTitles(part, title) && !isInH1(part) && !sharesTerm(part, h1Terms, pack));
  const isOnSite = isHome || isAboutPage(facts);
  // “Home | Marlow” is the name of the site.
  const own = partsOfTitle(title).filter((part) => (isOnSite ? !isHome || !isDefaultTitle(part) : !isName(part)));
  const isBare = textSize(facts) < LEAST_WORDS;
  const isBareHome = isHome && isBare;
  const isComparable = headings.length > 0 || !isBare;
  // A request to enable JavaScript does not say what the page is about.
  if (isBareHome && headings.length === 0 && page.facts.shell.markers.some(({ kind }) => kind === 'enable_javascript'))
    return false;
  if (!isBareHome && own.every((part) => isSiteName(part, site)))
    return own.length > 0 && (isHome || own.some(isSubject));
  if (own.some((part) => !isSiteName(part, site) && namesPath(part, page.url))) return true;
  // Its words may all be short, as in “O nas”. An abbreviation is spelt out elsewhere.
  const isWhole = (part: string) => plainH1s.includes(plain(part)) || (isComparable && ABBREVIATION.test(part));
  if (own.some((part) => !isSiteName(part, site) && isWhole(part))) return true;
  // In a title with several other words, a word of the site's name says something only in the h1.
  const ofName = isOnSite || page.kind === 'contact' ? [] : contentTerms(site.name ?? '', pack);
  const all = contentTerms(own.join('\n'), pack);
  const others = all.filter((term) => !ofName.some((one) => isSameTerm(term, one)));
  const terms = others.length < OTHER_WORDS ? all : others;
  if (terms.length === 0) return isComparable;
  // A word in an element of its own may be glued to the next: `CategoryTides`.
  const apart = headings.map((heading) => heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const text = contentTerms([...headings, ...apart, facts.text.slice(0, OPENING)].join('\n'), pack);
  const isIn = (one: readonly string[], among: readonly string[]) =>
    one.some((term) => among.some((other) => isSameTerm(term, other)));
  return isIn(terms, text) || isIn(all, h1Terms);
}

/** A part of a title such as `FAQ`, `CV` or `FAQs`. */
const ABBREVIATION = /^\p{Lu}{2,4}s?$/u;

function sharesTerm(part: string, terms: readonly string[], pack: LanguagePack): boolean {
  return contentTerms(part, pack).some((term) => terms.some((one) => isSameTerm(term, one)));
}

/** Returns whether a title has nothing but the name of the site. */
export function isOnlyName(title: string, site: SharedText): boolean {
  return partsOfTitle(title).every((part) => isSiteName(part, site));
}

function isSiteName(part: string, { name, hostLabel }: SharedText): boolean {
  return [name ?? '', hostLabel].some((one) => one !== '' && plain(one) === plain(part));
}

/** Returns whether a part of a title has the name that the page has in its path: “News” at `/news/`, “CV of Ines” at `/cv.html`. */
function namesPath(part: string, url: string): boolean {
  const path = new URL(url).pathname.replace(/(?:\/index)?\.\w+$|\/$/, '');
  const name = plain(decodeSegment(path.slice(path.lastIndexOf('/') + 1)));
  return name.length >= LEAST_NAME && plain(part).includes(name);
}

/** Letters that slugs write without a mark, and that Unicode does not decompose. */
const MARKED: Readonly<Record<string, string>> = { ł: 'l', ı: 'i', đ: 'd', ø: 'o' };

/** Returns the letters and digits of a text, in lower case without marks. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[łıđø]/g, (letter) => MARKED[letter] ?? '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
