import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { CodeBlock } from '../layout/code-block.tsx';
import type { Instance } from '../layout/instance.ts';
import { auditTabPage } from './audit-shell.tsx';

/** `/audits/{id}/fix-guide`: the guide as text, to be copied into a coding agent. */
export function auditFixGuidePage(instance: Instance, audit: FinishedAudit, markdown: string): string {
  const { id, domain } = audit;
  return auditTabPage(instance, {
    audit,
    tab: 'fix-guide',
    title: `Fix guide for ${domain}`,
    description: `What to change on ${domain}, in which order, and how to prove each change: Markdown for a coding agent.`,
    children: (
      <section class="stack" aria-labelledby="guide">
        <h2 id="guide">Fix guide</h2>
        <p class="prose">
          Paste it into a coding agent that works in the project of the site. Every instruction in it is ours; what the
          site said stands in marked blocks, as evidence alone. Read what it changes before you publish it.
        </p>
        <CodeBlock
          heading={<a href={`/audits/${id}/fix-guide.md`}>Download as Markdown</a>}
          label="fix guide"
          text={markdown}
        />
      </section>
    ),
  });
}
