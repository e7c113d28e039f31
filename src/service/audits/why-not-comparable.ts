import type { FinishedAudit } from './audit.ts';

/** Returns why nothing can be compared with an audit, in one sentence; null when it can. */
export function whyNotComparable({ kind, status }: Pick<FinishedAudit, 'kind' | 'status'>): string | null {
  if (kind === 'demonstration') return 'The audit is a demonstration, which was made up: there is nothing to verify.';
  if (status === 'failed') return 'The audit failed: it found nothing that could be verified.';
  return null;
}
