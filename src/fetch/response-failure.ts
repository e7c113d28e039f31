import { codeOf, connectionReset, tlsFailure } from './connect-failure.ts';
import type { FetchFailure } from './exchange.ts';
import { failed, shown, size } from './failure.ts';

/**
 * What undici's error says of an answer that did not come, or broke off.
 *
 * @param hasHead whether the response head had come
 */
export function responseFailure(error: Error, url: URL, headerBytes: number, hasHead: boolean): FetchFailure {
  const code = codeOf(error);
  const name = shown(url.hostname);
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failed('too_large', `${name} sent more than ${size(headerBytes)} of header fields.`, { limit: 'headers' });
    case 'UND_ERR_SOCKET':
      // undici gives this code to answers that no request called for, too.
      if (error.message.startsWith('bad ')) break;
      return connectionReset(url.hostname);
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Of whatever is wrong after a Content-Length, undici says this: of two of them, or of one that is no number.
      if (!hasHead) break;
      return connectionReset(url.hostname);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ETIMEDOUT':
    // The connection ended before the last chunk was reached.
    case 'HPE_INVALID_EOF_STATE':
      return connectionReset(url.hostname);
  }
  // TLS 1.3 refuses a client after the handshake is done on its side.
  if (code.startsWith('ERR_SSL_')) return tlsFailure(error, url.hostname, Number(url.port) || 443);
  return failed('protocol', `${name} did not answer in valid HTTP.`);
}
