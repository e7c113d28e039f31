import { isFull, type Observation } from '../../../audit/check.ts';
import type { JudgedQuestion } from '../../../audit/report/report.ts';
import { findQuestion, RUBRIC_VERSION } from '../../../audit/rubric.ts';
import { firstObservations, type Seen } from '../../../documents/observations.ts';
import { formatCount } from '../../../values/format-count.ts';
import { SiteLink } from '../../../web/layout/components.tsx';

/** Maximum number of observations that open below the first; the evidence of the audit has all. */
const SHOWN_MORE = 100;

interface AuditQuestionProps {
  /** Key of the check. */
  readonly of: string;
  readonly rubricVersion: number;
  readonly question: JudgedQuestion;
  /** Place in the list of changes of the one that fixes it, from 1; null where nothing was lost. */
  readonly change: number | null;
}

/** Returns the anchor of a question on its audit's page. */
export function questionAnchor(key: string, id: string): string {
  return `${key}-${id}`;
}

/** Returns the anchor of a change on its audit's page. @param n its place in the list, from 1 */
export function changeAnchor(n: number): string {
  return `change-${n}`;
}

/** Shows a question with its points, its evidence, and a link to the fix where points were lost. */
export function AuditQuestion({ of, rubricVersion, question, change }: AuditQuestionProps) {
  const { ask, earned, maxPoints, notApplicable } = question;
  const isLost = !isFull(question);
  return (
    <li class={isLost ? 'question question-lost' : 'question'} id={questionAnchor(of, question.id)}>
      <p class="question-points number">
        {notApplicable !== null && maxPoints === 0 ? (
          <>
            –<span class="visually-hidden"> does not apply</span>
          </>
        ) : (
          <>
            <b class="question-earned">{earned}</b>/{maxPoints}
            <span class="visually-hidden"> {maxPoints === 1 ? 'point' : 'points'}</span>
          </>
        )}
      </p>
      <div class="question-body">
        <h4 class="question-ask">{ask}</h4>
        {notApplicable !== null && <p class="muted small prose">Does not apply to this site. {notApplicable}</p>}
        <Evidence problem={question} />
        {isLost && (
          <details class="more-evidence">
            <summary class="small">What earns all points</summary>
            <Condition of={of} question={question} rubricVersion={rubricVersion} />
          </details>
        )}
        {change !== null && (
          <p class="small no-print">
            <a class="roomy-link" href={`#${changeAnchor(change)}`}>
              How to fix it: change {change}
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

interface ConditionProps {
  /** Key of the check. */
  readonly of: string;
  readonly question: Pick<JudgedQuestion, 'id' | 'must'>;
  readonly rubricVersion: number;
}

/** Says what earns all points, in short with a link to the exact rule. Reports of earlier rubrics have only their own. */
export function Condition({ of, question: { id, must }, rubricVersion }: ConditionProps) {
  const inShort = rubricVersion === RUBRIC_VERSION ? findQuestion(of, id)?.inShort : undefined;
  return (
    <p class="muted small prose">
      {inShort ?? must}
      {inShort !== undefined && (
        <>
          {' '}
          <a href={`/checks/${of}#${id}`}>The exact rule</a>
        </>
      )}
    </p>
  );
}

/** Shows the first observations. The others open, as many as a page holds. */
function Evidence({ problem }: { problem: Seen }) {
  const { first, more } = firstObservations(problem);
  const next = problem.observed.slice(first.length, first.length + SHOWN_MORE);
  return (
    <>
      <ObservationList observed={first} />
      {more > 0 && (
        <details class="more-evidence">
          <summary class="small">and {formatCount(more)} more</summary>
          <ObservationList observed={next} />
          {more > next.length && (
            <p class="small muted">
              and {formatCount(more - next.length)} more: the evidence of this audit, as JSON, has them.
            </p>
          )}
        </details>
      )}
    </>
  );
}

/** Lists observations, each once even if it was made in several places. */
function ObservationList({ observed }: { observed: readonly Observation[] }) {
  if (observed.length === 0) return null;
  const groups = [...Map.groupBy(observed, ({ note, text }) => JSON.stringify([note, text])).values()];
  return (
    <ul class="evidence">
      {groups.map((places) => (
        <li key={places[0]?.note}>
          <p class="prose">{places[0]?.note}</p>
          <Quoted text={places[0]?.text ?? ''} />
          {places.map((place) => (
            <Place key={place.url} place={place} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Quotes the site. */
function Quoted({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p class="quoted" dir="auto">
      <q>{text}</q>
    </p>
  );
}

function Place({ place: { url, line, header, status } }: { place: Observation }) {
  return (
    <p class="small muted">
      <SiteLink url={url} />
      {line !== null && <span class="fact">line {line}</span>}
      {header !== null && (
        <span class="fact">
          header <bdi class="mono">{header}</bdi>
        </span>
      )}
      {status !== null && <span class="fact">status {status}</span>}
    </p>
  );
}
