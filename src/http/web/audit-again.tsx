import type { Frame } from './frame.ts';

/** Has the site that a page is about audited live. Where that takes a key, only a script can send it: without, it is not shown. */
export function AuditAgain({ frame, domain, name }: { frame: Frame; domain: string; name: string }) {
  return (
    <form
      class="audit-again no-print"
      action="/audits"
      method="post"
      data-live-audits={frame.liveAuditsArePublic ? 'public' : 'key'}
    >
      <input type="hidden" name="domain" value={domain} />
      <button class="button button-quiet button-small" type="submit">
        {name}
      </button>
      <p class="problem" role="alert" hidden />
    </form>
  );
}
