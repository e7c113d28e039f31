import { AuditForm } from './audit-form.tsx';
import type { Frame } from './frame.ts';
import { renderPage } from './layout.tsx';

/** `/audits`: the form alone, with what was typed and what is wrong with it. */
export function auditFormPage(frame: Frame, text: string, problem: string | null): string {
  return renderPage(
    frame,
    {
      title: problem === null ? 'Audit a website' : 'That is no website',
      description: 'The form that starts an audit of a website.',
      path: '/audits',
      isNoindex: true,
      modules: ['audit-form'],
    },
    <section class="stack">
      <h1>Which website should be audited?</h1>
      <AuditForm frame={frame} domain={text} problem={problem} />
    </section>,
  );
}
