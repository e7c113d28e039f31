import Type from 'typebox';
import { holderIdOf } from '../auth.ts';
import { parseBadgeChoice, toSentBadge } from '../badge-choice.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import {
  ACCEPTS,
  BODY_FAILURES,
  DomainParams,
  exactly,
  failure,
  noBody,
  OWNED_DOMAIN_FAILURES,
  orNull,
  Text,
  textOrNull,
  UNNEEDED_BODY_FAILURES,
} from '../schemas.ts';

const badgePart = (name: string) =>
  Type.Optional(textOrNull({ description: `${ACCEPTS[name]}; null for the default` }));
const Badge = exactly(
  { label: badgePart('label'), label_color: badgePart('label_color'), color: badgePart('color') },
  { examples: [{ label: 'AI ready', color: '0b5d52' }] },
);

const Ownership = exactly({
  domain: Text,
  published_by: orNull(
    Type.Enum(['you', 'another_key', 'nobody'], {
      description:
        'owner of the domain; null: not published; nobody: published without an owner, and the next key that publishes it owns it',
    }),
  ),
  is_required: Type.Boolean({ description: 'true if a key needs the proof to publish the domain' }),
  txt_record: exactly({ name: Text, value: Text }),
  file: exactly({ url: Text, content: Text }),
});

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
        params: DomainParams,
        response: {
          204: noBody('The domain is withdrawn'),
          400: failure('The domain is not accepted, or a body was sent that is not JSON'),
          ...UNNEEDED_BODY_FAILURES,
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
        params: DomainParams,
        body: exactly({ badge: Badge }),
        response: {
          200: exactly({ domain: Text, badge: Badge }),
          400: failure('The domain, the label or a colour is not accepted'),
          ...BODY_FAILURES,
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
        params: DomainParams,
        response: { 200: Ownership, 400: failure('The domain is not accepted') },
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
