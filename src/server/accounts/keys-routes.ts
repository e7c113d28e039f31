import Type from 'typebox';
import { refuseParameter } from '../app/errors.ts';
import type { App } from '../app/plugin.ts';
import { BODY_FAILURES, failure, integerOrNull, named, noBody, timeOrNull } from '../app/schemas.ts';
import { requireAdmin, requireHolderId } from './auth.ts';
import type { Accounts } from './compose-accounts.ts';
import { MAX_AUDITS_PER_DAY, type ManagedKey } from './key-administration.ts';

const BODY = { isForKeysOnly: true, bodyExample: '{"name": "shop", "audits_per_day": 100}' } as const;
const Name = Type.String({ description: 'one line of 1 to 64 printable characters', examples: ['shop'] });
const Limit = integerOrNull({
  minimum: 0,
  maximum: MAX_AUDITS_PER_DAY,
  description: 'maximum live audits per UTC day; null: no limit',
});

const NewKey = named('NewKey', {
  name: Name,
  audits_per_day: Type.Optional(Limit),
  is_admin: Type.Optional(Type.Boolean({ description: 'true if it may manage keys; default: false' })),
});
const KeyChanges = named('KeyChanges', { name: Type.Optional(Name), audits_per_day: Type.Optional(Limit) });
const KeyParams = Type.Object({ id: Type.String({ description: 'id of the key' }) });
const RevokeQuery = Type.Object({
  withdraw: Type.Optional(
    Type.Literal('true', { description: 'true to withdraw the domains that the key has published' }),
  ),
  heir: Type.Optional(Type.String({ description: 'id of the key that gets its domains and sites' })),
});

const KEY_FIELDS = {
  id: Type.String(),
  name: Type.String(),
  is_admin: Type.Boolean(),
  audits_per_day: Limit,
  domains: Type.Integer({ description: 'domains published by the key' }),
  created_at: Type.String({ format: 'date-time' }),
  last_used_at: timeOrNull({ description: 'exact to some minutes; null: never used' }),
  revoked_at: timeOrNull(),
};
const Key = named('Key', KEY_FIELDS);
const CreatedKey = named('CreatedKey', {
  ...KEY_FIELDS,
  key: Type.String({ description: 'the key, shown only once' }),
});

const NOT_ADMIN = { 403: failure('The key may not manage keys') };
const CHANGE_FAILURES = {
  400: failure('The body is not the expected JSON'),
  ...NOT_ADMIN,
  409: failure('The name is taken or not accepted'),
  ...BODY_FAILURES,
};

type KeysDependencies = Pick<Accounts, 'keyAdministration'>;

/** `/api/keys`: the keys of this service, for keys that may manage them. Not part of the contract. */
export default async function keysRoutes(app: App, { keyAdministration }: KeysDependencies): Promise<void> {
  app.get(
    '/api/keys',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'listKeys',
        tags: ['Keys'],
        summary: 'The keys of this service',
        description: 'For a key that may manage keys. The keys themselves are not stored and not shown.',
        response: { 200: named('KeyList', { keys: Type.Array(Key) }), ...NOT_ADMIN },
      },
    },
    async (request) => {
      requireAdmin(request);
      return { keys: (await keyAdministration.list()).map(toJson) };
    },
  );

  app.post(
    '/api/keys',
    {
      config: BODY,
      schema: {
        operationId: 'createKey',
        tags: ['Keys'],
        summary: 'Create a key',
        body: NewKey,
        response: { 201: CreatedKey, ...CHANGE_FAILURES },
      },
    },
    async (request, reply) => {
      requireAdmin(request);
      const { name, audits_per_day: auditsPerDay = null, is_admin: isAdmin = false } = request.body;
      const { key, record } = await keyAdministration.create(name, { auditsPerDay, isAdmin }, requireHolderId(request));
      return reply.code(201).send({ ...toJson(record), key });
    },
  );

  keyRoutes(app, { keyAdministration });
}

function keyRoutes(app: App, { keyAdministration }: KeysDependencies): void {
  app.patch(
    '/api/keys/:id',
    {
      config: BODY,
      schema: {
        operationId: 'changeKey',
        tags: ['Keys'],
        summary: 'Rename a key, or set its limit',
        description: 'Absent fields stay. `audits_per_day` null removes the limit.',
        params: KeyParams,
        body: KeyChanges,
        response: { 200: Key, 404: failure('No active key has this id'), ...CHANGE_FAILURES },
      },
    },
    async (request) => {
      requireAdmin(request);
      const { name, audits_per_day: auditsPerDay } = request.body;
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(auditsPerDay === undefined ? {} : { auditsPerDay }),
      };
      return toJson(await keyAdministration.change(request.params.id, change, requireHolderId(request)));
    },
  );

  app.delete(
    '/api/keys/:id',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'revokeKey',
        tags: ['Keys'],
        summary: 'Revoke a key',
        description:
          'The key stops working at once, and its sessions, queued audits, batches and schedules end. A key that has published domains needs `heir` (the id of the key that gets them) or `withdraw=true`.',
        params: KeyParams,
        querystring: RevokeQuery,
        response: {
          204: noBody('The key is revoked'),
          400: failure('A parameter is not accepted, or a body was sent that is not JSON'),
          ...NOT_ADMIN,
          404: failure('No active key has this id, or the id in `heir`'),
          409: failure('The key has published domains, or is the last one that may manage keys'),
          ...BODY_FAILURES,
        },
      },
    },
    async (request, reply) => {
      requireAdmin(request);
      const { withdraw, heir } = request.query;
      if (withdraw !== undefined && heir !== undefined) throw refuseParameter('heir');
      const bequest = withdraw !== undefined ? { withdraw: true as const } : heir === undefined ? null : { to: heir };
      await keyAdministration.revoke(request.params.id, bequest, requireHolderId(request));
      return reply.code(204).send(undefined);
    },
  );
}

function toJson({ id, name, isAdmin, auditsPerDay, domains, createdAt, lastUsedAt, revokedAt }: ManagedKey) {
  return {
    id,
    name,
    is_admin: isAdmin,
    audits_per_day: auditsPerDay,
    domains,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    revoked_at: revokedAt,
  };
}
