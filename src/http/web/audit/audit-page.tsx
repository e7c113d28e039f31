import { count, list } from '../../../audit/formatting.ts';
import { reachableScore } from '../../../audit/report/gains.ts';
import { isJudged, type Report, type Severity } from '../../../audit/report/report.ts';
import { CHECK_COUNT } from '../../../audit/rubric.ts';
import { problemText, type Task, tasksOf } from '../../../documents/tasks.ts';
import { VERDICT_NAMES, type Verdict, verdictOf } from '../../../documents/verdict.ts';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import { ScoreDial } from '../charts/score-dial.tsx';
import { Section } from '../layout/components.tsx';
import type { Instance } from '../layout/instance.ts';
import { CHECKS_NAME } from '../layout/layout.tsx';
import { AuditBasis } from './audit-basis.tsx';
import { AuditChanges, type AuditChangesProps } from './audit-changes.tsx';
import { AuditFindings } from './audit-findings.tsx';
import { auditTabPage } from './audit-layout.tsx';
import { questionAnchor } from './audit-question.tsx';

/** Renders `/audits/{id}` of an audit that is done: the report. */
export function auditPage(instance: Instance, audit: FinishedAudit, changes: AuditChangesProps): string {
  const { id, domain, kind, report } = audit;
  const tasks = tasksOf(report);
  return auditTabPage(instance, {
    audit,
    tab: 'report',
    title: kind === 'demonstration' ? `Demonstration for ${domain}` : `${domain}: ${report.score} of 100`,
    description:
      kind === 'demonstration'
        ? `What an audit of ${domain} would look like. Its figures are made up from the name.`
        : `How ready ${domain} is for AI answer engines: ${report.score} of 100 points by ${CHECK_COUNT} checks, with evidence and a fix for every point that is lost.`,
    children: (
      <>
        <Score report={report} changes={tasks.length} isDemonstration={kind === 'demonstration'} />
        <Cap report={report} />
        <AuditPriorities tasks={tasks} report={report} path={`/audits/${id}`} />
        <Section id="checks" title={CHECKS_NAME} class="stack">
          <p class="muted">
            Each opens to its questions, the evidence and the fix. The longer a bar can get, the more the check counts.
          </p>
          <AuditFindings report={report} />
        </Section>
        {kind === 'live' && (
          <>
            <AuditChanges id={id} {...changes} />
            <AuditBasis audit={audit} />
          </>
        )}
      </>
    ),
  });
}

/** Meaning of each verdict. */
const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  good: 'Most of what answer engines need is there.',
  middling: 'Part of what answer engines need is missing or in their way.',
  poor: 'Much of what answer engines need is missing or in their way.',
};

const SEVERITY_VERBS = [
  { severity: 'pass', one: 'passes', many: 'pass' },
  { severity: 'warn', one: 'loses points', many: 'lose points' },
  { severity: 'fail', one: 'fails', many: 'fail' },
] as const satisfies readonly { severity: Severity; one: string; many: string }[];

function Score({ report, changes, isDemonstration }: { report: Report; changes: number; isDemonstration: boolean }) {
  const { score, findings } = report;
  const band = verdictOf(report);
  const judged = findings.filter(isJudged);
  const number = (severity: Severity) => judged.filter((finding) => finding.severity === severity).length;
  const counts = SEVERITY_VERBS.map(({ severity, one, many }) => ({ n: number(severity), one, many }))
    .filter(({ n }) => n > 0)
    .map(({ n, one, many }, i) => `${i === 0 ? count(n, 'check') : n} ${n === 1 ? one : many}`);
  return (
    <section class="score" aria-labelledby="grade">
      <ScoreDial score={score} band={band} isDemonstration={isDemonstration} />
      <div class={`score-words band-${band}`}>
        <h2 id="grade" class="grade">
          {VERDICT_NAMES[band]}
        </h2>
        <p class="lead">
          {score === 100 ? `All that the ${CHECK_COUNT} checks ask for is there.` : VERDICT_MEANINGS[band]}
        </p>
        <p>
          {list(counts)}.{' '}
          {judged.length < findings.length &&
            `${count(findings.length - judged.length, 'check')} ${findings.length - judged.length === 1 ? 'does' : 'do'} not apply. `}
          {changes > 0 && `${count(changes, 'change')} would take the score to ${reachableScore(report)}.`}
        </p>
        <p class="small muted">
          Good from 80 points, middling from 50, poor below. Never good while a gate holds, or crawlers, content or use
          in answers fail.
        </p>
      </div>
    </section>
  );
}

/** Shows the gate with the lowest cap. */
function Cap({ report }: { report: Report }) {
  const [gate] = report.gates;
  if (gate === undefined) return null;
  const { id, cap, key, reason } = gate;
  const label = report.findings.find((finding) => finding.key === key)?.label ?? key;
  return (
    <aside class="callout callout-poor" aria-label="What caps the score">
      <p>
        <strong>
          Gate {id} caps the score at {cap}.
        </strong>{' '}
        {reason}{' '}
        {report.earned > report.score &&
          `The checks earned ${count(report.earned, 'point')}; until this is fixed, ${report.score} count. `}
        <a href={`#${key}`}>The check: {label}</a>
      </p>
    </aside>
  );
}

/** Changes shown; the fix guide has all. */
const SHOWN = 5;

/** Shows the changes that gain most, in the order of every list of fixes, and a link to the others. */
function AuditPriorities({ tasks, report, path }: { tasks: readonly Task[]; report: Report; path: string }) {
  const others = tasks.slice(SHOWN);
  const [next] = others;
  const [first] = tasks;
  return (
    <Section id="fix-first" title="What to fix first" class="stack">
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
    </Section>
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
