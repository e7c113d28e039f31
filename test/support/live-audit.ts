import type { RenderedAudit } from '../../src/audit/rendered/rendered-site.ts';
import { type AuditedSite, createOutcome } from '../../src/engine/audit-site.ts';
import type { AuditEngine, PlacedPictures } from '../../src/engine/engine-protocol.ts';
import type { OnProgress } from '../../src/site/gather/gather.ts';
import type { DomainName } from '../../src/values/domain-name.ts';

/** Gathers a site and judges it, as `auditSite` does. */
export type LiveAudit = (
  domain: DomainName,
  progress?: OnProgress,
  signal?: AbortSignal,
  work?: Parameters<AuditEngine>[3],
) => Promise<AuditedSite & { readonly rendering?: RenderedAudit; readonly pictures?: readonly PlacedPictures[] }>;

/** Returns an engine in this process. Like an engine process, it ends when the signal aborts, even if the audit does not. */
export function createEngine(liveAudit: LiveAudit): AuditEngine {
  return async (domain, progress, signal, work) => {
    // The service may have stopped before the engine was called.
    signal?.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(new Error('The audit was aborted.'));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const {
        site,
        report,
        rendering,
        pictures = [],
      } = await Promise.race([liveAudit(domain, progress, signal, work), aborted.promise]);
      const stored = rendering === undefined ? null : JSON.stringify(rendering);
      return { ...createOutcome(site, null, report), rendering: stored, pictures };
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };
}
