import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuditId, parseAuditId } from '../../values/audit-id.ts';
import type { Config } from '../../values/config.ts';
import { readCookie, setCookie } from '../app/cookies.ts';
import { Refusal } from '../app/errors.ts';
import { plugin } from '../app/plugin.ts';
import type { Audits } from './compose-audits.ts';
import { LINK_DAYS } from './report-links.ts';

export interface ReportAccessOptions {
  readonly service: Pick<Audits, 'audits' | 'reportLinks'>;
  readonly config: Pick<Config, 'BASE_URL' | 'REPORTS'>;
}

const COOKIE = 'citable_report';
const MAX_AGE_SECONDS = LINK_DAYS * 86_400;

/**
 * Decides who may read reports, in all their representations. Where `REPORTS` is private, these are:
 *
 * - key holders: every report;
 * - whoever has a link: that report. A link carries a token in its query, and the pages and files beside the report get it as a
 *   cookie. It opens no other report: no comparison, and no history;
 * - whoever starts or joins an audit without a key: its report, by such a link. The fix guide and the llms.txt of a domain are made from
 *   an audit of their own, never from a stored report.
 *
 * Badges and hosted files are public. Demonstrations are of no site, and public.
 */
export const reportAccess = plugin('report-access', async (app, { service, config }: ReportAccessOptions) => {
  app.decorate('readsAllReports', ({ caller }) => config.REPORTS === 'public' || caller.kind === 'key');
  app.decorate('createLinkToken', async (id, request) => {
    if (app.readsAllReports(request)) return null;
    // A link opens its report for as long as it was given, and never a later link.
    return (await linkTo(id, request)) ?? service.reportLinks.createToken(id, Date.now());
  });
  app.decorate('reportPath', async (path, id, request) => {
    const token = await app.createLinkToken(id, request);
    return token === null ? path : `${path}?token=${token}`;
  });
  if (config.REPORTS !== 'private') return;

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isReport !== true || request.caller.kind === 'key') done();
    else admit(request, reply).then(() => done(), done);
  });
  // Before the entity tags: nothing of a private report is stored between the service and its reader.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.isReport === true) reply.header('cache-control', 'private, no-store');
    done(null, payload);
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // A comparison shows an earlier report too, which needs a key.
    const id = isComparison(request) ? null : readAuditId(request);
    if (id !== null && (await hasLink(id, request, reply))) return;
    if (id !== null && (await isDemonstration(id))) return;
    throw new Refusal(401, 'This report is private: sign in, send an API key, or ask for a link to it.', {
      'www-authenticate': 'Bearer',
    });
  }

  async function hasLink(id: AuditId, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const token = await linkTo(id, request);
    if (token !== null && token === tokenInQuery(request)) setToken(reply, id, token);
    return token !== null;
  }

  /** Returns the valid token of a link to this report that the request carries; null when it has none. */
  async function linkTo(id: AuditId, request: FastifyRequest): Promise<string | null> {
    const token = tokenInQuery(request) ?? readCookie(request, COOKIE);
    return token !== null && (await service.reportLinks.isValid(id, token, Date.now())) ? token : null;
  }

  async function isDemonstration(id: AuditId): Promise<boolean> {
    const audit = await service.audits.find(id).catch(() => null);
    return audit?.kind === 'demonstration';
  }

  /** Sets the token for the pages of the report and for its data. */
  function setToken(reply: FastifyReply, id: AuditId, token: string): void {
    for (const path of [`/audits/${id}`, `/api/audit/${id}`, `/api/audits/${id}`]) {
      setCookie(reply, { name: COOKIE, value: token, path, maxAgeSeconds: MAX_AGE_SECONDS }, config);
    }
  }
});

function readAuditId({ params }: FastifyRequest): AuditId | null {
  const isNamed = typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string';
  return isNamed ? parseAuditId(String(params.id)) : null;
}

function isComparison({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && 'since' in query;
}

function tokenInQuery({ query }: FastifyRequest): string | null {
  const isNamed = typeof query === 'object' && query !== null && 'token' in query && typeof query.token === 'string';
  return isNamed ? String(query.token) : null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether a request may read every stored report. Set before the handlers. */
    readsAllReports(request: FastifyRequest): boolean;
    /** Returns the token of a link for whoever starts this audit, or the one that they read it with; null for who needs none. */
    createLinkToken(id: AuditId, request: FastifyRequest): Promise<string | null>;
    /** Returns a path of a report as whoever started its audit can open it. @param path without a query */
    reportPath(path: string, id: AuditId, request: FastifyRequest): Promise<string>;
  }
  interface FastifyContextConfig {
    /** Whether the route serves reports of audits, which the operator may make private. */
    isReport?: boolean;
  }
}
