/** Block of a Markdown file, as far as lists of links need it. Lines count from 1. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly line: number }
  /** A fenced code block or an HTML comment, whatever is in it; `line` is its first. */
  | { readonly kind: 'verbatim'; readonly line: number }
  /** Any other line that is not blank. */
  | { readonly kind: 'line'; readonly raw: string; readonly line: number };

/** Returns the index of the first line after blank lines, front matter and HTML comments. */
export function contentStart(lines: readonly string[]): number {
  let index = frontMatterEnd(lines);
  for (;;) {
    const line = lines[index];
    if (line === undefined) return index;
    if (opensComment(line)) index = commentEnd(lines, index);
    else if (line.trim() === '') index += 1;
    else return index;
  }
}

/** Reads the lines from `start` on: ATX and setext headings (CommonMark 0.31 §4.2, §4.3), code fences (§4.5), comments (§4.6). */
export function* readBlocks(lines: readonly string[], start: number): Generator<MarkdownBlock> {
  let index = start;
  while (index < lines.length) {
    const raw = lines[index] ?? '';
    const line = index + 1;
    const next = lines[index + 1];
    const atx = readAtxHeading(raw);
    const underlined = next === undefined || !isParagraph(raw) ? null : underlineLevel(next);
    const fence = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(raw)?.[1];
    if (atx !== null) {
      yield { kind: 'heading', ...atx, line };
      index += 1;
    } else if (underlined !== null) {
      yield { kind: 'heading', level: underlined, text: collapse(raw), line };
      index += 2;
    } else if (fence !== undefined) {
      yield { kind: 'verbatim', line };
      index = fenceEnd(lines, index + 1, fence);
    } else if (opensComment(raw)) {
      yield { kind: 'verbatim', line };
      index = commentEnd(lines, index);
    } else {
      if (raw.trim() !== '') yield { kind: 'line', raw, line };
      index += 1;
    }
  }
}

/** Collapses and trims white space. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the index after YAML or TOML between `---` or `+++` lines at the top; 0 when it is missing or not closed. */
function frontMatterEnd(lines: readonly string[]): number {
  const fence = lines[0]?.trimEnd();
  if (fence !== '---' && fence !== '+++') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  return end + 1;
}

function opensComment(line: string): boolean {
  return line.trimStart().startsWith('<!--');
}

/** Returns the index after the line that closes the comment, or the end when none does. */
function commentEnd(lines: readonly string[], start: number): number {
  let index = start;
  while (index < lines.length && !lines[index]?.includes('-->')) index += 1;
  return index + 1;
}

function fenceEnd(lines: readonly string[], start: number, fence: string): number {
  const closes = (line: string): boolean => line.length >= fence.length && line === fence.charAt(0).repeat(line.length);
  let index = start;
  while (index < lines.length && !closes(lines[index]?.trim() ?? '')) index += 1;
  return index + 1;
}

