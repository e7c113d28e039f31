import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { DomainName } from '../../values/domain-name.ts';
import { identifyAuditor, identifyByHeader, requireKey } from '../accounts/auth.ts';
import type { Accounts } from '../accounts/compose-accounts.ts';
import { entityTag, isNotModified } from '../app/caching.ts';
import type { RouteContext } from '../app/contexts.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import {
  DomainParams,
  FAULT,
  failure,
  KEY_OPTIONAL,
  NOT_MODIFIED,
  STORAGE_FAILURES,
  TierQuery,
} from '../app/schemas.ts';
import type { Publishing } from './compose-publishing.ts';
import type { HostedLlmsTxt } from './publications.ts';

type HostedDependencies = Pick<Accounts, 'keys'> &
  Pick<Publishing, 'publications'> &
  Pick<RouteContext, 'recordVisit' | 'responseCache' | 'config'>;

/** Caches must revalidate the file for each use, because each use is a visit. */
const REVALIDATED = 'public, no-cache';
const AS_TEXT = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** Lifetime of a cached text of a published domain, in milliseconds. Changes by this process drop it at once. */
const CACHED_MS = 1_000;

type Request = FastifyRequest<{ Params: { domain: string } }>;

/** `/llms/{domain}.txt` (service interface §4.6). Records a visit before each response with the status 200 or 304. */
export default async function hostedLlmsTxtRoutes(
  app: App,
  { keys, publications, recordVisit, responseCache, config }: HostedDependencies,
): Promise<void> {
  app.get(
    '/llms/:domain.txt',
    {
      config: { isUnlimited: true },
      errorHandler: responseCache.onError,
      schema: {
        operationId: 'getHostedLlmsTxt',
        tags: ['Published domains'],
        summary: 'The hosted llms.txt of a domain',
        description:
          'Tier `free`, the default: the template, for any domain. Tier `vip`: the file of a published domain, for everyone; a key is not needed. If the domain is not published, a request with a key publishes it and may run a live audit. Each response with 200 or 304 is recorded as a visit, also to HEAD. Caches may store the file, but must revalidate it each time.',
        security: KEY_OPTIONAL,
        params: DomainParams,
        querystring: TierQuery,
        response: {
          200: { description: 'The llms.txt', content: { 'text/plain': { schema: Type.String() } } },
          304: NOT_MODIFIED,
          400: failure('The domain or a parameter is not accepted'),
          401: failure('Tier vip needs a valid API key unless the domain is published'),
          429: failure('Too many live audits with this key'),
          500: FAULT,
          502: failure('The site could not be read; X-Service-Audit-Id names the failed audit'),
          ...STORAGE_FAILURES,
          503: failure(
            'Too many audits are waiting, nothing can be stored for now, there is no public URL to publish at, or the service is stopping',
          ),
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { version } = responseCache;
      const isVip = request.query.tier === 'vip';
      const { text, hash } = isVip ? await findVip(domain, request, reply) : await publications.template(domain);
      await new Promise<void>((recorded) => recordVisit(domain, request.raw, recorded));
      const tag = entityTag(hash);
      reply.headers({ 'cache-control': reply.getHeader('cache-control') ?? REVALIDATED, etag: tag });
      if (isNotModified(request, tag)) return reply.code(304).send(undefined);
      reply.headers(AS_TEXT);
      const maxAgeMs = isVip ? CACHED_MS : Infinity;
      responseCache.store(request, reply, text, { domain, isPublished: isVip, version, maxAgeMs, isVisit: true });
      return reply.send(text);
    },
  );

  /** Finds the text of a published domain, or makes one for a key holder. */
  async function findVip(domain: DomainName, request: Request, reply: FastifyReply): Promise<HostedLlmsTxt> {
    const hosted = await responseCache.soon(request, publications.findHosted(domain));
    if (hosted !== null) return hosted;
    reply.header('cache-control', 'private, no-store');
    request.caller = await identifyByHeader(request, keys);
    // Crawlers send no key and are never limited. Guessing keys is.
    if (request.caller.kind === 'invalid') await app.limitClient(request, reply);
    requireKey(request.caller, false);
    const { llmsTxt, llmsTxtHash } = await publications.llmsTxt(domain, {
      ...identifyAuditor(request),
      permit: () => app.limitLiveAudits(request, reply),
    });
    return { text: llmsTxt, hash: llmsTxtHash };
  }
}
