import { METHODS as NODE_METHODS } from 'node:http';
import { Refusal } from './errors.ts';
import { type App, plugin } from './plugin.ts';

/** All that a request can arrive with; CONNECT is not for a server like this one, and OPTIONS is answered everywhere. */
const METHODS = NODE_METHODS.filter((method) => method !== 'CONNECT' && method !== 'OPTIONS');

type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

/** Notes the methods of every route that is registered from here on. */
export function collectMethods(app: App): MethodsByPath {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return;
    const methods = methodsByPath.get(url) ?? new Set();
    for (const one of Array.isArray(method) ? method : [method]) methods.add(one);
    methodsByPath.set(url, methods);
  });
  return methodsByPath;
}

/** Answers the other methods of every path with 405 and `Allow` (RFC 9110 §15.5.6). To be registered last. */
export const methodNotAllowed = plugin('method-not-allowed', async (app, { methods }: { methods: MethodsByPath }) => {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  for (const [url, present] of [...methods]) {
    const allow = [...present, 'OPTIONS'].join(', ');
    app.route({
      url,
      method: METHODS.filter((method) => !present.has(method)),
      schema: { hide: true },
      // Before the body is read: whatever it is, it is not wanted.
      onRequest: async ({ method }) => {
        throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow });
      },
      handler: async () => undefined,
    });
  }
});
