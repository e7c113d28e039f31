const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

/**
 * Path segments that a site uses for languages, in lower case with hyphens: `en`, `pt-br`. Others are not languages: `/ar/`
 * may be augmented reality, `/ai/` a tool.
 */
export type LanguageSegments = ReadonlySet<string>;

/**
 * Returns the segments that a site uses for languages: by the `lang` of its pages, its `hreflang` tags, and the first path
 * segments of the URLs in these.
 * @param langs BCP 47 tags as written; null for none
 */
export function languageSegments(
  langs: Iterable<string | null>,
  alternates: Iterable<{ readonly hreflang: string; readonly url: string }>,
): LanguageSegments {
  const segments = new Set<string>();
  const addTag = (tag: string | null) => {
    const name = normalized(tag ?? '');
    if (/^[a-z]{2}(?:-|$)/.test(name)) segments.add(name).add(name.slice(0, 2));
  };
  for (const lang of langs) addTag(lang);
  for (const { hreflang, url } of alternates) {
    addTag(hreflang);
    const [, first = ''] = (URL.parse(url)?.pathname ?? '/').split('/');
    if (LANGUAGE.test(first)) segments.add(normalized(first));
  }
  return segments;
}

function normalized(tag: string): string {
  return tag.trim().toLowerCase().replaceAll('_', '-');
}

/** Returns the language of a segment, as `en` or `pt-br`; null when this site does not use it for one. */
function languageOf(segment: string, languages: LanguageSegments): string | null {
  if (!LANGUAGE.test(segment)) return null;
  const name = normalized(segment);
  return languages.has(name) || languages.has(name.slice(0, 2)) ? name : null;
}

/** Where a URL stands in its site. */
export interface SitePlace {
  /** The language that its path begins with, in lower case, as `en` or `pt-br`; null when it begins with none. */
  readonly language: string | null;
  /** The folders of its path, without the language: of `/en/docs/api/x.html` these are `docs` and `api`. */
  readonly folders: readonly string[];
  /** The last path segment, decoded, without an extension; empty for a folder's index. */
  readonly name: string;
}

/** Parses a URL's path. A language may be the first segment or, as in `/blog/en/…`, the second. */
export function sitePlace(url: string, languages: LanguageSegments): SitePlace {
  const segments = (URL.parse(url)?.pathname ?? '/').split('/').slice(1).map(decoded);
  const last = (segments.pop() ?? '').replace(/\.(?:x?html?|php|aspx?|jsp|txt|md)$/i, '');
  const at = segments.findIndex((segment, index) => index < 2 && languageOf(segment, languages) !== null);
  const language = languageOf(segments[at] ?? '', languages);
  const folders = segments.filter((_, index) => index !== at);
  const isIndex = /^(?:index|default)$/i.test(last);
  // `/en` is the English home page as much as `/en/` is.
  const ofLast = languageOf(last, languages);
  if (language === null && folders.length === 0 && ofLast !== null) return { language: ofLast, folders, name: '' };
  return { language, folders, name: isIndex ? '' : last };
}

const CATEGORY =
  /^(?:(?:product-)?categor(?:y|ies|ia|ias|ie|ien)|collections?|kategorien?|kategori|produkt-kategorie|catégories?)$/i;

/** Returns whether it is the index of a category, as in shops and blogs: a page directly below a folder such as `/category/`. */
export function isCategory({ folders, name }: SitePlace): boolean {
  const path = name === '' ? folders : [...folders, name];
  return CATEGORY.test(path.at(-2) ?? '');
}

/**
 * Chooses URLs so that every section of every language has its share: one of each, then a second of each, and so on, in
 * the order given; within a section those nearest to its top come first.
 */
export function acrossSections(urls: Iterable<string>, size: number, languages: LanguageSegments): readonly string[] {
  const sections = new Map<string, { url: string; depth: number }[]>();
  for (const url of new Set(urls)) {
    const { language, folders, name } = sitePlace(url, languages);
    // An index belongs to its section, a page at the top stands for itself.
    const key = `${language ?? ''} ${folders[0] ?? ''}`;
    const entry = { url, depth: folders.length + (name === '' ? 0 : 1) };
    const section = sections.get(key);
    if (section === undefined) sections.set(key, [entry]);
    else section.push(entry);
  }
  const queues = [...sections.values()].map((section) => section.toSorted((a, b) => a.depth - b.depth));
  const chosen: string[] = [];
  for (let round = 0; chosen.length < size; round += 1) {
    const turn = queues.flatMap((queue) => queue[round]?.url ?? []);
    if (turn.length === 0) break;
    chosen.push(...turn.slice(0, size - chosen.length));
  }
  return chosen;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A percent sign that encodes nothing: the segment stays as it is.
    return segment;
  }
}
