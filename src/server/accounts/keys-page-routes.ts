import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { seenBy, signInPath } from '../../web/layout/instance.ts';
import type { PageContext } from '../app/contexts.ts';
import { sendPage } from '../app/pages/html-reply.ts';
import type { App } from '../app/plugin.ts';
import { requireSameOrigin } from '../app/same-origin.ts';
import { ServiceError } from '../app/service-error.ts';
import { requireAdmin, requireHolderId } from './auth.ts';
import type { Accounts } from './compose-accounts.ts';
import type { Bequest } from './key-administration.ts';
import type { KeysPageProps } from './pages/keys-page.tsx';

const Text = Type.Optional(Type.String());
const NewFields = Type.Object({ name: Text, limit: Text, admin: Type.Optional(Type.Literal('yes')) });
const ChangeFields = Type.Object({
  action: Type.Enum(['change', 'revoke']),
  name: Text,
  limit: Text,
  domains: Text,
});
/** What the last form did: it made a key, which is shown this once, or something else, in a sentence. */
const Notice = Type.Object({
  created: Type.Union([Type.Null(), Type.Object({ name: Type.String(), key: Type.String() })]),
  notice: Type.Union([Type.Null(), Type.String()]),
});
const NOTHING = { created: null, notice: null, problem: null };

/** `/keys`: the keys of the service, for users signed in with a key that may manage them. */
export async function keysRoutes(
  app: App,
  { service, config, instance, notices }: PageContext<Accounts>,
): Promise<void> {
  const { keyAdministration } = service;

  app.get('/keys', async (request, reply) => {
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/keys'), 303);
    requireAdmin(request);
    return send(request, reply, { ...NOTHING, ...(await notices.take(request, reply, Notice)) });
  });

  app.post('/keys', { schema: { body: NewFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    requireAdmin(request);
    const { name = '', limit = '', admin } = request.body;
    return orProblem(request, reply, name, async () => {
      const options = { auditsPerDay: parseLimit(limit), isAdmin: admin === 'yes' };
      const { key } = await keyAdministration.create(name.trim(), options, requireHolderId(request));
      return notices.redirect(request, reply, '/keys', { created: { name: name.trim(), key }, notice: null });
    });
  });

  const params = Type.Object({ id: Type.String() });
  app.post('/keys/:id', { schema: { params, body: ChangeFields } }, async (request, reply) => {
    requireSameOrigin(request, config);
    requireAdmin(request);
    const { id } = request.params;
    const { action, name = '', limit = '', domains } = request.body;
    return orProblem(request, reply, '', async () => {
      const by = requireHolderId(request);
      if (action === 'revoke') await keyAdministration.revoke(id, parseBequest(domains), by);
      else await keyAdministration.change(id, { name: name.trim(), auditsPerDay: parseLimit(limit) }, by);
      const notice = `The key is ${action === 'revoke' ? 'revoked' : 'changed'}.`;
      return notices.redirect(request, reply, '/keys', { created: null, notice });
    });
  });

  /** Shows the page with the reason where a request is refused. */
  async function orProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    act: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ServiceError) || !REFUSED.has(error.code)) throw error;
      return send(request, reply.code(409), { ...NOTHING, problem: { text: error.message, name } });
    }
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    props: Omit<KeysPageProps, 'keys'>,
  ): Promise<FastifyReply> {
    const { keysPage } = await import('./pages/keys-page.tsx');
    const keys = await keyAdministration.list();
    return sendPage(reply, keysPage(seenBy(instance, request), { ...props, keys }));
  }
}

const REFUSED: ReadonlySet<string> = new Set(['key_refused', 'key_not_found']);

/** Parses the field for the limit. Nothing is not a limit; other text is out of range. */
function parseLimit(text: string): number | null {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d{1,7}$/.test(digits) ? Number(digits) : -1;
}

function parseBequest(domains: string | undefined): Bequest | null {
  if (domains === undefined) return null;
  return domains === 'withdraw' ? { withdraw: true } : { to: domains };
}
