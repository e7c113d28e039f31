import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Config } from '../../config.ts';
import { type BadgeStyle, badge, parseBadgeLabel } from '../../documents/badge/badge.ts';
import { parseHexColor } from '../../documents/badge/badge-colors.ts';
import { type DomainName, requireDomainName } from '../../domain-name.ts';
import type { Service } from '../../service/service.ts';
import { SingleFlight } from '../../single-flight.ts';
import { entityTag, isNotModified } from '../caching.ts';
import { refuseParameter } from '../errors.ts';
import type { ResponseCache } from '../load/response-cache.ts';
import type { App } from '../plugin.ts';
import { BadgeQuery, COMMON_FAILURES, failure, notModified } from '../schemas.ts';

export interface BadgeRoutesOptions {
  readonly service: Pick<Service, 'newestScore' | 'isPublished'>;
  readonly config: Pick<Config, 'ALLOW_PRIVATE_TARGETS'>;
  readonly answers: ResponseCache;
}

const HEADERS = {
  // GitHub's image proxy keeps a picture by its URL, and shows a stale one unless each of these is said.
  'cache-control': 'no-cache, max-age=0, must-revalidate',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};

/** So long a picture is taken for the newest, as far as other processes are concerned; of its own changes the service knows. */
const AT_HAND_MS = 1_000;

const EXTRAS = ['label', 'label_color', 'color'] as const;

interface Drawn {
  readonly domain: DomainName;
  /** Of what the picture was drawn. */
  readonly asOf: number;
  readonly svg: string;
  readonly tag: string;
}

/** `/api/badge` (service interface §4.5). */
export async function badgeRoutes(app: App, { service, config, answers }: BadgeRoutesOptions): Promise<void> {
  // A README that is read by many asks for one picture over and over: what is asked for by one URL is drawn once.
  const drawing = new SingleFlight<Drawn>();
  const draw = async (request: FastifyRequest<{ Querystring: Static<typeof BadgeQuery> }>): Promise<Drawn> => {
    const { domain: name, theme = 'dark', size = 'normal', ...others } = request.query;
    const domain = requireDomainName(name, { allowPrivate: config.ALLOW_PRIVATE_TARGETS });
    const asOf = answers.lastChangeOf(domain);
    const isCustom = EXTRAS.some((extra) => others[extra] !== undefined);
    const custom = isCustom && (await service.isPublished(domain)) ? parseExtras(others) : {};
    const svg = badge(domain, await service.newestScore(domain), { theme, size, ...custom });
    return { domain, asOf, svg, tag: entityTag(hash('sha256', svg, 'base64url')) };
  };

  app.get(
    '/api/badge',
    {
      config: { isUnlimited: true },
      schema: {
        summary: 'The score of a domain as a picture',
        description:
          'Of the newest live audit that was done; nothing is audited for it. A picture for every valid domain.',
        querystring: BadgeQuery,
        response: {
          200: {
            description: 'An SVG image',
            content: { 'image/svg+xml': { schema: Type.Unsafe<string>({ type: 'string' }) } },
          },
          304: notModified('this picture'),
          400: failure('A parameter is missing, repeated or not accepted'),
          500: COMMON_FAILURES[500],
        },
      },
    },
    async (request, reply) => {
      const { domain, asOf, svg, tag } = await drawing.do(request.url, () => draw(request));
      request.subject.domain = domain;
      reply.headers(HEADERS).header('etag', tag);
      if (isNotModified(request, tag)) return reply.code(304).send(undefined);
      reply.type('image/svg+xml; charset=utf-8');
      answers.keep(request, reply, svg, { domain, asOf, milliseconds: AT_HAND_MS });
      return reply.send(svg);
    },
  );
}

/** As they were sent. */
type Extras = Pick<Static<typeof BadgeQuery>, (typeof EXTRAS)[number]>;

/** @throws Refusal 400 that names the parameter */
function parseExtras({ label, label_color, color }: Extras): Pick<BadgeStyle, 'label' | 'labelColor' | 'color'> {
  return {
    ...(label === undefined ? {} : { label: accepted('label', parseBadgeLabel(label)) }),
    ...(label_color === undefined ? {} : { labelColor: accepted('label_color', parseHexColor(label_color)) }),
    ...(color === undefined ? {} : { color: accepted('color', parseHexColor(color)) }),
  };
}

function accepted<Value>(name: string, value: Value | null): Value {
  if (value === null) throw refuseParameter(name);
  return value;
}
