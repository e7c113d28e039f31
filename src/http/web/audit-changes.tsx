import type { ChangedQuestion, ReportComparison } from '../../audit/compare-reports.ts';
import { count } from '../../audit/wording.ts';
import type { FinishedAudit } from '../../service/audit.ts';
import { questionAnchor } from './audit-question.tsx';
import { type ScoreAt, ScoreHistory, signed } from './charts/score-history.tsx';
import { Time } from './time.tsx';

/** The largest changes; the others open. */
const SHOWN_AT_ONCE = 8;

export interface AuditChangesProps {
  readonly previous: FinishedAudit | null;
  readonly comparison: ReportComparison | null;
  /** Of the domain, the newest first. */
  readonly scores: readonly ScoreAt[];
}

/** What has changed since the audit before, and the scores so far. */
export function AuditChanges({ id, previous, comparison, scores }: AuditChangesProps & { id: string }) {
  return (
    <section class="stack" aria-labelledby="changes">
      <h2 id="changes">What changed</h2>
      {previous === null ? (
        <p class="muted">
          This is the first audit of the site that is kept here; the next one will be compared with it.
        </p>
      ) : (
        <>
          <p class="muted">
            The audit before finished on <Time at={previous.finishedAt} /> with {previous.report.score} of 100.
          </p>
          {comparison !== null && <Comparison comparison={comparison} />}
        </>
      )}
      {scores.length > 1 && <ScoreHistory scores={scores} shown={id} />}
    </section>
  );
}

function Comparison({ comparison }: { comparison: ReportComparison }) {
  if (!comparison.comparable) {
    const { before, after } = comparison.rubricVersions;
    return (
      <p>
        It was judged by version {before} of the rubric, this one by version {after}: their points do not compare.
      </p>
    );
  }
  const { scoreDifference, questions, gates } = comparison;
  const byDifference = questions.toSorted((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)));
  const more = byDifference.slice(SHOWN_AT_ONCE);
  return (
    <>
      {scoreDifference === 0 && questions.length === 0 ? (
        <p>Every question is answered as before.</p>
      ) : (
        <p class="difference number">
          <b class="difference-number">{signed(scoreDifference)}</b>{' '}
          {Math.abs(scoreDifference) === 1 ? 'point' : 'points'}
        </p>
      )}
      {gates.closed.map(({ id, reason }) => (
        <p key={id}>
          <span class="tag tag-fail">new</span> Gate {id} holds now. {reason}
        </p>
      ))}
      {gates.opened.map(({ id }) => (
        <p key={id}>
          <span class="tag tag-pass">mended</span> Gate {id} holds no more.
        </p>
      ))}
      <ChangeList questions={byDifference.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details>
          <summary>{count(more.length, 'further change')}</summary>
          <ChangeList questions={more} />
        </details>
      )}
    </>
  );
}

function ChangeList({ questions }: { questions: readonly ChangedQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <ul class="changed">
      {questions.map((question) => (
        <Change key={`${question.key}.${question.id}`} question={question} />
      ))}
    </ul>
  );
}

function differenceOf({ before, after, maxPoints }: ChangedQuestion): number {
  // A question that is not asked costs nothing: it counts as full.
  return (after ?? maxPoints) - (before ?? maxPoints);
}

function Change({ question }: { question: ChangedQuestion }) {
  const { key, id, ask, change, before, after, maxPoints } = question;
  const difference = differenceOf(question);
  const tag = difference > 0 ? 'tag tag-pass' : difference < 0 ? 'tag tag-fail' : 'tag';
  return (
    <li class="changed-item">
      <span class={`${tag} changed-by number`}>{signed(difference)}</span>
      <span>
        <a href={`#${questionAnchor(key, id)}`}>{ask}</a>{' '}
        <span class="muted">
          {change === 'new' && `Asked now, was not before: ${after} of ${maxPoints}.`}
          {change === 'gone' && `Not asked any more; it had ${before} of ${maxPoints}.`}
          {(change === 'better' || change === 'worse') && `${before} of ${maxPoints} before, now ${after}.`}
        </span>
      </span>
    </li>
  );
}
