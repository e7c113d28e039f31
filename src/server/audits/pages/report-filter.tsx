import { isFull } from '../../../audit/check.ts';
import { count } from '../../../audit/formatting.ts';
import { type Finding, isJudged, type JudgedQuestion, type Report } from '../../../audit/report/report.ts';
import { quoteUrl } from '../../../values/readable-url.ts';
import { FilterChoice } from '../../../web/layout/components.tsx';

/** Part of a report that is shown: by severity, by check, and by the page that was looked at. Null shows all. */
export interface ReportFilter {
  readonly severity: SeverityFilter | null;
  /** Key of a check. */
  readonly check: string | null;
  /** URL of a judged page. */
  readonly page: string | null;
}

export const NO_FILTER: ReportFilter = { severity: null, check: null, page: null };

const SEVERITIES = {
  lost: 'Problems',
  fail: 'Failed checks',
  warn: 'Checks that lose points',
  pass: 'Passed checks',
  not_judged: 'Checks not judged',
} as const;

type SeverityFilter = keyof typeof SEVERITIES;

/** Reads the filter of a request. Values that the report does not have are ignored. */
export function parseReportFilter(
  { severity, check, page }: { readonly [Name in keyof ReportFilter]?: string | undefined },
  { findings, pages }: Report,
): ReportFilter {
  return {
    severity: isSeverityFilter(severity) ? severity : null,
    check: findings.find(({ key }) => key === check)?.key ?? null,
    page: pages.find((url) => url === page) ?? null,
  };
}

function isSeverityFilter(text: string | undefined): text is SeverityFilter {
  return text !== undefined && Object.hasOwn(SEVERITIES, text);
}

/** Returns the findings of a report that pass the filter, with the questions and observations that do. */
export function filterFindings({ findings }: Report, filter: ReportFilter): readonly Finding[] {
  const { severity, check, page } = filter;
  return findings
    .filter((finding) => (check === null || finding.key === check) && hasSeverity(finding, severity))
    .map((finding) => ({ ...finding, questions: questionsOn(finding, page, severity === 'lost') }))
    .filter(({ questions }) => page === null || questions.length > 0);
}

function hasSeverity(finding: Finding, severity: SeverityFilter | null): boolean {
  if (severity === null) return true;
  if (!isJudged(finding)) return severity === 'not_judged';
  return severity === 'lost' ? finding.severity !== 'pass' : finding.severity === severity;
}

function questionsOn({ questions }: Finding, page: string | null, isLostOnly: boolean): readonly JudgedQuestion[] {
  const shown = isLostOnly ? questions.filter((question) => !isFull(question)) : questions;
  if (page === null) return shown;
  return shown.flatMap((question) => {
    const observed = question.observed.filter(({ url }) => url === page);
    return observed.length === 0 ? [] : { ...question, observed, omitted: 0 };
  });
}

/** Returns the number of problems with an observation on a page. */
export function problemsOn({ findings }: Report, page: string): number {
  return findings
    .flatMap(({ questions }) => questions)
    .filter((question) => !isFull(question) && question.observed.some(({ url }) => url === page)).length;
}

/** Maximum length of an address in the list of pages, in characters. */
const MAX_SHOWN_ADDRESS = 60;

/** Shows the filter as a form that works without a script; `browser/report-page.ts` applies it at once. */
export function ReportFilterForm({ report, filter, path }: { report: Report; filter: ReportFilter; path: string }) {
  return (
    <form class="report-filter no-print" action={`${path}#checks`} method="get" data-report-filter>
      <FilterChoice
        name="severity"
        label="Show"
        all="Everything"
        chosen={filter.severity}
        options={Object.entries(SEVERITIES)}
      />
      <FilterChoice
        name="check"
        label="Check"
        all="All checks"
        chosen={filter.check}
        options={report.findings.map(({ key, label }) => [key, label])}
      />
      <FilterChoice
        name="page"
        label="Page"
        all="All pages"
        chosen={filter.page}
        options={report.pages.map((url) => [
          url,
          `${quoteUrl(toPath(url), MAX_SHOWN_ADDRESS)} (${count(problemsOn(report, url), 'problem')})`,
        ])}
      />
      <button class="button button-quiet" type="submit">
        Apply
      </button>
    </form>
  );
}

/** Returns the path and query of a page's URL. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

interface FilterResultProps {
  readonly shown: readonly Finding[];
  readonly filter: ReportFilter;
  readonly path: string;
}

/** Says what a filter shows. */
export function FilterResult({ shown, filter, path }: FilterResultProps) {
  if (Object.values(filter).every((choice) => choice === null)) return null;
  return (
    <p class="small">
      {shown.length === 0 ? 'Nothing in this report matches.' : `${count(shown.length, 'check')} shown.`}{' '}
      {filter.page !== null && 'At most five pages are stored as evidence for each question. '}
      <a href={`${path}#checks`}>Show everything</a>
    </p>
  );
}
