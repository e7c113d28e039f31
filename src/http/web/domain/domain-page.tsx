import { bandOf } from '../../../documents/score-band.ts';
import type { ScoreRow } from '../../../store/audits.ts';
import type { PublishedDomainRow } from '../../../store/published-domains.ts';
import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';
import { renderPage } from '../layout/layout.tsx';
import { ScoreDial } from '../layout/score-dial.tsx';
import { Time } from '../layout/time.tsx';
import { DomainHeading } from './domain-heading.tsx';

/** `/domains/{domain}` of a published domain: what anyone may see, and the place where the figures are put. */
export function domainPage(instance: Instance, published: PublishedDomainRow, newest: ScoreRow | null): string {
  const { domain, publishedAt, auditedAt } = published;
  const hosted = `/llms/${domain}.txt?tier=vip`;
  const badge = `/api/badge?domain=${encodeURIComponent(domain)}`;
  return renderPage(
    instance,
    {
      title: `${domain}: score, llms.txt and visits`,
      description: `The AEO score of ${domain}, its hosted llms.txt, and who asks for it.`,
      path: `/domains/${encodeURIComponent(domain)}`,
      modules: ['domain-figures', 'copy'],
    },
    <div class="stack-large">
      <section class="domain-head" aria-label="Score">
        <div>
          <DomainHeading what="Published domain" domain={domain} />
          <p class="lead page-lead">
            {newest === null ? (
              'No audit of it is kept any more.'
            ) : (
              <>
                Its newest audit: <Time at={newest.finishedAt} />
              </>
            )}
          </p>
        </div>
        {newest !== null && <ScoreDial score={newest.score} band={bandOf(newest)} isDemonstration={false} />}
      </section>
      <div class="grid grid-wide">
        <section class="stack" aria-labelledby="file">
          <h2 id="file">Hosted llms.txt</h2>
          <p class="domain-address">
            <a href={hosted}>{`${instance.baseUrl()}${hosted}`}</a>
          </p>
          <p class="muted">
            Published <Time at={publishedAt} />, made from the audit of <Time at={auditedAt} />. It is renewed after
            each live audit.
          </p>
        </section>
        <section class="stack" aria-labelledby="badge">
          <h2 id="badge">Badge</h2>
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
        </section>
      </div>
      <Figures instance={instance} domain={domain} />
    </div>,
  );
}

function Figures({ instance, domain }: { instance: Instance; domain: string }) {
  const api = `${instance.baseUrl()}/api`;
  const name = encodeURIComponent(domain);
  return (
    <section class="stack-large" data-figures={`/domains/${name}/figures`}>
      <div class="stack">
        <h2 class="section-title">Scores and visits</h2>
        <p class="prose">
          An API key shows the score of every stored audit. The key that owns the domain also shows who requested the
          hosted file in the last 90 days, by crawler, vendor, purpose and day, and the newest 100 visits.
        </p>
        <p hidden>
          <button class="button" type="button">
            Show the figures
          </button>
        </p>
        <p class="problem" role="alert" />
        <details open>
          <summary>The same by command</summary>
          <div class="stack domain-commands">
            <p class="muted">With the key in the variable CITABLE_API_KEY. The first as CSV too: add ?format=csv.</p>
            <CodeBlock
              label="command for the visits"
              text={`curl -H "Authorization: Bearer $CITABLE_API_KEY" '${api}/domains/${name}/visits'`}
            />
            <CodeBlock
              label="command for the scores"
              text={`curl -H "Authorization: Bearer $CITABLE_API_KEY" '${api}/audits?domain=${name}'`}
            />
          </div>
        </details>
      </div>
    </section>
  );
}
