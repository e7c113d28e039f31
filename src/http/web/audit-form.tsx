import type { Frame } from './frame.ts';

/** The one field: works without a script, except that a live audit which needs a key needs one to send it. */
export function AuditForm({
  frame,
  domain = '',
  problem = null,
}: {
  frame: Frame;
  domain?: string;
  problem?: string | null;
}) {
  const isPublic = frame.liveAuditsArePublic;
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
          aria-describedby={problem === null ? undefined : 'domain-problem'}
          aria-invalid={problem === null ? undefined : 'true'}
        />
        <button class="button" type="submit">
          Audit this site
        </button>
      </div>
      <p id="domain-problem" class="problem" role="alert" hidden={problem === null}>
        {problem}
      </p>
    </form>
  );
}
