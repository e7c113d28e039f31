import { registrableDomain } from '../../audit/registrable-domain.ts';
import { failedReport } from '../../audit/report/failed-report.ts';
import type { Report } from '../../audit/report/report.ts';
import { tooCostlyFailure } from '../../engine/engine-process.ts';
import type { AuditEngine } from '../../engine/engine-protocol.ts';
import { auditedResult, type BulkResult, refusedResult } from '../../server/audits/bulk-result.ts';
import type { DomainName } from '../../values/domain-name.ts';
import { describeError } from '../exit.ts';
import type { ListedSite } from './domain-list.ts';

export interface BulkRun {
  readonly concurrency: number;
  readonly engine: AuditEngine;
  /** Aborted when no more audits may start. */
  readonly interrupted: AbortSignal;
  /** Aborted when running audits must end, without a result. */
  readonly ended: AbortSignal;
  /** Called with each result. An error that it throws ends the run. */
  readonly onResult: (result: BulkResult) => Promise<void>;
}

/**
 * Audits a list. Domains of one site (`example.com`, `www.example.com`) are audited one after the other, so that no host gets requests
 * of two audits at a time.
 *
 * @throws the error of `onResult`, once no audit runs
 */
export async function auditAll(sites: readonly ListedSite[], run: BulkRun): Promise<void> {
  for (const site of sites) {
    if (run.interrupted.aborted) return;
    if (site.domain === null) await run.onResult(refusedResult(site.input, site.problem));
  }
  const fault = new AbortController();
  const ended = AbortSignal.any([run.ended, fault.signal]);
  const groups = Map.groupBy(sites.filter(isDomain), ({ domain }) => registrableOrHost(domain)).values();
  const work = async (): Promise<void> => {
    for (const group of groups) {
      for (const { input, domain } of group) {
        if (run.interrupted.aborted || ended.aborted) return;
        const startedAt = new Date().toISOString();
        const report = await auditOne(domain, run.engine, ended);
        if (ended.aborted) return;
        await run.onResult(auditedResult(input, report, { startedAt, finishedAt: new Date().toISOString() }));
      }
    }
  };
  const endAll = (error: unknown): never => {
    fault.abort();
    throw error;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: run.concurrency }, () => work().catch(endAll)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

function isDomain(site: ListedSite): site is Extract<ListedSite, { readonly domain: DomainName }> {
  return site.domain !== null;
}

/** Returns the registrable domain, or the host where there is none. */
function registrableOrHost(domain: DomainName): string {
  return registrableDomain(domain) ?? domain.replace(/:\d+$/, '');
}

async function auditOne(domain: DomainName, engine: AuditEngine, signal: AbortSignal): Promise<Report> {
  try {
    return (await engine(domain, undefined, signal)).report;
  } catch (error) {
    const costly = tooCostlyFailure(domain, error);
    if (costly !== null) return failedReport(domain, costly);
    const message = `The audit failed because of an error in Citable, not because of the site: ${describeError(error)}`;
    return failedReport(domain, { kind: 'internal', message });
  }
}
