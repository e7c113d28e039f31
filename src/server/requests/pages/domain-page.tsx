import { redirectLines } from '../../../documents/redirect-lines.ts';
import { storedVerdict } from '../../../documents/verdict.ts';
import { CodeBlock, curlWithKey, DomainHeading, Section, Time } from '../../../web/layout/components.tsx';
import { EXAMPLE_PATH, type Instance, signInPath } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import { AddToMySites } from '../../audits/pages/add-to-my-sites.tsx';
import { Publishing } from '../../audits/pages/publish-offer.tsx';
import { ScoreDial } from '../../audits/pages/score-dial.tsx';
import type { AuditScore, ScoreRow } from '../../audits/store/audit-store.ts';
import type { HostedFileResult } from '../../publishing/hosted-file-check.ts';
import type { PublishedDomainRow } from '../../publishing/published-domain-store.ts';
import { type DomainStatistics, Scores, Statistics } from './domain-statistics.tsx';

type RedirectResult = Pick<HostedFileResult, 'isHosted' | 'message'>;

/**
 * Renders `/domains/{domain}` of a published domain.
 * @param statistics for signed-in users; null for others
 * @param check result of the check of the redirect; null when it was not requested
 */
export function domainPage(
  instance: Instance,
  published: PublishedDomainRow,
  newest: ScoreRow | null,
  {
    statistics,
    check = null,
    isListed = false,
  }: { statistics: DomainStatistics | null; check?: RedirectResult | null; isListed?: boolean },
): string {
  const { domain, publishedAt, auditedAt } = published;
  const hosted = `/llms/${domain}.txt?tier=vip`;
  const badge = `/api/badge?domain=${encodeURIComponent(domain)}`;
  return renderPage(
    instance,
    {
      title: `${domain}: score, llms.txt and visits`,
      description: `The AEO score of ${domain}, its hosted llms.txt, and the crawlers that request it.`,
      path: `/domains/${encodeURIComponent(domain)}`,
      modules: ['withdraw-domain', 'copy', 'times'],
    },
    <div class="stack-large">
      <section class="domain-head" aria-label="Score">
        <div>
          <DomainHeading what="Published domain" domain={domain} />
          <p class="lead page-lead">
            {newest === null ? (
              'Its audits are no longer stored.'
            ) : (
              <>
                Last audited <Time at={newest.finishedAt} />
              </>
            )}
          </p>
          {instance.viewer !== undefined && !isListed && <AddToMySites domains={[domain]} />}
        </div>
        {newest !== null && <ScoreDial score={newest.score} band={storedVerdict(newest)} />}
      </section>
      <div class="grid grid-wide">
        <Section id="file" title="Hosted llms.txt" class="stack">
          <p class="address">
            <a href={hosted}>{`${instance.baseUrl()}${hosted}`}</a>
          </p>
          <p class="muted">
            Published <Time at={publishedAt} />. Made from the audit of <Time at={auditedAt} />, and renewed after each
            live audit.
          </p>
        </Section>
        <Section id="badge" title="Badge" class="stack">
          <p>
            <picture>
              <source srcset={`${badge}&theme=dark`} media="(prefers-color-scheme: dark)" />
              <img src={`${badge}&theme=light`} alt={`AEO score of ${domain}`} height="20" />
            </picture>
          </p>
          <CodeBlock
            label="Markdown"
            text={`[![AEO score of ${domain}](${instance.baseUrl()}${badge})](${instance.baseUrl()}/domains/${encodeURIComponent(domain)})`}
          />
        </Section>
      </div>
      <OwnAddress
        domain={domain}
        hosted={`${instance.baseUrl()}${hosted}`}
        isOwner={(statistics?.requests ?? null) !== null}
        check={check}
      />
      {statistics === null ? (
        <StatisticsOnRequest instance={instance} domain={domain} />
      ) : (
        <div class="stack-large">
          <Statistics {...statistics} />
        </div>
      )}
    </div>,
  );
}

interface OwnAddressProps {
  readonly domain: string;
  readonly hosted: string;
  readonly isOwner: boolean;
  readonly check: RedirectResult | null;
}

/** Shows how a site redirects its own /llms.txt to the hosted file, and lets the owner check it. */
function OwnAddress({ domain, hosted, isOwner, check }: OwnAddressProps) {
  return (
    <Section id="redirect" title="Serve it from your own address" class="stack" isLarge>
      <p class="prose">
        Programs look for the file at <code>{`https://${domain}/llms.txt`}</code>. Redirect that address to the hosted
        file: programs then get it, and their requests are counted. Remove any file of the site’s own there first.
        Remove the redirect before you withdraw the domain.
      </p>
      {isOwner && <RedirectCheck domain={domain} check={check} />}
      <details>
        <summary>Lines for your server or host</summary>
        <div class="stack domain-commands">
          {redirectLines(hosted).map(({ stack, where, lines }) => (
            <details key={stack}>
              <summary>{stack}</summary>
              <div class="stack domain-commands">
                <p class="muted">In {where}:</p>
                <CodeBlock label={`lines for ${stack}`} text={lines} />
              </div>
            </details>
          ))}
        </div>
      </details>
      {!isOwner && (
        <>
          <p>This prints the address of the hosted file once the redirect works:</p>
          <CodeBlock
            label="command"
            text={`curl -s -o /dev/null -w '%{redirect_url}\\n' 'https://${domain}/llms.txt'`}
          />
        </>
      )}
    </Section>
  );
}

