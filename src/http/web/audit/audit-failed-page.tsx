import type { AuditFailure } from '../../../audit/report/report.ts';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { ScoreHistory } from '../charts/score-history.tsx';
import { Section, Time } from '../layout/components.tsx';
import type { Instance } from '../layout/instance.ts';
import { AuditBasis } from './audit-basis.tsx';
import type { AuditChangesProps } from './audit-changes.tsx';
import { auditTabPage } from './audit-layout.tsx';

/** Renders `/audits/{id}` of a failed audit: the reason, and what to look at first. */
export function auditFailedPage(
  instance: Instance,
  audit: FinishedAudit,
  failure: AuditFailure,
  { previous, scores }: Pick<AuditChangesProps, 'previous' | 'scores'>,
): string {
  const { domain } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'report',
    title: `${domain} could not be audited`,
    description: `The audit of ${domain} failed, and gave no score.`,
    children: (
      <>
        <section class="stack" aria-labelledby="failed">
          <h2 id="failed" class="grade">
            No score
          </h2>
          <p class="lead">{LEAD[failure.kind] ?? 'The home page could not be read, so there is nothing to judge.'}</p>
          <blockquote class="callout callout-poor">
            <p>{failure.message}</p>
          </blockquote>
          <p class="prose">{ADVICE[failure.kind] ?? 'Once the home page answers, audit the site again.'}</p>
          {!OUR_FAULTS.has(failure.kind) && (
            <p class="prose muted">
              An answer engine that meets the same has no page to quote either. Points are not taken for it: a site that
              was not read is not judged.
            </p>
          )}
        </section>
        {previous !== null && (
          <Section id="before" title="Before this" class="stack">
            <p class="muted">
              The newest audit that was done finished on <Time at={previous.finishedAt} /> with {previous.report.score}{' '}
              of 100.
            </p>
            {scores.length > 1 && <ScoreHistory scores={scores} shown={null} />}
          </Section>
        )}
        <AuditBasis audit={audit} />
      </>
    ),
  });
}

/** Failures that say nothing about the site. */
const OUR_FAULTS: ReadonlySet<AuditFailure['kind']> = new Set(['internal', 'egress_proxy']);

/** First sentence for failures other than an unreadable home page. */
const LEAD: Partial<Record<AuditFailure['kind'], string>> = {
  internal: 'The audit failed because of a fault in this service.',
  egress_proxy: "This service could not connect to the site through its own proxy. That is not the site's fault.",
  too_costly: 'The site was too costly to read, so the audit was stopped.',
};

/** Advice for the owner. */
const ADVICE: Partial<Record<AuditFailure['kind'], string>> = {
  name_not_found: 'Look at the spelling of the name, and whether the DNS has an address (A or AAAA) for it.',
  name_lookup_failed: 'The resolver did not know: look at the name servers of the domain, or try again later.',
  connection_refused: 'Look whether a web server listens on port 443, and whether a firewall refuses it.',
  unreachable: 'Look at the addresses that the DNS has for the name, and at the routes to them.',
  timeout: 'The site may be overloaded or down. Try again in a few minutes.',
  tls: 'Look at the certificate: the names it holds, its dates, and whether the whole chain is sent.',
  challenge:
    'Bot protection stands before the site. Let verified crawlers through, and requests whose user agent contains Citable/ if the site is to be audited.',
  http_status:
    'Look at what the server answers to a plain request of its home page, and at rules that refuse some user agents.',
  not_html: 'Look at the Content-Type of the home page: it must be text/html.',
  too_many_redirects: 'Look at the redirects of the home page: they should lead to it in a few steps.',
  redirect_loop: 'Look at the redirects of the home page: they lead in a circle.',
  bad_redirect: 'Look at the redirects of the home page: one of them names no usable address.',
  guard: 'The name leads to an address that is not public, which this service does not ask.',
  too_costly: 'Look for pages with many megabytes or hundreds of thousands of elements, and make them smaller.',
  egress_proxy: 'Try again later. If it happens again, tell whoever runs this service.',
  internal: 'Nothing is known of the site from it. Try again; if it happens again, the log of the service says why.',
};
