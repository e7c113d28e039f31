import { judge } from '../../audit/judge.ts';
import type { Report } from '../../audit/report/report.ts';
import type { DomainName } from '../../domain-name.ts';
import { createFetcher, type FetcherOptions } from '../../fetch/fetcher.ts';
import { type GatherStage, gather } from '../../site/gather/gather.ts';
import type { Site } from '../../site/site.ts';
import type { OnProgress } from '../audits/audit-progress.ts';

export interface AuditSiteOptions extends FetcherOptions {
  /** URL for site owners who want to know who sends these requests; it is part of the user agent. */
  readonly about?: string | null;
  readonly onProgress?: OnProgress;
}

export interface AuditedSite {
  /** Everything that was fetched: it can be saved and judged again. */
  readonly site: Site;
  readonly report: Report;
}

/**
 * Audits a site live: gathers it and judges it, with its own connections and budgets. Never rejects for anything that a
 * site does: a home page that cannot be read gives a Report whose outcome is `failed`.
 */
export async function auditSite(domain: DomainName, options: AuditSiteOptions = {}): Promise<AuditedSite> {
  const { about = null, onProgress, onRequest, ...fetcherOptions } = options;
  let stage: GatherStage = 'home page';
  let requests = 0;
  const fetcher = createFetcher({
    ...fetcherOptions,
    onRequest: (request) => {
      onRequest?.(request);
      requests = request.requests;
      onProgress?.(stage, requests);
    },
  });
  const onStage = (next: GatherStage) => {
    stage = next;
    onProgress?.(stage, requests);
  };
  try {
    const site = await gather(domain, { fetcher, about, onStage });
    return { site, report: judge(site) };
  } finally {
    await fetcher.close();
  }
}
