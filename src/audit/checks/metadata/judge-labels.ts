import type { Meta } from '../../../site/page/page-facts.ts';
import { isSameHost, pageKey, toHost } from '../../../site/page/page-url.ts';
import { isCodeDescription, isDefaultDescription, isDefaultTitle } from '../../../site/page/template-defaults.ts';
import { countCjk, textSize } from '../../../site/page/words.ts';
import { commonValue } from '../../collections.ts';
import { withHiddenText } from '../../content/hidden-text.ts';
import { isTruncated } from '../../content/page-text.ts';
import { LEAST_WORDS, textCause } from '../../content/raw-html.ts';
import { partsOfTitle, type SharedText } from '../../content/shared-text.ts';
import { haveSameText } from '../../judged-pages.ts';
import { observe, type Seen } from '../../observe.ts';
import type { Page } from '../../site-facts.ts';
import { type CanonicalReading, OTHER_HOST } from './canonical.ts';
import { inBodyFault } from './head-end.ts';
import type { LabelFault, LabelResult } from './label-fault.ts';
import { isOnlyName, saysSubject } from './title-subject.ts';

/** A page and its declared canonical. */
export interface LabelledPage {
  readonly page: Page;
  readonly canonical: CanonicalReading;
}

const MIN_DESCRIPTION = 50;
const MIN_DESCRIPTION_CJK = 25;
/** Longer descriptions are long enough without being counted. */
const COUNTED = 1000;

const NO_TITLE: LabelFault = { note: 'It has no title.', problem: ['has no title', 'have no title'] };
const DEFAULT_TITLE: LabelFault = {
  note: 'Its title is a default, which names no subject.',
  problem: ['has the default title of a template', 'have the default title of a template'],
};
const SHARED_TITLE: LabelFault = {
  note: 'Another judged page has the same title.',
  problem: ['shares its title with another', 'share their titles with other pages'],
};

/**
 * Judges the title of each page: two fifths for exactly one title that is neither a default nor that of another page in its language, three
 * fifths for one that says what the page is about.
 */
export function judgeTitles(pages: readonly LabelledPage[], site: SharedText): LabelResult[] {
  const isShared = sharedTitles(pages, site);
  return pages.map(({ page }) => {
    const title = findTitle(page);
    if (title === null) {
      return toResult(page, isTruncated(page.facts, 'titles') ? null : NO_TITLE, NO_TITLE.note);
    }
    const line = page.facts.titles[0]?.line;
    const own = titleFault(page, title, isShared(page, title));
    const isAbout = own !== DEFAULT_TITLE && saysSubject(page, title, site);
    const noSubject = NAMES_TEMPLATE.test(title) ? DEFAULT_TITLE : isOnlyName(title, site) ? ONLY_NAME : NO_SUBJECT;
    const second = isAbout || own === DEFAULT_TITLE ? null : (notComparable(page) ?? noSubject);
    const isBoth = own !== null && second === noSubject;
    const fault = isBoth ? { ...own, note: `${own.note} ${second.note}` } : (own ?? second);
    const result = toResult(page, fault, 'It has a title of its own, which says what the page is about.', {
      text: title,
      line,
    });
    return fault === null
      ? result
      : { ...result, earns: { earned: (own === null ? 2 : 0) + (isAbout ? 3 : 0), of: 5 } };
  });
}

/** The name of a template, in place of a subject: `Tides | Gauge Webflow HTML Website Template`. */
const NAMES_TEMPLATE =
  /(?:html|css|webflow|bootstrap|wordpress|website|landing page|portfolio) (?:template|theme)s?\s*$/i;

export const NO_SUBJECT: LabelFault = {
  note: 'Its title shares no main word with its headings or its opening.',
  problem: ['has a title that does not say what it is about', 'have titles that do not say what they are about'],
};

const ONLY_NAME: LabelFault = {
  note: 'Its title is only the name of the site.',
  problem: ['has only the site’s name as its title', 'have only the site’s name as their titles'],
};

/** Returns the fault of a title that stands alone: the page has no text that it could be compared with. Null where it has some. */
function notComparable(page: Page): LabelFault | null {
  const cause = textCause(page);
  if (cause === null || textSize((withHiddenText(page) ?? page).facts) >= LEAST_WORDS) return null;
  return {
    note: 'Its title cannot be compared: the page has no text.',
    problem: [
      'has a title that cannot be compared: the page has no text',
      'have titles that cannot be compared: the pages have no text',
    ],
    cause: cause === 'shell' ? 'shell' : 'text',
  };
}

