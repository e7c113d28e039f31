import { GATE_HOLDS_WHILE, GATES } from '../../audit/gates.ts';
import { CHECK_COUNT, CHECKS, maxPointsFor, RUBRIC_DATE, RUBRIC_VERSION } from '../../audit/rubric.ts';
import { CHOSEN_OTHER_LANGUAGES, CHOSEN_PAGES, CHOSEN_SECONDARY } from '../../site/crawl/page-choice.ts';
import { ShareBar } from '../../web/charts/share-bars.tsx';
import { Table } from '../../web/layout/components.tsx';
import { formatDate } from '../../web/layout/format.ts';
import type { Instance } from '../../web/layout/instance.ts';
import { CHECKS_NAME, renderPage } from '../../web/layout/layout.tsx';
import { breadcrumbList } from '../../web/layout/page-json-ld.ts';
import { EveryGrade } from '../audits/pages/evidence-grades.tsx';

/** Renders `/checks`: the checks with their weights, how a score is made, the gates, and the evidence. */
export function checksPage(instance: Instance): string {
  const head = {
    title: CHECKS_NAME,
    description: `The rubric in full: ${CHECK_COUNT} checks with 100 points in all, what each asks, when it fails, what is never scored, and what caps the score.`,
    path: '/checks',
    jsonLd: [breadcrumbList(instance, [{ path: '/checks', name: CHECKS_NAME }])],
  };
  return renderPage(
    instance,
    head,
    <div class="stack-large">
      <section>
        <h1>{CHECKS_NAME}</h1>
        <p class="lead page-lead">
          The score of a site is the sum of {CHECK_COUNT} checks, from 0 to 100 points. Each check asks a few questions
          and shows what was seen for each, whether or not points were lost.
        </p>
        <p class="small muted page-lead">
          Rubric version {RUBRIC_VERSION}, published <time dateTime={RUBRIC_DATE}>{formatDate(RUBRIC_DATE)}</time>. A
          published version never changes: any other weight, question or criterion makes a new version.
        </p>
        <CheckList />
      </section>
      <section class="stack prose">
        <h2>How a score is made</h2>
        <ScoringRules />
        <p>
          The <a href="/checks/calculator">score calculator</a> shows what each question and each gate does to a score.
        </p>
        <h2 id="gates">Gates</h2>
        <p>
          A site that cannot be reached or read cannot be quoted. Such a fault caps the whole score, whatever the checks
          earned. If several apply, the lowest cap counts.
        </p>
        <GateTable />
        <h2 id="evidence">The evidence, question by question</h2>
        <EveryGrade />
        <h2>What the score does not say</h2>
        <p>
          The score shows whether answer engines can reach, read and understand a site. It does not promise citations:
          these also depend on relevance, authority and mentions elsewhere. The evidence of each audit in{' '}
          <a href="/api">the API</a> includes the rubric as data.
        </p>
      </section>
    </div>,
  );
}

const MOST_POINTS = Math.max(...CHECKS.map(maxPointsFor));

/** Lists the checks, each with a bar for its weight. */
function CheckList() {
  return (
    <ol class="check-list page-part">
      {CHECKS.map((check) => (
        <li key={check.key}>
          <p class="check-points number">{maxPointsFor(check)}</p>
          <div>
            <h2>
              <a href={`/checks/${check.key}`}>{check.label}</a>
            </h2>
            <p class="muted">{check.asks}</p>
          </div>
          <ShareBar share={maxPointsFor(check) / MOST_POINTS} />
        </li>
      ))}
    </ol>
  );
}

function ScoringRules() {
  return (
    <>
      <ul>
        <li>
          A check or question <b>passes</b> when it earns everything, <b>fails</b> when it earns nothing, and{' '}
          <b>loses points</b> in between.
        </li>
        <li>
          The maximum of a check is fixed. Questions that do not apply cost no points: the others of the same check
          share theirs. If none can be asked, for example because a file could not be read, the other checks share its
          points.
        </li>
        <li>Our own failures cost no points. A site that cannot be read gets no score, and the audit says why.</li>
        <li>The same site always gets the same score. No clock, no chance and no language model is involved.</li>
      </ul>
      <details>
        <summary>Rounding, and which pages are judged</summary>
        <ul>
          <li>
            Points are exact fractions until the end. The score is their sum, rounded down. The points of checks and
            questions are rounded so that they add up to it.
          </li>
          <li>A page without enough text to judge is a fault, never a question that does not apply.</li>
          <li>
            An audit reads up to {CHOSEN_PAGES} pages, the home page among them, and judges them, except as below. The
            choice depends on addresses, links and sitemaps alone: the same site gives the same pages. Where a site has
            more, a maximum of {CHOSEN_SECONDARY} are listing, tag, contact or legal pages, and a maximum of{' '}
            {CHOSEN_OTHER_LANGUAGES} are in other languages.
          </li>
          <li>
            Not judged: a page that refreshes to another within five seconds, a page whose canonical is another judged
            page with the same text, and <code>/index.html</code> beside <code>/</code>.
          </li>
          <li>
            A content page that robots.txt blocks for all search crawlers of answer engines earns nothing in any
            question about pages.
          </li>
        </ul>
      </details>
    </>
  );
}

function GateTable() {
  const rows = GATES.map(({ id, key, cap }) => {
    const check = <a href={`/checks/${key}`}>{CHECKS.find((one) => one.key === key)?.label}</a>;
    const holdsWhile = (
      <>
        {GATE_HOLDS_WHILE[id]} ({check})
      </>
    );
    return { key: id, cells: [id, holdsWhile, cap] };
  });
  return <Table head={['Gate', 'Applies while', 'Cap']} numbers={[2]} rows={rows} />;
}
