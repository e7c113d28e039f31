import { METHODS as NODE_METHODS } from 'node:http';
import findMyWay from 'find-my-way';
import { Refusal } from './errors.ts';
import { type App, plugin } from './plugin.ts';

/** Methods that requests may have. CONNECT is for proxies, and OPTIONS is allowed everywhere. */
const METHODS = NODE_METHODS.filter((method) => method !== 'CONNECT' && method !== 'OPTIONS');

type MethodsByPath = ReadonlyMap<string, ReadonlySet<string>>;

interface Paths {
  readonly methods: MethodsByPath;
  /** As the application routes. */
  readonly maxParamLength: number;
}

/** Collects the methods of every route that is registered from here on. */
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

/**
 * Responds to the other methods of every path with 405 and `Allow` (RFC 9110 §15.5.6). To be registered last. Only a request
 * without a route is looked up: a route for each of 34 methods of each path would take a quarter of the start.
 */
export const methodNotAllowed = plugin('method-not-allowed', async (app, { methods, maxParamLength }: Paths) => {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const router = findMyWay({ maxParamLength });
  for (const [url, present] of methods) {
    router.on('GET', url, () => undefined, { url, allow: [...present, 'OPTIONS'].join(', ') });
  }
  // An onRequest hook, because the body need not be read.
  app.addHook('onRequest', ({ is404, method, raw, subject }, _reply, done) => {
    const path = is404 ? router.find('GET', raw.url ?? '') : null;
    if (path === null) return done();
    const { url, allow } = path.store;
    subject.path = url;
    return done(new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow }));
  });
});
