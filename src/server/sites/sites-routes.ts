import Type from 'typebox';
import { storedVerdict } from '../../documents/verdict.ts';
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
  integerOrNull,
  named,
  noBody,
  orNull,
  Text,
  Time,
  textOrNull,
  Uuid,
} from '../app/schemas.ts';
import { ServiceError } from '../app/service-error.ts';
import type { MySites } from './compose-sites.ts';
import { SITE_RESULTS, SITE_SORTS } from './select-sites.ts';
import { MAX_SITES, SITES_PER_PAGE, type Site, VISIT_DAYS } from './sites.ts';

const MAX_BODY_BYTES = 512 * 1024;
const SORTS = SITE_SORTS.flatMap((sort) => [sort, `-${sort}` as const]);

const SitesQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'part of the domain, in ASCII or in its own script' })),
  result: Type.Optional(Type.Enum([...SITE_RESULTS], { description: ACCEPTS['result'] ?? '' })),
  sort: Type.Optional(
    Type.Enum(SORTS, { default: 'name', description: `${SITE_SORTS.join(', ')}; a leading - reverses the order` }),
  ),
  page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$', default: '1', description: ACCEPTS['page'] ?? '' })),
});

const SitesBody = exactly({
  domains: Type.Array(Text, {
    minItems: 1,
    maxItems: 10_000,
    description: `addresses of sites or of their pages; a list has at most ${MAX_SITES} sites`,
    examples: [['example.com', 'https://example.org/a-page']],
  }),
});

const ScheduleBody = exactly({
  schedule: Type.Enum(['off', 'daily', 'weekly'], { description: ACCEPTS['schedule'] ?? '', examples: ['weekly'] }),
});

const ListedSite = named('Site', {
  domain: Text,
  schedule: Type.Enum(['off', 'daily', 'weekly'], { description: 'a published domain is always audited daily' }),
  is_published: Type.Boolean({ description: 'true if the key has published its llms.txt' }),
  audit: orNull(
    exactly({
      id: Uuid,
      aeo_score: Type.Integer(),
      verdict: Type.Enum(['good', 'middling', 'poor', 'unknown']),
      worst_problem: textOrNull({ description: 'the first thing to fix; null: no points are lost' }),
      finished_at: Time,
    }),
  ),
  change: integerOrNull({
    description: 'points since the previous audit with the same version of the rubric',
  }),
  trend: Type.Array(Type.Integer(), {
    description: 'the newest scores with one version of the rubric, oldest first',
  }),
  ai_visits: integerOrNull({
    description: `requests of AI crawlers for the hosted llms.txt in the last ${VISIT_DAYS} days; null: not published`,
  }),
  ai_page_requests: integerOrNull({
    description: `requests of AI crawlers for the pages of the site in the last ${VISIT_DAYS} days; null: no access logs of these days were sent`,
  }),
  failed: orNull(exactly({ id: Uuid, finished_at: Time }), {
    description: 'a failed audit that is newer than the newest score',
  }),
  unfinished: orNull(exactly({ id: Uuid, status: Type.Enum(['queued', 'running']) })),
});

const SiteList = named('SiteList', {
  total: Type.Integer({ description: 'sites in the list' }),
  selected: Type.Integer({ description: 'sites that match the parameters' }),
  page: Type.Integer(),
  pages: Type.Integer({ description: `number of pages with ${SITES_PER_PAGE} sites each` }),
  sites: Type.Array(ListedSite),
});

const AddedSites = named('AddedSites', {
  added: Type.Integer({ description: 'number of new sites' }),
  domains: Type.Array(Text, { description: 'the sent sites that are now in the list' }),
  refused: Type.Array(exactly({ input: Text, error: Text })),
});

const ScheduledSite = named('ScheduledSite', {
  domain: Text,
  schedule: Type.Enum(['off', 'daily', 'weekly']),
});

const NOT_IN_LIST = failure('The site was not added to the list of the key');

type SitesDependencies = Pick<MySites, 'sites'> & Pick<RouteContext, 'config'>;

/** `/api/sites`: the list of domains of a key. Not part of the contract. */
export default async function sitesRoutes(app: App, dependencies: SitesDependencies): Promise<void> {
  listRoutes(app, dependencies);
  siteRoutes(app, dependencies);
}

function listRoutes(app: App, { sites, config }: SitesDependencies): void {
  app.get(
    '/api/sites',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'listSites',
        tags: ['Sites'],
        summary: 'The sites of a key',
        description:
          '50 sites a page: those that were added, and the domains that the key has published. A site has its newest score, the change and the trend, what to fix first, a failure since then, and an audit that is waiting or running.',
        querystring: SitesQuery,
        response: {
          200: SiteList,
          400: failure('A parameter is repeated or not accepted'),
        },
      },
    },
    async (request) => {
      const { search = '', result = null, sort = 'name', page = '1' } = request.query;
      const query = { search, result, sort, page: Number(page) };
      const list = await sites.list(requireHolderId(request), query, Date.now());
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
        tags: ['Sites'],
        summary: 'Add sites to the list of a key',
        description:
          'URLs or names of sites or their pages. Invalid entries are returned in `refused`, with the reason. Sites are not audited: use a schedule or a batch for that.',
        body: SitesBody,
        response: {
          200: AddedSites,
          400: failure('The body is not the expected JSON'),
          409: failure(`The list would have more than ${MAX_SITES} sites; nothing was added`),
          ...BODY_FAILURES,
          413: failure('The body is larger than 512 KiB'),
        },
      },
    },
    async (request) => {
      const options = { allowPrivate: config.ALLOW_PRIVATE_TARGETS };
      const { domains, added, refused } = await sites.add(requireHolderId(request), request.body.domains, options);
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
        tags: ['Sites'],
        summary: 'Schedule the audits of a site',
        description: 'The site must be in the list because it was added; a published domain is audited daily anyway.',
        params: DomainParams,
        body: ScheduleBody,
        response: {
          200: ScheduledSite,
          400: failure('The domain or the schedule is not accepted'),
          404: NOT_IN_LIST,
          ...BODY_FAILURES,
        },
      },
    },
    async (request) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const { schedule } = request.body;
      if ((await sites.schedule(requireHolderId(request), [domain], schedule)) === 0) throw notInListError(domain);
      return { domain, schedule };
    },
  );

  app.delete(
    '/api/sites/:domain',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'removeSite',
        tags: ['Sites'],
        summary: 'Remove a site from the list of a key',
        description: 'Its audits remain. A published domain remains in the list until it is withdrawn.',
        params: DomainParams,
        response: {
          204: noBody('The site is removed'),
          400: failure('The domain is not accepted, or a body was sent that is not JSON'),
          404: NOT_IN_LIST,
          ...BODY_FAILURES,
          413: failure('A body was sent that is larger than 16 KiB'),
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      if ((await sites.remove(requireHolderId(request), [domain])) === 0) throw notInListError(domain);
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
      verdict: storedVerdict(newest),
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
