import { count } from '../../../audit/formatting.ts';
import { type ChangedQuestion, type ComparedFinding, compareReports } from '../../../audit/report/compare-reports.ts';
import { type Finding, isJudged } from '../../../audit/report/report.ts';
import type { ComparableQuestion, ComparedPages } from '../../../audit/report/same-pages.ts';
import { comparedPagesText } from '../../../documents/compared-pages-text.ts';
import { writeHeadline } from '../../../documents/headlines.ts';
import { decideVerdict } from '../../../documents/verdict.ts';
import { Section, Table, Time } from '../../../web/layout/components.tsx';
import { type Instance, signInPath } from '../../../web/layout/instance.ts';
import { renderPage } from '../../../web/layout/layout.tsx';
import type { FinishedAudit } from '../audit.ts';
import { questionAnchor } from './audit-question.tsx';
import { ScoreDial } from './score-dial.tsx';

/** One side of a comparison: what was typed, and the audit that it names, or why there is none. */
export interface ComparedSide {
  readonly text: string;
  readonly audit: FinishedAudit | null;
  readonly problem: string | null;
}

/** Renders `/compare`: two audits or two sites side by side. */
export function comparePage(instance: Instance, a: ComparedSide, b: ComparedSide): string {
  const isOfTwo = a.audit !== null && b.audit !== null;
  const title = isOfTwo ? `${a.audit.domain} and ${b.audit.domain} compared` : 'Compare two sites';
  return renderPage(
    instance,
    {
      title,
      description: 'Two websites, or two audits of one, side by side: scores, checks and questions.',
      path: '/compare',
      isNoindex: isOfTwo || a.text !== '' || b.text !== '',
    },
    <article class="stack-large">
      <h1>{title}</h1>
      {isOfTwo && <Comparison a={a.audit} b={b.audit} />}
      <CompareForm a={a} b={b} />
      {instance.viewer === undefined && (a.problem ?? b.problem) !== null && (
        <p>
          <a class="button button-quiet" href={signInPath(instance.here ?? '/compare')} rel="nofollow">
            Sign in
          </a>
        </p>
      )}
    </article>,
  );
}

function CompareForm({ a, b }: { a: ComparedSide; b: ComparedSide }) {
  return (
    <form class="compare-form no-print" action="/compare" method="get">
      <SideField name="a" label="Website, or id of an audit" side={a} />
      <SideField name="b" label="Compare with" side={b} />
      <button class="button" type="submit">
        Compare
      </button>
    </form>
  );
}

