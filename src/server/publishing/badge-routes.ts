import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { badge } from '../../documents/badge/badge-svg.ts';
import { type DomainName, requireDomainName } from '../../values/domain-name.ts';
import { SingleFlight } from '../../values/single-flight.ts';
import { entityTag, isNotModified } from '../app/caching.ts';
import type { RouteContext } from '../app/contexts.ts';
import { refuseParameter } from '../app/errors.ts';
import type { App } from '../app/plugin.ts';
import { ACCEPTS, Domain, FAULT, failure, NOT_MODIFIED } from '../app/schemas.ts';
import type { Audits } from '../audits/compose-audits.ts';
import { parseBadgeChoice, parseStyle } from './badge-options.ts';
import type { Publishing } from './compose-publishing.ts';

const BadgeQuery = Type.Object({
  domain: Domain,
  theme: Type.Optional(Type.Enum(['dark', 'light'], { default: 'dark', description: ACCEPTS['theme'] ?? '' })),
  size: Type.Optional(Type.Enum(['normal', 'compact'], { default: 'normal', description: ACCEPTS['size'] ?? '' })),
  label: ownersChoice('label', 'text before the score'),
  label_color: ownersChoice('label_color', 'colour of the label'),
  color: ownersChoice('color', 'colour of the score'),
  labelColor: ownersChoice('labelColor', 'the same as label_color, in the spelling of shields.io'),
  stored: ownersChoice('stored', 'no: without the label and colours that the owner stored'),
});

/** Schema of a parameter that the handler validates, and only for a published domain. */
function ownersChoice(name: string, what: string) {
  return Type.Optional(
    Type.String({ description: `${what}: ${ACCEPTS[name]}; ignored unless the domain is published` }),
  );
}

const HEADERS = {
  // GitHub's image proxy caches an image by its URL, and serves a stale one unless all three directives are set.
  'cache-control': 'no-cache, max-age=0, must-revalidate',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Lifetime of a cached badge, in milliseconds. Changes by this process drop it at once. */
const CACHED_MS = 1_000;

interface DrawnBadge {
  readonly domain: DomainName;
  readonly isPublished: boolean;
  /** Of the response cache, before the badge was drawn. */
  readonly version: number;
  readonly svg: string;
  readonly tag: string;
}

type BadgeDependencies = Pick<Audits, 'audits'> &
  Pick<Publishing, 'publications'> &
  Pick<RouteContext, 'responseCache' | 'config'>;

/** `/api/badge` (service interface §4.5). */
export default async function badgeRoutes(
  app: App,
  { audits, publications, responseCache, config }: BadgeDependencies,
): Promise<void> {
  // A popular README requests one badge many times at once: requests for the same URL share one drawing.
  const drawing = new SingleFlight<DrawnBadge>();
  const draw = async (request: FastifyRequest<{ Querystring: Static<typeof BadgeQuery> }>): Promise<DrawnBadge> => {
    const { domain: name, theme = 'dark', size = 'normal', stored = 'yes', ...others } = request.query;
    const domain = requireDomainName(name, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    const { version } = responseCache;
    const [chosen, newest] = await Promise.all([publications.findBadge(domain), audits.newestScore(domain)]);
    // Parameters take precedence over the owner's choices, so that others can be tried.
    if (chosen !== null && stored !== 'yes' && stored !== 'no') throw refuseParameter('stored');
    const base = chosen === null || stored === 'no' ? {} : parseStyle(chosen);
    const custom = chosen === null ? {} : { ...base, ...parseStyle(parseBadgeChoice(others)) };
    const score =
      newest === null
        ? null
        : { ...newest, few: newest.verdict === 'unknown' ? await audits.newestFewPages(domain) : null };
    const svg = badge(domain, score, { theme, size, ...custom });
    return { domain, isPublished: chosen !== null, version, svg, tag: entityTag(hash('sha256', svg, 'base64url')) };
  };

  app.get(
    '/api/badge',
    {
      config: { isUnlimited: true },
      errorHandler: responseCache.onError,
      schema: {
        operationId: 'getBadge',
        tags: ['Documents'],
        summary: 'The score of a domain as an image',
        description:
          'An SVG image of 20 px height with the score of the newest successful live audit. No audit is run, no key is needed, and no rate limit applies. A domain without an audit shows `not audited` in grey. The colour is green from 80 points, yellow from 50, and red below; never green if a gate applies or the content cannot be read or used. For a published domain, `label`, `label_color` and `color` replace what the owner stored; an invalid value then gets 400. Give the image an `alt` without the score, because the score changes.',
        querystring: BadgeQuery,
        response: {
          200: {
            description: 'An SVG image',
            content: { 'image/svg+xml': { schema: Type.Unsafe<string>({ type: 'string' }) } },
          },
          304: NOT_MODIFIED,
          400: failure('A parameter is missing, repeated or not accepted'),
          500: FAULT,
        },
      },
    },
    async (request, reply) => {
      const { svg, tag, ...drawn } = await responseCache.soon(
        request,
        drawing.do(request.url, () => draw(request)),
      );
      request.subject.domain = drawn.domain;
      reply.headers(HEADERS).header('etag', tag);
      if (isNotModified(request, tag)) return reply.code(304).send(undefined);
      reply.type('image/svg+xml; charset=utf-8');
      responseCache.store(request, reply, svg, { ...drawn, maxAgeMs: CACHED_MS, isVisit: false });
      return reply.send(svg);
    },
  );
}
