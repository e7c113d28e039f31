import type { CsvCell } from '../../csv.ts';
import { type DomainTraffic as DomainTrafficRead, MAX_TRAFFIC_DAYS } from '../../service/traffic/domain-traffic.ts';
import {
  impostors,
  landingPages,
  type TrafficGroup,
  type TrafficRow,
  trafficRows,
  trafficTotals,
} from '../../service/traffic/traffic-rows.ts';
import { isoTime, plusDays, utcDay } from '../../utc-day.ts';
import { holderIdOf } from '../auth.ts';
import { isCsvPreferred, sendCsv } from '../downloads.ts';
import { Refusal, refuseParameter } from '../errors.ts';
import type { App } from '../plugin.ts';
import { requestedDomain } from '../request-log.ts';
import type { RouteDependencies } from '../route-dependencies.ts';
import { DomainParams, DomainTraffic, failure, OWNED_DOMAIN_FAILURES, TrafficQuery } from '../schemas.ts';

/** Days that are read when no range is named. */
const DEFAULT_DAYS = 30;
const COLUMNS = [
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

/** `GET /api/domains/{domain}/traffic`: AI crawlers on a published domain's own site. Not part of the contract. */
export default async function domainTrafficRoutes(
  app: App,
  { domainTraffic, config }: Pick<RouteDependencies, 'domainTraffic' | 'config'>,
): Promise<void> {
  app.get(
    '/api/domains/:domain/traffic',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getTraffic',
        summary: 'AI crawlers on a domain’s own site',
        description: `For the key that owns the domain, from the access logs sent. Requests of AI crawlers by crawler, path, status or day, for at most ${MAX_TRAFFIC_DAYS} days; visitors sent by AI assistants; impostors; and a comparison with the newest audit: requests that robots.txt forbids, sitemap pages that no AI search crawler fetched, missing pages, and refusals. CSV has only the rows.`,
        security: [{ apiKey: [] }],
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
      const { from, to } = rangeOf(request.query, utcDay(isoTime(now)));
      const group: TrafficGroup = request.query.group ?? 'crawler';
      const traffic = await domainTraffic.read(domain, holderIdOf(request), from, to, now);
      reply.header('vary', 'Accept');
      const format = request.query.format ?? (isCsvPreferred(request, 'application/json') ? 'csv' : 'json');
      if (format === 'json') return reply.send(toJson(traffic, group));
      return sendCsv(reply, `${domain}-traffic.csv`, COLUMNS, trafficRows(traffic, group).map(cellsOf));
    },
  );
}

/** @throws Refusal for a day that does not exist, and for a range that is empty or too long */
function rangeOf(query: { readonly from?: string; readonly to?: string }, today: string) {
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

function toJson(traffic: DomainTrafficRead, group: TrafficGroup) {
  const { domain, from, to, daily, paths, site } = traffic;
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
    site,
  };
}

function cellsOf(row: TrafficRow): CsvCell[] {
  const { day, path, status, crawler, vendor, purpose, requests, bytes, errors, verification, lastAt } = row;
  const { verified, unverified, spoofed } = verification;
  const key = [day, path, status, crawler, vendor, purpose];
  return [...key, requests, bytes, errors, verified, unverified, spoofed, lastAt];
}
