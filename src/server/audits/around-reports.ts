import type { FinishedAudit } from './audit.ts';

/** The last requests of AI crawlers, by path without a query, the newest first. */
export type LastRequests = ReadonlyMap<string, readonly { readonly crawler: string; readonly at: string }[]>;

/** Returns the last requests for a page; none where its path has a query, which logs are counted without. */
export function findLastRequests(requests: LastRequests, url: string) {
  const { pathname, search } = new URL(url);
  return search === '' ? (requests.get(pathname) ?? []) : [];
}

/** What pages of reports show of later features. */
export interface AroundReports {
  readonly sites: {
    /** Returns whether a domain is in the list of a key. */
    has(keyId: string, domain: string): Promise<boolean>;
  };
  readonly domainRequests: {
    /** Returns the last requests for the pages of a domain's site; null unless the key owns it and has sent access logs. */
    lastRequests(domain: string, keyId: string): Promise<LastRequests | null>;
  };
  readonly publications: {
    isPublished(domain: string): Promise<boolean>;
    /** Makes the llms.txt of an audit; null when its inventory is not stored. @throws ServiceError `nothing_listed` */
    draft(audit: FinishedAudit): Promise<string | null>;
  };
}
