import { CodeBlock, Section } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { auditTabPage } from './audit-layout.tsx';
import { Publishing } from './publish-offer.tsx';

/** Renders `/audits/{id}/fix-guide`: the guide, to be copied into a coding agent. */
export function fixGuidePage(instance: Instance, audit: FinishedAudit, markdown: string): string {
  const { id, domain } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'fix-guide',
    title: `Fix guide for ${domain}`,
    description: `What to change on ${domain}, in which order, and how to prove each change: Markdown for a coding agent.`,
    children: (
      <Section id="guide" title="Fix guide" class="stack">
        <p class="prose">
          Paste this into a coding agent that works on the source of the site. All instructions are ours. Text from the
          site appears only in marked evidence blocks. Review the changes before you publish them.{' '}
          <a href={`/api/audit/${id}/problems.json`}>All pages of each problem, as JSON</a>
        </p>
        <CodeBlock
          heading={<a href={`/audits/${id}/fix-guide.md`}>Download as Markdown</a>}
          label="fix guide"
          text={markdown}
        />
      </Section>
    ),
  });
}

interface AuditLlmsTxt {
  /** Null when there is none. */
  readonly text: string | null;
  /** Reason why there is none, in one sentence. */
  readonly problem: string | null;
  /** The domain's llms.txt is hosted here. */
  readonly isPublished: boolean;
}

/** Renders `/audits/{id}/llms-txt`: the llms.txt made from the audit, and how to have it hosted. */
export function llmsTxtPage(
  instance: Instance,
  audit: FinishedAudit,
  { text, problem, isPublished }: AuditLlmsTxt,
): string {
  const { id, domain, kind } = audit;
  const isDemonstration = kind === 'demonstration';
  return auditTabPage(instance, {
    audit,
    tab: 'llms-txt',
    title: `llms.txt of ${domain}`,
    description: `An llms.txt for ${domain}, a list of its pages for AI agents, to download or to have hosted.`,
    children: (
      <>
        <Section id="llms-txt" title="llms.txt" class="stack">
          <p class="prose">
            {isDemonstration
              ? 'This is a template made from the name alone. A live audit lists the real pages with their titles and descriptions.'
              : 'Made from the pages that this audit read, in the site’s own words. Check it before you publish it.'}{' '}
            No answer engine documents that it reads llms.txt. It has been shown to help coding agents, so the check has
            few points. <a href="/checks/llms_txt">About this check</a>
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
        </Section>
        {!isDemonstration && <Hosting instance={instance} domain={domain} isPublished={isPublished} />}
      </>
    ),
  });
}

function Hosting({ instance, domain, isPublished }: { instance: Instance; domain: string; isPublished: boolean }) {
  const hosted = `/llms/${domain}.txt?tier=vip`;
  return (
    <Section id="hosting" title="Hosting" class="stack">
      {isPublished ? (
        <p class="prose">
          The llms.txt of <bdi>{domain}</bdi> is hosted at <a href={hosted}>{`${instance.baseUrl()}${hosted}`}</a>. It
          is renewed after each live audit. <a href={`/domains/${domain}`}>Its visits</a>
        </p>
      ) : (
        <>
          <p class="prose">
            With an API key, you can have it hosted here. Citable reads up to 60 further pages for it, renews it after
            each live audit, and counts the AI crawlers that request it.
          </p>
          <Publishing instance={instance} domain={domain} />
        </>
      )}
    </Section>
  );
}

/** Maximum length of JSON that is shown, in characters. The API has all of it. */
const MAX_SHOWN = 200_000;

/** Renders `/audits/{id}/json`: what the API returns of an audit, to read. */
export function jsonPage(instance: Instance, audit: FinishedAudit, value: object): string {
  const { id, domain } = audit;
  const text = JSON.stringify(value, null, 2);
  const url = `/api/audit/${id}`;
  const what = 'The result as the API returns it: the score and the findings.';
  return auditTabPage(instance, {
    audit,
    tab: 'json',
    title: `JSON of ${domain}`,
    description: `${what} Of ${domain}.`,
    children: (
      <Section id="data" title="JSON" class="stack">
        <p class="prose">
          {what} <a href={`/audits/${id}`}>Back to the report</a>
        </p>
        {text.length > MAX_SHOWN && <p class="callout">This is the first part. The API returns everything.</p>}
        <CodeBlock
          heading={
            <a href={url}>
              <code>GET {url}</code>
            </a>
          }
          label="JSON"
          text={text.slice(0, MAX_SHOWN)}
        />
      </Section>
    ),
  });
}
