import Type from 'typebox';
import { storedVerdictOf } from '../../documents/verdict.ts';
import { ServiceError } from '../../service/errors.ts';
import { MAX_SITES, type Site } from '../../service/sites/sites.ts';
import { holderIdOf } from '../auth.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { COMMON_FAILURES, DomainParams, failure } from '../schemas.ts';
import { AddedSites, ScheduleBody, ScheduledSite, SiteList, SitesBody, SitesQuery } from '../site-schemas.ts';

const MAX_BODY_BYTES = 512 * 1024;
const KEYED = { config: { isForKeysOnly: true } } as const;
const SECURITY = [{ apiKey: [] }];
const BODY_FAILURES = {
  401: failure('A valid API key is needed'),
  415: failure('The body is not application/json'),
  ...COMMON_FAILURES,
};

type SitesDependencies = Pick<RouteDependencies, 'sites' | 'config'>;

/** `/api/sites`: the list of domains of a key. Not part of the contract. */
export default async function sitesRoutes(app: App, dependencies: SitesDependencies): Promise<void> {
  listRoutes(app, dependencies);
  siteRoutes(app, dependencies);
}

function listRoutes(app: App, { sites, config }: SitesDependencies): void {
  app.get(
    '/api/sites',
    {
      ...KEYED,
      schema: {
        operationId: 'listSites',
        summary: 'The sites of a key',
        description: 'The sites that were added and the domains that the key has published, with their newest results.',
        security: SECURITY,
        querystring: SitesQuery,
        response: {
          200: SiteList,
          400: failure('A parameter is repeated or not accepted'),
          401: failure('A valid API key is needed'),
          ...COMMON_FAILURES,
        },
      },
    },
    async (request) => {
      const { search = '', result = null, sort = 'name', page = '1' } = request.query;
      const query = { search, result, sort, page: Number(page) };
      const list = await sites.list(holderIdOf(request), query, Date.now());
      return { ...list, sites: list.sites.map(toJson) };
    },
  );

  app.post(
    '/api/sites',
    {
      config: { isForKeysOnly: true, bodyExample: '{"domains": ["example.com", "example.org"]}' },
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        operationId: 'addSites',
        summary: 'Add sites to the list of a key',
        description: 'Does not audit them: use a schedule or a batch for that.',
        security: SECURITY,
        body: SitesBody,
        response: {
          200: AddedSites,
          400: failure('The body is not the expected JSON'),
          409: failure(`The list would have more than ${MAX_SITES} sites; nothing was added`),
          413: failure('The body is larger than 512 KiB'),
          ...BODY_FAILURES,
        },
      },
    },
    async (request) => {
      const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS };
      const { domains, added, refused } = await sites.add(holderIdOf(request), request.body.domains, options);
      return {
        added,
        domains: [...domains],
        refused: refused.map(({ input, problem }) => ({ input, error: problem })),
      };
    },
  );
}

function siteRoutes(app: App, { sites, config }: SitesDependencies): void {
  app.patch(
    '/api/sites/:domain',
    {
      config: { isForKeysOnly: true, bodyExample: '{"schedule": "weekly"}' },
      schema: {
        operationId: 'scheduleSite',
        summary: 'Schedule the audits of a site',
        security: SECURITY,
        params: DomainParams,
        body: ScheduleBody,
        response: {
          200: ScheduledSite,
          400: failure('The domain or the schedule is not accepted'),
          404: failure('The site was not added to the list of the key'),
          413: failure('The body is larger than 16 KiB'),
          ...BODY_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { schedule } = request.body;
      if ((await sites.schedule(holderIdOf(request), [domain], schedule)) === 0) throw notInListError(domain);
      return { domain, schedule };
    },
  );

  app.delete(
    '/api/sites/:domain',
    {
      ...KEYED,
      schema: {
        operationId: 'removeSite',
        summary: 'Remove a site from the list of a key',
        description: 'Its audits remain. A published domain remains in the list until it is withdrawn.',
        security: SECURITY,
        params: DomainParams,
        response: {
          204: Type.Unsafe<undefined>({ type: 'null', description: 'The site is removed' }),
          400: failure('The domain is not accepted, or a body was sent that is not JSON'),
          404: failure('The site was not added to the list of the key'),
          413: failure('A body was sent that is larger than 16 KiB'),
          ...BODY_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      if ((await sites.remove(holderIdOf(request), [domain])) === 0) throw notInListError(domain);
      return reply.code(204).send(undefined);
    },
  );
}

function notInListError(domain: string): ServiceError {
  return new ServiceError('site_not_found', `${domain} is not in your list; POST /api/sites adds it.`);
}

function toJson({ domain, schedule, isPublished, newest, change, trend, aiVisits, failed, unfinished }: Site) {
  return {
    domain,
    schedule,
    is_published: isPublished,
    audit: newest && {
      id: newest.id,
      aeo_score: newest.score,
      verdict: storedVerdictOf(newest),
      worst_problem: newest.worstProblem,
      finished_at: newest.finishedAt,
    },
    change,
    trend: [...trend],
    ai_visits: aiVisits?.file ?? null,
    ai_page_requests: aiVisits?.pages ?? null,
    failed: failed && { id: failed.id, finished_at: failed.finishedAt },
    unfinished: unfinished && {
      id: unfinished.id,
      status: unfinished.isRunning ? ('running' as const) : ('queued' as const),
    },
  };
}
