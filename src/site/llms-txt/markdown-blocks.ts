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

/** Returns whether an underline makes this line a heading: it is no list item, quotation or indented code. */
function isParagraph(raw: string): boolean {
  return /^ {0,3}[^ \t]/.test(raw) && !/^ {0,3}(?:[-*+](?:[ \t]|$)|>|\d{1,9}[.)](?:[ \t]|$)|<!--|`{3}|~{3})/.test(raw);
}

function underlineLevel(line: string): 1 | 2 | null {
  const underline = line.trimEnd();
  if (/^ {0,3}=+$/.test(underline)) return 1;
  // A single hyphen is an empty list item.
  return /^ {0,3}-{2,}$/.test(underline) ? 2 : null;
}
