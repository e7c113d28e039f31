import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { ApiKeys } from '../service/keys/api-keys.ts';
import { ANONYMOUS, type Caller, identify, mayHaveKey, requireKey } from './auth.ts';
import { clientOf } from './client-address.ts';
import { Refusal } from './errors.ts';
import type { RequestMetrics } from './metrics/request-metrics.ts';
import { plugin } from './plugin.ts';

export interface AccessOptions {
  readonly keys: ApiKeys;
  readonly requests: RequestMetrics;
  readonly config: Pick<Config, 'LIVE_AUDITS' | 'RATE_LIMIT' | 'AUDIT_RATE_LIMIT'>;
}

const MINUTE_MS = 60_000;

/**
 * Counts requests against the limit of their client address, before they wait for anything. A request that depends on a
 * well-formed key is counted later by {@link access}, once the key was looked up: key holders do not share the limit of their
 * address. Handlers count live audits themselves, once the request is valid.
 */
export const clientLimits = plugin('client-limits', async (app, { requests, config }: AccessOptions) => {
  // Each limit counts the 5,000 clients that were seen last.
  await app.register(rateLimit, { global: false });
  const limiter = (
    name: string,
    max: number | 'off',
    keyGenerator: (request: FastifyRequest) => string,
  ): Limiter | null =>
    max === 'off'
      ? null
      : {
          limit: app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator }),
          onExceeded: () => requests.rateLimited.inc({ limit: name }),
        };
  const perClient = limiter('client', config.RATE_LIMIT, ({ ip }) => clientOf(ip));
  const perKey = limiter('live_audits', config.AUDIT_RATE_LIMIT, ({ caller, ip }) =>
    caller.kind === 'key' ? caller.key.id : clientOf(ip),
  );

  app.decorateRequest('caller');
  app.decorateRequest('keyUse', 'none');
  app.decorate('limitClient', async (request, reply) => {
    if (perClient !== null) await enforce(perClient, request, reply);
  });
  app.decorate('limitLiveAudits', async (request, reply) => {
    if (perKey !== null) await enforce(perKey, request, reply);
  });

  // Synchronous where there is nothing to wait for: crawlers request thousands of hosted files.
  app.addHook('onRequest', (request, reply, done) => {
    const { dependsOnKey, isForKeysOnly = false, isUnlimited = false } = request.routeOptions.config;
    request.caller = ANONYMOUS;
    request.keyUse = isForKeysOnly ? 'only' : dependsOnKey?.(request) === true ? 'depends' : 'none';
    const isCountedLater = request.keyUse === 'depends' && mayHaveKey(request);
    if (perClient !== null && !isUnlimited && !isCountedLater)
      enforce(perClient, request, reply).then(() => done(), done);
    else done();
  });
});

/**
 * Looks up the key where a request depends on one. Without a valid key, counts the request against its client address, then
 * refuses it. So keys cannot be guessed faster than the limit of a client address allows.
 */
export const access = plugin('access', async (app, { keys, config }: AccessOptions) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.keyUse === 'none') done();
    else admit(request, reply).then(() => done(), done);
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isForKeysOnly = request.keyUse === 'only';
    request.caller = await identify(request, keys);
    reply.header('cache-control', 'private, no-store');
    const isStillToCount = !isForKeysOnly && mayHaveKey(request) && request.caller.kind !== 'key';
    if (isStillToCount && request.routeOptions.config.isUnlimited !== true) await app.limitClient(request, reply);
    requireKey(request.caller, !isForKeysOnly && config.LIVE_AUDITS === 'public');
  }
});

interface Limiter {
  readonly limit: Limit;
  /** Counts a refused request. */
  readonly onExceeded: () => void;
}

type Limit = ReturnType<FastifyInstance['createRateLimit']>;

/** Counts a request, and sets the RateLimit fields. @throws Refusal 429 beyond the limit */
async function enforce(
  { limit: count, onExceeded }: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const limit = await count(request);
  if (limit.isAllowed) return;
  reply.headers({
    'ratelimit-limit': limit.max,
    'ratelimit-remaining': limit.remaining,
    'ratelimit-reset': limit.ttlInSeconds,
  });
  if (limit.isExceeded) {
    onExceeded();
    const seconds = limit.ttlInSeconds;
    throw new Refusal(429, `Too many requests; try again in ${seconds} seconds.`, { 'retry-after': String(seconds) });
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /** Whether the response depends on a key, or is for key holders alone. */
    keyUse: 'none' | 'depends' | 'only';
  }
  interface FastifyInstance {
    /** Counts a request against its client address. Rejects with 429 beyond the limit. */
    limitClient(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Counts a live audit against its key, else its client address. Rejects with 429 beyond the limit. */
    limitLiveAudits(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Returns whether the response depends on a key. If so, callers that may not request live audits are refused. */
    dependsOnKey?: (request: FastifyRequest) => boolean;
    /** Whether the route is for key holders only, even where live audits are public. */
    isForKeysOnly?: boolean;
    /** Whether requests are exempt from all limits. */
    isUnlimited?: boolean;
  }
}
