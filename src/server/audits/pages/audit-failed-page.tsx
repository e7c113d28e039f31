import type { AuditFailure } from '../../../audit/report/report.ts';
import { Section, Time } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { AuditBasis } from './audit-basis.tsx';
import type { AuditChangesProps } from './audit-changes.tsx';
import { auditTabPage } from './audit-layout.tsx';
import { ScoreHistory } from './score-history.tsx';

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
              An answer engine that gets the same response has nothing to quote either. A site that cannot be read is
              not judged, and loses no points.
            </p>
          )}
        </section>
        {previous !== null && (
          <Section id="before" title="Earlier audits" class="stack">
            <p class="muted">
              Last successful audit: {previous.report.score} of 100 on <Time at={previous.finishedAt} />.
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
  internal: 'The audit failed because of a fault of this server.',
  egress_proxy: 'This server could not connect through its own proxy. The site is not at fault.',
  too_costly: 'The site took too many resources to read, so the audit was stopped.',
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
    'Bot protection blocks requests to the site. Allow verified crawlers. To audit the site, also allow requests whose user agent contains Citable/.',
  http_status: 'Check what the server returns for its home page, and whether a rule refuses some user agents.',
  not_html: 'Check the Content-Type of the home page: it must be text/html.',
  too_many_redirects: 'The home page redirects too often. Shorten the chain to one or two redirects.',
  redirect_loop: 'The redirects of the home page form a loop. Remove the one that leads back.',
  bad_redirect: 'A redirect of the home page has no valid address. Check its Location header.',
  guard: 'The name has an address that is not public. This server does not connect to such addresses.',
  too_costly: 'Look for pages of many megabytes or hundreds of thousands of elements, and make them smaller.',
  egress_proxy: 'Try again later. If it happens again, tell whoever runs this server.',
  internal: 'This says nothing about the site. Try again. If it happens again, the log of this server says why.',
};
