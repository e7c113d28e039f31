import { reachableScore } from '../../../audit/report/gains.ts';
import { isJudged, type Report, type Severity } from '../../../audit/report/report.ts';
import { count, list } from '../../../audit/wording.ts';
import { tasksOf } from '../../../documents/fix-guide/fix-guide-tasks.ts';
import { VERDICT_NAMES, verdictOf } from '../../../documents/score-band.ts';
import type { FinishedAudit } from '../../../service/audits/audit.ts';
import type { Instance } from '../layout/instance.ts';
import { ScoreDial } from '../layout/score-dial.tsx';
import { AuditBasis } from './audit-basis.tsx';
import { AuditChanges, type AuditChangesProps } from './audit-changes.tsx';
import { AuditFindings } from './audit-findings.tsx';
import { AuditPriorities } from './audit-priorities.tsx';
import { auditTabPage } from './audit-shell.tsx';
import { VERDICT_MEANINGS } from './score-words.ts';

/** `/audits/{id}` of an audit that is done: the report. */
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
        : `How ready ${domain} is for AI answer engines: ${report.score} of 100 points by nine checks, with evidence and a fix for every point that is lost.`,
    children: (
      <>
        <Score report={report} changes={tasks.length} isDemonstration={kind === 'demonstration'} />
        <Cap report={report} />
        <AuditPriorities tasks={tasks} report={report} path={`/audits/${id}`} />
        <section class="stack" aria-labelledby="checks">
          <h2 id="checks">The nine checks</h2>
          <p class="muted">
            Each opens to its questions, the evidence and the fix. The longer a bar can get, the more the check counts.
          </p>
          <AuditFindings report={report} />
        </section>
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
        <p class="lead">{score === 100 ? 'All that the nine checks ask for is there.' : VERDICT_MEANINGS[band]}</p>
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

/** The cap, told once: of several gates the one with the lowest cap. */
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
