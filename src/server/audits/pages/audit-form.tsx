import { formatCount } from '../../../values/format-count.ts';
import { DEFAULT_PAGES } from '../../../values/page-count.ts';
import { EXAMPLE_PATH, type Instance } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';

/** The fields of the form as they were sent. */
export interface TypedAudit {
  readonly domain?: string;
  readonly pages?: string;
  readonly render?: string;
}

/** Renders `/audits`: the form with what was typed and its problem. */
export function auditFormPage(instance: Instance, typed: TypedAudit, problem: string | null): string {
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
      <AuditForm instance={instance} typed={typed} problem={problem} />
    </section>,
  );
}

/** Numbers of pages to choose from, beside all. */
const PAGE_COUNTS = [100, 500];

/**
 * Shows how many pages can be read, where more than those of the score can be.
 *
 * @param id of the element, one on a page
 * @param chosen value of the option that is selected. Default: the first
 */
export function PagesSelect(props: {
  readonly most: number;
  readonly id: string;
  readonly chosen?: string | undefined;
}) {
  const { most, id, chosen } = props;
  if (most <= DEFAULT_PAGES) return null;
  return (
    <>
      <label for={id}>Pages to read</label>{' '}
      <select id={id} name="pages">
        <option value={DEFAULT_PAGES}>{DEFAULT_PAGES}</option>
        {PAGE_COUNTS.filter((count) => count < most).map((count) => (
          <option key={count} value={count} selected={chosen === String(count)}>
            {formatCount(count)}
          </option>
        ))}
        <option value="all" selected={chosen === 'all'}>
          All, up to {formatCount(most)}
        </option>
      </select>
    </>
  );
}

/** Shows the form that starts an audit. Without scripts, a page asks for the key where one is needed. */
export function AuditForm({
  instance,
  typed = {},
  problem = null,
}: {
  instance: Instance;
  typed?: TypedAudit;
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
          value={typed.domain ?? ''}
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
      {(isPublic || instance.viewer !== undefined) && instance.maxPages > DEFAULT_PAGES && (
        <p class="audit-form-note">
          <PagesSelect most={instance.maxPages} id="pages" chosen={typed.pages} /> The score is made of {DEFAULT_PAGES}.
          More pages show more faults, and take some minutes.
        </p>
      )}
      {instance.renders && (isPublic || instance.viewer !== undefined) && (
        <p class="audit-form-note">
          <label>
            <input type="checkbox" name="render" value="on" checked={typed.render !== undefined} /> Load the pages in a
            browser, too
          </label>{' '}
          This shows what scripts add and change, takes a few minutes, and changes no point.
        </p>
      )}
      <p class="audit-form-note">
        {isPublic
          ? 'Anyone can audit a site here. '
          : instance.viewer === undefined && 'A live audit needs an API key. '}
        <a href={EXAMPLE_PATH}>See an example report</a> of a shop that we invented.
      </p>
    </form>
  );
}
