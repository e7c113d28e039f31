import { count } from '../../../audit/formatting.ts';
import { formatCount } from '../../../values/format-count.ts';
import { DomainText } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { SiteQuery } from '../select-sites.ts';
import { sitesPath } from './site-query.ts';

/** Sites that are named. */
const NAMED = 20;

/** Renders `/sites/remove`: asks before selected sites are removed from the list. */
export function removeSitesPage(instance: Instance, domains: readonly string[], query: SiteQuery): string {
  const what = count(domains.length, 'site');
  const back = sitesPath(query);
  return renderPage(
    instance,
    {
      title: `Remove ${what}?`,
      description: 'Remove sites from the list of your key.',
      path: '/sites/remove',
      isNoindex: true,
    },
    <div class="stack">
      <h1>Remove {what}?</h1>
      <ul>
        {domains.slice(0, NAMED).map((domain) => (
          <li key={domain}>
            <DomainText domain={domain} />
          </li>
        ))}
        {domains.length > NAMED && <li>and {formatCount(domains.length - NAMED)} more</li>}
      </ul>
      <p class="prose">
        They leave your list, and their scheduled audits stop. Their reports stay. Published sites stay in the list
        until you withdraw them on their page. You can undo this for an hour.
      </p>
      <form class="row" method="post" action="/sites/change">
        <input type="hidden" name="back" value={back} />
        {domains.map((domain) => (
          <input key={domain} type="hidden" name="domain[]" value={domain} />
        ))}
        <button class="button" type="submit" name="action" value="remove">
          Remove {what}
        </button>
        <a class="roomy-link" href={back}>
          Keep them
        </a>
      </form>
    </div>,
  );
}
