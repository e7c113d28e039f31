import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { Publishing } from '../domain/publishing.tsx';
import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';
import { auditTabPage } from './audit-shell.tsx';

export interface AuditLlmsTxt {
  /** As the audit gives it; null when there is none. */
  readonly text: string | null;
  /** Why there is none. */
  readonly problem: string | null;
  /** Whether the domain's llms.txt is hosted here. */
  readonly isPublished: boolean;
}

/** `/audits/{id}/llms-txt`: the llms.txt that the audit gives, and how to have it hosted. */
export function auditLlmsTxtPage(
  instance: Instance,
  audit: FinishedAudit,
  { text, problem, isPublished }: AuditLlmsTxt,
): string {
  const { id, domain, kind } = audit;
  const isDemonstration = kind === 'demonstration';
  return auditTabPage(instance, {
    audit,
    tab: 'llms-txt',
    modules: ['publish'],
    title: `llms.txt of ${domain}`,
    description: `An llms.txt for ${domain}, a list of its pages for AI agents, to download or to have hosted.`,
    children: (
      <>
        <section class="stack" aria-labelledby="llms-txt">
          <h2 id="llms-txt">llms.txt</h2>
          <p class="prose">
            {isDemonstration
              ? 'A template made from the name alone. A live audit gives a text with the pages, titles and descriptions of the site itself.'
              : 'Made from the pages that this audit read, in the words of the site itself. Look through it before you publish it.'}{' '}
            No answer engine documents that it reads llms.txt; what it has been shown to help are coding agents that are
            pointed at it, so it counts for 4 of 100 points. <a href="/checks/llms_txt">What the check asks</a>
          </p>
          {text === null ? (
            <p class="callout">{problem}</p>
          ) : (
            <CodeBlock
              heading={<a href={`/audits/${id}/llms.txt`}>Download llms.txt</a>}
              label="llms.txt"
              text={text}
            />
          )}
        </section>
        {!isDemonstration && <Hosting instance={instance} domain={domain} isPublished={isPublished} />}
      </>
    ),
  });
}

function Hosting({ instance, domain, isPublished }: { instance: Instance; domain: string; isPublished: boolean }) {
  const hosted = `/llms/${domain}.txt?tier=vip`;
  return (
    <section class="stack" aria-labelledby="hosting">
      <h2 id="hosting">Hosted</h2>
      {isPublished ? (
        <p class="prose">
          The llms.txt of <bdi>{domain}</bdi> is hosted at <a href={hosted}>{`${instance.baseUrl()}${hosted}`}</a>. It
          is renewed after each live audit, and AI crawlers that ask for it are counted:{' '}
          <a href={`/domains/${domain}`}>their visits</a>
        </p>
      ) : (
        <>
          <p class="prose">
            Who has an API key can have it hosted here: up to 60 further pages of the site are read for it, it is
            renewed after each live audit, and AI crawlers that ask for it are counted.
          </p>
          <Publishing instance={instance} domain={domain} />
        </>
      )}
    </section>
  );
}
