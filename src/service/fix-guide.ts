import { fixGuide } from '../documents/fix-guide.ts';
import { KEY_VARIABLE } from '../documents/fix-guide-verification.ts';
import type { AuditId, FinishedAudit } from './audit.ts';

export { KEY_VARIABLE };

/** As the interface answers it, and the audit that it was made of. */
export interface FixGuide {
  readonly auditId: AuditId;
  readonly markdown: string;
}

/**
 * The fix guide of a finished audit.
 *
 * @param baseUrl the URL that clients reach the service by
 * @param key the caller's, for a live audit: it stands in the commands that audit again; null where none is needed
 * @param command how users call the command; null where that is not known
 */
export function makeFixGuide(
  audit: FinishedAudit,
  baseUrl: string,
  key: string | null,
  command: string | null,
): string {
  const { id, kind, report } = audit;
  const verification =
    kind === 'live'
      ? ({ by: 'service', baseUrl, auditId: id, key } as const)
      : ({ by: 'key_to_come', baseUrl, command } as const);
  return fixGuide(report, { kind, seed: id, verification });
}
