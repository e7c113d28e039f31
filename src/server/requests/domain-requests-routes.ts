import Type from 'typebox';
import type { CsvCell } from '../../values/csv.ts';
import { isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import { requireHolderId } from '../accounts/auth.ts';
import type { RouteContext } from '../app/contexts.ts';
import { negotiateFormat, sendCsv } from '../app/downloads.ts';
import { Refusal, refuseParameter } from '../app/errors.ts';
import type { App } from '../app/plugin.ts';
import { requestedDomain } from '../app/request-log.ts';
import {
  CLASS_COUNTS,
  Count,
  Day,
  DomainParams,
  exactly,
  FormatQuery,
  failure,
  integerOrNull,
  named,
  OWNED_DOMAIN_FAILURES,
  orNull,
  ProbablyAi,
  Purpose,
  Text,
  Time,
  textOrNull,
  Uuid,
  Verifications,
} from '../app/schemas.ts';
import type { Requests } from './compose-requests.ts';
import {
  type DomainTraffic as DomainTrafficRead,
  type DomainVisits as DomainVisitsRead,
  MAX_TRAFFIC_DAYS,
} from './domain-requests.ts';
import {
  impostors,
  landingPages,
  sumBy,
  type TrafficGroup,
  type TrafficRow,
  trafficRows,
  trafficTotals,
  visitSummary,
} from './request-summary.ts';
import type { AuditedTraffic } from './traffic-join.ts';

const VisitClass = Type.Enum(['ai_bot', 'ai_referral', 'traditional_bot', 'human']);
const Verification = Type.Enum(['verified', 'unverified', 'spoofed'], {
  description: 'whether a visit was really the vendor’s: verified, unverified (unknown) or spoofed',
});

const DomainVisits = named('DomainVisits', {
  domain: Text,
  window_days: Count,
  totals: exactly(CLASS_COUNTS),
  verification: Verifications,
  by_crawler: Type.Array(
    exactly({
      class: VisitClass,
      crawler: Text,
      vendor: textOrNull(),
      purpose: orNull(Purpose),
      visits: Count,
      verification: orNull(Verifications),
    }),
    { description: 'visits of named crawlers, most first' },
  ),
  by_vendor: Type.Array(exactly({ vendor: Text, visits: Count, verification: Verifications }), {
    description: 'visits of AI crawlers, most first',
  }),
  by_purpose: Type.Array(exactly({ purpose: Purpose, visits: Count, verification: Verifications }), {
    description: 'visits of AI crawlers, most first',
  }),
  daily: Type.Array(exactly({ day: Day, ...CLASS_COUNTS, verification: Verifications }), {
    description: 'oldest first, today last',
  }),
  newest: Type.Array(
    named('Visit', {
      time: Time,
      path: Text,
      class: VisitClass,
      crawler: textOrNull(),
      vendor: textOrNull(),
      purpose: orNull(Purpose),
      user_agent: textOrNull({ description: 'as sent, at most 512 characters' }),
      referring_host: textOrNull(),
      verification: orNull(Verification),
    }),
    { maxItems: 100, description: 'newest first' },
  ),
});

const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const Group = Type.Enum(['crawler', 'path', 'status', 'day']);

const TrafficQuery = Type.Object({
  from: Type.Optional(
    Type.String({ pattern: DAY_PATTERN, description: 'first day in UTC; default: 29 days before `to`' }),
  ),
  to: Type.Optional(Type.String({ pattern: DAY_PATTERN, description: 'last day in UTC; default: today' })),
  group: Type.Optional({ ...Group, default: 'crawler', description: 'grouping of `rows`' }),
  ...FormatQuery.properties,
});

const SiteTraffic = Type.Unsafe<AuditedTraffic>(
  named(
    'SiteTraffic',
    {
      audit_id: Uuid,
      gathered_at: Time,
      forbidden: orNull(
        Type.Array(
          exactly({
            crawler: Text,
            vendor: Text,
            robots: Type.String({ description: 'its vendor’s statement about robots.txt' }),
            line: integerOrNull({ description: 'line of the rule in robots.txt; null if it was not stored' }),
            rule: textOrNull(),
            requests: Count,
            paths: Type.Array(Text),
          }),
          {
            description:
              'requests that robots.txt forbade, each by the file of the newest audit before it; null if none was read',
          },
        ),
      ),
      undecided: Type.Integer({ minimum: 0, description: 'requests that were not compared with a robots.txt' }),
      names_with_digits: Type.Array(Text, {
        description: 'crawlers that robots.txt names with a digit, which some crawlers do not read',
      }),
      not_compared: Type.Integer({ minimum: 0, description: 'requests whose paths were not compared' }),
      sitemap: exactly({
        entries: Count,
        pages: Type.Integer({ minimum: 0, description: 'compared entries' }),
        since: Type.String({ description: 'first counted day, at most 30 days ago; "" without logs' }),
        days_with_logs: Count,
        fetched: Count,
        not_fetched: Count,
        unknown: Count,
        not_fetched_pages: Type.Array(exactly({ url: Text, last_fetch: textOrNull() }), { maxItems: 50 }),
      }),
      broken_pages: Type.Array(
        exactly({
          path: Text,
          in_sitemap: Type.Boolean(),
          not_found: Count,
          redirects: Count,
          crawlers: Type.Array(Text),
        }),
        { maxItems: 50, description: 'requested pages that are missing (404, 410) or redirect' },
      ),
      refusals: Type.Array(
        exactly({
          crawler: textOrNull(),
          vendor: textOrNull(),
          verified: Count,
          unverified: Count,
          paths: Type.Array(Text),
        }),
        {
          description:
            'requests that got 401, 403 or 429; for verified crawlers, these prove that something blocks them',
        },
      ),
    },
    { description: 'comparison with the newest audit, without impostors' },
  ),
);

const DomainTraffic = named('DomainTraffic', {
  domain: Text,
  from: Day,
  to: Day,
  group: Group,
  totals: exactly({
    ...CLASS_COUNTS,
    bytes: Type.Integer({ minimum: 0, description: 'sent to AI crawlers' }),
    errors: Type.Integer({ minimum: 0, description: 'responses to AI crawlers with a 4xx or 5xx status' }),
    verification: Verifications,
  }),
  trend: Type.Array(exactly({ day: Day, vendor: textOrNull(), purpose: orNull(Purpose), requests: Count }), {
    description: 'requests of AI crawlers, oldest day first',
  }),
  rows: Type.Array(
    named('TrafficRow', {
      day: textOrNull({ format: 'date' }),
      path: textOrNull({ description: '"" for paths that are not listed' }),
      status: integerOrNull(),
      crawler: textOrNull(),
      vendor: textOrNull(),
      purpose: orNull(Purpose),
      requests: Count,
      bytes: Count,
      errors: Type.Integer({ minimum: 0, description: 'responses with a 4xx or 5xx status' }),
      verification: Verifications,
      last_at: Time,
    }),
    {
      maxItems: 10_000,
      description:
        'requests of AI crawlers by crawler; by path and crawler; by status and crawler; or by day, vendor and purpose. Other fields are null. Most requests first; days in order',
    },
  ),
  referrals: Type.Array(exactly({ vendor: textOrNull(), path: Text, visits: Count }), {
    maxItems: 1_000,
    description: 'visitors sent by AI assistants, by landing page, most first',
  }),
  impostors: Type.Array(exactly({ crawler: textOrNull(), vendor: textOrNull(), requests: Count, last_at: Time }), {
    description: 'requests from addresses that are not the vendor’s, by the claimed crawler',
  }),
  probably_ai: ProbablyAi,
  site: orNull(SiteTraffic),
});

/** Days that are read when no range is named. */
const DEFAULT_DAYS = 30;
const TRAFFIC_COLUMNS = [
  'day',
  'path',
  'status',
  'crawler',
  'vendor',
  'purpose',
  'requests',
  'bytes',
  'errors',
  'verified',
  'unverified',
  'spoofed',
  'last_at',
];

const VISIT_COLUMNS = [
  'record',
  'time',
  'class',
  'crawler',
  'vendor',
  'purpose',
  'visits',
  'path',
  'user_agent',
  'referring_host',
  'verification',
  'verified',
  'unverified',
  'spoofed',
];

/**
 * `GET /api/domains/{domain}/visits` and `/traffic`: who requested a published domain's hosted file, and its own site. Not part of
 * the contract.
 */
export default async function domainRequestsRoutes(
  app: App,
  { domainRequests, config }: Pick<Requests, 'domainRequests'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.get(
    '/api/domains/:domain/visits',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getVisits',
        tags: ['Visits and traffic'],
        summary: 'The visits to a published domain',
        description:
          'For the key that owns the domain. Visits of the last 90 UTC days by crawler, vendor, purpose and day, and the newest 100. CSV has a `count` line for each day and visitor, and a `visit` line for each of the newest visits. A text that a spreadsheet would read as a formula begins with an apostrophe.',
        params: DomainParams,
        querystring: FormatQuery,
        response: {
          200: {
            description: 'The visits of the last 90 UTC days',
            content: {
              'application/json': { schema: DomainVisits },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          400: failure('A parameter is repeated or not accepted'),
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const visits = await domainRequests.visits(domain, requireHolderId(request), Date.now());
      if (negotiateFormat(request, reply, 'json') === 'json') return reply.send(visitsJson(visits));
      return sendCsv(reply, `${domain}-visits.csv`, VISIT_COLUMNS, visitLines(visits));
    },
  );

  app.get(
    '/api/domains/:domain/traffic',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getTraffic',
        tags: ['Visits and traffic'],
        summary: 'AI crawlers on a domain’s own site',
        description: `For the key that owns the domain, from the access logs sent. Requests of AI crawlers by crawler, path, status or day, for at most ${MAX_TRAFFIC_DAYS} days; visitors sent by AI assistants; impostors; and a comparison with the newest audit: requests that robots.txt forbids, sitemap pages that no AI search crawler fetched, missing pages, and refusals. CSV has only the rows.`,
        params: DomainParams,
        querystring: TrafficQuery,
        response: {
          200: {
            description: 'The traffic of these days',
            content: {
              'application/json': { schema: DomainTraffic },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          400: failure('A parameter is repeated or not accepted'),
          ...OWNED_DOMAIN_FAILURES,
        },
      },
    },
    async (request, reply) => {
      const domain = requestedDomain(request, request.params.domain, config);
      const now = Date.now();
      const { from, to } = requireRange(request.query, utcDay(isoTime(now)));
      const group: TrafficGroup = request.query.group ?? 'crawler';
      const traffic = await domainRequests.traffic(domain, requireHolderId(request), from, to, now);
      if (negotiateFormat(request, reply, 'json') === 'json') return reply.send(trafficJson(traffic, group));
      return sendCsv(reply, `${domain}-traffic.csv`, TRAFFIC_COLUMNS, trafficRows(traffic, group).map(toCells));
    },
  );
}

/** @throws Refusal for a day that does not exist, and for a range that is empty or too long */
function requireRange(query: { readonly from?: string; readonly to?: string }, today: string) {
  for (const name of ['from', 'to'] as const) {
    const day = query[name];
    if (day !== undefined && !isDay(day)) throw refuseParameter(name);
  }
  const to = query.to ?? today;
  const from = query.from ?? plusDays(to, 1 - DEFAULT_DAYS);
  if (from > to) throw new Refusal(400, 'The parameter from must not be after to.');
  if (from <= plusDays(to, -MAX_TRAFFIC_DAYS)) {
    throw new Refusal(400, `The range may have ${MAX_TRAFFIC_DAYS} days; request it in parts.`);
  }
  return { from, to };
}

function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && utcDay(isoTime(time)) === text;
}

function trafficJson(traffic: DomainTrafficRead, group: TrafficGroup) {
  const { domain, from, to, daily, paths, probablyAi, site } = traffic;
  return {
    domain,
    from,
    to,
    group,
    totals: trafficTotals(daily),
    trend: trafficRows(traffic, 'day').map(({ day, vendor, purpose, requests }) => ({
      day: day ?? '',
      vendor,
      purpose,
      requests,
    })),
    rows: trafficRows(traffic, group).map(({ lastAt, ...row }) => ({ ...row, last_at: lastAt })),
    referrals: landingPages(paths),
    impostors: impostors(daily).map(({ lastAt, ...impostor }) => ({ ...impostor, last_at: lastAt })),
    probably_ai: [...probablyAi],
    site,
  };
}

function toCells(row: TrafficRow): CsvCell[] {
  const { day, path, status, crawler, vendor, purpose, requests, bytes, errors, verification, lastAt } = row;
  const { verified, unverified, spoofed } = verification;
  const key = [day, path, status, crawler, vendor, purpose];
  return [...key, requests, bytes, errors, verified, unverified, spoofed, lastAt];
}

function visitsJson(visits: DomainVisitsRead) {
  return {
    domain: visits.domain,
    window_days: visits.days.length,
    ...visitSummary(visits.days, visits.counts),
    newest: visits.newest.map(({ domain: _, userAgent, referringHost, ...visit }) => ({
      ...visit,
      user_agent: userAgent,
      referring_host: referringHost,
    })),
  };
}

function* visitLines({ counts, newest }: DomainVisitsRead): Generator<CsvCell[]> {
  const lines = sumBy(counts, ({ day, class: kind, crawler, vendor, purpose }) => ({
    day,
    kind,
    crawler,
    vendor,
    purpose,
  }));
  for (const { day, kind, crawler, vendor, purpose, requests, verification } of lines) {
    const { verified, unverified, spoofed } = verification;
    const verdicts = kind === 'ai_bot' ? [verified, unverified, spoofed] : [null, null, null];
    yield ['count', day, kind, crawler, vendor, purpose, requests, null, null, null, null, ...verdicts];
  }
  for (const visit of newest) {
    const { time, class: kind, crawler, vendor, purpose, path, userAgent, referringHost, verification } = visit;
    const who = [time, kind, crawler, vendor, purpose];
    yield ['visit', ...who, 1, path, userAgent, referringHost, verification, null, null, null];
  }
}
