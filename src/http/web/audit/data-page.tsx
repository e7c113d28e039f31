import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { CodeBlock, Section } from '../layout/components.tsx';
import type { Instance } from '../layout/instance.ts';
import { auditTabPage } from './audit-layout.tsx';

/** Longest JSON shown, in characters. The API has all of it. */
const MAX_SHOWN = 200_000;

const KINDS = {
  json: { title: 'JSON', path: '', what: 'The result as the API returns it: the score and the nine findings.' },
  evidence: {
    title: 'Evidence',
    path: '/evidence',
    what: 'Every question with its points, what was seen, and the fix, as the API returns it.',
  },
} as const;

/** Renders `/audits/{id}/json` and `/audits/{id}/evidence`: what the API returns of an audit, to read. */
export function dataPage(instance: Instance, audit: FinishedAudit, kind: keyof typeof KINDS, value: object): string {
  const { title, path, what } = KINDS[kind];
  const { id, domain } = audit;
  const text = JSON.stringify(value, null, 2);
  const url = `/api/audit/${id}${path}`;
  return auditTabPage(instance, {
    audit,
    tab: kind,
    title: `${title} of ${domain}`,
    description: `${what} Of ${domain}.`,
    children: (
      <Section id="data" title={title} class="stack">
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
