import { formatCount } from '../../../values/format-count.ts';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { describeCrawl, describeProgress, findStep, STEPS } from '../../../web/browser/audit-page.ts';
import { DomainHeading } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { Audit } from '../audit.ts';
import { toCrawlFields } from '../audit-result.ts';
import type { AuditProgress } from '../audit-watch.ts';
import { WholeSiteNote } from './audit-layout.tsx';

const REFRESH_SECONDS = 4;

type UnfinishedAudit = Extract<Audit, { readonly finishedAt: null }>;

interface ProgressView {
  /** Null while it is not known. */
  readonly progress?: AuditProgress | null;
  /** Id of the audit whose fixes are verified; null for none. */
  readonly since?: string | null;
  /** Whether the reader may end the crawl. */
  readonly mayEndCrawl?: boolean;
}

/**
 * Renders `/audits/{id}` until the audit is finished. A script follows the audit's events; without scripts, the page reloads every few
 * seconds.
 */
export function progressPage(
  instance: Instance,
  audit: UnfinishedAudit,
  { progress = null, since = null, mayEndCrawl = false }: ProgressView = {},
): string {
  const { id, domain, pages, isRendered, status } = audit;
  const { crawl = null, ...known } = progress ?? { status, place: null, stage: null, requests: 0 };
  const shown = { ...known, crawl: crawl && toCrawlFields(crawl) };
  const step = findStep(shown);
  const isCrawl = pages > DEFAULT_PAGES;
  return renderPage(
    instance,
    {
      title: `Auditing ${domain}`,
      description: `The audit of ${domain} is not finished yet.`,
      path: since === null ? `/audits/${id}` : `/audits/${id}?${new URLSearchParams({ since })}`,
      isNoindex: true,
      refreshSeconds: REFRESH_SECONDS,
      modules: ['progress'],
    },
    <section class="progress" data-audit={id}>
      <WholeSiteNote domain={domain} />
      <DomainHeading what="Auditing" domain={domain} />
      <p class="lead" role="status">
        {describeProgress(shown)}
      </p>
      <ol class="progress-steps">
        {STEPS.map((name, n) => (
          <li
            key={name}
            hidden={(name === 'More pages' && !isCrawl) || (name === 'In a browser' && !isRendered)}
            data-state={n < step ? 'done' : n === step ? 'now' : 'next'}
            aria-current={n === step ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <p class="progress-requests">
        <b class="big-number">{shown.requests}</b> requests sent so far
      </p>
      {isCrawl && <p class="progress-crawl">{describeCrawl(shown)}</p>}
      <p class="prose muted">
        {isCrawl
          ? `Up to ${formatCount(pages)} pages are read, which takes some minutes. `
          : isRendered
            ? 'Its pages are loaded in a browser, too: this takes a few minutes. '
            : 'This usually takes less than a minute. '}
        You may close this page: the report will be at this address.
      </p>
      {isCrawl && mayEndCrawl && (
        <form method="post" action={`/audits/${id}/end-crawl`}>
          <button class="button button-quiet button-small" type="submit">
            End with the pages read so far
          </button>
        </form>
      )}
      <noscript>
        <p class="muted">Without JavaScript, this page reloads every {REFRESH_SECONDS} seconds.</p>
      </noscript>
    </section>,
  );
}
