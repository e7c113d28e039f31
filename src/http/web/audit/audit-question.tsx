import { isFull, type Observation } from '../../../audit/check.ts';
import type { Fix } from '../../../audit/fixes/fix.ts';
import { whereToFix } from '../../../audit/fixes/places.ts';
import { exactLines } from '../../../audit/fixes/snippets.ts';
import type { JudgedQuestion } from '../../../audit/report/report.ts';
import type { Stack } from '../../../site/stack.ts';
import { CodeBlock, SiteLink } from '../layout/components.tsx';

/** Most observations shown at once; the others open. */
const SHOWN_AT_ONCE = 4;

interface AuditQuestionProps {
  readonly anchor: string;
  readonly question: JudgedQuestion;
  readonly stack: Stack;
  /** Origin of the audited site, for lines that name it. */
  readonly origin: string;
  /** Question above with the same fix; null when there is none. */
  readonly sameFixAs: string | null;
}

/** Returns the anchor of a question on its audit's page. */
export function questionAnchor(key: string, id: string): string {
  return `${key}-${id}`;
}

/** Shows a question with its points, its evidence, and the fix where points were lost. */
export function AuditQuestion({ anchor, question, stack, origin, sameFixAs }: AuditQuestionProps) {
  const { ask, must, earned, maxPoints, notApplicable, observed, fix } = question;
  const isLost = !isFull(question);
  return (
    <li class={isLost ? 'question question-lost' : 'question'} id={anchor}>
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
        {isLost && <p class="muted small prose">For all its points: {must}</p>}
        <Evidence observed={observed} />
        {fix !== null && sameFixAs === null && <FixSteps fix={fix} stack={stack} origin={origin} />}
        {fix !== null && sameFixAs !== null && (
          <p class="prose">
            <b>Fix:</b> the same change as for “{sameFixAs}” above.
          </p>
        )}
      </div>
    </li>
  );
}

/** Shows the observations, each once even if it was made in several places. */
function Evidence({ observed }: { observed: readonly Observation[] }) {
  if (observed.length === 0) return null;
  const groups = [...Map.groupBy(observed, ({ note, text }) => JSON.stringify([note, text])).values()];
  const more = groups.slice(SHOWN_AT_ONCE);
  return (
    <>
      <ObservationList groups={groups.slice(0, SHOWN_AT_ONCE)} />
      {more.length > 0 && (
        <details class="more-evidence">
          <summary class="small">{more.length} more</summary>
          <ObservationList groups={more} />
        </details>
      )}
    </>
  );
}

function ObservationList({ groups }: { groups: readonly (readonly Observation[])[] }) {
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

function FixSteps({ fix, stack, origin }: { fix: Fix; stack: Stack; origin: string }) {
  const { place, instruction, snippet = null, askFirst = false, proof } = fix;
  const exact = snippet === null ? null : exactLines(snippet, stack, origin);
  const lines = exact?.lines ?? fix.lines;
  return (
    <div class="fix">
      <p class="prose">
        <b>Fix:</b> {instruction}
      </p>
      {askFirst && <p class="small prose">The owner decides this: it may have been meant.</p>}
      <p class="small muted prose">{whereToFix(place, stack)}</p>
      {lines !== null && (
        <>
          {exact !== null && <p class="small prose">In {exact.where}:</p>}
          <CodeBlock text={lines} label="lines" />
        </>
      )}
      {proof !== null && (
        <>
          <p class="small prose">When it worked, this prints {proof.expect}:</p>
          <CodeBlock text={proof.command} label="command" />
        </>
      )}
    </div>
  );
}
