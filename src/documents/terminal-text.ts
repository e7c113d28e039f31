import { styleText } from 'node:util';
import type { Observation } from '../audit/check.ts';
import { readableUrl } from '../values/readable-url.ts';
import { firstObservations, inQuotes, type Seen } from './observations.ts';

export type Style = Parameters<typeof styleText>[0];

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal; texts use 60 to 100 of them. */
  readonly width: number;
  /** The audit read a folder, so that commands for the published site prove nothing. Default: false. */
  readonly isOfFolder?: boolean;
}

/** A terminal that a text is written for. */
export interface Terminal {
  readonly columns: number;
  readonly isOfFolder: boolean;
  paint(style: Style, text: string): string;
}

/** Returns the terminal with these options. */
export function createTerminal({ color, width, isOfFolder = false }: TerminalOptions): Terminal {
  return {
    columns: Math.min(100, Math.max(60, width)),
    isOfFolder,
    paint: (style, text) => (color ? styleText(style, text, { validateStream: false }) : text),
  };
}

/** Returns one observation as a sentence: where, what, and the site's own words in quotation marks. */
export function seen({ url, line, header, note, text }: Observation): string {
  const where = [readableUrl(url), line === null ? null : `line ${line}`, header === null ? null : `header ${header}`]
    .filter((part) => part !== null)
    .join(', ');
  return `${where}: ${note}${inQuotes(text)}`;
}

/** Writes the first observations of a problem. @param option option of the command that shows all */
export function observationLines(
  problem: Seen,
  indent: string,
  option: string,
  { columns, paint }: Terminal,
): string[] {
  const { first, more } = firstObservations(problem);
  return [
    ...first.map((observation) => wrap(seen(observation), columns, indent)),
    ...(more > 0 ? [paint('dim', `${indent}and ${more} more (${option} shows them)`)] : []),
  ];
}

/** Breaks at spaces to fit the columns; a word that is longer stays whole. */
export function wrap(text: string, columns: number, indent: string, first: string = indent): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent + word;
    } else {
      line += empty ? word : ` ${word}`;
    }
    empty = false;
  }
  return [...lines, line].join('\n');
}
