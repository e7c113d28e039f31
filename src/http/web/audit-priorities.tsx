import type { Report } from '../../audit/report.ts';
import { count } from '../../audit/wording.ts';
import { problemText, type Task } from '../../documents/fix-guide-tasks.ts';
import { questionAnchor } from './audit-question.tsx';

const SHOWN = 5;

/** The changes that earn most, and the way to the others. */
export function AuditPriorities({ tasks, report, path }: { tasks: readonly Task[]; report: Report; path: string }) {
  const byWorth = tasks.toSorted((a, b) => b.worth - a.worth);
  const others = byWorth.slice(SHOWN);
  const rest = others.reduce((sum, { worth }) => sum + worth, 0);
  return (
    <section class="stack" aria-labelledby="fix-first">
      <h2 id="fix-first">What to fix first</h2>
      {tasks.length === 0 ? (
        <p class="lead">Nothing: every point was earned.</p>
      ) : (
        <>
          {report.gates.length > 0 && (
            <p class="muted">
              What the gate rests on comes before all: until that is mended, these points do not count in full.
            </p>
          )}
          <ol class="priorities">
            {byWorth.slice(0, SHOWN).map((task) => (
              <Priority key={task.parts[0]?.problem} task={task} />
            ))}
          </ol>
          <p>
            {others.length > 0 && `${count(others.length, 'further change')} would earn ${count(rest, 'point')}. `}
            <a href={`${path}/fix-guide`}>All of it as one guide for a coding agent</a>
          </p>
        </>
      )}
    </section>
  );
}

function Priority({ task: { worth, parts, fix } }: { task: Task }) {
  const [first] = parts;
  if (first === undefined) return null;
  return (
    <li class="priority">
      <p class="priority-worth number">
        +{worth}
        <span class="visually-hidden"> {worth === 1 ? 'point' : 'points'}</span>
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
