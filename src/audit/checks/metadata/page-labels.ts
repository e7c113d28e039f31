import type { Meta } from '../../../site/page/page-facts.ts';
import { countCjk } from '../../../site/page/words.ts';
import type { PageResult } from '../../check.ts';
import { commonValue } from '../../collections.ts';
import { marksAnotherLanguage, writtenInAnotherLanguage } from '../../content/page-language.ts';
import { isTruncated } from '../../content/page-text.ts';
import { observe } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import type { CanonicalReading } from './canonical.ts';

/** A page and its declared canonical. */
export interface LabelledPage {
  readonly page: Page;
  readonly canonical: CanonicalReading;
}

const MIN_DESCRIPTION = 50;
const MIN_DESCRIPTION_CJK = 25;
/** Longer descriptions are long enough without being counted. */
const COUNTED = 1000;

/** Default titles of frameworks and editors; compared without case. */
const DEFAULT_TITLES = new Set([
  'react app',
  'vite app',
  'vite + react',
  'vite + react + ts',
  'vite + vue',
  'vite + vue + ts',
  'vite + svelte',
  'vite + svelte + ts',
  'vite + preact',
  'vite + ts',
  'create next app',
  'svelte app',
  'sveltekit app',
  'vue app',
  'nuxt app',
  'welcome to nuxt!',
  'vite + solid',
  'vite + solid + ts',
  'vite + lit',
  'vite + lit + ts',
  'vite + preact + ts',
  'vite + qwik',
  'create react app',
  'next.js app',
  'new remix app',
  'new react router app',
  'welcome to astro.',
  'angular app',
  'document',
  'untitled',
  'untitled document',
  'untitled page',
  'new page',
  'page title',
  'your page title',
  'your site title',
  'site title',
  'title goes here',
  'unbenanntes dokument',
  'document sans titre',
  'documento sin título',
  'documento sem título',
  'documento senza titolo',
  'naamloos document',
  'adsız belge',
  '無題ドキュメント',
  '無題のドキュメント',
  '无标题文档',
  '無標題文件',
  '제목 없음',
  '제목 없는 문서',
  'مستند بدون عنوان',
]);

/** Returns whether each page has exactly one title, and one that is neither a default nor the title of another page. */
export function judgeTitles(pages: readonly LabelledPage[]): PageResult[] {
  const shared = sharedBy(pages, ({ page }) => titleOf(page));
  return pages.map(({ page }) => {
    const title = titleOf(page);
    if (title === null) {
      const passes = isTruncated(page.facts, 'titles');
      return { passes, seen: observe(page.exchange, { note: 'It has no title.' }) };
    }
    const fault = titleFault(page, title, shared);
    const note = fault ?? 'It has a title of its own.';
    const line = page.facts.titles[0]?.line;
    return { passes: fault === null, seen: observe(page.exchange, { note, text: title, line }) };
  });
}

function titleFault({ facts }: Page, title: string, shared: ReadonlySet<string>): string | null {
  if (facts.titles.length > 1) return `It has more than one title element: ${facts.titles.length}.`;
  if (DEFAULT_TITLES.has(title.trim().toLowerCase().normalize('NFC')))
    return 'Its title is a default that nobody has replaced.';
  return shared.has(title) ? 'Another judged page has the same title.' : null;
}

/** The first title that is not empty. */
export function titleOf({ facts }: Page): string | null {
  return facts.titles.find(({ text }) => text !== '')?.text ?? null;
}

/** Returns whether each page has a description that is long enough and that no other page has. */
export function judgeDescriptions(pages: readonly LabelledPage[]): PageResult[] {
  const shared = sharedBy(pages, ({ page }) => descriptionOf(page)?.content ?? null);
  return pages.map(({ page }) => {
    const description = descriptionOf(page);
    if (description === null) {
      const passes = isTruncated(page.facts, 'metas');
      return { passes, seen: observe(page.exchange, { note: 'It has no description.' }) };
    }
    const { key, content: text, line } = description;
    const least =
      countCjk(text) > 0
        ? `${MIN_DESCRIPTION_CJK} Chinese, Japanese or Korean characters`
        : `${MIN_DESCRIPTION} characters`;
    const fault = shared.has(text)
      ? `Another judged page has the same ${key}.`
      : isLongEnough(text)
        ? null
        : `Its ${key} is shorter than ${least}${key === 'description' ? '' : ', and it has no meta description'}.`;
    const note = fault ?? 'It has a description of its own.';
    return { passes: fault === null, seen: observe(page.exchange, { note, text, line }) };
  });
}

/** The meta description, else og:description: trimmed, and not empty. */
function descriptionOf({ facts }: Page): Pick<Meta, 'key' | 'content' | 'line'> | null {
  for (const name of ['description', 'og:description']) {
    for (const { key, content, line } of facts.metas) {
      if (key === name && content.trim() !== '') return { key, content: content.trim(), line };
    }
  }
  return null;
}

/** Returns whether a description has 50 characters, or 25 in scripts that need half as many. */
export function isLongEnough(description: string): boolean {
  const start = description.slice(0, COUNTED);
  return [...start].length >= MIN_DESCRIPTION || countCjk(start) >= MIN_DESCRIPTION_CJK;
}

/** Returns whether each page declares one usable canonical URL, and not the one that all others declare too. */
export function judgeCanonicals(pages: readonly LabelledPage[]): PageResult[] {
  const forAll = oneCanonicalForAll(pages);
  return pages.map(({ page, canonical: { url, first, problem } }) => {
    const isNotItsOwn = forAll !== null && url === forAll && url !== page.url;
    const fault = problem ?? (isNotItsOwn ? 'Its canonical is that of all other judged pages.' : null);
    const note = fault ?? 'It declares one canonical URL.';
    const where = first?.line === null ? { header: 'link' } : { line: first?.line };
    return { passes: fault === null, seen: observe(page.exchange, { note, text: first?.href, ...where }) };
  });
}

/** The canonical URL that all pages declare though several of them are other pages; null when there is none. */
export function oneCanonicalForAll(pages: readonly LabelledPage[]): string | null {
  const url = commonValue(pages.map(({ canonical }) => canonical.url));
  // One duplicate that names its original is as it should be.
  const strangers = pages.filter(({ page }) => page.url !== url);
  return strangers.length > 1 ? url : null;
}

/** Returns whether the page says its language with a valid tag (RFC 5646), and its text is not plainly in another one. */
export function judgeLanguage({ page }: LabelledPage): PageResult {
  const { lang } = page.facts;
  if (lang === null) return { passes: false, seen: observe(page.exchange, { note: 'Its html element has no lang.' }) };
  const written = writtenInAnotherLanguage(page);
  const other = written !== null && marksAnotherLanguage(page.exchange.body ?? '', page.language) ? null : written;
  const fault =
    page.language === null
      ? 'Its lang is not a language tag.'
      : other === null
        ? null
        : `Its lang says ${page.language}, and its text is written in another language (${other}).`;
  const note = fault ?? 'Its html element says its language.';
  return { passes: fault === null, seen: observe(page.exchange, { note, text: lang.text, line: lang.line }) };
}

/** Returns the labels that several pages have. Pages that name one canonical count as one page. */
function sharedBy(pages: readonly LabelledPage[], labelOf: (page: LabelledPage) => string | null): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const labelled of pages) {
    const label = labelOf(labelled);
    const url = labelled.canonical.url ?? labelled.page.url;
    if (label === null) continue;
    const owner = owners.get(label);
    if (owner !== undefined && owner !== url) shared.add(label);
    owners.set(label, owner ?? url);
  }
  return shared;
}
