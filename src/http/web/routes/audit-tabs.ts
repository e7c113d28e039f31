import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import type { App } from '../../plugin.ts';
import { AuditParams } from '../../schemas.ts';
import { type Instance, seenBy } from '../layout/instance.ts';
import type { PageRoutesOptions } from '../page-routes.ts';

type AuditRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers `/audits/{id}/{name}` for audits of these statuses. Others redirect to the audit's page, which says what there is. */
export type RegisterTab = (
  name: string,
  statuses: readonly FinishedAudit['status'][],
  send: (audit: FinishedAudit, reply: FastifyReply, instance: Instance) => Promise<FastifyReply>,
) => void;

/** Returns a function that registers pages and files of an audit. */
export function auditTabs(
  app: App,
  { service, instance }: Pick<PageRoutesOptions, 'service' | 'instance'>,
): RegisterTab {
  return (name, statuses, send) => {
    const schema = { hide: true, params: AuditParams };
    app.get(
      `/audits/:id/${name}`,
      { schema, config: { isReport: true } },
      async (request: AuditRequest, reply: FastifyReply) => {
        const audit = await service.audits.find(request.params.id);
        request.subject.audit = audit.id;
        if (audit.finishedAt !== null && statuses.includes(audit.status))
          return send(audit, reply, seenBy(instance, request));
        return reply.redirect(`/audits/${encodeURIComponent(request.params.id)}`, 303);
      },
    );
  };
}
