import { count } from '../../../audit/formatting.ts';
import {
  type Finding,
  isJudged,
  type JudgedQuestion,
  type Report,
  type Severity,
} from '../../../audit/report/report.ts';
import { CHECKS } from '../../../audit/rubric.ts';
import { writeHeadline } from '../../../documents/headlines.ts';
import type { Task } from '../../../documents/tasks.ts';
import type { Verdict } from '../../../documents/verdict.ts';
import { SourceLinks } from '../../../web/layout/components.tsx';
import { AuditQuestion, questionAnchor } from './audit-question.tsx';
import { ReportedGrades } from './evidence-grades.tsx';

/** Word for a finding, and the band that gives its colour. */
const SEVERITIES: Readonly<Record<Severity, { readonly word: string; readonly band: Verdict }>> = {
  pass: { word: 'passes', band: 'good' },
  warn: { word: 'loses points', band: 'middling' },
  fail: { word: 'fails', band: 'poor' },
};

interface AuditFindingsProps {
  readonly report: Report;
  readonly tasks: readonly Task[];
  /** The findings to show, with the questions and observations to show. */
  readonly findings: readonly Finding[];
  /** Shows them opened. */
  readonly isOpen?: boolean;
  /** Leaves out why the checks matter. */
  readonly isBrief?: boolean;
}

/** Shows findings as bars, each with its evidence. */
export function AuditFindings({ report, tasks, findings, isOpen = false, isBrief = false }: AuditFindingsProps) {
  const changes = new Map(
    tasks.flatMap(({ parts }, i) =>
      parts.map(({ key, question }) => [questionAnchor(key, question.id), i + 1] as const),
    ),
  );
  const mostPoints = Math.max(...report.findings.map(({ maxPoints }) => maxPoints));
  return (
    <div class="findings">
      {findings.map((finding) => (
        <details
          key={finding.key}
          open={isOpen}
          class={isJudged(finding) ? `finding band-${SEVERITIES[finding.severity].band}` : 'finding band-none'}
        >
          {isJudged(finding) ? (
            <FindingSummary finding={finding} mostPoints={mostPoints} />
          ) : (
            <UnjudgedSummary finding={finding} />
          )}
          <FindingBody
            finding={finding}
            report={report}
            isBrief={isBrief}
            findChange={({ id }) => changes.get(questionAnchor(finding.key, id)) ?? null}
          />
        </details>
      ))}
    </div>
  );
}

/** Shows a finding as a bar. The track is as long as the check's most points, so that lengths compare across checks. */
function FindingSummary({ finding, mostPoints }: { finding: Finding; mostPoints: number }) {
  const { label, severity, earned, maxPoints } = finding;
  return (
    <summary class="finding-summary">
      <SeverityMark severity={severity} />
      <h3 class="finding-label">
        {label}
        <span class="visually-hidden">
          : {SEVERITIES[severity].word}, {earned} of {count(maxPoints, 'point')}
        </span>
      </h3>
      <span class="finding-bar">
        <svg
          class="bar"
          width={`${(maxPoints / mostPoints) * 100}%`}
          viewBox={`0 0 ${maxPoints} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect class="bar-track" width={maxPoints} height="1" />
          <rect class="bar-fill" width={earned} height="1" />
        </svg>
      </span>
      <span class="finding-points number" aria-hidden="true">
        <b>{earned}</b>/{maxPoints}
      </span>
      <p class="finding-headline">{writeHeadline(finding)}</p>
    </summary>
  );
}

/** Shows a check that does not apply: no tick, no colour, no bar. */
function UnjudgedSummary({ finding }: { finding: Finding }) {
  return (
    <summary class="finding-summary">
      <span class="unjudged-mark" aria-hidden="true" />
      <h3 class="finding-label">
        {finding.label}
        <span class="visually-hidden">: not judged</span>
      </h3>
      <span class="finding-bar muted small" aria-hidden="true">
        not judged
      </span>
      <span class="finding-points number" aria-hidden="true">
        –
      </span>
      <p class="finding-headline">{writeHeadline(finding)}</p>
    </summary>
  );
}

const MARKS: Readonly<Record<Severity, string>> = {
  pass: 'M6 10.5l2.7 2.7 5.3-6',
  warn: 'M10 5.5v5.2m0 3.6v.2',
  fail: 'M6.8 6.8l6.4 6.4m0-6.4l-6.4 6.4',
};

function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <svg class="severity-mark" viewBox="0 0 20 20" width="24" height="24" aria-hidden="true">
      <circle class="severity-ground" cx="10" cy="10" r="10" />
      <path class="severity-sign" d={MARKS[severity]} />
    </svg>
  );
}

interface FindingBodyProps {
  readonly finding: Finding;
  readonly report: Report;
  /** Returns the place in the list of changes of the one that fixes a question; null where nothing was lost. */
  readonly findChange: (question: JudgedQuestion) => number | null;
  /** Leaves out why the check matters. */
  readonly isBrief: boolean;
}

function FindingBody({ finding, report, findChange, isBrief }: FindingBodyProps) {
  const { key, details, failure, questions, notes } = finding;
  const check = CHECKS.find((one) => one.key === key);
  return (
    <div class="finding-body" id={key}>
      <p class="prose">{details}</p>
      {failure !== null && (
        <p class="prose">
          <b>Why it fails:</b> {failure}
        </p>
      )}
      {questions.length > 0 && (
        <ul class="questions">
          {questions.map((question) => (
            <AuditQuestion
              key={question.id}
              of={key}
              rubricVersion={report.rubricVersion}
              question={question}
              change={findChange(question)}
            />
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <section class="why">
          <h4>Reported, but not scored</h4>
          <ul class="plain">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {check !== undefined && !isBrief && (
        <section class="why">
          <h4>Why it matters</h4>
          <p>{check.why}</p>
          <SourceLinks sources={check.sources} small />
          <ReportedGrades of={key} questions={questions} rubricVersion={report.rubricVersion} />
          <p class="small">
            <a class="roomy-link" href={`/checks/${key}`}>
              How this check gives its points
            </a>
          </p>
        </section>
      )}
    </div>
  );
}