function titleFault({ facts }: Page, title: string, isShared: boolean): LabelFault | null {
  if (facts.titles.length > 1) {
    return {
      note: `It has more than one title element: ${facts.titles.length}.`,
      problem: ['has more than one title element', 'have more than one title element'],
    };
  }
  if (isDefaultTitle(title)) return DEFAULT_TITLE;
  return isShared ? (HAS_EMPTY_PART.test(title) ? EMPTY_PART : SHARED_TITLE) : null;
}

/** A separator with nothing on one side of it: `| Tide Tours`. */
const HAS_EMPTY_PART = /^[|–—·•»›-]\s|\s[|–—·•»›-]$/;

const EMPTY_PART: LabelFault = {
  note: 'Its title begins or ends with a separator: the part that names the page is empty.',
  problem: ['has a title whose own part is empty', 'have titles whose own part is empty'],
};

/** The first title that is not empty. */
export function findTitle({ facts }: Page): string | null {
  return facts.titles.find(({ text }) => text !== '')?.text ?? null;
}

/**
 * Returns whether another page has a page's title. Pages in two languages may share one, such as a name. A page without a language may be in
 * any. A page in another language than the home page may not have a title with words that its text lacks from a page with its description too:
 * nobody has translated its head.
 */
function sharedTitles(pages: readonly LabelledPage[], site: SharedText): (page: Page, title: string) => boolean {
  const urls = new Map<string, Map<string | null, Set<string>>>();
  const head = (page: Page, title: string) => `${title.toLowerCase()}\n${findDescription(page)?.content}`;
  const original = pages[0]?.page.language;
  const heads = new Set<string>();
  for (const { page } of pages)
    if (page.language === original && findDescription(page) !== null) heads.add(head(page, findTitle(page) ?? ''));
  for (const { page } of pages) {
    const title = findTitle(page)?.toLowerCase();
    if (title === undefined) continue;
    const byLanguage = urls.get(title) ?? new Map<string | null, Set<string>>();
    urls.set(title, byLanguage.set(page.language, (byLanguage.get(page.language) ?? new Set()).add(page.url)));
  }
  return (page, title) => {
    const { language } = page;
    if (language !== original && heads.has(head(page, title)) && hasForeignWord(page, title, site)) return true;
    const byLanguage = urls.get(title.toLowerCase());
    if (byLanguage === undefined) return false;
    if ((byLanguage.get(language)?.size ?? 0) > 1) return true;
    return language === null ? byLanguage.size > 1 : byLanguage.has(null);
  };
}

/** Returns whether a title has a word, apart from the site's name, that neither text nor headings of its page have. */
function hasForeignWord({ facts }: Page, title: string, site: SharedText): boolean {
  const text = [facts.text, ...facts.headings.map((heading) => heading.text)].join('\n').toLowerCase();
  const own = partsOfTitle(title).filter((part) => part !== site.name && !site.isInMostTitles(part));
  return own.some((part) => part.match(/\p{L}{4,}/gu)?.some((word) => !text.includes(word.toLowerCase())));
}

/** Returns whether each page has a description that is long enough and that no other page has. */
export function judgeDescriptions(pages: readonly LabelledPage[]): LabelResult[] {
  const isShared = sharedDescriptions(pages);
  return pages.map(({ page }) => {
    const description = findDescription(page);
    if (description === null) {
      const hasOne = page.facts.metas.some((meta) => isDescription(meta));
      const others = page.facts.metas.filter(({ key }) => key === 'description');
      const isMisnamed = others.some(({ attribute, content }) => attribute !== 'name' && content.trim() !== '');
      const without = isMisnamed ? MISNAMED : others.length > 0 ? EMPTY_DESCRIPTION : NO_DESCRIPTION;
      const fault = hasOne ? inBodyFault('description', page.facts) : without;
      return toResult(page, isTruncated(page.facts, 'metas') ? null : fault, fault.note);
    }
    const { content: text, line } = description;
    const second = page.facts.metas.find((meta) => isDescription(meta) && meta.content.trim() !== text);
    const isLayouts = second !== undefined && isShared(text) && !isShared(second.content);
    return toResult(
      page,
      isLayouts ? SECOND_DESCRIPTION : descriptionFault(description, isShared(description.content)),
      'It has a description of its own.',
      { text, line },
    );
  });
}

const NO_DESCRIPTION: LabelFault = {
  note: 'It has no description.',
  problem: ['has no meta description', 'have no meta description'],
};

const SECOND_DESCRIPTION: LabelFault = {
  note: 'It has two meta descriptions, and the first is that of other pages: remove that one from the layout.',
  problem: ['has a second meta description', 'have a second meta description'],
};

