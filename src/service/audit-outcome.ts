import type { DomainName } from '../domain-name.ts';
import { inventoryOf } from '../site/inventory.ts';
import type { OnProgress } from './audit-progress.ts';
import type { AuditedSite } from './audit-site.ts';
import type { AuditEngine } from './live-audit.ts';

/** Gathers a site and judges it: `auditSite`, with its options. */
export type LiveAudit = (domain: DomainName, progress?: OnProgress, signal?: AbortSignal) => Promise<AuditedSite>;

/** An engine that audits so, and gives of it what is kept. */
export function engineOf(liveAudit: LiveAudit): AuditEngine {
  return async (domain, progress, signal) => {
    const { site, report } = await liveAudit(domain, progress, signal);
    const hasPage = report.failure?.kind !== 'not_html' && site.home.body !== '';
    return {
      report,
      html: hasPage ? site.home.body : null,
      inventory: report.outcome === 'done' ? JSON.stringify(inventoryOf(site)) : null,
    };
  };
}
