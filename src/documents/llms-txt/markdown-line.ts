import { quote } from '../../values/untrusted-text.ts';

/** The longest note that is written, in characters; it is cut at the end of a sentence where one ends before. */
const NOTE = 240;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * A stranger's text as one line of Markdown that shows it as it is and does nothing (CommonMark 0.31 §2.4): null when
 * nothing can be shown. It may stand anywhere but at the start of a line.
 */
export function markdownText(text: string | null, max: number): string | null {
  const line = text === null ? '' : quote(text, max);
  return line === '' ? null : escaped(line);
}

/** The same, fit to stand after `# `, `## ` or `> `. */
export function markdownLine(text: string | null, max: number): string | null {
  const line = markdownText(text, max);
  return (
    line
      ?.replace(/^(?=[#>+=-]|\|)/, '\\')
      .replace(/^(\d{1,9})(?=[.)])/, '$1\\')
      .replace(/(?<![\\#])(?=#+$)/, '\\') ?? null
  );
}

/** A text as the name of a link. Square brackets become round ones: readers of llms.txt end a name at the first. */
export function linkName(text: string | null, max: number): string | null {
  return markdownText(text?.replaceAll('[', '(').replaceAll(']', ')') ?? null, max);
}

/** A text as the note of a link: whole sentences where they fit. */
export function linkNote(text: string | null): string | null {
  const line = text === null ? '' : quote(text, NOTE * 4);
  if (line.length <= NOTE) return markdownText(line, NOTE);
  let whole = '';
  for (const { segment } of sentences.segment(line)) {
    if (whole.length + segment.trimEnd().length > NOTE) break;
    whole += segment;
  }
  if (whole.trim() !== '') return markdownText(whole, NOTE);
  const cut = line.slice(0, NOTE - 1);
  const atWord = cut.lastIndexOf(' ') > NOTE / 2 ? cut.slice(0, cut.lastIndexOf(' ')) : cut;
  return markdownText(`${atWord.replace(/[\s,;:–—-]+$/, '')}…`, NOTE);
}

/** An absolute URL as a link's destination: nothing in it can end the link, or be taken for markup or an entity. */
export function linkUrl(url: string): string {
  return new URL(url).href
    .replace(/[()[\]<>\\`|^{}"' ]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/&(#?\w+);/g, '&$1%3B');
}

function escaped(line: string): string {
  return line
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~(?=~)|(?<=~)~/g, '\\~')
    .replace(/&(?=#?\w+;)/g, '\\&');
}
