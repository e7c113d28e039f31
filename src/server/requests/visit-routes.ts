import Type from 'typebox';
import type { CsvCell } from '../../values/csv.ts';
import { holderIdOf } from '../accounts/auth.ts';
import type { RouteContext } from '../app/contexts.ts';
import { negotiateFormat, sendCsv } from '../app/downloads.ts';
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
  OWNED_DOMAIN_FAILURES,
  orNull,
  Purpose,
  Text,
  Time,
  textOrNull,
  Verifications,
} from '../app/schemas.ts';
import type { Requests } from './compose-requests.ts';
import { type DomainVisits as DomainVisitsRead, summarise, verificationsOf } from './domain-visits.ts';

const VisitClass = Type.Enum(['ai_bot', 'ai_referral', 'traditional_bot', 'human']);
const Verification = Type.Enum(['verified', 'unverified', 'spoofed'], {
  description: 'whether a visit was really the vendor’s: verified, unverified (unknown) or spoofed',
});

const DomainVisits = exactly({
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
    exactly({
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

const COLUMNS = [
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

/** `/api/domains/{domain}/visits`: the visits to a published domain's file. Not part of the contract. */
export default async function domainVisitsRoutes(
  app: App,
  { domainVisits, config }: Pick<Requests, 'domainVisits'> & Pick<RouteContext, 'config'>,
): Promise<void> {
  app.get(
    '/api/domains/:domain/visits',
    {
      config: { isForKeysOnly: true },
      schema: {
        operationId: 'getVisits',
        summary: 'The visits to a published domain',
        description:
          'For the key that owns the domain. Visits by crawler, vendor, purpose and day, and the newest 100. Visits of AI crawlers are also counted by verification. CSV has a `count` line for each day and visitor, and a `visit` line for each of the newest visits.',
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
      const visits = await domainVisits.read(domain, holderIdOf(request), Date.now());
      if (negotiateFormat(request, reply, 'json') === 'json') return reply.send(toJson(visits));
      return sendCsv(reply, `${domain}-visits.csv`, COLUMNS, rowsOf(visits));
    },
  );
}

function toJson(visits: DomainVisitsRead) {
  return {
    domain: visits.domain,
    window_days: visits.days.length,
    ...summarise(visits),
    newest: visits.newest.map(({ domain: _, userAgent, referringHost, ...visit }) => ({
      ...visit,
      user_agent: userAgent,
      referring_host: referringHost,
    })),
  };
}

function* rowsOf({ counts, newest }: DomainVisitsRead): Generator<CsvCell[]> {
  for (const count of counts) {
    const { day, class: kind, crawler, vendor, purpose, visits } = count;
    const { verified = null, unverified = null, spoofed = null } = verificationsOf(count) ?? {};
    yield ['count', day, kind, crawler, vendor, purpose, visits, null, null, null, null, verified, unverified, spoofed];
  }
  for (const visit of newest) {
    const { time, class: kind, crawler, vendor, purpose, path, userAgent, referringHost, verification } = visit;
    const who = [time, kind, crawler, vendor, purpose];
    yield ['visit', ...who, 1, path, userAgent, referringHost, verification, null, null, null];
  }
}
