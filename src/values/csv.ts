import { plainText } from './untrusted-text.ts';

export type CsvCell = string | number | null;

/** U+FEFF. At the beginning of a file it tells Excel that the text is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Formats rows as a CSV file (RFC 4180), see {@link csvHeader} and {@link csvLine}. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [csvHeader(header), ...Array.from(rows, csvLine)].join('');
}

/** Formats the first row of a file, with a byte order mark before it. */
export function csvHeader(header: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${csvLine(header)}`;
}

/** Formats one row with its line break. Texts are made safe by {@link csvText}; null is an empty cell. */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(toCell).join(',')}\r\n`;
}

function toCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = csvText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Makes a text safe by {@link plainText}, and prefixes it with an apostrophe if a spreadsheet would treat it as a formula. Some accept a full-width character at the start
 * of a formula, or drop invisible characters before it.
 */
export function csvText(untrusted: string): string {
  const text = plainText(untrusted);
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** Patterns of a cell and its end, by the separator of cells. */
const CELLS: Readonly<Record<string, RegExp>> = {
  ',': /(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^";]*))(?:;|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^"\t]*))(?:\t|$)/y,
};

/**
 * Parses a row on one line, without its line break, into its cells. Returns null for malformed CSV.
 * @param separator a comma, a semicolon or a tab
 */
export function readCsvLine(line: string, separator = ','): string[] | null {
  const cells: string[] = [];
  const pattern = CELLS[separator];
  if (pattern === undefined) return null;
  pattern.lastIndex = 0;
  for (;;) {
    const [whole, quoted, plain = ''] = pattern.exec(line) ?? [];
    if (whole === undefined) return null;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (!whole.endsWith(separator)) return cells;
  }
}
