import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Column, Table, Value } from './tables.ts';

/** What is compared of a table. */
export interface Checksum {
  readonly rows: number;
  /** The sum of the first 60 bits of each row's SHA-256: in whatever order the rows come. */
  readonly sum: bigint;
}

/** So much of a SHA-256 in hexadecimal as fits into a number of PostgreSQL. */
const DIGITS = 15;

export const NO_ROWS: Checksum = { rows: 0, sum: 0n };

/** A checksum with further rows. */
export function withRows({ rows: count, sum }: Checksum, rows: readonly (readonly Value[])[]): Checksum {
  let more = 0n;
  for (const row of rows) more += BigInt(`0x${hash('sha256', row.map(textOf).join('')).slice(0, DIGITS)}`);
  return { rows: count + rows.length, sum: sum + more };
}

/** The checksum of all that PostgreSQL has of a table, computed there. */
export async function checksumIn(target: Kysely<Database>, table: Table): Promise<Checksum> {
  const row = sql.join(table.columns.map(textIn), sql` || `);
  const { rows } = await sql<{ rows: number; sum: string }>`
    select count(*) as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), ${sql.lit(DIGITS)}))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(table.name)}`.execute(target);
  const [{ rows: count, sum } = { rows: 0, sum: '0' }] = rows;
  return { rows: count, sum: BigInt(sum) };
}

/** A value so that no two rows are one text: with its length, and bytes as their SHA-256. */
function textOf(value: Value): string {
  if (value === null) return '-';
  if (value instanceof Uint8Array) return hash('sha256', value);
  const text = String(value);
  return `${Buffer.byteLength(text)}:${text}`;
}

/** {@link textOf} as PostgreSQL computes it. */
function textIn({ name, type }: Column) {
  const value = sql.ref(name);
  return type === 'bytea'
    ? sql`coalesce(encode(sha256(${value}), 'hex'), '-')`
    : sql`coalesce(octet_length(${value}::text) || ':' || ${value}::text, '-')`;
}
