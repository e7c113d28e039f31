import { capital, count, list } from '../../../audit/formatting.ts';
import type { ComparedTables } from '../../../audit/pages/compare-tables.ts';
import { reachableScore } from '../../../audit/report/gains.ts';
import { isJudged, type Report, type Severity } from '../../../audit/report/report.ts';
import { CHECK_COUNT } from '../../../audit/rubric.ts';
import { pagesRead, tooFewRead, tooLargeText } from '../../../documents/pages-read.ts';
import { heldText, listTasks } from '../../../documents/tasks.ts';
import { decideVerdict, VERDICT_NAMES, type Verdict, withheldText } from '../../../documents/verdict.ts';
import { Section } from '../../../web/layout/components.tsx';
import type { Instance } from '../../../web/layout/instance.ts';
import { CHECKS_NAME } from '../../../web/layout/layout.tsx';
import type { FinishedAudit } from '../audit.ts';
import { AuditActions, type ShareLink } from './audit-actions.tsx';
import { AuditBasis } from './audit-basis.tsx';
import { AuditChanges, type AuditChangesProps } from './audit-changes.tsx';
import { AuditFindings } from './audit-findings.tsx';
import { AuditFixes } from './audit-fixes.tsx';
import { auditTabPage } from './audit-layout.tsx';
import { AuditPriorities } from './audit-priorities.tsx';
import { FilterResult, filterFindings, NO_FILTER, type ReportFilter, ReportFilterForm } from './report-filter.tsx';
import { ScoreDial } from './score-dial.tsx';

/** How a reader sees a report. */
export interface AuditPageView {
  readonly filter?: ReportFilter;
  readonly share?: ShareLink | null;
  /** True when the reader may add the site to a list that does not have it. */
  readonly isAddable?: boolean;
  /** Earlier audit whose fixes are verified. */
  readonly earlier?: FinishedAudit | null;
  /** What became of the problems of all pages since then; null where that is not known. */
  readonly allPages?: ComparedTables | null;
}

/**
 * Renders `/audits/{id}` of an audit that is done: the report.
 * @param changes null for a reader who may not see earlier reports
 */
export function auditPage(
  instance: Instance,
  audit: FinishedAudit,
  changes: AuditChangesProps | null,
  { filter = NO_FILTER, share = null, isAddable = false, earlier = null, allPages = null }: AuditPageView = {},
): string {
  const { id, domain, kind, report } = audit;
  const tasks = listTasks(report);
  const findings = filterFindings(report, filter);
  const path = `/audits/${id}`;
  return auditTabPage(instance, {
    audit,
    tab: 'report',
    modules: ['report-page'],
    title: kind === 'demonstration' ? `Demonstration for ${domain}` : `${domain}: ${report.score} of 100`,
    description:
      kind === 'demonstration'
        ? `What an audit of ${domain} would look like. Its results are made up from the name.`
        : `How ready ${domain} is for AI answer engines: ${report.score} of 100 points by ${CHECK_COUNT} checks, with evidence and a fix for every point that is lost.`,
    children: (
      <>
        <Score report={report} changes={tasks.length} isDemonstration={kind === 'demonstration'} />
        <AuditActions instance={instance} audit={audit} share={share} isAddable={isAddable} />
        {earlier !== null && <AuditFixes audit={audit} earlier={earlier} allPages={allPages} />}
        <AuditPriorities tasks={tasks} report={report} path={path} />
        <Section id="checks" title={CHECKS_NAME} class="stack">
          <p class="muted no-print">
            Open a check for its questions, the evidence and the fixes. A longer bar counts more.
          </p>
          <ReportFilterForm report={report} filter={filter} path={path} />
          <div id="filtered" class="stack" aria-live="polite">
            <FilterResult shown={findings} filter={filter} path={path} />
            <AuditFindings
              report={report}
              tasks={tasks}
              findings={findings}
              isOpen={filter.check !== null || filter.page !== null}
              isBrief={filter.page !== null}
            />
          </div>
        </Section>
        {kind === 'live' && (
          <>
            {changes !== null && <AuditChanges id={id} {...changes} />}
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
  unknown: 'The score rests on the pages that could be read, which are too few for a verdict.',
};

const SEVERITY_VERBS = [
  { severity: 'pass', one: 'passes', many: 'pass' },
  { severity: 'warn', one: 'loses points', many: 'lose points' },
  { severity: 'fail', one: 'fails', many: 'fail' },
] as const satisfies readonly { severity: Severity; one: string; many: string }[];

function Score({ report, changes, isDemonstration }: { report: Report; changes: number; isDemonstration: boolean }) {
  const { score, findings } = report;
  const band = decideVerdict(report);
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
        <p class="lead">{score === 100 ? `The site meets all ${CHECK_COUNT} checks.` : VERDICT_MEANINGS[band]}</p>
        {[...tooFewRead(report), ...tooLargeText(report), ...withheldText(report)].map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>
          {report.pages.length > 0 && `${capital(pagesRead(report))}. `}
          {capital(list(counts))}.{' '}
          {judged.length < findings.length &&
            `${count(findings.length - judged.length, 'check')} ${findings.length - judged.length === 1 ? 'does' : 'do'} not apply. `}
          {changes > 0 &&
            `${count(changes, 'change')} would take the score to ${reachableScore(report)}. ${heldText(report).join('')}`}
        </p>
        <p class="small muted">
          Good from 80 points, middling from 50, poor below. Some faults rule out “good”, whatever the score.
        </p>
      </div>
    </section>
  );
}
