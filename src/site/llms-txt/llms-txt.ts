import { parseUrl } from '../../values/web-url.ts';
import { collapse, contentStart, findLinks, type MarkdownLink, readBlocks } from './markdown.ts';

/** A parsed llms.txt (v2, Format). Lines count from 1. Plain data. */
export interface LlmsTxt {
  /** The H1, if it is the first content after byte order mark, blank lines, comments and front matter. */
  readonly title: { readonly text: string; readonly line: number } | null;
  /** True when there is an H1 anywhere. */
  readonly hasTitleSomewhere: boolean;
  /** The blockquote summary. */
  readonly summary: string | null;
  readonly sections: readonly LlmsTxtSection[];
  /** Inline Markdown links in order, resolved against the file's URL. Excludes code and comments. */
  readonly links: readonly LlmsTxtLink[];
  /** Lines that violate the format. */
  readonly problems: readonly LlmsTxtProblem[];
  /** Characters of content, with white space collapsed. */
  readonly length: number;
}

export interface LlmsTxtSection {
  readonly name: string;
  readonly line: number;
  readonly links: number;
}

export interface LlmsTxtLink {
  readonly text: string;
  readonly href: string;
  /** Absolute http(s) URL; null when it does not resolve to one. */
  readonly url: string | null;
  readonly note: string | null;
  readonly line: number;
}

export interface LlmsTxtProblem {
  readonly kind: 'text_in_section' | 'star_bullet' | 'bare_url' | 'other_heading' | 'nested_item';
  readonly line: number;
  readonly text: string;
}

/** Maximum length of the text of a problem, in characters. */
const PROBLEM_LENGTH = 200;

/**
 * Parses an llms.txt (v2, Format): an H1, a blockquote, free text without headings, then H2 sections that contain nothing
 * but `- [name](url): note`. Accepts any text; never throws. Takes time linear in the text.
 *
 * @param url URL of the file after redirects: its links may be relative
 */
export function parseLlmsTxt(text: string, url: string): LlmsTxt {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const start = contentStart(lines);
  const sections: DraftSection[] = [];
  const links: LlmsTxtLink[] = [];
  const problems: LlmsTxtProblem[] = [];
  const quotation: { text: string; line: number }[] = [];
  let title: LlmsTxt['title'] = null;
  let hasTitleSomewhere = false;
  let isFirst = true;

  const report = (kind: LlmsTxtProblem['kind'] | null, line: number): void => {
    if (kind !== null) problems.push({ kind, line, text: (lines[line - 1] ?? '').trim().slice(0, PROBLEM_LENGTH) });
  };

  for (const block of readBlocks(lines, start)) {
    const { line } = block;
    let found: readonly MarkdownLink[] = [];
    let note: string | null = null;
    if (block.kind === 'heading') {
      const { level } = block;
      if (level === 2) sections.push({ name: block.text, line, links: 0, itemColumn: null });
      // `title` is null when the first H1 comes late.
      else if (level > 2 || hasTitleSomewhere || sections.length > 0) report('other_heading', line);
      if (level === 1 && block.text !== '') {
        if (isFirst) title = { text: block.text, line };
        hasTitleSomewhere = true;
      }
      found = findLinks(block.text);
    } else if (block.kind === 'verbatim') {
      if (sections.length > 0) report('text_in_section', line);
    } else {
      const { raw } = block;
      found = findLinks(raw);
      const section = sections.at(-1);
      const item = readItem(raw, found);
      note = item?.note ?? null;
      if (section !== undefined) report(findProblem(raw, found, item, section), line);
      else if (/^ {0,3}>/.test(raw) && (quotation.length === 0 || quotation.at(-1)?.line === line - 1))
        quotation.push({ text: raw.trimStart().slice(1), line });
    }
    for (const [index, { text: label, href }] of found.entries())
      links.push({ text: label, href, url: resolve(href, url), note: index === 0 ? note : null, line });
    const section = sections.at(-1);
    if (section !== undefined) section.links += found.length;
    isFirst = false;
  }

  const summary = collapse(quotation.map((part) => part.text).join(' '));
  return {
    title,
    hasTitleSomewhere,
    summary: summary === '' ? null : summary,
    sections: sections.map(({ name, line, links: count }) => ({ name, line, links: count })),
    links,
    problems,
    length: collapse(lines.slice(start).join(' ')).length,
  };
}

interface DraftSection {
  readonly name: string;
  readonly line: number;
  links: number;
  /** Column where the text of its latest outermost list item begins. Lines indented as far belong to that item. */
  itemColumn: number | null;
}

/** A list item that begins with a link. */
interface LinkItem {
  readonly marker: string;
  readonly note: string | null;
}

function readItem(raw: string, found: readonly MarkdownLink[]): LinkItem | null {
  const marker = raw.trimStart().charAt(0);
  const [link] = found;
  if (link === undefined || !'-*+'.includes(marker)) return null;
  // Only the marker precedes the link.
  if (raw.slice(0, link.start).trim() !== marker) return null;
  const note = raw
    .slice(link.end)
    .replace(/^[\s:–—-]+/, '')
    .trimEnd();
  return { marker, note: note === '' ? null : note };
}

/** Returns the problem of a line of a section; null for none. */
function findProblem(
  raw: string,
  found: readonly MarkdownLink[],
  item: LinkItem | null,
  section: DraftSection,
): LlmsTxtProblem['kind'] | null {
  const indent = raw.slice(0, raw.length - raw.trimStart().length).replaceAll('\t', '    ').length;
  const isListItem = /^[-*+](?:\s|$)|^-\[/.test(raw.trimStart());
  if (isListItem) {
    if (section.itemColumn !== null && indent >= section.itemColumn) return 'nested_item';
    section.itemColumn = indent + 2;
  }
  if (item !== null) return item.marker === '-' ? null : 'star_bullet';
  return hasBareUrl(raw, found) ? 'bare_url' : 'text_in_section';
}

function hasBareUrl(raw: string, found: readonly MarkdownLink[]): boolean {
  const gaps = [0, ...found.map(({ end }) => end)];
  return gaps.some((gap, index) => /https?:\/\//i.test(raw.slice(gap, found[index]?.start)));
}

function resolve(href: string, base: string): string | null {
  const url = href === '' ? null : parseUrl(href, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
