import type { FinishedAudit } from './audit.ts';

/** What pages of reports show of later features. */
export interface AroundReports {
  readonly sites: {
    /** Returns whether a domain is in the list of a key. */
    has(keyId: string, domain: string): Promise<boolean>;
  };
  readonly publications: {
    isPublished(domain: string): Promise<boolean>;
    /** Makes the llms.txt of an audit; null when its inventory is not stored. @throws ServiceError `nothing_listed` */
    draft(audit: FinishedAudit): Promise<string | null>;
  };
}
