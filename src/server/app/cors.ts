import { plugin } from './plugin.ts';
import { hostFault } from './request-headers.ts';

const EXPOSED_HEADERS = [
  'X-Service-Audit-Id',
  'X-Service-Warning',
  'Location',
  'ETag',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
];

/** Header fields of every response. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-max-age': '86400',
  'content-length': '0',
};

/**
 * Lets the pages of every site read the responses (https://fetch.spec.whatwg.org/#http-cors-protocol). Responds to OPTIONS
 * before keys are checked: browsers send none with it.
 */
export const cors = plugin('cors', async (app) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(COMMON_HEADERS);
    const isPreflight = request.method === 'OPTIONS' && hostFault(request.raw) === null;
    if (isPreflight) reply.code(204).headers(PREFLIGHT_HEADERS).send();
    else done();
  });
});

/** A route at every path, so that the hook of {@link cors} runs. To be registered after the error handler. */
export const preflights = plugin('preflights', async (app) => {
  app.options('*', { schema: { hide: true } }, (_request, reply) => reply.send());
});
