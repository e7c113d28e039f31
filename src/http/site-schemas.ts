import Type from 'typebox';
import { SITE_RESULTS, SITE_SORTS } from '../service/sites/select-sites.ts';
import { MAX_SITES, SITES_PER_PAGE, VISIT_DAYS } from '../service/sites/sites.ts';
import { ACCEPTS, exactly, Time, Uuid } from './schemas.ts';

const SORTS = SITE_SORTS.flatMap((sort) => [sort, `-${sort}` as const]);

export const SitesQuery = Type.Object({
  search: Type.Optional(Type.String({ description: 'part of the domain, in ASCII or in its own script' })),
  result: Type.Optional(Type.Enum([...SITE_RESULTS], { description: ACCEPTS['result'] ?? '' })),
  sort: Type.Optional(Type.Enum(SORTS, { default: 'name', description: ACCEPTS['sort'] ?? '' })),
  page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$', default: '1', description: ACCEPTS['page'] ?? '' })),
});

export const SitesBody = Type.Object({
  domains: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 10_000,
    description: `addresses of sites or of their pages; a list has at most ${MAX_SITES} sites`,
    examples: [['example.com', 'https://example.org/a-page']],
  }),
});

export const ScheduleBody = Type.Object({
  schedule: Type.Enum(['off', 'daily', 'weekly'], { description: ACCEPTS['schedule'] ?? '', examples: ['weekly'] }),
});

const IntegerOrNull = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const Site = exactly({
  domain: Type.String(),
  schedule: Type.Enum(['off', 'daily', 'weekly'], { description: 'a published domain is always audited daily' }),
  is_published: Type.Boolean({ description: 'true if the key has published its llms.txt' }),
  audit: Type.Union([
    exactly({
      id: Uuid,
      aeo_score: Type.Integer(),
      verdict: Type.Enum(['good', 'middling', 'poor']),
      worst_problem: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'the first thing to fix; null: no points are lost',
      }),
      finished_at: Time,
    }),
    Type.Null(),
  ]),
  change: IntegerOrNull('points since the previous audit with the same version of the rubric'),
  trend: Type.Array(Type.Integer(), {
    description: 'the newest scores with one version of the rubric, oldest first',
  }),
  ai_visits: IntegerOrNull(
    `requests of AI crawlers for the hosted llms.txt in the last ${VISIT_DAYS} days; null: not published`,
  ),
  ai_page_requests: IntegerOrNull(
    `requests of AI crawlers for the pages of the site in the last ${VISIT_DAYS} days; null: no access logs of these days were sent`,
  ),
  failed: Type.Union([exactly({ id: Uuid, finished_at: Time }), Type.Null()], {
    description: 'a failed audit that is newer than the newest score',
  }),
  unfinished: Type.Union([exactly({ id: Uuid, status: Type.Enum(['queued', 'running']) }), Type.Null()]),
});

export const SiteList = exactly({
  total: Type.Integer({ description: 'sites in the list' }),
  selected: Type.Integer({ description: 'sites that match the parameters' }),
  page: Type.Integer(),
  pages: Type.Integer({ description: `number of pages with ${SITES_PER_PAGE} sites each` }),
  sites: Type.Array(Site),
});

export const AddedSites = exactly({
  added: Type.Integer({ description: 'number of new sites' }),
  domains: Type.Array(Type.String(), { description: 'the sent sites that are now in the list' }),
  refused: Type.Array(exactly({ input: Type.String(), error: Type.String() })),
});

export const ScheduledSite = exactly({
  domain: Type.String(),
  schedule: Type.Enum(['off', 'daily', 'weekly']),
});
