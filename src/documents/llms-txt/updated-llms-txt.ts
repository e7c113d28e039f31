import type { PageInventory } from '../../site/inventory/inventory.ts';
import { isLargeSite } from '../../site/inventory/listed-pages.ts';
import { type LlmsTxtLink, parseLlmsTxt } from '../../site/llms-txt/llms-txt.ts';
import { namedSections, pageLine } from './llms-txt-document.ts';
import { type NamedPage, namedPages } from './llms-txt-pages.ts';
import { divideIntoSections } from './llms-txt-sections.ts';
import { mainLanguage } from './placed-pages.ts';

/** An llms.txt that somebody wrote, completed. */
export interface UpdatedLlmsTxt {
  /** The text: every line of the old one in its order, and the lines that were added. */
  readonly text: string;
  /** The lines that were added, by the heading that they are below. */
  readonly added: readonly { readonly section: string; readonly lines: readonly string[] }[];
  /** Links to pages of the site that cannot be read or may not be indexed. They stay: their author decides. */
  readonly dead: readonly { readonly line: number; readonly url: string; readonly why: string }[];
}

/** The section that a reader in want of room leaves out (llmstxt.org). */
const OPTIONAL = 'optional';
/** Control characters beside tabs and line breaks: a terminal would obey them. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu;
/** Reasons for which a link leads to no page. */
const WHY = {
  not_200: 'did not return 200',
  redirect: 'redirects',
  noindex: 'is noindex',
  error_page: 'is an error page',
  no_page: null,
} as const;

/**
 * Completes an llms.txt with the pages that it does not name. Nothing of it is changed or removed but control characters. A page is added to the section
 * whose links have the same folder, else to the one of the name that we would give it, else to a new section before `Optional`.
 *
 * @param text the file as it is
 * @param url the URL of the file
 */
export function updatedLlmsTxt(text: string, url: string, inventory: PageInventory): UpdatedLlmsTxt {
  const old = parseLlmsTxt(text, url);
  const known = new Set(old.links.flatMap((link) => (link.url === null ? [] : toKey(link.url))));
  const pages = namedPages(inventory).filter((page) => !known.has(toKey(page.url)));
  const lines = text
    .trimEnd()
    .replace(CONTROLS, '')
    .split(/\r\n?|\n/);
  const insertions = new Map<number, string[]>();
  const added: { section: string; lines: readonly string[] }[] = [];
  const insert = (at: number, section: string, links: readonly string[], isNew: boolean) => {
    const block = isNew ? ['', `## ${section}`, '', ...links] : links;
    insertions.set(at, [...(insertions.get(at) ?? []), ...block]);
    added.push({ section, lines: links });
  };
  const firstLinks = new Map(old.links.toReversed().map((link) => [firstFolder(link.url ?? ''), link]));
  const sectionOfFolder = (page: NamedPage) => {
    const folder = firstFolder(page.url);
    const link = folder === '' ? undefined : firstLinks.get(folder);
    return link === undefined ? undefined : old.sections.findLast((one) => one.line < link.line);
  };
  const byFolder = Map.groupBy(pages, sectionOfFolder);
  const others = byFolder.get(undefined) ?? [];
  byFolder.delete(undefined);
  for (const [section, members] of byFolder) {
    if (section !== undefined)
      insert(findLastLine(section.line, old.links, old.sections), section.name, members.map(pageLine), false);
  }
  const language = mainLanguage(inventory);
  const { sections, secondary } = divideIntoSections(others, language, isLargeSite(inventory));
  const optional = old.sections.find(({ name }) => name.trim().toLowerCase() === OPTIONAL);
  for (const [name, members] of namedSections(sections, secondary, language)) {
    if (members.length === 0) continue;
    const same = old.sections.find((one) => one.name.trim().toLowerCase() === name.toLowerCase());
    const before = optional === undefined || name.toLowerCase() === OPTIONAL ? lines.length : optional.line - 2;
    const at = same === undefined ? before : findLastLine(same.line, old.links, old.sections);
    insert(at, same?.name ?? name, members.map(pageLine), same === undefined);
  }
  const all = lines.flatMap((one, index) => [one, ...(insertions.get(index + 1) ?? [])]);
  return { text: `${all.join('\n')}\n`, added, dead: deadLinks(old.links, inventory) };
}

/** The line after which a section is continued: that of its last link, else its heading. */
function findLastLine(
  heading: number,
  links: readonly LlmsTxtLink[],
  sections: readonly { readonly line: number }[],
): number {
  const next = sections.find(({ line }) => line > heading)?.line ?? Number.POSITIVE_INFINITY;
  return links.findLast(({ line }) => line > heading && line < next)?.line ?? heading;
}

function deadLinks(links: readonly LlmsTxtLink[], { pages }: PageInventory): UpdatedLlmsTxt['dead'] {
  const leftOut = new Map(
    pages.flatMap(({ url, status, reason }) => (status === 'left_out' ? [[toKey(url), reason]] : [])),
  );
  return links.flatMap(({ url, line }) => {
    const reason = url === null ? undefined : leftOut.get(toKey(url));
    const why = reason === undefined ? null : WHY[reason];
    return url === null || why === null ? [] : [{ line, url, why }];
  });
}

/** A URL without what does not change the page: `/x/`, `/x.html` and `/x/index.html` are `/x`, and `/x.md` is its Markdown. */
function toKey(url: string): string {
  const { host, pathname, search } = new URL(url);
  const path = pathname
    .replace(/\/(?:index|default)\.\w{2,5}$/i, '/')
    .replace(/(?:\.x?html?)?(?:\.md)?$/i, '')
    .replace(/\/$/, '');
  return `${host.replace(/^www\./, '')}${path}${search}`;
}

function firstFolder(url: string): string {
  const segments = (URL.parse(url)?.pathname ?? '/').split('/');
  return segments.length < 3 ? '' : (segments[1] ?? '');
}
