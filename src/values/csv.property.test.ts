import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mangled } from '../../test/support/arbitraries.ts';
import { runs } from '../../test/support/properties.ts';
import { toCsv } from './csv.ts';
import { plainText } from './untrusted-text.ts';

/** The cells of CSV as RFC 4180 §2 has them. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [whole, quoted, plain = ''] = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/y.exec(text.slice(at)) ?? [];
    if (whole === undefined) throw new Error(`No CSV at ${at} of ${JSON.stringify(text)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    at += whole.length;
    if (whole.endsWith('\n')) {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const CELL = fc.oneof(
  fc.constant(null),
  fc.integer(),
  mangled(['"', ',', '=1+1', '@', '＝', '+', '-', '|', '%', "'", ' ', '\n', '\t', '\ufeff', '\u00a0', 'x'], 6),
);

test('rows are parsed back, apart from the apostrophe before formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(CELL, CELL, CELL), { maxLength: 5 }), (rows) => {
      const read = readCsv(toCsv(['a', 'b', 'c'], rows));
      expect(read).toHaveLength(rows.length + 1);
      for (const [i, row] of rows.entries()) {
        for (const [j, cell] of row.entries()) {
          const shown = read[i + 1]?.[j] ?? '';
          const written = plainText(String(cell ?? ''));
          expect([written, `'${written}`]).toContain(shown);
          if (typeof cell === 'string') expect(shown).not.toMatch(/^[\s\p{Cf}]*[=+\-@|%＝＋－＠]/u);
        }
      }
    }),
    runs(1_000),
  );
});
