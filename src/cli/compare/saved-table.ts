import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { ComparableTable } from '../../audit/pages/compare-tables.ts';
import { INDEXABILITY, MAX_ROWS, type PageTable } from '../../audit/pages/page-table.ts';
import { parseJson } from '../../values/json.ts';

/** What all pages of a saved site lose. The site has the HTML of the pages of the score alone. */
const SavedSchema = Type.Object({
  pageTable: Type.Object({
    rubricVersion: Type.Integer(),
    causes: Type.Array(Type.Object({ question: Type.String({ pattern: '^[a-z_]+\\.[a-z_\\d]+$' }) })),
    rows: Type.Array(
      Type.Object({
        url: Type.String(),
        indexability: Type.Enum([...INDEXABILITY]),
        lost: Type.Union([Type.Number(), Type.Null()]),
        losses: Type.Array(Type.Tuple([Type.Integer({ minimum: 0 })])),
      }),
      { maxItems: MAX_ROWS },
    ),
  }),
});

/** Returns what a saved site has of its page table, as a field beside those of the site. */
export function savedTable({ causes, rows }: PageTable, rubricVersion: number): Static<typeof SavedSchema> {
  return {
    pageTable: {
      rubricVersion,
      causes: causes.map(({ question }) => ({ question })),
      rows: rows.map(({ url, indexability, lost, losses }) => {
        return { url, indexability, lost, losses: losses.map(([cause]) => [cause]) };
      }),
    },
  };
}

/** Reads it from the text of a saved site, with URLs as WHATWG URL serializes them; null where it has none, or one of another rubric. */
export function parseSavedTable(text: string, rubricVersion: number): ComparableTable | null {
  const value = parseJson(text);
  if (!Value.Check(SavedSchema, value)) return null;
  const { pageTable }: Static<typeof SavedSchema> = value;
  const { causes, rows } = pageTable;
  if (pageTable.rubricVersion !== rubricVersion || !rows.every(({ url }) => URL.canParse(url))) return null;
  return { causes, rows: rows.map((row) => ({ ...row, url: new URL(row.url).href })) };
}
