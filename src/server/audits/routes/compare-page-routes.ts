import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { parseAuditId } from '../../../values/audit-id.ts';
import { parsePastedSite } from '../../../values/domain-name.ts';
import { seenBy } from '../../../web/layout/instance.ts';
import type { PageContext } from '../../app/contexts.ts';
import { sendPage } from '../../app/pages/html-reply.ts';
import type { App } from '../../app/plugin.ts';
import { ServiceError } from '../../app/service-error.ts';
import type { AroundReports } from '../around-reports.ts';
import type { FinishedAudit } from '../audit.ts';
import type { Audits } from '../compose-audits.ts';
import type { ComparedSide } from '../pages/compare-page.tsx';

const Side = Type.Optional(Type.String({ maxLength: 300 }));

/** `/compare?a=…&b=…`: two audits by their ids, or the newest audits of two sites, side by side. */
export async function compareRoutes(
  app: App,
  { service, config, instance }: PageContext<Audits & AroundReports>,
): Promise<void> {
  const schema = { querystring: Type.Object({ a: Side, b: Side }) };

  app.get('/compare', { schema, config: { isReport: true } }, async (request, reply) => {
    const { a = '', b = '' } = request.query;
    const [{ comparePage }, ...sides] = await Promise.all([
      import('../pages/compare-page.tsx'),
      findSide(a.trim(), request),
      findSide(b.trim(), request),
    ]);
    const isFaulty = sides.some(({ problem }) => problem !== null);
    return sendPage(reply.code(isFaulty ? 404 : 200), comparePage(seenBy(instance, request), ...sides));
  });

  async function findSide(text: string, request: FastifyRequest): Promise<ComparedSide> {
    if (text === '') return { text, audit: null, problem: null };
    const found = parseAuditId(text) === null ? await findNewest(text, request) : await findAudit(text);
    return typeof found === 'string' ? { text, audit: null, problem: found } : { text, audit: found, problem: null };
  }

  /** Returns an audit by its id, or why it cannot be compared. */
  async function findAudit(id: string): Promise<FinishedAudit | string> {
    try {
      return await service.audits.findComparable(id);
    } catch (error) {
      if (error instanceof ServiceError) return error.message;
      throw error;
    }
  }

  /**
   * Returns the newest audit of a site, or why there is none. As with the scores of a domain, a key is needed to learn which
   * sites were audited, unless the domain is published.
   */
  async function findNewest(text: string, { caller }: FastifyRequest): Promise<FinishedAudit | string> {
    const parsed = parsePastedSite(text, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    if (!parsed.ok) return parsed.problem;
    if (caller.kind !== 'key' && !(await service.publications.isPublished(parsed.domain)))
      return `${parsed.domain} can be compared by its name once you have signed in. Without a key, paste the id of one of its audits: the last part of the address of a report.`;
    const [newest] = await service.audits.listScores(parsed.domain);
    return newest === undefined
      ? `${parsed.domain} has not been audited here yet. Audit it first, then compare.`
      : findAudit(newest.id);
  }
}
