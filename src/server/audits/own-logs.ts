import { count } from '../../audit/formatting.ts';
import type { LogEvidence } from '../../site/log-evidence.ts';
import type { Caller } from '../accounts/caller.ts';
import type { FinishedAudit } from './audit.ts';

/** Refusals that are listed. */
const MAX_LISTED = 5;

/**
 * Returns an audit as a reader sees it: with what its logs say, where the reader is the owner of the domain who started it. All others get
 * the audit without it, because logs are the owner's.
 */
export function asSeenBy(audit: FinishedAudit, caller: Caller): FinishedAudit {
  const { ownLogs, report } = audit;
  if (ownLogs === undefined || !isOwnLogsReader(audit, caller)) return audit;
  const note = writeNote(ownLogs.logs);
  const findings = report.findings.map((finding) =>
    finding.key === 'crawler_access' ? { ...finding, notes: [...finding.notes, note] } : finding,
  );
  return { ...audit, report: { ...report, findings } };
}

/** Returns whether {@link asSeenBy} adds anything for a reader: then nobody else may get the response from a cache. */
export function isOwnLogsReader({ ownLogs }: FinishedAudit, caller: Caller): boolean {
  return ownLogs !== undefined && caller.kind === 'key' && caller.key.id === ownLogs.keyId;
}

function writeNote({ since, until, daysWithLogs, verified, refusals }: LogEvidence): string {
  const period = `Your access logs from ${since} to ${until} (logs of ${count(daysWithLogs, 'day')})`;
  if (verified === 0) return `${period} have no request of an AI crawler that could be verified.`;
  const refused = refusals.reduce((sum, { requests }) => sum + requests, 0);
  if (refused === 0) return `${period}: none of ${count(verified, 'request')} of verified AI crawlers was refused.`;
  const listed = refusals
    .slice(0, MAX_LISTED)
    .map(
      ({ crawler, vendor, status, requests, days, lastDay }) =>
        `${crawler} (${vendor}) got ${status} ${requests === 1 ? 'once' : `${requests} times`} on ${count(days, 'day')}, last on ${lastDay}`,
    );
  const rest = refusals.length - listed.length;
  const more = rest > 0 ? `; and ${rest} more` : '';
  return `${period}: ${refused} of ${count(verified, 'request')} of verified AI crawlers were refused: ${listed.join('; ')}${more}. Only you see this. It does not change the score.`;
}
