import type { Audit } from '../../../service/audits/audit.ts';
import type { AuditStanding } from '../../../service/audits/audit-progress.ts';
import { describeStanding, STEPS, stepOf } from '../browser/standing.ts';
import { DomainHeading } from '../domain/domain-heading.tsx';
import type { Instance } from '../layout/instance.ts';
import { renderPage } from '../layout/layout.tsx';
import { WholeSiteNote } from './whole-site-note.tsx';

const REFRESH_SECONDS = 4;

type UnfinishedAudit = Extract<Audit, { readonly finishedAt: null }>;

/**
 * `/audits/{id}` until the audit is finished. With a script it follows the audit's events; without one it is asked for
 * again every few seconds.
 *
 * @param standing where it stands, as far as is known
 */
export function progressPage(
  instance: Instance,
  audit: UnfinishedAudit,
  standing: AuditStanding = { status: audit.status, place: null, stage: null, requests: 0 },
): string {
  const { id, domain } = audit;
  const step = stepOf(standing);
  return renderPage(
    instance,
    {
      title: `Auditing ${domain}`,
      description: `The audit of ${domain} is not finished yet.`,
      path: `/audits/${id}`,
      isNoindex: true,
      refreshSeconds: REFRESH_SECONDS,
      modules: ['progress'],
    },
    <section class="progress" data-audit={id}>
      <WholeSiteNote domain={domain} />
      <DomainHeading what="Auditing" domain={domain} />
      <p class="lead" role="status">
        {describeStanding(standing)}
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
        <b class="big-number">{standing.requests}</b> Requests sent so far
      </p>
      <p class="prose muted">
        This mostly takes less than a minute. You may close the page: the audit goes on, and its report will be at this
        address.
      </p>
      <noscript>
        <p class="muted">Without JavaScript, this page is loaded again every {REFRESH_SECONDS} seconds.</p>
      </noscript>
    </section>,
  );
}