function SideField({ name, label, side: { text, problem } }: { name: 'a' | 'b'; label: string; side: ComparedSide }) {
  return (
    <div>
      <label for={`side-${name}`}>{label}</label>
      <input
        id={`side-${name}`}
        name={name}
        type="text"
        inputMode="url"
        autocapitalize="none"
        spellcheck={false}
        placeholder="example.com"
        required
        value={text}
        aria-describedby={problem === null ? undefined : `side-${name}-problem`}
        aria-invalid={problem === null ? undefined : 'true'}
      />
      {problem !== null && (
        <p id={`side-${name}-problem`} class="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function Comparison({ a, b }: { a: FinishedAudit; b: FinishedAudit }) {
  const comparison = compareReports(a.report, b.report);
  const { before, after } = comparison.scores;
  return (
    <>
      <div class="compare-scores">
        <Side audit={a} score={before} />
        <Side audit={b} score={after} />
      </div>
      {comparison.comparable ? (
        <>
          {a.domain === b.domain && <p class="prose">{comparedPagesText(comparison.pages).join(' ')}</p>}
          <CheckTable a={a} b={b} findings={hasOtherPages(comparison.pages) ? comparison.findings : null} />
          <Differences a={a} b={b} questions={comparison.questions} />
        </>
      ) : (
        <p class="callout">
          They were judged by different versions of the rubric, so their points cannot be compared. Audit both again.
        </p>
      )}
    </>
  );
}

/** Returns whether an audit judged a page that the other did not: then its own points are not those of the comparison. */
function hasOtherPages({ gone, notRead, added }: ComparedPages): boolean {
  return gone.length + notRead.length + added.length > 0;
}

/** @param score that of the pages that are compared */
function Side({ audit: { id, domain, finishedAt, report }, score }: { audit: FinishedAudit; score: number }) {
  const [gate] = report.gates;
  return (
    <section class="stack" aria-label={`${domain}, ${score} of 100`}>
      <h2>
        <a href={`/audits/${id}`}>
          <bdi>{domain}</bdi>
        </a>
      </h2>
      <p class="small muted">
        <Time at={finishedAt} />
      </p>
      <ScoreDial score={score} band={decideVerdict({ ...report, score })} />
      {score !== report.score && <p class="small muted">{report.score} by its own choice of pages</p>}
      {gate !== undefined && (
        <p class="small prose">
          {gate.reason} The maximum score is {gate.cap}.
        </p>
      )}
    </section>
  );
}

interface CheckTableProps {
  readonly a: FinishedAudit;
  readonly b: FinishedAudit;
  /** Counted points of the pages that both judged; null where these are all pages. */
  readonly findings: readonly ComparedFinding[] | null;
}

function CheckTable({ a, b, findings }: CheckTableProps) {
  const rows =
    findings?.map(({ key, label, before, after, maxPoints }) => (
      <tr key={key}>
        <th scope="row">{label}</th>
        {[before, after].map((points) => (
          <td>
            <b class="number">{maxPoints > 0 ? `${points}/${maxPoints}` : 'Not judged'}</b>
          </td>
        ))}
      </tr>
    )) ??
    a.report.findings.map((finding) => (
      <tr key={finding.key}>
        <th scope="row">{finding.label}</th>
        <CheckCell finding={finding} />
        <CheckCell finding={b.report.findings.find(({ key }) => key === finding.key)} />
      </tr>
    ));
  const head = (
    <thead>
      <tr>
        <td />
        <th scope="col">
          <Column audit={a} other={b} />
        </th>
        <th scope="col">
          <Column audit={b} other={a} />
        </th>
      </tr>
    </thead>
  );
  return (
    <Section id="checks" title="Check by check" class="stack">
      <Table aria-label="Points of each check" class="compare-table" head={head}>
        <tbody>{rows}</tbody>
      </Table>
    </Section>
  );
}

/** Names one side: two audits of one site differ by their time. */
function Column({ audit, other }: { audit: FinishedAudit; other: FinishedAudit }) {
  return audit.domain === other.domain ? <Time at={audit.finishedAt} /> : <bdi>{audit.domain}</bdi>;
}

function CheckCell({ finding }: { finding: Finding | undefined }) {
  if (finding === undefined) return <td>–</td>;
  return (
    <td>
      <b class="number">{isJudged(finding) ? `${finding.earned}/${finding.maxPoints}` : 'Not judged'}</b>
      <span class="compare-headline">{writeHeadline(finding)}</span>
    </td>
  );
}

interface DifferencesProps {
  readonly a: FinishedAudit;
  readonly b: FinishedAudit;
  readonly questions: readonly ChangedQuestion[];
}

/** Shows the questions with different results, by the side that does better. */
function Differences({ a, b, questions }: DifferencesProps) {
  const better = (audit: FinishedAudit) =>
    questions
      .filter(
        ({ before, after }) => before !== null && after !== null && (audit === a ? before > after : after > before),
      )
      .toSorted((one, other) => computeDifference(other) - computeDifference(one));
  return (
    <div class="compare-better">
      <Better audit={a} other={b} questions={better(a)} />
      <Better audit={b} other={a} questions={better(b)} />
    </div>
  );
}

/** Maximum number of questions listed of each side. */
const SHOWN = 8;

/** Returns `6/11`. Maxima differ where other questions apply. */
function formatPoints({ earned, maxPoints }: ComparableQuestion): string {
  return `${earned}/${maxPoints}`;
}

function computeDifference({ before, after }: ChangedQuestion): number {
  return Math.abs((after ?? 0) - (before ?? 0));
}

interface BetterProps {
  readonly audit: FinishedAudit;
  readonly other: FinishedAudit;
  readonly questions: readonly ChangedQuestion[];
}

function Better({ audit, other, questions }: BetterProps) {
  return (
    <section class="stack" aria-labelledby={`better-${audit.id}`}>
      <h2 id={`better-${audit.id}`}>
        Where <Column audit={audit} other={other} /> does better
      </h2>
      {questions.length === 0 ? (
        <p class="muted">In no question.</p>
      ) : (
        <ul class="changed">
          {questions.slice(0, SHOWN).map((question) => (
            <li key={`${question.key}.${question.id}`} class="changed-item">
              <span class="tag tag-pass changed-by number">+{computeDifference(question)}</span>
              <span>
                <a href={`/audits/${other.id}#${questionAnchor(question.key, question.id)}`}>{question.ask}</a>{' '}
                <span class="muted">
                  {formatPoints(question.earlier)} and {formatPoints(question.later)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {questions.length > SHOWN && <p class="muted">And {count(questions.length - SHOWN, 'smaller difference')}.</p>}
    </section>
  );
}
