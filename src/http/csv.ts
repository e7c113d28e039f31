export type CsvCell = string | number | null;

/**
 * Rows as CSV (RFC 4180), each with the columns of the header. A text that a spreadsheet would take for a formula gets an
 * apostrophe before it, also where what begins the formula is of full width, as East Asian ones accept, or stands behind
 * invisible characters, which some drop; null is an empty cell.
 */
export function toCsv(header: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
