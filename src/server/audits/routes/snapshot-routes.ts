import Type from 'typebox';
import { cacheForADay } from '../../app/caching.ts';
import type { App } from '../../app/plugin.ts';
import { AuditParams, failure, NOT_MODIFIED } from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';

/** Isolates a foreign page on our origin: no script, no form, no request, an opaque origin (CSP3, `sandbox`). */
export const ISOLATION = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
};

/** `/api/audit/{id}/snapshot` (service interface §4.7). */
export default async function snapshotRoutes(app: App, { audits }: Pick<Audits, 'audits'>): Promise<void> {
  app.get(
    '/api/audit/:id/snapshot',
    {
      config: { isReport: true },
      schema: {
        operationId: 'getSnapshot',
        tags: ['Reports'],
        summary: 'The home page as the audit fetched it',
        description:
          'The HTML of the home page, decoded from its charset. It is another site’s page, so `Content-Security-Policy: sandbox` isolates it. The response is 404 for a demonstration, an unfinished audit, a home page that is not HTML or could not be read, and after `SNAPSHOT_RETENTION_DAYS`.',
        params: AuditParams,
        response: {
          200: {
            description: 'The HTML, as UTF-8',
            content: { 'text/html': { schema: Type.Unsafe<Uint8Array>({ type: 'string' }) } },
          },
          304: NOT_MODIFIED,
          404: failure('Audit not found, or Snapshot not found'),
          503: failure('Snapshot storage not available, or too many requests are waiting'),
        },
      },
    },
    async (request, reply) => {
      const { id, html } = await audits.findSnapshot(request.params.id);
      request.subject.audit = id;
      cacheForADay(reply);
      reply.headers({ ...ISOLATION, 'content-type': 'text/html; charset=utf-8', 'x-service-audit-id': id });
      return reply.send(html);
    },
  );
}
