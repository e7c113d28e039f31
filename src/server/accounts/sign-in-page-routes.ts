import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Instance, SIGN_IN_PATH, seenBy } from '../../web/layout/instance.ts';
import type { PageContext } from '../app/contexts.ts';
import { Refusal, wantsPage } from '../app/errors.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requireSameOrigin } from '../app/same-origin.ts';
import { exactly } from '../app/schemas.ts';
import { readSessionToken, setSession } from '../app/session-cookie.ts';
import { parseApiKey } from './api-keys.ts';
import type { Accounts } from './compose-accounts.ts';
import type { SignIn } from './pages/sign-in-page.tsx';

const MAX_PATH = 1_000;
const PlaceFields = Type.Object({ next: Type.Optional(Type.String({ maxLength: MAX_PATH })) });
const SignOutFields = exactly({ everywhere: Type.Optional(Type.Literal('yes')) });
const SignInFields = Type.Object({ key: Type.Optional(Type.String()), next: Type.Optional(Type.String()) });

/** `/sign-in` and `/sign-out`: the session of a key in a cookie. The form works without scripts; a script gets 204 or JSON. */
export async function signInRoutes(app: App, { service, config, instance }: PageContext<Accounts>): Promise<void> {
  app.get(SIGN_IN_PATH, { schema: { querystring: PlaceFields } }, async (request, reply) =>
    sendSignIn(instance, { next: ownPath(request.query.next) }, request, reply),
  );

  app.post(SIGN_IN_PATH, { schema: { body: SignInFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    reply.header('cache-control', 'private, no-store');
    const { key = '', next } = request.body;
    const problem = await signIn(key, request, reply, { service, config });
    const isScript = !wantsPage(request.url, request.headers.accept);
    if (problem === null) return isScript ? reply.code(204).send() : reply.redirect(ownPath(next), 303);
    if (isScript) throw new Refusal(401, problem, { 'www-authenticate': 'Bearer error="invalid_token"' });
    return sendSignIn(instance, { next: ownPath(next), key, problem }, request, reply.code(401));
  });

  app.post('/sign-out', { schema: { querystring: SignOutFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    setSession(reply, null, config);
    const { sessions } = service;
    if (request.query.everywhere === 'yes' && request.caller.kind === 'key') await sessions.endAll(request.caller.key);
    await sessions.end(readSessionToken(request, config) ?? '');
    return reply.header('cache-control', 'private, no-store').redirect('/', 303);
  });
}

/** Sends the page to sign in on. */
export async function sendSignIn(
  instance: Instance,
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { signInPage } = await import('./pages/sign-in-page.tsx');
  reply.header('cache-control', 'private, no-store');
  if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer');
  return sendPage(reply, signInPage(seenBy(instance, request), signIn));
}

/**
 * Signs in with a key: the request and the browser are the key's from here on. Opens a new session, and ends the one that the
 * browser sent.
 *
 * @returns why the key is refused, in one sentence; null when it is accepted
 */
export async function signIn(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { service, config }: Pick<PageContext<Accounts>, 'service' | 'config'>,
): Promise<string | null> {
  const typed = text.trim().replace(/^bearer\s+/i, '');
  if (parseApiKey(typed) === null)
    return 'That is not a complete key: a key is ctb_ and 40 letters and digits. Check it for missing or mistyped characters.';
  const key = await service.keys.verify(typed);
  if (key === null) return 'This server does not accept that key: it was revoked, or it belongs to another server.';
  await service.sessions.end(readSessionToken(request, config) ?? '');
  setSession(reply, await service.sessions.open(key, Date.now()), config);
  request.caller = { kind: 'key', key };
  return null;
}

/** Returns the path to go to after signing in. Default: the sites. Anything that is not a path of this service becomes the home page. */
function ownPath(path = '/sites'): string {
  const url = URL.parse(path, 'http://own.invalid');
  if (url === null || url.origin !== 'http://own.invalid' || !path.startsWith('/') || path.length > MAX_PATH)
    return '/';
  // Two slashes begin the name of another host, as the path of /.//example.com does.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}${url.hash}`;
}