const EMPTY_DESCRIPTION: LabelFault = {
  note: 'Its meta description has no text in its content attribute.',
  problem: ['has a meta description without content', 'have meta descriptions without content'],
};

const MISNAMED: LabelFault = {
  note: 'Its meta element with a description has no attribute name="description", so it is none.',
  problem: [
    'has a description without the attribute name="description"',
    'have descriptions without the attribute name="description"',
  ],
};

function descriptionFault({ key, content }: Pick<Meta, 'key' | 'content'>, isShared: boolean): LabelFault | null {
  const isMeta = key === 'description';
  if (isDefaultDescription(content)) {
    return {
      note: `Its ${key} is a default that nobody has replaced.`,
      problem: ['has the default description of a template', 'have the default description of a template'],
    };
  }
  if (isCodeDescription(content)) return { ...CODE_DESCRIPTION, note: `Its ${key} is code: no sentence.` };
  if (isShared) {
    return {
      note: `Another judged page has the same ${key}.`,
      problem: isMeta
        ? ['shares its meta description with another', 'share their meta descriptions with other pages']
        : [
            'has no meta description, and the og:description of another page',
            'have no meta description, and the og:description of another page',
          ],
    };
  }
  if (isLongEnough(content)) return null;
  const least =
    countCjk(content) > 0
      ? `${MIN_DESCRIPTION_CJK} Chinese, Japanese or Korean characters`
      : `${MIN_DESCRIPTION} characters`;
  return {
    note: `Its ${key} is shorter than ${least}${isMeta ? '' : ', and it has no meta description'}.`,
    problem: isMeta
      ? ['has a meta description that is too short', 'have a meta description that is too short']
      : [
          'has no meta description, and an og:description that is too short',
          'have no meta description, and an og:description that is too short',
        ],
  };
}

function isDescription({ key, attribute, content }: Meta): boolean {
  return key === 'description' && attribute === 'name' && content.trim() !== '';
}

/** The meta description in the head, else og:description there: trimmed, and not empty. */
function findDescription({ facts }: Page): Pick<Meta, 'key' | 'content' | 'line'> | null {
  const inHead = facts.metas.filter(({ inBody, content }) => inBody !== true && content.trim() !== '');
  const found = inHead.find(isDescription) ?? inHead.find(({ key }) => key === 'og:description');
  return found === undefined ? null : { ...found, content: found.content.trim() };
}

/** Returns whether a description has 50 characters, or 25 in scripts that need half as many. */
export function isLongEnough(description: string): boolean {
  const start = description.slice(0, COUNTED);
  return [...start].length >= MIN_DESCRIPTION || countCjk(start) >= MIN_DESCRIPTION_CJK;
}

const CODE_DESCRIPTION: Omit<LabelFault, 'note'> = {
  problem: ['has code in place of a meta description', 'have code in place of meta descriptions'],
};

const SHARED_CANONICAL: LabelFault = { note: 'Its canonical is that of all other judged pages.' };

const ANOTHER_PAGE: LabelFault = {
  note: 'Its canonical is another page, whose text differs.',
  problem: ['names another page as its canonical', 'name another page as their canonical'],
};

const OF_SEVERAL: LabelFault = {
  note: 'Judged pages with other texts name the same canonical, and none of them is at it.',
  problem: ['names the canonical of pages with other texts', 'name one canonical for pages with different texts'],
};

const OTHER_LANGUAGE: LabelFault = {
  note: 'Its canonical is the page that its hreflang links name as the version in another language.',
  problem: [
    'names its version in another language as canonical',
    'name their versions in another language as canonical',
  ],
};

/** Returns whether a page names a URL as its version in another language, and itself as the one in its own. */
function namesAsVersion({ url: own, facts: { hreflangs } }: Page, url: string): boolean {
  const listTags = (one: string) =>
    hreflangs.flatMap((link) =>
      link.url !== null && pageKey(link.url) === pageKey(one) && link.hreflang.toLowerCase() !== 'x-default'
        ? link.hreflang.toLowerCase().split('-', 1)
        : [],
    );
  const ownTags = listTags(own);
  const others = listTags(url);
  return ownTags.length > 0 && others.length > 0 && !others.some((tag) => ownTags.includes(tag));
}

/**
 * Returns whether each page declares one usable canonical URL: not that of a judged page with another text, nor one at another path that
 * pages with other texts name too, nor of its version in another
 * language, nor the one that all others declare too, nor one on another host where the home page or most pages name that host.
 */
