import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Content codings, the best first. */
const CODINGS = { br: brotli, gzip: promisify(gzip) };
const negotiator = new Negotiator({ supportedValues: Object.keys(CODINGS) });

export type PageCoding = keyof typeof CODINGS;

/** Returns the best content coding that a client accepts; null for none. */
export function choosePageCoding({ headers }: FastifyRequest): PageCoding | null {
  const coding = negotiator.negotiate(headers['accept-encoding'] ?? 'identity');
  return coding === 'br' || coding === 'gzip' ? coding : null;
}

/** Returns a page in a content coding. */
export async function encodePage(html: string, coding: PageCoding | null): Promise<Buffer> {
  return coding === null ? Buffer.from(html) : CODINGS[coding](html);
}

/** Compresses at quality 5: a higher quality saves a few per cent, for many times the time. */
function brotli(html: string): Promise<Buffer> {
  return promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
