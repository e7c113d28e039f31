import type { Instance } from '../layout/instance.ts';
import { renderPage } from '../layout/layout.tsx';

/** Renders `/audits`: the form with the typed text and its problem. */
export function auditFormPage(instance: Instance, text: string, problem: string | null): string {
  return renderPage(
    instance,
    {
      title: problem === null ? 'Audit a website' : 'That is no website',
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

/**
 * Shows the form that starts an audit. Without scripts it works too, but where a live audit needs a key, which only a script can
 * send, both buttons lead to the demonstration.
 */
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
    <form
      class="audit-form"
      action="/audits"
      method={isPublic ? 'post' : 'get'}
      data-live-audits={isPublic ? 'public' : 'key'}
    >
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
        {isPublic ? 'Anyone may have a site audited here.' : 'A live audit needs an API key.'}{' '}
        <button class="button-link" type="submit" formAction="/audits" formMethod="get" data-demonstration>
          See the demonstration instead
        </button>
      </p>
      {!isPublic && (
        <noscript>
          <p class="callout audit-form-callout">
            Without JavaScript both buttons show the demonstration: the key is sent by a script. A live audit by hand:{' '}
            <code>
              curl -H "Authorization: Bearer $CITABLE_API_KEY" '{instance.baseUrl()}
              /api/audit?domain=example.com&amp;tier=vip'
            </code>
          </p>
        </noscript>
      )}
    </form>
  );
}
