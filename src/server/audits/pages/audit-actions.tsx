import { CodeBlock } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import type { FinishedAudit } from '../audit.ts';
import { AddToMySites } from './add-to-my-sites.tsx';
import { PagesSelect } from './audit-form.tsx';

/** A link to a report for other people. */
export interface ShareLink {
  readonly url: string;
  /** Tells the reader of the page who can use it. */
  readonly note: string;
  /** Null for a link that cannot be withdrawn; else whether those before it have just been withdrawn. */
  readonly isNew: boolean | null;
}

interface AuditActionsProps {
  readonly instance: Instance;
  readonly audit: FinishedAudit;
  /** Null for readers who may not share the report. */
  readonly share: ShareLink | null;
  /** True when the reader may add the site to a list that does not have it. */
  readonly isAddable: boolean;
}

/** Shows what can be done with a report: share, print and download it, and verify fixes. */
export function AuditActions({ instance, audit, share, isAddable }: AuditActionsProps) {
  const path = `/audits/${audit.id}`;
  return (
    <div class="audit-actions no-print">
      {share !== null && (
        <details class="share" open={share.isNew === true}>
          <summary class="button button-quiet button-small">Share</summary>
          {share.isNew === true && <p role="status">All links shared before are withdrawn. This is a new one.</p>}
          <CodeBlock text={share.url} label="link" heading="Link to this report" />
          <p class="small muted">{share.note}</p>
          {share.isNew !== null && (
            <PostButton action={`${path}/withdraw-links`} name="Withdraw all links to this report" />
          )}
        </details>
      )}
      {audit.kind === 'live' && (instance.viewer !== undefined || instance.liveAuditsArePublic) && (
        <form class="row" method="post" action={`${path}/verify`}>
          <button class="button button-quiet button-small" type="submit">
            Verify my fixes
          </button>
          <span class="small">
            <PagesSelect most={instance.maxPages} id="verified-pages" />
          </span>
        </form>
      )}
      {isAddable && <AddToMySites domains={[audit.domain]} />}
      <button class="button button-quiet button-small" type="button" data-print hidden>
        Print or save as PDF
      </button>
      {audit.kind === 'live' && (
        <a class="download-link small" href={`/compare?${new URLSearchParams({ a: audit.id })}`}>
          Compare with another site
        </a>
      )}
      <nav aria-label="Download">
        <ul class="download-links">
          <li>Download:</li>
          {DOWNLOADS.map(({ file, name }) => (
            <li key={file}>
              <a class="download-link" href={`${path}/${file}`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

const DOWNLOADS = [
  { file: 'report.csv', name: 'CSV' },
  { file: 'report.md', name: 'Markdown' },
  { file: 'report.json', name: 'JSON' },
] as const;

function PostButton({ action, name }: { action: string; name: string }) {
  return (
    <form method="post" action={action}>
      <button class="button button-quiet button-small" type="submit">
        {name}
      </button>
    </form>
  );
}
