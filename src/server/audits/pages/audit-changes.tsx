import { count } from '../../../audit/formatting.ts';
import type { ChangedQuestion, ReportComparison } from '../../../audit/report/compare-reports.ts';
import { comparedPagesText } from '../../../documents/compared-pages-text.ts';
import { Section, Time } from '../../../web/layout/components.tsx';
import type { FinishedAudit } from '../audit.ts';
import { questionAnchor } from './audit-question.tsx';
import { type ScoreAt, ScoreHistory, signed } from './score-history.tsx';

/** Largest changes, shown at once; the others open. */
const SHOWN_AT_ONCE = 8;

export interface AuditChangesProps {
  readonly previous: FinishedAudit | null;
  readonly comparison: ReportComparison | null;
  /** Scores of the domain, newest first. */
  readonly scores: readonly ScoreAt[];
}

/** Shows the changes since the previous audit, and the scores so far. */
export function AuditChanges({ id, previous, comparison, scores }: AuditChangesProps & { id: string }) {
  return (
    <Section id="changes" title="What changed" class={scores.length > 1 ? 'stack' : 'stack no-print'}>
      {previous === null ? (
        <p class="muted">This is the first stored audit of this site. The next one will be compared with it.</p>
      ) : (
        <>
          <p class="muted">
            Previous audit: {previous.report.score} of 100 on <Time at={previous.finishedAt} />.{' '}
            <a class="no-print" href={`/compare?a=${previous.id}&b=${id}`}>
              Compare side by side
            </a>
          </p>
          {comparison !== null && <Comparison comparison={comparison} />}
        </>
      )}
      {scores.length > 1 && <ScoreHistory scores={scores} shown={id} />}
    </Section>
  );
}

function Comparison({ comparison }: { comparison: ReportComparison }) {
  if (!comparison.comparable) {
    const { before, after } = comparison.rubricVersions;
    return (
      <p>
        The rubric changed: the previous audit used version {before}, this one uses version {after}. Their points cannot
        be compared.
      </p>
    );
  }
  const { scores, scoreDifference, questions, gates, pages } = comparison;
  const byDifference = questions.toSorted((a, b) => Math.abs(computeDifference(b)) - Math.abs(computeDifference(a)));
  const more = byDifference.slice(SHOWN_AT_ONCE);
  return (
    <>
      {scoreDifference === 0 && questions.length === 0 ? (
        <p>Nothing changed.</p>
      ) : (
        <p class="difference number">
          <b class="difference-number">{signed(scoreDifference)}</b>{' '}
          {Math.abs(scoreDifference) === 1 ? 'point' : 'points'}, from {scores.before} to {scores.after}
        </p>
      )}
      <p class="muted prose">{comparedPagesText(pages).join(' ')}</p>
      {gates.closed.map(({ id, reason }) => (
        <p key={id}>
          <span class="tag tag-fail">new</span> Gate {id} now caps the score. {reason}
        </p>
      ))}
      {gates.opened.map(({ id }) => (
        <p key={id}>
          <span class="tag tag-pass">fixed</span> Gate {id} no longer caps the score.
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

/** Returns the points gained or lost; 0 where the question did not apply to both audits. */
function computeDifference({ before, after }: ChangedQuestion): number {
  return before === null || after === null ? 0 : after - before;
}

function Change({ question }: { question: ChangedQuestion }) {
  const { key, id, ask, change, before, after, maxPoints } = question;
  const difference = computeDifference(question);
  const tag = change === 'better' ? 'tag tag-pass' : change === 'worse' ? 'tag tag-fail' : 'tag';
  return (
    <li class="changed-item">
      <span class={`${tag} changed-by number`}>{signed(difference)}</span>
      <span>
        <a href={`#${questionAnchor(key, id)}`}>{ask}</a>{' '}
        <span class="muted">
          {change === 'new' && `It did not apply before. Now it earns ${after} of ${maxPoints}.`}
          {change === 'gone' && `It no longer applies. It had earned ${count(before ?? 0, 'point')}.`}
          {(change === 'better' || change === 'worse') && `${before} of ${maxPoints} before, now ${after}.`}
        </span>
      </span>
    </li>
  );
}
