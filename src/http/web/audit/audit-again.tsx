import type { Instance } from '../layout/instance.ts';

/** Has the site that a page is about audited live. Where that takes a key, only a script can send it: without, it is not shown. */
export function AuditAgain({ instance, domain, name }: { instance: Instance; domain: string; name: string }) {
  return (
    <form
      class="audit-again no-print"
      action="/audits"
      method="post"
      data-live-audits={instance.liveAuditsArePublic ? 'public' : 'key'}
    >
      <input type="hidden" name="domain" value={domain} />
      <button class="button button-quiet button-small" type="submit">
        {name}
      </button>
      <p class="problem" role="alert" hidden />
    </form>
  );
}
