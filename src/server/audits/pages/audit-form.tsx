import { EXAMPLE_PATH, type Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';

/** Renders `/audits`: the form with the typed text and its problem. */
export function auditFormPage(instance: Instance, text: string, problem: string | null): string {
  return renderPage(
    instance,
    {
      title: problem === null ? 'Audit a website' : 'That is not a web address',
      description: 'The form that starts an audit of a website.',
      path: '/audits',
      isNoindex: true,
      modules: ['start-audit'],
    },
    <section class="stack">
      <h1>Which website should be audited?</h1>
      <AuditForm instance={instance} domain={text} problem={problem} />
    </section>,
  );
}

/** Shows the form that starts an audit. Without scripts, a page asks for the key where one is needed. */
export function AuditForm({
  instance,
  domain = '',
  problem = null,
}: {
  instance: Instance;
  domain?: string;
  problem?: string | null;
}) {
  const isPublic = instance.liveAuditsArePublic;
  return (
    <form class="audit-form" action="/audits" method="post" data-live-audits={isPublic ? 'public' : 'key'}>
      <label for="domain">Website</label>
      <div class="audit-form-row">
        <input
          id="domain"
          name="domain"
          type="text"
          inputMode="url"
          autocomplete="url"
          autocapitalize="none"
          spellcheck={false}
          placeholder="example.com"
          required
          value={domain}
          aria-describedby="domain-problem domain-hint"
          aria-invalid={problem === null ? undefined : 'true'}
        />
        <button class="button" type="submit">
          Audit this site
        </button>
      </div>
      <p id="domain-problem" class="problem" role="alert" hidden={problem === null}>
        {problem}
      </p>
      <p id="domain-hint" class="audit-form-note" role="status">
        The address of any of its pages will do.
      </p>
      <p class="audit-form-note">
        {isPublic
          ? 'Anyone can audit a site here. '
          : instance.viewer === undefined && 'A live audit needs an API key. '}
        <a href={EXAMPLE_PATH}>See an example report</a> of a shop that we invented.
      </p>
    </form>
  );
}
