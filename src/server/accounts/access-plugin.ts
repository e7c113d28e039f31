import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../values/config.ts';
import { toClient } from '../app/client-address.ts';
import { Refusal } from '../app/errors.ts';
import { RequestWindows } from '../app/load/request-windows.ts';
import { plugin } from '../app/plugin.ts';
import type { RequestMetrics } from '../app/request-metrics.ts';
import { readSessionToken, setSession } from '../app/session-cookie.ts';
import { bearerToken, findKeyId, type Identification, identify, mayHaveKey, requireKey } from './auth.ts';
import { ANONYMOUS, type Caller } from './caller.ts';

export interface LimitOptions {
  readonly requests: RequestMetrics;
  readonly config: Pick<Config, 'RATE_LIMIT' | 'AUDIT_RATE_LIMIT' | 'BASE_URL' | 'REPORTS'>;
}

export interface AccessOptions extends Identification {
  readonly config: Pick<Config, 'BASE_URL' | 'LIVE_AUDITS'>;
}

const MINUTE_MS = 60_000;
/** Interval at which the key of an unfinished request is checked. */
const KEY_CHECK_MS = 2_000;

/** Counts a request, and sets the RateLimit fields. Rejects with a {@link Refusal} 429 beyond the limit. */
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Counts requests against the limit of their client address, before they wait for anything. A request that depends on a
 * well-formed key is counted later by {@link access}, once the key was looked up: key holders do not share the limit of their
 * address. Handlers count live audits themselves, once the request is valid.
 */
export const clientLimits = plugin('client-limits', async (app, { requests, config }: LimitOptions) => {
  function limiter(
    name: string,
    max: number | 'off',
    clientOfRequest: (request: FastifyRequest) => string,
  ): Limiter | undefined {
    if (max === 'off') return undefined;
    const windows = new RequestWindows(MINUTE_MS);
    return async (request, reply) => {
      const { count, leftMs } = windows.add(clientOfRequest(request), performance.now());
      const seconds = Math.ceil(Math.round(leftMs) / 1000);
      const remaining = Math.max(0, max - count);
      reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': seconds });
      if (count <= max) return;
      requests.rateLimited.inc({ limit: name });
      throw new Refusal(429, `Too many requests; try again in ${seconds} seconds.`, { 'retry-after': String(seconds) });
    };
  }

  const perClient = limiter('client', config.RATE_LIMIT, ({ ip }) => toClient(ip));
  const perKey = limiter(
    'live_audits',
    config.AUDIT_RATE_LIMIT,
    (request) => findKeyId(request) ?? toClient(request.ip),
  );

  app.decorateRequest('caller');
  app.decorateRequest('keyUse', 'none');
  app.decorate('limitClient', async (request, reply) => perClient?.(request, reply));
  app.decorate('limitLiveAudits', async (request, reply) => perKey?.(request, reply));

  // Synchronous where there is nothing to wait for: crawlers request thousands of hosted files.
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = ANONYMOUS;
    request.keyUse = decideKeyUse(request, config);
    const isCountedLater = request.keyUse === 'depends' && mayHaveKey(request, config);
    const isUncounted = perClient === undefined || request.routeOptions.config.isUnlimited === true || isCountedLater;
    if (isUncounted) done();
    else perClient(request, reply).then(() => done(), done);
  });
});

function decideKeyUse(
  request: FastifyRequest,
  settings: Pick<Config, 'REPORTS' | 'BASE_URL'>,
): FastifyRequest['keyUse'] {
  const { config } = request.routeOptions;
  if (config.isForKeysOnly === true) return 'only';
  if (config.dependsOnKey?.(request) === true) return 'depends';
  if (config.isUnlimited === true) return 'none';
  const isPrivateReport = settings.REPORTS === 'private' && config.isReport === true;
  if (config.takesKey !== true && config.readsKeyHeader !== true && !isPrivateReport) return 'none';
  // Pages look the same with a key in the header: only their forms read it.
  const readsHeader = isPrivateReport || request.method === 'POST' || config.readsKeyHeader === true;
  const hasKey = readSessionToken(request, settings) !== null || (readsHeader && bearerToken(request) !== null);
  return hasKey ? 'optional' : 'none';
}

/**
 * Looks up the key where a request depends on one. Without a valid key, counts the request against its client address, then
 * refuses it. So keys cannot be guessed faster than the limit of a client address allows. Pages that are for everybody
 * are shown without the key when the session has ended.
 */
export const access = plugin('access', async (app, { config, ...identification }: AccessOptions) => {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.keyUse === 'none') done();
    else admit(request, reply).then(() => done(), done);
  });

  /** Ends a response that takes long, such as a stream of events, once the key of its request may no longer act. */
  function endWithKey(keyId: string, { raw }: FastifyReply): void {
    const check = async () => {
      if (raw.closed) clearInterval(timer);
      else if (raw.headersSent && !(await identification.keys.mayAct(keyId))) raw.destroy();
    };
    // A store that cannot be read is asked again.
    const timer = setInterval(() => void check().catch(() => undefined), KEY_CHECK_MS).unref();
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.caller = await identify(request, { ...identification, config });
    const { caller, keyUse } = request;
    if (caller.kind === 'key') endWithKey(caller.key.id, reply);
    reply.header('cache-control', 'private, no-store');
    if (caller.kind === 'invalid' && readSessionToken(request, config) !== null) setSession(reply, null, config);
    if (keyUse === 'optional') return;
    // `clientLimits` has not counted this request yet.
    if (keyUse === 'depends' && caller.kind !== 'key' && mayHaveKey(request, config))
      await app.limitClient(request, reply);
    requireKey(caller, keyUse === 'depends' && config.LIVE_AUDITS === 'public');
  }
});

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    /**
     * Use of a key by this request. `only`: the route is for key holders. `depends`: the response depends on the key, and some
     * installations serve it without one. `optional`: everybody is served, and signed-in users are greeted. `none`: no key is read.
     */
    keyUse: 'none' | 'optional' | 'depends' | 'only';
  }
  interface FastifyInstance {
    /** Counts a request against its client address. Rejects with 429 beyond the limit. */
    limitClient(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /**
     * Counts a request for live audits against its key, else its client address. Rejects with 429 beyond the limit. The limit of a key
     * per day is checked when audits are stored.
     */
    limitLiveAudits(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  }
  interface FastifyContextConfig {
    /** Returns whether the response depends on a key. If so, callers that may not request live audits are refused. */
    dependsOnKey?: (request: FastifyRequest) => boolean;
    /** Whether the route identifies signed-in users, and serves everybody else too. Not for unlimited routes. */
    takesKey?: boolean;
    /** Whether a GET of the route shows the holder of a key in the header more than others. Without a valid one, it is for everybody. */
    readsKeyHeader?: boolean;
    /** Whether the route is for key holders only, even where live audits are public. */
    isForKeysOnly?: boolean;
    /** Whether requests are exempt from all limits. */
    isUnlimited?: boolean;
  }
}
