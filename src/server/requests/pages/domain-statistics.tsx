import { Section, Time } from '../../../web/layout/components.tsx';
import { PreviewButton } from '../../audits/pages/publish-offer.tsx';
import { ScoreHistory } from '../../audits/pages/score-history.tsx';
import type { AuditScore } from '../../audits/store/audit-store.ts';
import { DomainRequests, type DomainRequestsProps } from './domain-requests.tsx';

/** Audits listed. */
const NEWEST_AUDITS = 5;

export interface DomainStatistics {
  readonly domain: string;
  /** Null for a key that does not own the domain. */
  readonly requests: Omit<DomainRequestsProps, 'baseUrl'> | null;
  /** The service's public URL. */
  readonly baseUrl: string;
  /** About a hosted text that lists very few pages, for its owner; null when there is none. */
  readonly warning: string | null;
  /** No key owns the domain. */
  readonly isUnowned: boolean;
  /** Newest first. */
  readonly audits: readonly AuditScore[];
}

/** Shows the scores of a domain, and for the key that owns it the requests for its site and its file. */
export function Statistics({ domain, requests, warning, baseUrl, isUnowned, audits }: DomainStatistics) {
  return (
    <>
      {warning !== null && (
        <p class="callout callout-middling">
          <bdi>{warning}</bdi>
        </p>
      )}
      <Scores audits={audits} />
      {requests === null ? (
        <OthersVisits domain={domain} isUnowned={isUnowned} />
      ) : (
        <>
          <DomainRequests {...requests} baseUrl={baseUrl} />
          <Withdrawal domain={domain} />
        </>
      )}
    </>
  );
}

function OthersVisits({ domain, isUnowned }: Pick<DomainStatistics, 'domain' | 'isUnowned'>) {
  const whose = isUnowned
    ? 'No key owns this domain, so its requests are not shown. Publish it again with your key to own it.'
    : 'Another key owns this domain, so its requests are not shown.';
  return (
    <Section id="requests" title="Requests" class="stack" isLarge>
      <p class="prose">{whose}</p>
      {isUnowned && <PreviewButton domain={domain} />}
    </Section>
  );
}

/** Shows a button that withdraws the domain, hidden without the script `browser/withdraw-domain.ts`. */
function Withdrawal({ domain }: { domain: string }) {
  return (
    <Section id="withdraw" title="Withdraw this domain" class="stack" isLarge>
      <p class="prose">
        This removes the hosted llms.txt, ends the daily audits, and deletes the visits and traffic. Audits remain
        stored.
      </p>
      <p class="no-print" data-withdraw={`/api/domains/${encodeURIComponent(domain)}`} data-domain={domain} hidden>
        <button class="button button-quiet" type="button">
          Withdraw
        </button>
        <span class="problem" role="alert" />
      </p>
    </Section>
  );
}

/** Shows the scores of a domain as a chart, and links to its newest audits. */
export function Scores({ audits }: { audits: readonly AuditScore[] }) {
  return (
    <section class="stack" aria-labelledby="scores">
      <h2 id="scores" class="section-title" tabIndex={-1}>
        Scores
      </h2>
      {audits.length > 1 && <ScoreHistory scores={audits} shown={null} />}
      {audits.length === 0 ? (
        <p class="chart-empty">No audit of this domain is stored.</p>
      ) : (
        <>
          <h3>{audits.length === 1 ? 'Newest audit' : 'Newest audits'}</h3>
          <ul class="domain-audits">
            {audits.slice(0, NEWEST_AUDITS).map(({ id, score, finishedAt }) => (
              <li key={id}>
                <a href={`/audits/${id}`}>
                  {score} of 100, <Time at={finishedAt} />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
