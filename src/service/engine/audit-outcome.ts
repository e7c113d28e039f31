import type { AuditFailure } from '../../audit/report/report.ts';
import type { DomainName } from '../../domain-name.ts';
import { inventoryOf } from '../../site/inventory/build-inventory.ts';
import type { Site } from '../../site/site.ts';
import type { OnProgress } from '../audits/audit-progress.ts';
import type { AuditEngine } from '../audits/live-audit.ts';
import type { AuditedSite } from './audit-site.ts';

/** Failures that are often temporary. Wrong names, addresses and certificates are not. */
const PASSING: ReadonlySet<AuditFailure['kind']> = new Set([
  'timeout',
  'name_lookup_failed',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'egress_proxy',
]);

/** Gathers a site and judges it: `auditSite`, with its options. */
export type LiveAudit = (domain: DomainName, progress?: OnProgress, signal?: AbortSignal) => Promise<AuditedSite>;

/** Returns an engine that runs an audit and returns what is stored of it. */
export function engineOf(liveAudit: LiveAudit): AuditEngine {
  return async (domain, progress, signal) => {
    const { site, report } = await liveAudit(domain, progress, signal);
    const hasPage = report.failure?.kind !== 'not_html' && site.home.body !== '';
    return {
      report,
      html: hasPage ? site.home.body : null,
      inventory: report.outcome === 'done' ? JSON.stringify(inventoryOf(site)) : null,
      mayPass: report.failure !== null && mayPass(report.failure, site),
    };
  };
}

function mayPass({ kind }: AuditFailure, { home }: Site): boolean {
  return PASSING.has(kind) || (kind === 'http_status' && home.status !== null && home.status >= 500);
}
