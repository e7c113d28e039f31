export type CsvCell = string | number | null;

/** Rows as CSV (RFC 4180), each with the columns of the header: see {@link csvLine}. */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [header, ...rows].map(csvLine).join('');
}

/** One row, with its line break. A text stands in it as {@link csvText} has it; null is an empty cell. */
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
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, also where what begins the formula is of
 * full width, as East Asian ones accept, or stands behind invisible characters, which some drop.
 */
export function csvText(text: string): string {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** The cells of one row that stands on one line, without its line break, as they were written; null where it is no CSV. */
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
