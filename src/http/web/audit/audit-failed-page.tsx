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
          <p class="prose">{ADVICE[failure.kind] ?? 'Once the home page responds, audit the site again.'}</p>
          {!OUR_FAULTS.has(failure.kind) && (
            <p class="prose muted">
              An answer engine that gets the same response has no page to quote either. It costs no points: a site that
              could not be read is not judged.
            </p>
          )}
        </section>
        {previous !== null && (
          <Section id="before" title="Before this" class="stack">
            <p class="muted">
              The last audit that succeeded finished on <Time at={previous.finishedAt} /> with {previous.report.score}{' '}
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

/** Failures that are not the site's. */
const OUR_FAULTS: ReadonlySet<AuditFailure['kind']> = new Set(['internal', 'egress_proxy']);

/** First sentence for failures other than an unreadable home page. */
const LEAD: Partial<Record<AuditFailure['kind'], string>> = {
  internal: 'The audit failed because of a fault in this service.',
  egress_proxy: "This service could not connect to the site through its own proxy. That is not the site's fault.",
  too_costly: 'The site was too costly to read, so the audit was stopped.',
};

/** Advice for the owner. */
const ADVICE: Partial<Record<AuditFailure['kind'], string>> = {
  name_not_found: 'Check the spelling of the name, and that the DNS has an address (A or AAAA) for it.',
  name_lookup_failed: 'The name could not be looked up. Check the name servers of the domain, or try again later.',
  connection_refused: 'Check that a web server listens on port 443, and that no firewall refuses it.',
  unreachable: 'Check the addresses that the DNS has for the name, and the routes to them.',
  timeout: 'The site may be overloaded or down. Try again in a few minutes.',
  tls: 'Check the certificate: its names, its dates, and that the whole chain is sent.',
  challenge:
    'Bot protection stands in front of the site. Let verified crawlers through, and requests whose user agent contains Citable/ if the site is to be audited.',
  http_status: 'Check what the server returns for its home page, and whether a rule refuses some user agents.',
  not_html: 'Check the Content-Type of the home page: it must be text/html.',
  too_many_redirects: 'Check the redirects of the home page: they should reach it in a few steps.',
  redirect_loop: 'Check the redirects of the home page: they go in a circle.',
  bad_redirect: 'Check the redirects of the home page: one of them has no usable address.',
  guard: 'The name has an address that is not public. This service does not connect to such addresses.',
  too_costly: 'Look for pages of many megabytes or hundreds of thousands of elements, and make them smaller.',
  egress_proxy: 'Try again later. If it happens again, tell whoever runs this service.',
  internal: 'It says nothing about the site. Try again. If it happens again, the log of the service says why.',
};
