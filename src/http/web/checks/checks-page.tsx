import { GATE_HOLDS_WHILE, GATES } from '../../../audit/gates.ts';
import { JUDGED_PAGES, JUDGED_SECONDARY } from '../../../audit/judged-pages.ts';
import { CHECK_COUNT, CHECKS, maxPointsOf, RUBRIC_DATE, RUBRIC_VERSION } from '../../../audit/rubric.ts';
import { PAGES_FETCHED } from '../../../site/gather/gather-pages.ts';
import { formatDate } from '../layout/format.ts';
import type { Instance } from '../layout/instance.ts';
import { breadcrumbsOf } from '../layout/json-ld.ts';
import { CHECKS_NAME, renderPage } from '../layout/layout.tsx';
import { EveryGrade } from './evidence-grades.tsx';

/** Renders `/checks`: the checks with their weights, how a score is made, the gates, and the evidence. */
export function checksPage(instance: Instance): string {
  const head = {
    title: CHECKS_NAME,
    description: `The rubric of the audit in full: ${CHECK_COUNT} checks whose points sum to 100, what each asks, when it fails, what is never scored, and the gates that cap a score.`,
    path: '/checks',
    jsonLd: [breadcrumbsOf(instance, [{ path: '/checks', name: CHECKS_NAME }])],
  };
  return renderPage(
    instance,
    head,
    <div class="stack-large">
      <section>
        <h1>{CHECKS_NAME}</h1>
        <p class="lead page-lead">
          The score of a site is the sum of {CHECK_COUNT} checks, 0 to 100 points. Each asks a few questions, and says
          what it saw for each, whether points were lost or not.
        </p>
        <p class="small muted page-lead">
          Rubric version {RUBRIC_VERSION}, published <time dateTime={RUBRIC_DATE}>{formatDate(RUBRIC_DATE)}</time>. A
          published version never changes: another weight, question or criterion is another version.
        </p>
        <CheckList />
      </section>
      <section class="stack prose">
        <h2>How a score is made</h2>
        <ScoringRules />
        <h2 id="gates">Gates</h2>
        <p>
          What cannot be reached cannot be quoted. While a gate applies, the whole score is capped, whatever else was
          found. Of several gates, the lowest cap counts. A report shows what each check earned, and the cap once.
        </p>
        <GateTable />
        <h2 id="evidence">The evidence, question by question</h2>
        <EveryGrade />
        <h2>What the score does not say</h2>
        <p>
          It says whether answer engines can reach, read and understand a site. It promises no citation: relevance,
          authority and mentions elsewhere decide that, and none of them is on the page. The same rubric as data is in
          every audit’s evidence, at <a href="/api">the API</a>.
        </p>
      </section>
    </div>,
  );
}

const MOST_POINTS = Math.max(...CHECKS.map(maxPointsOf));

/** Lists the checks, each with a bar for its weight. */
function CheckList() {
  return (
    <ol class="check-list page-part">
      {CHECKS.map((check) => (
        <li key={check.key}>
          <p class="check-points number">{maxPointsOf(check)}</p>
          <div>
            <h2>
              <a href={`/checks/${check.key}`}>{check.label}</a>
            </h2>
            <p class="muted">{check.asks}</p>
          </div>
          <svg width="100%" height="8" aria-hidden="true">
            <rect class="share-bars-track" width="100%" height="8" rx="2" />
            <rect class="series-1" width={`${(maxPointsOf(check) / MOST_POINTS) * 100}%`} height="8" rx="2" />
          </svg>
        </li>
      ))}
    </ol>
  );
}

function ScoringRules() {
  return (
    <ul>
      <li>
        A check <b>fails</b> when one of its fail criteria holds, <b>warns</b> when any part of a point is lost, and
        else <b>passes</b>.
      </li>
      <li>
        A question that does not apply leaves the sum: its check keeps its points and shares them among the others. A
        check none of whose questions applies is not judged, and its points are shared among the other checks. A page
        without enough text to judge is a fault, and never a question that does not apply.
      </li>
      <li>
        Points are exact fractions until the end. The score is their sum, rounded down; the points of checks and
        questions are rounded so that they add up to it.
      </li>
      <li>A failure of ours takes no point. A site that could not be read has no score; the audit says why.</li>
      <li>The same bytes give the same score: there is no clock, no timing, no language model and no chance in it.</li>
      <li>
        Beside the home page, at most {PAGES_FETCHED} pages are fetched and at most {JUDGED_PAGES} of them judged. The
        same site gives the same pages. Listing, tag, contact and legal pages are at most {JUDGED_SECONDARY} of them,
        unless there are too few others.
      </li>
      <li>
        A page that refreshes to another page within five seconds, a page whose canonical is a judged page, and{' '}
        <code>/index.html</code> beside <code>/</code> are not judged as pages.
      </li>
    </ul>
  );
}

function GateTable() {
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Gate</th>
            <th scope="col">It applies while</th>
            <th scope="col" class="number">
              Score at most
            </th>
          </tr>
        </thead>
        <tbody>
          {GATES.map(({ id, key, cap }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>
                {GATE_HOLDS_WHILE[id]} (<a href={`/checks/${key}`}>{labelOf(key)}</a>)
              </td>
              <td class="number">{cap}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf(key: string): string {
  const check = CHECKS.find((one) => one.key === key);
  return check === undefined ? key : `${check.label}, ${maxPointsOf(check)} points`;
}
