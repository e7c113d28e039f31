import { AuditForm } from '../home/audit-form.tsx';
import type { Instance } from '../layout/instance.ts';
import { renderPage } from '../layout/layout.tsx';

/** `/audits`: the form alone, with what was typed and what is wrong with it. */
export function auditFormPage(instance: Instance, text: string, problem: string | null): string {
  return renderPage(
    instance,
    {
      title: problem === null ? 'Audit a website' : 'That is no website',
      description: 'The form that starts an audit of a website.',
      path: '/audits',
      isNoindex: true,
      modules: ['audit-form'],
    },
    <section class="stack">
      <h1>Which website should be audited?</h1>
      <AuditForm instance={instance} domain={text} problem={problem} />
    </section>,
  );
}
