import type { Instance } from '../layout/instance.ts';

/**
 * The one field. It works without a script, except that a live audit which needs a key needs one to send it: then both
 * buttons lead to the demonstration.
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
