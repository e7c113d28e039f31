import Type from 'typebox';
import { holderIdOf } from '../auth.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import {
  DomainParams,
  exactly,
  failure,
  OWNED_DOMAIN_FAILURES,
  orNull,
  Text,
  UNNEEDED_BODY_FAILURES,
} from '../schemas.ts';

const HostedFileCheck = exactly({
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

/** `/api/domains/{domain}/llms-txt-check`: whether a site serves its hosted file. Not part of the contract. */
export default async function hostedFileCheckRoutes(
  app: App,
  { hostedFileCheck, config }: Pick<RouteDependencies, 'hostedFileCheck' | 'config'>,
): Promise<void> {
  app.post(
    '/api/domains/:domain/llms-txt-check',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'checkHostedFile',
        summary: 'Check that a site serves its hosted llms.txt',
        description:
          'For the key that owns the domain. Requests /llms.txt of the site and reports whether it leads to the hosted file. Counts against the limit of live audits per minute. No body is needed.',
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
      await app.limitLiveAudits(request, reply, 0);
      const { url, hostedUrl, isHosted, status, message } = await hostedFileCheck.check(domain, holderIdOf(request));
      return { domain, url, hosted_url: hostedUrl, is_hosted: isHosted, status, message };
    },
  );
}
