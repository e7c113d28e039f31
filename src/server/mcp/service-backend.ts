import type { AuthInfo } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AuditRecord,
  type AuditTarget,
  type McpBackend,
  type NewAudit,
  type ToolCall,
  ToolRefusal,
  type Traffic,
  type TrafficQuery,
} from '../../agents/backend.ts';
import type { PageTable } from '../../audit/pages/page-table.ts';
import type { RenderedAudit } from '../../audit/rendered/rendered-site.ts';
import { InvalidDomain, requireDomainName } from '../../values/domain-name.ts';
import { DEFAULT_PAGES } from '../../values/page-count.ts';
import { isoTime, plusDays, utcDay } from '../../values/utc-day.ts';
import { identifyAuditor, requireHolderId } from '../accounts/auth.ts';
import type { RouteContext } from '../app/contexts.ts';
import { Refusal } from '../app/errors.ts';
import { ServiceError, stoppingError, storeUnwritableError } from '../app/service-error.ts';
import type { FinishedAudit } from '../audits/audit.ts';
import type { AuditRequest } from '../audits/audit-queue.ts';
import { requestedPages, requestedRendering } from '../audits/requested-pages.ts';
import { trafficRows, trafficTotals } from '../requests/request-summary.ts';
import type { Service } from '../service.ts';
import { KeyEnded } from '../store/key-authority.ts';
import { StoreUnwritable } from '../store/unwritable.ts';

/** Maximum number of keys whose newest audit is cached. The oldest are dropped first. */
const MAX_KEYS = 1_000;
/** Days of traffic. */
const DAYS = 30;

export type ServiceBackendDependencies = Pick<
  Service & RouteContext,
  'audits' | 'auditQueue' | 'publications' | 'domainRequests' | 'config'
> & {
  /** Counts a live audit against the key of a call. Rejects beyond the limit. */
  readonly limitLiveAudits: (call: McpCall) => Promise<void>;
};

/** The HTTP request of a call of a tool. The SDK passes it from the endpoint to the tool as its `AuthInfo`. */
export class McpCall implements AuthInfo {
  /** The SDK needs no key. */
  readonly token = '';
  readonly scopes = [];
  /** The id of the key. */
  readonly clientId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.clientId = requireHolderId(request);
    this.request = request;
    this.reply = reply;
  }
}

/** The service's use cases, as the tools of agents need them, for the key of each call. */
export class ServiceBackend implements McpBackend {
  readonly isLocal = false;
  readonly #service: ServiceBackendDependencies;
  /** The newest audit of each key, in the order of their calls. */
  readonly #newest = new Map<string, AuditRecord>();

  constructor(service: ServiceBackendDependencies) {
    this.#service = service;
  }

