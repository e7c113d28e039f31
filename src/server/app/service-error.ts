import type { AuditId } from '../../values/audit-id.ts';
import type { StoreUnwritable } from '../store/unwritable.ts';

/** Reasons for which a use case refuses, where the caller can act on it or must know. */
export type ServiceErrorCode =
  | 'audit_not_found'
  | 'audit_unfinished'
  /** Nothing can be compared with the audit: it is a demonstration, or it failed. */
  | 'audit_not_comparable'
  /** The crawl of the audit cannot be ended: it has ended, or others want it. */
  | 'audit_not_endable'
  | 'batch_not_found'
  | 'snapshot_not_found'
  | 'picture_not_found'
  /** The audit stored no page table. */
  | 'page_table_not_found'
  | 'rendering_not_found'
  | 'snapshot_store_missing'
  | 'snapshot_store_unreachable'
  | 'domain_not_published'
  /** The domain is published, and another key owns it or no key does. */
  | 'domain_not_owned'
  /** The service does not know its public URL. */
  | 'no_public_url'
  /** The site could not be read: the audit is stored as failed. */
  | 'audit_failed'
  /** The site could be read, but no page can be listed in an llms.txt. */
  | 'nothing_listed'
  /** The audit could not be made or stored because of a fault of ours. */
  | 'internal'
  /** The list of a key would have too many sites. */
  | 'too_many_sites'
  /** The key has used the storage that it may use. */
  | 'storage_full'
  /** The disk has less free space than it must have. */
  | 'disk_low'
  /** The domain is not in the list of the key. */
  | 'site_not_found'
  /** The key has requested as many audits as it may on a day. */
  | 'quota_used'
  | 'key_not_found'
  /** The key cannot be made, changed or revoked like that. */
  | 'key_refused'
  | 'queue_full'
  /** The store cannot be written at present: the disk is full or read-only. */
  | 'store_unwritable'
  | 'stopping';

export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  /** The stored audit that the error is about; null when there is none. */
  readonly auditId: AuditId | null;
  /** Seconds after which the request may be repeated; null when that makes no sense. */
  readonly retryAfter: number | null;

  /** @param message one sentence for the caller */
  constructor(
    code: ServiceErrorCode,
    message: string,
    { auditId = null, retryAfter = null }: { auditId?: AuditId | null; retryAfter?: number | null } = {},
  ) {
    super(message);
    this.code = code;
    this.auditId = auditId;
    this.retryAfter = retryAfter;
  }
}

/** Seconds after which a request may be repeated when the service is stopping, its queue is full or it cannot write. */
export const RETRY_AFTER_SECONDS = 30;

export function stoppingError(): ServiceError {
  return new ServiceError('stopping', 'The service is stopping; try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  });
}

export const DISK_FULL = 'Nothing can be saved right now. The operator has to free disk space.';

export function storeUnwritableError({ isDiskFull }: Pick<StoreUnwritable, 'isDiskFull'>): ServiceError {
  const message = isDiskFull ? DISK_FULL : 'Nothing can be saved right now; try again later.';
  return new ServiceError('store_unwritable', message, { retryAfter: RETRY_AFTER_SECONDS });
}
