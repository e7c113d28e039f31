import { reachableScore } from '../../../audit/report/gains.ts';
import type { Report } from '../../../audit/report/report.ts';
import { count } from '../../../audit/wording.ts';
import { problemText, type Task } from '../../../documents/fix-guide/fix-guide-tasks.ts';
import { questionAnchor } from './audit-question.tsx';

const SHOWN = 5;

/** The changes that gain most, in the order of every list, and the way to the others. */
export function AuditPriorities({ tasks, report, path }: { tasks: readonly Task[]; report: Report; path: string }) {
  const others = tasks.slice(SHOWN);
  const [next] = others;
  const [first] = tasks;
  return (
    <section class="stack" aria-labelledby="fix-first">
      <h2 id="fix-first">What to fix first</h2>
      {first === undefined ? (
        <p class="lead">Nothing: every point was earned.</p>
      ) : (
        <>
          {first.opensGate && report.earned > report.score && (
            <p class="muted">Fix this first: it alone holds you at {first.gain.before}.</p>
          )}
          <ol class="priorities">
            {tasks.slice(0, SHOWN).map((task) => (
              <Priority key={task.parts[0]?.problem} task={task} />
            ))}
          </ol>
          <p>
            {next !== undefined &&
              `${count(others.length, 'further change')} would take the score from ${next.gain.before} to ${reachableScore(report)}. `}
            <a href={`${path}/fix-guide`}>All of it as one guide for a coding agent</a>
          </p>
        </>
      )}
    </section>
  );
}

function Priority({ task }: { task: Task }) {
  const { parts, fix, opensGate } = task;
  const [first] = parts;
  if (first === undefined) return null;
  return (
    <li class="priority">
      <p class={opensGate ? 'priority-worth priority-gate number' : 'priority-worth number'}>
        <Gain task={task} />
      </p>
      <div>
        <h3 class="priority-problem">
          <a class="priority-link" href={`#${questionAnchor(first.key, first.question.id)}`}>
            {problemText(parts)}
          </a>
        </h3>
        {fix !== null && <p class="muted prose priority-fix">{fix.instruction}</p>}
      </div>
    </li>
  );
}

function Gain({ task: { gain, opensGate } }: { task: Task }) {
  const difference = gain.after - gain.before;
  if (opensGate) {
    return (
      <>
        {gain.before} → {gain.after}
      </>
    );
  }
  return (
    <>
      {difference === 0 ? '<1' : `+${difference}`}
      <span class="visually-hidden"> {difference <= 1 ? 'point' : 'points'}</span>
    </>
  );
}
