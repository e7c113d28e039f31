import { BUILDER_NAMES, SERVER_NAMES } from '../../../audit/fixes/places.ts';
import { count } from '../../../audit/formatting.ts';
import { CHECK_COUNT, RUBRIC_VERSION } from '../../../audit/rubric.ts';
import { Section, SiteLink, Time } from '../../../web/layout/components.tsx';
import type { FinishedAudit } from '../audit.ts';
import { problemsOn } from './report-filter.tsx';

/** Shows the judged pages, the site's stack, the times and the rubric of a live audit. */
export function AuditBasis({ audit }: { audit: FinishedAudit }) {
  const { report, requestedAt, startedAt, finishedAt } = audit;
  const { pages, stack, rubricVersion } = report;
  const names = [
    BUILDER_NAMES[stack.builder] === undefined ? null : `built with ${BUILDER_NAMES[stack.builder]}`,
    SERVER_NAMES[stack.server] === undefined ? null : `served by ${SERVER_NAMES[stack.server]}`,
  ].filter((name) => name !== null);
  return (
    <Section id="basis" title="Basis of this audit" class="stack">
      <dl class="basis">
        {pages.length > 0 && (
          <div class="basis-pages">
            <dt>{count(pages.length, 'judged page')}</dt>
            <dd>
              <ul>
                {pages.map((url) => (
                  <li key={url}>
                    <SiteLink url={url} /> <PageProblems audit={audit} url={url} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {pages.length > 0 && (
          <div>
            <dt>Stack</dt>
            <dd>
              {names.length === 0
                ? 'Not recognized. The fixes are for plain HTML.'
                : `It seems to be ${names.join(' and ')}.`}
              {stack.evidence.length > 0 && (
                <ul class="small muted">
                  {stack.evidence.map((mark) => (
                    <li key={mark}>
                      <bdi>{mark}</bdi>
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        )}
        <div>
          <dt>Times</dt>
          <dd>
            Requested <Time at={requestedAt} />
            <br />
            Took {duration(startedAt, finishedAt)}
          </dd>
        </div>
        <div>
          <dt>Rubric</dt>
          <dd>
            {rubricVersion === RUBRIC_VERSION ? (
              <a href="/checks">
                Version {rubricVersion}, {CHECK_COUNT} checks
              </a>
            ) : (
              <>
                Version {rubricVersion}. The rubric is at <a href="/checks">version {RUBRIC_VERSION}</a> now, and points
                of different versions do not compare.
              </>
            )}
          </dd>
        </div>
      </dl>
      <p class="muted prose">
        The score shows whether answer engines can reach, read and understand the site. It does not promise citations:
        these also depend on relevance, authority and mentions elsewhere.
      </p>
    </Section>
  );
}

/** Links to the problems that were seen on a page. */
function PageProblems({ audit: { id, report }, url }: { audit: FinishedAudit; url: string }) {
  const problems = problemsOn(report, url);
  if (problems === 0) return null;
  return (
    <a
      class="small roomy-link no-print"
      href={`/audits/${id}?${new URLSearchParams({ severity: 'lost', page: url })}#checks`}
    >
      {count(problems, 'problem')}
    </a>
  );
}

function duration(from: string, to: string): string {
  const seconds = Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
