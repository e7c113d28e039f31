import type { Instance } from '../layout/instance.ts';
import { renderPage } from '../layout/layout.tsx';
import { DomainHeading } from './domain-heading.tsx';
import { Publishing } from './publishing.tsx';

/** `/domains/{domain}` of a domain that is not published: how that is done. */
export function unpublishedDomainPage(instance: Instance, domain: string): string {
  return renderPage(
    instance,
    {
      title: `${domain} is not published`,
      description: `No llms.txt of ${domain} is hosted here, so there are no visits to show.`,
      path: `/domains/${encodeURIComponent(domain)}`,
      isNoindex: true,
      modules: ['publish', 'copy'],
    },
    <div class="stack-large">
      <header>
        <DomainHeading what="Not published" domain={domain} />
        <p class="lead page-lead">
          No llms.txt of this domain is hosted here, so nobody can have asked for it, and there is nothing to show.
        </p>
      </header>
      <section class="stack" aria-labelledby="publish">
        <h2 id="publish">To publish it</h2>
        <p class="prose">
          That takes an API key. The site is audited, unless that was done within 24 hours; an llms.txt is made of its
          own pages and hosted at <code>{`${instance.baseUrl()}/llms/${domain}.txt?tier=vip`}</code>. From then on it is
          audited once a day, and who asks for the file is counted.
        </p>
        <Publishing instance={instance} domain={domain} />
      </section>
      <p>
        Without a key: <a href={`/audits?domain=${encodeURIComponent(domain)}`}>the demonstration for this domain</a>
      </p>
    </div>,
  );
}
