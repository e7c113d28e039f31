import Type from 'typebox';
import { requireHolderId } from '../accounts/auth.ts';
import type { RouteContext } from '../app/contexts.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import {
  ACCEPTS,
  BODY_FAILURES,
  DomainParams,
  exactly,
  failure,
  named,
  noBody,
  OWNED_DOMAIN_FAILURES,
  orNull,
  Text,
  textOrNull,
  UNNEEDED_BODY_FAILURES,
} from '../app/schemas.ts';
import { parseBadgeChoice, toSentBadge } from './badge-options.ts';
import type { Publishing } from './compose-publishing.ts';

const badgePart = (name: string) =>
  Type.Optional(textOrNull({ description: `${ACCEPTS[name]}; null for the default` }));
const Badge = named(
  'Badge',
  { label: badgePart('label'), label_color: badgePart('label_color'), color: badgePart('color') },
  { examples: [{ label: 'AI ready', color: '0b5d52' }] },
);

const Ownership = named('Ownership', {
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

const HostedFileCheck = named('HostedFileCheck', {
  domain: Text,
  url: Type.String({ description: 'the requested URL' }),
  hosted_url: Type.String({ description: 'the hosted file' }),
  is_hosted: orNull(
    Type.Boolean({
      description:
        'whether the URL leads to the hosted file: it redirects there, or its response has the same text; null: unknown',
    }),
  ),
  status: orNull(Type.Integer({ description: 'status of the last response; null: there was none' })),
  message: Type.String({ description: 'the result in a sentence' }),
});

/** The API's names for the owner of a domain. */
const PUBLISHERS = { own: 'you', others: 'another_key', unowned: 'nobody', unpublished: null } as const;

type DomainsDependencies = Pick<Publishing, 'publications' | 'hostedFileCheck'> & Pick<RouteContext, 'config'>;

/** `/api/domains/{domain}`: a published domain, the proof of its ownership, and its hosted file. Not part of the contract. */
export default async function domainsRoutes(app: App, dependencies: DomainsDependencies): Promise<void> {
  changeRoutes(app, dependencies);
  verificationRoutes(app, dependencies);
}

function changeRoutes(app: App, { publications, config }: DomainsDependencies): void {
  app.delete(
    '/api/domains/:domain',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'withdrawDomain',
        tags: ['Published domains'],
        summary: 'Withdraw a published domain',
        description:
          'For the key that owns the domain. The llms.txt is no longer hosted: at once in this process, and within two seconds in others. Daily audits end. The visits with their counts, the access logs, the domain’s page and the style of its badge are deleted. Audits and the totals of the index remain.',
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
      await publications.withdraw(domain, requireHolderId(request));
      return reply.code(204).send(undefined);
    },
  );

  app.patch(
    '/api/domains/:domain',
    {
      config: { isForKeysOnly: true, bodyExample: '{"badge": {"label": "AI ready", "color": "#7a1fa2"}}' },
      schema: {
        operationId: 'changeDomain',
        tags: ['Published domains'],
        summary: 'Choose the label and colours of a badge',
        description:
          'For the key that owns the domain. Every badge of the domain then has the label and colours. Absent or null fields get their defaults. The text is white or near-black, so that its contrast is at least 4.5:1.',
        params: DomainParams,
        body: exactly({ badge: Badge }),
        response: {
          200: named('PublishedDomain', { domain: Text, badge: Badge }),
          400: failure('The domain, the label or a colour is not accepted'),
          ...BODY_FAILURES,
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const choice = parseBadgeChoice(request.body.badge);
      await publications.setBadge(domain, requireHolderId(request), choice);
      return { domain, badge: toSentBadge(choice) };
    },
  );
}

function verificationRoutes(app: App, { publications, hostedFileCheck, config }: DomainsDependencies): void {
  app.get(
    '/api/domains/:domain/ownership',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getOwnership',
        tags: ['Published domains'],
        summary: 'How a key proves that it controls a domain',
        description:
          'Returns the TXT record and the file that prove it; one of them is enough. Each key has a separate token for each domain, which never changes. This request does not check them: that is done when the key publishes the domain.',
        params: DomainParams,
        response: { 200: Ownership, 400: failure('The domain is not accepted') },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { owner, proof, isRequired } = await publications.findOwnership(domain, requireHolderId(request));
      return {
        domain,
        published_by: PUBLISHERS[owner],
        is_required: isRequired,
        txt_record: { name: proof.record, value: proof.token },
        file: { url: proof.file, content: proof.token },
      };
    },
  );

  app.post(
    '/api/domains/:domain/llms-txt-check',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'checkHostedFile',
        tags: ['Published domains'],
        summary: 'Check that a site serves its hosted llms.txt',
        description:
          'For the key that owns the domain. Requests /llms.txt of the site and reports whether it redirects to the hosted file, or has the same text. The redirect is not followed to the hosted file, so this is not a visit. Counts against the limit of live audits per minute. No body is needed.',
        params: DomainParams,
        response: {
          200: HostedFileCheck,
          400: failure('The domain is not accepted, or a body was sent that is not JSON'),
          ...UNNEEDED_BODY_FAILURES,
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      await app.limitLiveAudits(request, reply);
      const { url, hostedUrl, isHosted, status, message } = await hostedFileCheck.check(
        domain,
        requireHolderId(request),
      );
      return { domain, url, hosted_url: hostedUrl, is_hosted: isHosted, status, message };
    },
  );
}
