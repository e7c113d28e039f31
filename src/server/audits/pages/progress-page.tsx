import { describeProgress, STEPS, stepOf } from '../../../web/browser/audit-page.ts';
import { DomainHeading } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { Audit } from '../audit.ts';
import type { AuditProgress } from '../audit-watch.ts';
import { WholeSiteNote } from './audit-layout.tsx';

const REFRESH_SECONDS = 4;

type UnfinishedAudit = Extract<Audit, { readonly finishedAt: null }>;

/**
 * Renders `/audits/{id}` until the audit is finished. A script follows the audit's events; without scripts, the page reloads every few
 * seconds.
 *
 * @param since id of the audit whose fixes are verified
 */
export function progressPage(
  instance: Instance,
  audit: UnfinishedAudit,
  progress: AuditProgress = { status: audit.status, place: null, stage: null, requests: 0 },
  since: string | null = null,
): string {
  const { id, domain } = audit;
  const step = stepOf(progress);
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
        {describeProgress(progress)}
      </p>
      <ol class="progress-steps">
        {STEPS.map((name, n) => (
          <li
            key={name}
            data-state={n < step ? 'done' : n === step ? 'now' : 'next'}
            aria-current={n === step ? 'step' : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
      <p class="progress-requests">
        <b class="big-number">{progress.requests}</b> requests sent so far
      </p>
      <p class="prose muted">
        This usually takes less than a minute, and some minutes if more than 25 pages are read. You may close this page:
        the report will be at this address.
      </p>
      <noscript>
        <p class="muted">Without JavaScript, this page reloads every {REFRESH_SECONDS} seconds.</p>
      </noscript>
    </section>,
  );
}
