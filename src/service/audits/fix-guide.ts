import { fixGuide } from '../../documents/fix-guide/fix-guide.ts';
import { KEY_VARIABLE } from '../../documents/fix-guide/fix-guide-verification.ts';
import type { AuditId, FinishedAudit } from './audit.ts';

export { KEY_VARIABLE };

/** Text of a guide, and the audit that it was made from. */
export interface FixGuide {
  readonly auditId: AuditId;
  readonly markdown: string;
}

/**
 * Makes the fix guide of a finished audit.
 *
 * @param baseUrl URL at which clients reach the service
 * @param key key of the caller of a live audit, for the commands that audit again; null where none is needed
 * @param command the command as users type it; null where that is not known
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
