import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Column, Table, Value } from './source.ts';

/** Checksum of a table, to compare it in the two databases. */
export interface Checksum {
  readonly rows: number;
  /** The sum of the first 60 bits of each row's SHA-256, in any order of the rows. */
  readonly sum: bigint;
}

/** Hexadecimal digits of a SHA-256 that fit into a number of PostgreSQL. */
const DIGITS = 15;

export const NO_ROWS: Checksum = { rows: 0, sum: 0n };

/** Adds rows to a checksum. */
export function withRows({ rows: count, sum }: Checksum, rows: readonly (readonly Value[])[]): Checksum {
  let more = 0n;
  for (const row of rows) more += BigInt(`0x${hash('sha256', row.map(encodeValue).join('')).slice(0, DIGITS)}`);
  return { rows: count + rows.length, sum: sum + more };
}

/** Computes the checksum of a table in PostgreSQL. */
export async function checksumIn(target: Kysely<Database>, table: Table): Promise<Checksum> {
  const row = sql.join(table.columns.map(textIn), sql` || `);
  const { rows } = await sql<{ rows: number; sum: string }>`
    select count(*) as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(${row}, 'UTF8')), 'hex'), ${sql.lit(DIGITS)}))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(table.name)}`.execute(target);
  const [{ rows: count, sum } = { rows: 0, sum: '0' }] = rows;
  return { rows: count, sum: BigInt(sum) };
}

/** Encodes a value so that no two rows have the same text: with its length, and bytes as their SHA-256. */
function encodeValue(value: Value): string {
  if (value === null) return '-';
  if (value instanceof Uint8Array) return hash('sha256', value);
  const text = String(value);
  return `${Buffer.byteLength(text)}:${text}`;
}

/** Returns {@link encodeValue} in the SQL of PostgreSQL. */
function textIn({ name, type }: Column) {
  const value = sql.ref(name);
  return type === 'bytea'
    ? sql`coalesce(encode(sha256(${value}), 'hex'), '-')`
    : sql`coalesce(octet_length(${value}::text) || ':' || ${value}::text, '-')`;
}
