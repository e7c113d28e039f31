/** Default limit of {@link quote}, in characters (UTF-16 code units). */
export const MAX_QUOTE = 120;

// Controls, default ignorable code points (bidi controls, zero-width characters, variation selectors, tags), line and paragraph
// separators, interlinear annotations and lone surrogates: all can make a line look different from its text.
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb\p{Cs}]/gu;

// Terminal escape sequences are dropped with their parameters (ECMA-48 §5.4, §8.3.89).
const TERMINAL_SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g;

// Controls other than tabs and line breaks, and bidi controls (Unicode UAX #9 §2).
const ACTING = /(?![\t\n\r])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

// Commands that build servers read from a log: anywhere in a line (`##[`, `##vso[`), or at its start (`::`).
const BUILD_COMMAND = /##(?=\[|vso\[)|(?<=^\s*):(?=:)/gm;

// Not \s, which counts U+FEFF as white space: an invisible character inside a word must not split it.
const WHITE_SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/**
 * Makes untrusted text safe to show: one line, NFC, without control, bidi or invisible characters, at most `max` characters,
 * with an ellipsis at a cut.
 *
 * Does not escape for any syntax such as HTML, Markdown or shells. Never throws.
 *
 * @param text any string, however long
 * @param max length limit in UTF-16 code units, the ellipsis included; at least 1
 */
export function quote(text: string, max: number = MAX_QUOTE): string {
  // Text beyond this prefix can reach the result only if the prefix is invisible.
  const head = text.length > max * 16 ? text.slice(0, max * 16) : text;
  const line = head
    .replace(TERMINAL_SEQUENCE, '')
    .replace(WHITE_SPACE, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (line.length <= max && head.length === text.length) return line;
  const cut = line
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
  return `${cut}…`;
}

/**
 * Makes text safe for terminals and the logs of build servers. Drops terminal sequences, controls and bidi controls, and breaks
 * up commands of GitHub Actions and Azure Pipelines. Line breaks and tabs stay. For text that {@link quote} has not seen.
 */
export function plainText(text: string): string {
  return text.replace(TERMINAL_SEQUENCE, '').replace(ACTING, '').replace(BUILD_COMMAND, '$& ');
}

/** Replacer for `JSON.stringify`: texts become what {@link plainText} returns. */
export function withPlainTexts(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? plainText(value) : value;
}
