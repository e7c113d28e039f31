import { plainText } from './untrusted-text.ts';

export type CsvCell = string | number | null;

/** Formats rows as CSV (RFC 4180), see {@link csvLine}. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [header, ...rows].map(csvLine).join('');
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

/** Parses a row on one line, without its line break, into its cells. Returns null for malformed CSV. */
export function readCsvLine(line: string): string[] | null {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/y;
  for (;;) {
    const [whole, quoted, plain = ''] = cell.exec(line) ?? [];
    if (whole === undefined) return null;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (!whole.endsWith(',')) return cells;
  }
}
