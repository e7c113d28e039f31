import { plugin } from './plugin.ts';

/**
 * Takes the Content-Type from requests that have no body (RFC 9112 §6.3): it says nothing about them. The framework would read a
 * body wherever there is such a field, and the stream of these requests neither ends nor fails (`optimizeEmptyRequests`):
 * they would wait for ever, and keep their connections.
 */
export const emptyRequests = plugin('empty-requests', async (app) => {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody) delete headers['content-type'];
    done();
  });
});
