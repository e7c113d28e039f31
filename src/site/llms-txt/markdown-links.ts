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

/** Most nested parentheses in a destination. CommonMark allows such a limit, which keeps the search linear. */
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
        const text = unescapeMarkdown(line.slice(opener.start + 1, i))
          .replace(/\s+/g, ' ')
          .trim();
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
