import type { AuditFailure } from '../../audit/report/report.ts';
import type { DomainName } from '../../domain-name.ts';
import { EngineProcessEnded, type ExceededLimit } from './engine-process.ts';

const EXCEEDED: Readonly<Record<ExceededLimit, string>> = {
  processor_time: 'more processor time',
  memory: 'more memory',
  elapsed_time: 'more time',
};

/**
 * Returns the failure of an audit that was stopped because it exceeded a limit.
 * @param error what the engine threw
 * @returns null when the engine threw for another reason
 */
export function tooCostlyFailure(domain: DomainName, error: unknown): AuditFailure | null {
  if (!(error instanceof EngineProcessEnded) || error.exceeded === null) return null;
  const message = `Reading ${domain} took ${EXCEEDED[error.exceeded]} than one audit may use, so the audit was stopped; its pages may be too large.`;
  return { kind: 'too_costly', message };
}
