import { count } from '../../../audit/formatting.ts';
import { designerMail, designerTasks, seenText } from '../../../documents/designer-tasks.ts';
import { formatCount } from '../../../values/format-count.ts';
import { CodeBlock, Section, SiteLink } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { auditTabPage } from './audit-layout.tsx';

/** Renders `/audits/{id}/designer`: the changes that a web designer can make, and an e-mail with them. @param url of this page */
export function designerPage(instance: Instance, audit: FinishedAudit, url: string): string {
  const { domain, report } = audit;
  const tasks = designerTasks(report);
  return auditTabPage(instance, {
    audit,
    tab: 'designer',
    title: `For the web designer of ${domain}`,
    description: `The changes to ${domain} that a web designer can make, in plain words, and an e-mail with them.`,
    children: (
      <>
        <Section id="changes" title="For your web designer" class="stack">
          <p class="prose">
            {tasks.length === 0
              ? 'No problem of this audit is one that a web designer can fix alone.'
              : `A web designer can make ${count(tasks.length, 'change')}${tasks.length === 1 ? '' : ', the most useful first'}. Texts that only you can write, and settings of your host, are in the report.`}
          </p>
          <ol class="stack">
            {tasks.map(({ number, headline, meaning, instruction, where, pages, more }) => (
              <li key={number} class="card stack">
                <h3>{headline}</h3>
                {meaning !== null && <p class="prose muted">{meaning}</p>}
                <p class="prose">
                  <b>What to do:</b> {instruction}
                </p>
                <p class="prose">
                  <b>Where:</b> {where}
                </p>
                {pages.length > 0 && (
                  <ul class="small">
                    {pages.map((page) => (
                      <li key={page.url}>
                        <SiteLink url={page.url} /> <span class="muted">{seenText(page)}</span>
                      </li>
                    ))}
                    {more > 0 && <li>and {formatCount(more)} more</li>}
                  </ul>
                )}
              </li>
            ))}
          </ol>
        </Section>
        {tasks.length > 0 && (
          <Section id="e-mail" title="As an e-mail" class="stack no-print">
            <CodeBlock heading="Text of the e-mail" label="e-mail" text={designerMail(report, url)} />
          </Section>
        )}
      </>
    ),
  });
}