  audit({ site, pages, render, since }: AuditTarget, toolCall: ToolCall): Promise<NewAudit> {
    return orRefusal(async () => {
      const call = requireCall(toolCall);
      const work = {
        pages: requestedPages(pages, this.#service.config),
        isRendered: requestedRendering(render, this.#service.config),
        ...(since && { comparedWith: since.id }),
      };
      const record = toRecord(await this.#run(site, work, call, toolCall));
      this.#newest.delete(call.clientId);
      this.#newest.set(call.clientId, record);
      const [oldest] = this.#newest.keys();
      if (this.#newest.size > MAX_KEYS && oldest !== undefined) this.#newest.delete(oldest);
      return { ...record, table: work.pages > DEFAULT_PAGES ? await this.pageTable(record) : null };
    });
  }

  pageTable({ id }: AuditRecord): Promise<PageTable | null> {
    return orRefusal(async () => (await this.#service.audits.findPageTable(id)).table);
  }

  rendering({ id }: AuditRecord): Promise<RenderedAudit | null> {
    return orRefusal(async () => (await this.#service.audits.findRendering(id)).rendering);
  }

  find(id: string): Promise<AuditRecord> {
    return orRefusal(async () => toRecord(await this.#findReal(id)));
  }

  async newest(toolCall: Pick<ToolCall, 'request'>): Promise<AuditRecord | null> {
    return this.#newest.get(requireCall(toolCall).clientId) ?? null;
  }

  llmsTxt({ id }: AuditRecord): Promise<string> {
    return orRefusal(async () => {
      const text = await this.#service.publications.draft(await this.#findReal(id));
      if (text === null) throw new ToolRefusal('The pages of this audit were not stored: call audit_site again.');
      return text;
    });
  }

  traffic({ domain, paths }: TrafficQuery, toolCall: ToolCall): Promise<Traffic> {
    return orRefusal(async () => {
      const call = requireCall(toolCall);
      const name = this.#requireDomain(domain ?? '', call);
      const now = Date.now();
      const to = utcDay(isoTime(now));
      const from = plusDays(to, 1 - DAYS);
      const traffic = await this.#service.domainRequests.traffic(name, call.clientId, from, to, now);
      const { ai_bot, ai_referral, traditional_bot, human } = trafficTotals(traffic.daily);
      const byPath = trafficRows(traffic, 'path');
      return {
        from,
        to,
        basis: `The access logs that were sent to the service, last ${DAYS} days.`,
        requests: { ai_bot, ai_referral, traditional_bot, human },
        crawlers: trafficRows(traffic, 'crawler').map(({ crawler, vendor, purpose, requests, verification }) => {
          const { verified, spoofed } = verification;
          const own = byPath.filter((row) => row.crawler === crawler && row.vendor === vendor).slice(0, paths);
          const shown = own.map((row) => ({ path: row.path ?? '', requests: row.requests, errors: row.errors }));
          return { crawler, vendor, purpose, requests, verified, spoofed, paths: shown };
        }),
      };
    });
  }

  /** Runs an audit, or joins one of the same domain. When the client disconnects, the audit continues. */
  async #run(
    site: string,
    work: Pick<AuditRequest, 'pages' | 'comparedWith' | 'isRendered'>,
    call: McpCall,
    { signal, onProgress }: ToolCall,
  ): Promise<FinishedAudit> {
    const { audits, auditQueue, limitLiveAudits } = this.#service;
    const domain = this.#requireDomain(site, call);
    await limitLiveAudits(call);
    const { id } = await auditQueue.add(domain, { ...identifyAuditor(call.request), ...work });
    call.request.subject.audit = id;
    const { updates } = await audits.watch(id, signal);
    for await (const update of updates) {
      if ('audit' in update) return update.audit;
      const { status, place, stage, requests } = update;
      const waiting = place === null ? status : `${status}, place ${place}`;
      onProgress({ stage: stage ?? waiting, requests });
    }
    if (signal.aborted) throw new ToolRefusal(`The call was cancelled. The audit ${id} goes on.`);
    throw stoppingError();
  }

  /** Finds a finished live audit with results. @throws ToolRefusal, ServiceError */
  async #findReal(id: string): Promise<FinishedAudit> {
    const audit = await this.#service.audits.findFinished(id, 'its results are there');
    if (audit.kind === 'demonstration')
      throw new ToolRefusal('This audit is a demonstration with invented results: call audit_site for a real one.');
    if (audit.report.failure !== null) throw new ToolRefusal(`The audit failed: ${audit.report.failure.message}`);
    return audit;
  }

  #requireDomain(text: string, { request }: McpCall) {
    const domain = requireDomainName(text, { allowPrivate: this.#service.config.ALLOW_PRIVATE_TARGETS });
    request.subject.domain = domain;
    return domain;
  }
}

function requireCall({ request }: Pick<ToolCall, 'request'>): McpCall {
  if (request instanceof McpCall) return request;
  throw new Error('A tool was called without an HTTP request.');
}

/** @throws ToolRefusal when the site could not be read */
function toRecord({ id, finishedAt, report }: FinishedAudit): AuditRecord {
  if (report.failure?.kind === 'internal') throw new Error(report.failure.message);
  if (report.failure !== null) throw new ToolRefusal(report.failure.message);
  return { id, finishedAt, report, folder: null, notes: [] };
}

/** Turns what the service refuses into a {@link ToolRefusal}. Faults of ours stay what they are. */
async function orRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnwritable) throw new ToolRefusal(storeUnwritableError(error).message);
    const isRefused =
      error instanceof InvalidDomain ||
      error instanceof Refusal ||
      error instanceof KeyEnded ||
      (error instanceof ServiceError && error.code !== 'internal');
    throw isRefused ? new ToolRefusal(error.message) : error;
  }
}
