import type { IncomingMessage } from 'node:http';
import { plugin } from './plugin.ts';

/**
 * Returns what is wrong with the Host field of a request, in one sentence; null when nothing is. HTTP/1.1 requires exactly
 * one, and no version allows several (RFC 9112 §3.2). Node.js itself uses the first and drops the others.
 */
export function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) return 'The request has more than one Host header; send exactly one.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header; send exactly one.' : null;
}

/**
 * Returns whether an Accept field (RFC 9110 §12.5.1) prefers one media type to another. The most specific range that matches
 * decides; without the field, all have the same quality.
 */
export function isPreferred(type: string, over: string, accept = '*/*'): boolean {
  const ranges = accept.split(',').map((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const findQuality = (wanted: string): number => {
    const candidates = [wanted, `${wanted.split('/')[0]}/*`, '*/*'];
    const [best] = candidates.flatMap((candidate) => ranges.find(({ range }) => range === candidate) ?? []);
    return best?.quality ?? 0;
  };
  return findQuality(type) > findQuality(over);
}

/**
 * Removes the Content-Type of requests without a body (RFC 9112 §6.3). With that field, the framework would read a body, and the
 * stream of such a request never ends (`optimizeEmptyRequests`): the request and its connection would hang.
 */
export const emptyRequests = plugin('empty-requests', async (app) => {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody) delete headers['content-type'];
    done();
  });
});