function readAtxHeading(raw: string): { readonly level: number; readonly text: string } | null {
  const hashes = /^ {0,3}(#{1,6})(?![^ \t])/.exec(raw);
  if (hashes === null) return null;
  const text = collapse(raw.slice(hashes[0].length));
  // A closing run of # after white space is not part of the text.
  const end = text.lastIndexOf(' ') + 1;
  const isClosed = text.length > end && text.slice(end) === '#'.repeat(text.length - end);
  return { level: hashes[1]?.length ?? 1, text: isClosed ? text.slice(0, end).trimEnd() : text };
}

/** Returns whether an underline makes this line a heading: it is not a list item, quotation or indented code. */
function isParagraph(raw: string): boolean {
  return /^ {0,3}[^ \t]/.test(raw) && !/^ {0,3}(?:[-*+](?:[ \t]|$)|>|\d{1,9}[.)](?:[ \t]|$)|<!--|`{3}|~{3})/.test(raw);
}

function underlineLevel(line: string): 1 | 2 | null {
  const underline = line.trimEnd();
  if (/^ {0,3}=+$/.test(underline)) return 1;
  // A single hyphen is an empty list item.
  return /^ {0,3}-{2,}$/.test(underline) ? 2 : null;
}

/** An inline link in one line of Markdown. */
export interface MarkdownLink {
  /** Label, with backslash escapes resolved and white space collapsed. */
  readonly text: string;
  /** Destination, with escapes and `&amp;` resolved. */
  readonly href: string;
  /** Offsets of its start and end in the line. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of nested parentheses in a destination. CommonMark allows such a limit, which keeps the search linear. */
const NESTED_PARENTHESES = 32;

/**
 * Finds the inline links `[text](destination "title")` of a line (CommonMark 0.31 §6.3). Excludes images, code spans and
 * reference links. Takes time linear in the line.
 */
export function findLinks(line: string): readonly MarkdownLink[] {
  const links: MarkdownLink[] = [];
  const codeEnds = codeSpanEnds(line);
  let openers: { readonly start: number; readonly isImage: boolean }[] = [];
  /** Index of the last exclamation mark that may begin an image. */
  let mark: number | null = null;
  for (let i = 0; i < line.length; i += 1) {
    const character = line[i];
    if (character === '\\') i += 1;
    else if (character === '`') i = (codeEnds.get(i) ?? i + 1) - 1;
    else if (character === '!') mark = i;
    else if (character === '[') openers.push({ start: i, isImage: mark === i - 1 });
    else if (character === ']') {
      const opener = openers.pop();
      const destination = opener !== undefined && line[i + 1] === '(' ? readDestination(line, i + 2) : null;
      if (opener === undefined || destination === null) continue;
      if (!opener.isImage) {
        const text = collapse(unescapeMarkdown(line.slice(opener.start + 1, i)));
        links.push({ text, href: destination.href, start: opener.start, end: destination.end });
        // Links do not nest: the inner one counts (§6.3).
        openers = [];
      }
      i = destination.end - 1;
    }
  }
  return links;
}

/** Reads what follows `](`, through the closing parenthesis. */
function readDestination(line: string, start: number): { readonly href: string; readonly end: number } | null {
  const from = skipBlanks(line, start);
  const isBracketed = line[from] === '<';
  const to = isBracketed ? bracketedEnd(line, from + 1) : bareEnd(line, from);
  if (to === -1) return null;
  const href = unescapeMarkdown(line.slice(isBracketed ? from + 1 : from, to)).replaceAll('&amp;', '&');
  const after = isBracketed ? to + 1 : to;
  let end = skipBlanks(line, after);
  if (end > after && line[end] !== ')') {
    const titleEnd = readTitle(line, end);
    if (titleEnd === -1) return null;
    end = skipBlanks(line, titleEnd);
  }
  return line[end] === ')' ? { href, end: end + 1 } : null;
}

function bracketedEnd(line: string, start: number): number {
  for (let i = start; i < line.length; i += 1) {
    if (line[i] === '\\') i += 1;
    else if (line[i] === '>') return i;
    else if (line[i] === '<') return -1;
  }
  return -1;
}

function bareEnd(line: string, start: number): number {
  let depth = 0;
  for (let i = start; i < line.length; i += 1) {
    const character = line.charAt(i);
    if (character === '\\') i += 1;
    else if (character <= ' ') return depth === 0 ? i : -1;
    else if (character === '(') {
      depth += 1;
      if (depth > NESTED_PARENTHESES) return -1;
    } else if (character === ')') {
      if (depth === 0) return i;
      depth -= 1;
    }
  }
  return -1;
}

/** Returns the end of the title that begins at `start`; -1 when none begins there, or it does not end. */
function readTitle(line: string, start: number): number {
  const opener = line.charAt(start);
  if (opener === '' || !'"\'('.includes(opener)) return -1;
  const closer = opener === '(' ? ')' : opener;
  for (let i = start + 1; i < line.length; i += 1) {
    if (line[i] === '\\') i += 1;
    else if (line[i] === closer) return i + 1;
    else if (line[i] === opener) return -1;
  }
  return -1;
}

function skipBlanks(line: string, start: number): number {
  let i = start;
  while (line[i] === ' ' || line[i] === '\t') i += 1;
  return i;
}

/**
 * Returns the end of the code span that each run of backticks opens (§6.1), or the end of the run if it opens none. If the
 * first backtick of a run is escaped (§2.4), the others open the span. Backticks that end a span are never escaped.
 */
function codeSpanEnds(line: string): ReadonlyMap<number, number> {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ start: index, length: run.length }));
  const ends = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (const { start, length } of runs.reverse()) {
    ends.set(start, nextOfLength.get(length) ?? start + length);
    ends.set(start + 1, nextOfLength.get(length - 1) ?? start + length);
    nextOfLength.set(length, start + length);
  }
  return ends;
}

function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
