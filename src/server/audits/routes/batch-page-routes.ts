import Type from 'typebox';
import { seenBy, signInPath } from '../../../web/layout/instance.ts';
import { requireHolder } from '../../accounts/auth.ts';
import type { PageContext } from '../../app/contexts.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { requireSameOrigin } from '../../app/same-origin.ts';
import { cancellationSentence } from '../batches.ts';
import type { Audits } from '../compose-audits.ts';

const Notice = Type.Object({ text: Type.String() });
const params = Type.Object({ id: Type.String() });

/** `/batches`: the batches of the key that has signed in. The form cancels one. */
export async function batchesRoutes(
  app: App,
  { service, config, instance, notices }: PageContext<Audits>,
): Promise<void> {
  app.get('/batches', async (request, reply) => {
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/batches'), 303);
    const notice = await notices.take(request, reply, Notice);
    const list = await service.batches.list(requireHolder(request).id);
    const { batchesPage } = await import('../pages/batches-page.tsx');
    return sendPage(reply, batchesPage(seenBy(instance, request), list, notice?.text ?? null));
  });

  app.post('/batches/:id/cancel', { schema: { params } }, async (request, reply) => {
    requireSameOrigin(request, config);
    if (request.caller.kind !== 'key') return reply.redirect(signInPath('/batches'), 303);
    const { ended } = await service.batches.cancel(request.params.id, requireHolder(request));
    return notices.redirect(request, reply, '/batches', { text: cancellationSentence(ended) });
  });
}