export function judgeCanonicals(pages: readonly LabelledPage[]): LabelResult[] {
  const forAll = oneCanonicalForAll(pages);
  const elsewhere = canonicalElsewhere(pages);
  const byKey = new Map(pages.map(({ page }) => [pageKey(page.url), page]));
  const namesAnother = (page: Page, url: string | null) => {
    const target = url === null ? undefined : byKey.get(pageKey(url));
    if (target === undefined || target === page) return false;
    return target.facts.text !== page.facts.text && !haveSameText(target, page);
  };
  const versionFault = (page: Page, url: string | null) => {
    // A page that is not translated has the text of the other.
    const isCopy = url !== null && byKey.has(pageKey(url));
    return url !== null && !isCopy && namesAsVersion(page, url) ? OTHER_LANGUAGE : null;
  };
  const ofSeveral = pagesThatShareOne(
    pages.filter(({ canonical: { url } }) => url !== null && !byKey.has(pageKey(url))),
  );
  return pages.map(({ page, canonical: { url, first, fault } }) => {
    const isNotItsOwn = forAll !== null && url === forAll && url !== page.url;
    const where = first?.line === null ? { header: 'link' } : { line: first?.line };
    const isElsewhere = elsewhere !== null && url !== null && isSameHost(url, elsewhere) && !isSameHost(url, page.url);
    const shared = isNotItsOwn ? SHARED_CANONICAL : ofSeveral.has(page) ? OF_SEVERAL : null;
    const own = namesAnother(page, url) ? ANOTHER_PAGE : (shared ?? versionFault(page, url));
    const wrong = isElsewhere ? OTHER_HOST : own;
    const note = /^\s*https?:\/\//i.test(first?.href ?? '')
      ? 'It declares one canonical URL.'
      : 'It declares one canonical URL, relative to its own.';
    const isResolved = url !== null && !/^\s*https?:/i.test(first?.href ?? '') && (fault ?? wrong) !== null;
    return toResult(page, fault ?? wrong, note, {
      text: isResolved ? `${first?.href} (resolved to ${url})` : first?.href,
      ...where,
    });
  });
}

/** Returns the pages whose canonical is at another path, and that of a page with another text too. */
function pagesThatShareOne(pages: readonly LabelledPage[]): ReadonlySet<Page> {
  const path = (url: string) => new URL(url).pathname;
  const strangers = pages.filter(({ page, canonical: { url } }) => url !== null && path(url) !== path(page.url));
  const groups = [...Map.groupBy(strangers, ({ canonical: { url } }) => url).values()];
  const areMixed = ([first, ...others]: readonly LabelledPage[]) =>
    others.some(({ page }) => first?.page.facts.text !== page.facts.text && !haveSameText(first?.page ?? page, page));
  return new Set(groups.filter(areMixed).flatMap((group) => group.map(({ page }) => page)));
}

/** The canonical URL that all pages declare though several of them are other pages; null when there is none. */
export function oneCanonicalForAll(pages: readonly LabelledPage[]): string | null {
  const url = commonValue(pages.map(({ canonical }) => canonical.url));
  // One duplicate that names its original is as it should be.
  const strangers = pages.filter(({ page }) => page.url !== url);
  return strangers.length > 1 ? url : null;
}

/**
 * Returns a canonical that is on the other host that the home page or most pages name; null when there is none. Single pages may be
 * copies of those of a sister host.
 */
function canonicalElsewhere(pages: readonly LabelledPage[]): string | null {
  const [home] = pages;
  const elsewhere = pages.flatMap(({ page, canonical: { url } }) =>
    url === null || isSameHost(url, page.url) ? [] : { page, url },
  );
  const ofHome = elsewhere.find(({ page }) => page === home?.page);
  if (ofHome !== undefined) return ofHome.url;
  const byHost = Map.groupBy(elsewhere, ({ url }) => toHost(url));
  const ofMost = [...byHost.values()].find((some) => 2 * some.length > pages.length);
  return ofMost?.[0]?.url ?? null;
}

/** Returns the result of a page. @param note the observation where nothing is wrong */
function toResult(page: Page, fault: LabelFault | null, note: string, details: Omit<Seen, 'note'> = {}): LabelResult {
  return { passes: fault === null, fault, seen: observe(page.exchange, { ...details, note: fault?.note ?? note }) };
}

/** Returns whether pages at several URLs have a description, apart from white space. */
function sharedDescriptions(pages: readonly LabelledPage[]): (description: string) => boolean {
  const urls = new Map<string, Set<string>>();
  const toKey = (description: string) => description.replace(/\s+/g, '');
  for (const { page } of pages) {
    const key = toKey(findDescription(page)?.content ?? '');
    urls.set(key, (urls.get(key) ?? new Set()).add(page.url));
  }
  return (description) => (urls.get(toKey(description))?.size ?? 0) > 1;
}
