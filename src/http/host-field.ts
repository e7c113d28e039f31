import type { IncomingMessage } from 'node:http';

/**
 * Returns what is wrong with the Host field of a request, in one sentence; null when nothing is. HTTP/1.1 requires exactly
 * one, and no version allows several (RFC 9112 §3.2). Node.js itself uses the first and drops the others.
 */
export function hostFault({ rawHeaders, httpVersion }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'The request has more than one Host header; send exactly one.';
  return hosts === 0 && httpVersion === '1.1' ? 'The request has no Host header; send exactly one.' : null;
}
