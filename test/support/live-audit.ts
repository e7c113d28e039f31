import type { DomainName } from '../../src/domain-name.ts';
import { type AuditedSite, outcomeOf } from '../../src/service/engine/audit-site.ts';
import type { AuditEngine, OnProgress } from '../../src/service/engine/engine-protocol.ts';

/** Gathers a site and judges it, as `auditSite` does. */
export type LiveAudit = (domain: DomainName, progress?: OnProgress, signal?: AbortSignal) => Promise<AuditedSite>;

/** An engine in this process, for tests. */
export function engineOf(liveAudit: LiveAudit): AuditEngine {
  return async (domain, progress, signal) => outcomeOf(await liveAudit(domain, progress, signal));
}
