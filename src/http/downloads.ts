import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvCell, toCsv } from '../csv.ts';
import { isPreferred } from './request-headers.ts';

/** Media type of CSV whose first line is a header (RFC 4180 §3). */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Returns whether the client prefers CSV to another media type. Where it matters, the response varies by Accept. */
export function isCsvPreferred({ headers }: FastifyRequest, over: string): boolean {
  return isPreferred('text/csv', over, headers.accept);
}

/** Returns the header fields of a file with a name. Characters other than `A-Z a-z 0-9 . - _` of the name become `_`. */
export function fileHeaders(name: string, disposition: 'attachment' | 'inline' = 'attachment') {
  return {
    'content-disposition': `${disposition}; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    'x-content-type-options': 'nosniff',
  };
}

/** Sends rows as a CSV file. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): FastifyReply {
  return reply.headers(fileHeaders(name)).type(CSV_TYPE).send(toCsv(header, rows));
}
