import Type from 'typebox';
import { holderIdOf } from '../auth.ts';
import { parseBadgeChoice, toSentBadge } from '../badge-choice.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import {
  ChangedDomain,
  COMMON_FAILURES,
  DomainChange,
  DomainParams,
  failure,
  OWNED_DOMAIN_FAILURES,
  Ownership,
} from '../schemas.ts';

/** The API's names for the owner of a domain. */
const PUBLISHERS = { own: 'you', others: 'another_key', unowned: 'nobody', unpublished: null } as const;

/** `/api/domains/{domain}`: changes and withdraws a domain, and says how to prove ownership. Not part of the contract. */
export default async function domainsRoutes(
  app: App,
  { publications, config }: Pick<RouteDependencies, 'publications' | 'config'>,
): Promise<void> {
  app.delete(
    '/api/domains/:domain',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'withdrawDomain',
        summary: 'Withdraw a published domain',
        description:
          'For the key that owns the domain. The llms.txt is no longer hosted, daily audits end, and the visits and their counts are deleted. Audits and the totals of the index remain.',
        security: [{ apiKey: [] }],
        params: DomainParams,
        response: {
          204: Type.Unsafe<undefined>({ type: 'null', description: 'The domain is withdrawn' }),
          400: failure('The domain is not accepted, or a body was sent that is not JSON'),
          413: failure('A body was sent that is larger than 16 KiB'),
          415: failure('A body was sent with another media type than JSON'),
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      await publications.withdraw(domain, holderIdOf(request));
      return reply.code(204).send(undefined);
    },
  );

  app.patch(
    '/api/domains/:domain',
    {
      config: { isForKeysOnly: true, bodyExample: '{"badge": {"label": "AI ready", "color": "#7a1fa2"}}' },
      schema: {
        operationId: 'changeDomain',
        summary: 'Choose the label and colours of a badge',
        description:
          'For the key that owns the domain. The badge uses them wherever it is embedded. Absent or null fields get their defaults.',
        security: [{ apiKey: [] }],
        params: DomainParams,
        body: DomainChange,
        response: {
          200: ChangedDomain,
          400: failure('The domain, the label or a colour is not accepted'),
          413: failure('The body is larger than 16 KiB'),
          415: failure('The body is not application/json'),
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const choice = parseBadgeChoice(request.body.badge);
      await publications.setBadge(domain, holderIdOf(request), choice);
      return { domain, badge: toSentBadge(choice) };
    },
  );

  app.get(
    '/api/domains/:domain/ownership',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getOwnership',
        summary: 'How a key proves that it controls a domain',
        description:
          'If `is_required` is true, create the TXT record or the file before you publish the domain. This request does not check them.',
        security: [{ apiKey: [] }],
        params: DomainParams,
        response: {
          200: Ownership,
          400: failure('The domain is not accepted'),
          401: failure('A valid API key is needed'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { owner, proof, isRequired } = await publications.ownershipOf(domain, holderIdOf(request));
      return {
        domain,
        published_by: PUBLISHERS[owner],
        is_required: isRequired,
        txt_record: { name: proof.record, value: proof.token },
        file: { url: proof.file, content: proof.token },
      };
    },
  );
}
