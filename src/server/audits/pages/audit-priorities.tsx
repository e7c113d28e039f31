import type { Fix } from '../../../audit/fixes/fix.ts';
import { whereToFix } from '../../../audit/fixes/places.ts';
import { linesToFix } from '../../../audit/fixes/snippets.ts';
import { count } from '../../../audit/formatting.ts';
import { reachableScore } from '../../../audit/report/gains.ts';
import type { Report } from '../../../audit/report/report.ts';
import { ofList, seenText } from '../../../documents/designer-tasks.ts';
import { guidedSite } from '../../../documents/fix-guide/guided-site.ts';
import { firstObservations } from '../../../documents/observations.ts';
import { nothingToFix } from '../../../documents/pages-read.ts';
import { findMeaning, listStatements, type Task } from '../../../documents/tasks.ts';
import { describeWork } from '../../../documents/work-of-task.ts';
import type { Stack } from '../../../site/stack.ts';
import { formatCount } from '../../../values/format-count.ts';
import { CodeBlock, Section, SiteLink } from '../../../web/layout/components.tsx';
import { changeAnchor, questionAnchor } from './audit-question.tsx';

/** Changes shown at once; the others open. */
const SHOWN = 5;

interface AuditPrioritiesProps {
  readonly tasks: readonly Task[];
  readonly report: Report;
  /** Path of the audit. */
  readonly path: string;
}

/** Shows all changes in the order of every list of fixes, and what caps the score. */
export function AuditPriorities({ tasks, report, path }: AuditPrioritiesProps) {
  const { origin } = guidedSite(report);
  const items = tasks.map((task, i) => (
    <Priority key={task.parts[0]?.problem} n={i + 1} task={task} report={report} origin={origin} />
  ));
  const next = tasks[SHOWN];
  return (
    <Section id="fix-first" title="What to fix first" class="stack">
      <Cap report={report} />
      {tasks.length === 0 ? (
        <p class="lead">{nothingToFix(report)}</p>
      ) : (
        <>
          <p class="small muted no-print">
            The largest gains come first. A change stands higher if more points can be judged after it. Among similar
            gains, changes that need no new text and no decision come first.
          </p>
          <ol class="priorities">{items.slice(0, SHOWN)}</ol>
          {next !== undefined && (
            <details class="more-priorities">
              <summary>
                {count(tasks.length - SHOWN, 'further change')}, from {next.gain.before} to {reachableScore(report)}
              </summary>
              <ol class="priorities" start={SHOWN + 1}>
                {items.slice(SHOWN)}
              </ol>
            </details>
          )}
          <p class="no-print">
            <a href={`${path}/fix-guide`}>All fixes as a guide for a coding agent</a>
          </p>
        </>
      )}
    </Section>
  );
}

/** Shows the gate with the lowest cap. */
function Cap({ report: { gates, earned, score } }: { report: Report }) {
  const [gate] = gates;
  if (gate === undefined) return null;
  return (
    <aside class="callout callout-poor" aria-label="What caps the score">
      <p>
        <strong>{gate.reason}</strong>{' '}
        {earned > score
          ? `Fix this first: it alone holds the score at ${score}, although the checks earned ${earned}.`
          : `Until this is fixed, the maximum score is ${gate.cap}.`}{' '}
        <a href="/checks#gates">Why {gate.id} caps the score</a>
      </p>
    </aside>
  );
}

interface PriorityProps {
  /** Place in the list, from 1. */
  readonly n: number;
  readonly task: Task;
  readonly report: Report;
  readonly origin: string;
}

function Priority({ n, task, report, origin }: PriorityProps) {
  const { parts, fix, opensGate } = task;
  const [first] = parts;
  if (first === undefined) return null;
  const [headline, ...others] = listStatements(parts);
  const meaning = findMeaning(parts);
  return (
    <li class="priority" id={changeAnchor(n)}>
      <p class={opensGate ? 'priority-worth priority-gate number' : 'priority-worth number'}>
        <Gain task={task} />
      </p>
      <div>
        <h3 class="priority-problem">
          <a class="priority-link" href={`#${questionAnchor(first.key, first.question.id)}`}>
            {headline}
          </a>
        </h3>
        {meaning !== null && <p class="muted prose priority-fix">{meaning}</p>}
        {others.length > 0 && (
          <p class="muted small prose priority-fix">The same change also fixes: {others.join(' ')}</p>
        )}
        <PrintedDetails task={task} stack={report.stack} />
        {fix !== null && <FixDetails fix={fix} stack={report.stack} origin={origin} />}
      </div>
    </li>
  );
}

/** Places of a problem that are printed. */
const PRINTED = 3;

/** Shows on paper what a screen opens: what was seen and where, what to do, how much, and who. */
function PrintedDetails({ task, stack }: { task: Task; stack: Stack }) {
  const { fix } = task;
  const work = describeWork(task);
  if (fix === null || work === null) return null;
  const { first, more } = firstObservations(task);
  const others = more + Math.max(0, first.length - PRINTED);
  return (
    <dl class="print-only small">
      <dt>What to do</dt>
      <dd>
        {ofList(fix.instruction)} {whereToFix(fix.place, stack)}
      </dd>
      <dt>Seen</dt>
      {first.slice(0, PRINTED).map((seen) => (
        <dd key={seen.url + seen.note}>
          <SiteLink url={seen.url} /> {seenText(seen)}
        </dd>
      ))}
      {others > 0 && <dd>and {formatCount(others)} more</dd>}
      <dt>How much</dt>
      <dd>{work.effort}</dd>
      <dt>Who</dt>
      <dd>{work.who}</dd>
    </dl>
  );
}

function Gain({ task: { gain, opensGate } }: { task: Task }) {
  if (opensGate) {
    return (
      <>
        {gain.before} → {gain.after}
      </>
    );
  }
  return (
    <>
      +{gain.points}
      <span class="visually-hidden"> {gain.points === 1 ? 'point' : 'points'}</span>
    </>
  );
}

interface FixDetailsProps {
  readonly fix: Fix;
  readonly stack: Stack;
  /** Origin of the audited site, for lines that name it. */
  readonly origin: string;
}

/** Shows a fix for developers: what to change, where, the exact lines and the command that proves it. Closed at first, and not printed. */
function FixDetails({ fix, stack, origin }: FixDetailsProps) {
  const { place, instruction, askFirst = false, proof } = fix;
  const exact = linesToFix(fix, stack, origin);
  const lines = exact?.lines ?? fix.lines;
  return (
    <details class="fix no-print">
      <summary class="small">For developers</summary>
      <p class="prose">{instruction}</p>
      {askFirst && <p class="small prose">This may have been meant: make sure before you change it.</p>}
      {exact?.isOwn !== true && <p class="small muted prose">{whereToFix(place, stack)}</p>}
      {lines !== null && (
        <>
          {exact !== null && <p class="small prose">In {exact.where}:</p>}
          <CodeBlock text={lines} label="lines" />
        </>
      )}
      {proof !== null && (
        <>
          <p class="small prose">After the fix, this prints {proof.expect}:</p>
          <CodeBlock text={proof.command} label="command" />
        </>
      )}
    </details>
  );
}
