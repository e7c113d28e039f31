import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvCell, toCsv } from '../../values/csv.ts';
import { isPreferred } from './request-headers.ts';

/** Media type of CSV whose first line is a header (RFC 4180 §3). */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Returns the format of a response that is also served as CSV: the one that the query names, else the one that Accept prefers. */
export function negotiateFormat<Default extends string>(
  { query, headers }: FastifyRequest<{ Querystring: { format?: Default | 'csv' } }>,
  reply: FastifyReply,
  preset: Default,
): Default | 'csv' {
  reply.header('vary', 'Accept');
  return query.format ?? (isPreferred('text/csv', `application/${preset}`, headers.accept) ? 'csv' : preset);
}

/** Returns the header fields of a file with a name. Characters other than `A-Z a-z 0-9 . - _` of the name become `_`. */
export function fileHeaders(name: string, disposition: 'attachment' | 'inline' = 'attachment') {
  return {
    'content-disposition': `${disposition}; filename="${name.replace(/[^\w.-]/g, '_')}"`,
    'x-content-type-options': 'nosniff',
  };
}

/** Returns the name of a file about an audit, which tells a demonstration from a report. */
export function auditFileName(
  what: string,
  { kind, domain }: { readonly kind: string; readonly domain: string },
  extension: string,
): string {
  return `${kind === 'live' ? '' : 'demonstration-'}${what}-${domain}.${extension}`;
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
