import type { Gate, Report, Severity } from '../../audit/report.ts';
import { count, list } from '../../audit/wording.ts';
import { tasksOf } from '../../documents/fix-guide-tasks.ts';
import { scoreBand } from '../../documents/score-band.ts';
import type { FinishedAudit } from '../../service/audit.ts';
import { AuditBasis } from './audit-basis.tsx';
import { AuditChanges, type AuditChangesProps } from './audit-changes.tsx';
import { AuditFindings } from './audit-findings.tsx';
import { AuditPriorities } from './audit-priorities.tsx';
import { auditTabPage } from './audit-shell.tsx';
import type { Frame } from './frame.ts';
import { ScoreDial } from './score-dial.tsx';
import { BAND_MEANINGS, BAND_NAMES } from './score-words.ts';

/** `/audits/{id}` of an audit that is done: the report. */
export function auditPage(frame: Frame, audit: FinishedAudit, changes: AuditChangesProps): string {
  const { id, domain, kind, report } = audit;
  const tasks = tasksOf(report);
  return auditTabPage(frame, {
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
        {report.gates.length > 0 && <Gates report={report} />}
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
  const band = scoreBand(score);
  const number = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const counts = SEVERITY_VERBS.map(({ severity, one, many }) => ({ n: number(severity), one, many }))
    .filter(({ n }) => n > 0)
    .map(({ n, one, many }, i) => `${i === 0 ? count(n, 'check') : n} ${n === 1 ? one : many}`);
  return (
    <section class="score" aria-labelledby="grade">
      <ScoreDial score={score} isDemonstration={isDemonstration} />
      <div class={`score-words band-${band}`}>
        <h2 id="grade" class="grade">
          {BAND_NAMES[band]}
        </h2>
        <p class="lead">{score === 100 ? 'All that the nine checks ask for is there.' : BAND_MEANINGS[band]}</p>
        <p>
          {list(counts)}.{' '}
          {score < 100 &&
            `${count(100 - score, 'point')} can be earned${changes > 0 ? ` by ${count(changes, 'change')}` : ''}.`}
        </p>
        <p class="small muted">Good from 80 points, middling from 50, poor below.</p>
      </div>
    </section>
  );
}

function Gates({ report: { gates, findings } }: { report: Report }) {
  return (
    <aside class="callout callout-poor" aria-label="What caps the score">
      {gates.map((gate, i) => (
        <p key={gate.id}>
          <GateText
            gate={gate}
            isFirst={i === 0}
            label={findings.find(({ key }) => key === gate.key)?.label ?? gate.key}
          />
        </p>
      ))}
    </aside>
  );
}

function GateText({ gate: { id, cap, key, reason }, isFirst, label }: { gate: Gate; isFirst: boolean; label: string }) {
  return (
    <>
      <strong>
        Gate {id} caps the score at {cap}.
      </strong>{' '}
      {reason}{' '}
      {isFirst &&
        'What cannot be reached or read cannot be answered from, so the points of the other checks are lowered in proportion until this is mended. '}
      <a href={`#${key}`}>The check: {label}</a>
    </>
  );
}
