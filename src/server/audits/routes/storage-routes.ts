import Type from 'typebox';
import { requireHolderId } from '../../accounts/auth.ts';
import { refuseParameter } from '../../app/errors.ts';
import type { App } from '../../app/plugin.ts';
import { ACCEPTS, BODY_FAILURES, failure, integerOrNull, named } from '../../app/schemas.ts';
import type { Audits } from '../compose-audits.ts';

const Before = Type.String({ description: ACCEPTS['before'] ?? '', examples: ['2026-11-01'] });

/** `/api/storage`: what a key has stored, and how it makes room. Not part of the contract. */
export default async function storageRoutes(app: App, { storage }: Pick<Audits, 'storage'>): Promise<void> {
  app.get(
    '/api/storage',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getStorage',
        tags: ['Storage'],
        summary: 'The storage of a key',
        description:
          'The bytes of its audits with their snapshots, of its batches, and of its published domains with their access logs.',
        response: {
          200: named('Storage', {
            used_bytes: Type.Integer({ minimum: 0 }),
            limit_bytes: integerOrNull({ description: 'null: no limit' }),
          }),
        },
      },
    },
    async (request) => {
      const { used, limit } = await storage.measureUse(requireHolderId(request));
      return { used_bytes: used, limit_bytes: limit };
    },
  );

  app.delete(
    '/api/audits',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'deleteAudits',
        tags: ['Storage'],
        summary: 'Delete old audits and batches',
        description:
          'Deletes all audits that count for the key and finished before a day, with their reports, snapshots and shared links, and its batches that finished before it. The newest audit of each site is deleted, too. Unfinished audits, published texts, access logs and visits stay.',
        querystring: Type.Object({ before: Before }),
        response: {
          200: named('DeletedAudits', {
            deleted_audits: Type.Integer({ minimum: 0 }),
            deleted_batches: Type.Integer({ minimum: 0 }),
          }),
          400: failure('The parameter is missing, repeated or not accepted, or a body was sent that is not JSON'),
          ...BODY_FAILURES,
        },
      },
    },
    async (request) => {
      const { before } = request.query;
      if (!/^\d{4}-\d\d-\d\d$/.test(before) || Number.isNaN(Date.parse(before))) throw refuseParameter('before');
      const { audits, batches } = await storage.deleteAudits(requireHolderId(request), before);
      return { deleted_audits: audits, deleted_batches: batches };
    },
  );
}