/** Class and first words of a result. */
const OUTCOMES = {
  true: { class: 'callout', words: 'It works:' },
  false: { class: 'callout callout-poor', words: 'It does not work yet:' },
  null: { class: 'callout callout-middling', words: 'Unknown:' },
} as const;

/** Shows the button that checks the redirect, and the result above it. */
function RedirectCheck({ domain, check }: Pick<OwnAddressProps, 'domain' | 'check'>) {
  const outcome = check === null ? null : OUTCOMES[`${check.isHosted}`];
  return (
    <form class="stack no-print" method="post" action={`/domains/${encodeURIComponent(domain)}#redirect`}>
      <input type="hidden" name="action" value="check" />
      {outcome !== null && (
        <p class={outcome.class} role="status">
          {outcome.words} <bdi>{check?.message}</bdi>
        </p>
      )}
      <p>
        <button class="button" type="submit">
          Check the redirect
        </button>
      </p>
    </form>
  );
}

function StatisticsOnRequest({ instance, domain }: { instance: Instance; domain: string }) {
  const api = `${instance.baseUrl()}/api`;
  const name = encodeURIComponent(domain);
  return (
    <section class="stack-large">
      <div class="stack">
        <h2 class="section-title">Scores and visits</h2>
        <p class="prose">
          Sign in with an API key to see the score of every stored audit. The key that owns the domain also sees which
          AI crawlers requested its pages and its hosted file.
        </p>
        <p>
          <a class="button" href={signInPath(`/domains/${name}`)} rel="nofollow">
            Sign in to see scores and visits
          </a>
        </p>
        <details>
          <summary>With curl</summary>
          <div class="stack domain-commands">
            <p class="muted">
              With the key in the variable CITABLE_API_KEY. For CSV, add ?format=csv to the first URL.
            </p>
            <CodeBlock label="command for the visits" text={curlWithKey(`${api}/domains/${name}/visits`)} />
            <CodeBlock label="command for the scores" text={curlWithKey(`${api}/audits?domain=${name}`)} />
          </div>
        </details>
      </div>
    </section>
  );
}

/**
 * Renders `/domains/{domain}` of a domain that is not published: how to publish it.
 * @param audits of the domain, newest first, for a signed-in reader; null for others
 */
export function unpublishedDomainPage(
  instance: Instance,
  domain: string,
  audits: readonly AuditScore[] | null,
  isListed: boolean,
): string {
  const newest = audits?.[0];
  return renderPage(
    instance,
    {
      title: newest === undefined ? `${domain} is not published` : `${domain}: scores`,
      description: `No llms.txt of ${domain} is hosted here, so there are no visits to show.`,
      path: `/domains/${encodeURIComponent(domain)}`,
      isNoindex: true,
      modules: ['copy'],
    },
    <div class="stack-large">
      <header class="domain-head">
        <div>
          <DomainHeading what="Not published" domain={domain} />
          <p class="lead page-lead">
            {newest === undefined ? (
              'This server hosts no llms.txt of this domain, so there are no visits to show.'
            ) : (
              <>
                Last audited <Time at={newest.finishedAt} />
              </>
            )}
          </p>
          {instance.viewer === undefined ? (
            <p class="page-lead">
              <a href={signInPath(`/domains/${encodeURIComponent(domain)}`)} rel="nofollow">
                Sign in
              </a>{' '}
              to see the scores of the domain, if it was audited here.
            </p>
          ) : (
            <div class="row page-lead">
              <form action="/audits" method="post">
                <input type="hidden" name="domain" value={domain} />
                <button class="button" type="submit">
                  Audit now
                </button>
              </form>
              {!isListed && <AddToMySites domains={[domain]} />}
            </div>
          )}
        </div>
        {newest !== undefined && <ScoreDial score={newest.score} band={storedVerdict(newest)} />}
      </header>
      {audits !== null && audits.length > 0 && <Scores audits={audits} />}
      <Section id="publish" title="Publish it" class="stack">
        <p class="prose">
          {instance.viewer === undefined && 'Publishing needs an API key. '}We make an llms.txt (a table of contents for
          AI tools) from your pages and host it at <code>{`${instance.baseUrl()}/llms/${domain}.txt?tier=vip`}</code>.
          From then on, we audit the site every day and count the requests for the file.
        </p>
        <Publishing instance={instance} domain={domain} />
      </Section>
      {instance.viewer === undefined && (
        <p>
          Without a key, <a href={EXAMPLE_PATH}>see an example report</a>.
        </p>
      )}
    </div>,
  );
}
