import type { ComponentChildren } from 'preact';
import { WHOLE_SITE_FRAGMENT } from '../../../web/browser/audit-page.ts';
import { DomainHeading, Time } from '../../../web/layout/components.tsx';
import { EXAMPLE_SHOP, type Instance, instanceName } from '../../../web/layout/instance.ts';
import { Logo, renderPage } from '../../../web/layout/layout.tsx';
import type { FinishedAudit } from '../audit.ts';

/** Tab of an audit: each is a page. */
export type AuditTab =
  | 'report'
  | 'pages'
  | 'rendering'
  | 'fix-guide'
  | 'designer'
  | 'llms-txt'
  | 'badge'
  | 'json'
  | 'evidence';

interface AuditTabPage {
  readonly audit: FinishedAudit;
  readonly tab: AuditTab;
  readonly title: string;
  readonly description: string;
  /** Further modules of the page. */
  readonly modules?: readonly string[];
  readonly children: ComponentChildren;
}

const TABS = [
  { tab: 'report', name: 'Report', path: '' },
  { tab: 'pages', name: 'Pages', path: '/pages' },
  { tab: 'rendering', name: 'In a browser', path: '/rendering' },
  { tab: 'fix-guide', name: 'Fix guide', path: '/fix-guide' },
  { tab: 'designer', name: 'For your designer', path: '/designer' },
  { tab: 'llms-txt', name: 'llms.txt', path: '/llms-txt' },
  { tab: 'badge', name: 'Badge', path: '/badge' },
  { tab: 'json', name: 'JSON', path: '/json' },
  { tab: 'evidence', name: 'Evidence', path: '/evidence' },
] as const satisfies readonly { tab: AuditTab; name: string; path: string }[];

/** Renders a page of a finished audit: heading, tabs, and the content of one tab. */
export function auditTabPage(
  instance: Instance,
  { audit, tab, title, description, modules = [], children }: AuditTabPage,
): string {
  const { id, domain, kind, status, finishedAt } = audit;
  const path = `/audits/${id}${TABS.find((entry) => entry.tab === tab)?.path ?? ''}`;
  const isDemonstration = kind === 'demonstration';
  return renderPage(
    instance,
    // Demonstrations and failed audits say nothing about a site.
    {
      title,
      description,
      path,
      isNoindex: isDemonstration || status === 'failed',
      modules: ['start-audit', 'copy', 'times', ...modules],
    },
    <article class="audit">
      <header class="audit-header">
        <p class="print-brand">
          <Logo instance={instance} />
          {instanceName(instance)}
        </p>
        <DomainHeading what={isDemonstration ? 'Demonstration for' : 'Audit of'} domain={domain} />
        {!isDemonstration && (
          <div class="audit-time">
            <p class="muted">
              <Time at={finishedAt} />
            </p>
            <AuditAgain instance={instance} domain={domain} name="Audit again" />
          </div>
        )}
      </header>
      {isDemonstration && <DemonstrationBanner instance={instance} domain={domain} />}
      <AuditTabs audit={audit} tab={tab} />
      <WholeSiteNote domain={domain} />
      {children}
    </article>,
  );
}

function DemonstrationBanner({ instance, domain }: { instance: Instance; domain: string }) {
  const isShop = domain === EXAMPLE_SHOP;
  return (
    <aside class="callout callout-middling" aria-label="Demonstration">
      <p>
        <strong>This is a demonstration.</strong>{' '}
        {isShop ? (
          'This shop does not exist: the score and findings are invented.'
        ) : (
          <>
            Nothing was fetched from <bdi>{domain}</bdi>. The score and findings are made up from the name and say
            nothing about the site.
          </>
        )}
        {!instance.liveAuditsArePublic && ' A live audit needs an API key.'}
      </p>
      {isShop ? (
        <a href="/">Audit your site</a>
      ) : (
        <AuditAgain instance={instance} domain={domain} name="Audit it live" />
      )}
    </aside>
  );
}

function AuditTabs({
  audit: { id, status, kind, hasSnapshot, isRendered = false },
  tab,
}: {
  audit: FinishedAudit;
  tab: AuditTab;
}) {
  const shown = TABS.filter((entry) => {
    if (entry.tab === 'evidence') return kind === 'live';
    if (entry.tab === 'rendering') return isRendered && status === 'done';
    if (entry.tab === 'pages' || entry.tab === 'designer') return kind === 'live' && status === 'done';
    return status === 'done' || !['fix-guide', 'llms-txt'].includes(entry.tab);
  });
  return (
    <nav class="audit-tabs no-print" aria-label="This audit">
      <ul class="tabs">
        {shown.map((entry) => (
          <li key={entry.tab} class={entry.tab === 'json' ? 'tabs-raw' : undefined}>
            <a href={`/audits/${id}${entry.path}`} aria-current={entry.tab === tab ? 'page' : undefined}>
              {entry.name}
            </a>
          </li>
        ))}
        {hasSnapshot && (
          <li>
            <a href={`/api/audit/${id}/snapshot`}>Snapshot</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Shows a button that starts a live audit. Where that needs a key, it is hidden without scripts, which send the key. */
function AuditAgain({ instance, domain, name }: { instance: Instance; domain: string; name: string }) {
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

/** Shows a note to users who typed the address of one page. The URL's fragment makes it visible, without a script. */
export function WholeSiteNote({ domain }: { domain: string }) {
  return (
    <p id={WHOLE_SITE_FRAGMENT.slice(1)} class="callout whole-site-note">
      You gave the address of a page. Only whole sites are audited: this is <bdi>{domain}</bdi>.
    </p>
  );
}
