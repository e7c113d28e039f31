import { isFull } from '../../audit/check.ts';
import type { Finding, JudgedQuestion, Report } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { demonstrationText } from '../demonstration.ts';
import { type Markup, xml } from '../xml.ts';
import type { FileOf } from './problems.ts';

/** Returns the report as JUnit XML: a suite for each check, a case for each question. One that lost points fails. */
export function junitReport(report: Report, fileOf: FileOf): string {
  const suites = report.findings.map((finding) => suiteOf(finding, fileOf));
  const total = (of: (suite: Suite) => number) => suites.reduce((sum, suite) => sum + of(suite), 0);
  const [tests, failures, errors] = [
    total((one) => one.tests),
    total((one) => one.failures),
    total((one) => one.errors),
  ];
  const name = [...demonstrationText(report), `Citable: ${report.domain}, ${report.score} of 100`].join(' ');
  const document = xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="${errors}">
${join(suites.map(({ markup }) => markup))}
</testsuites>
`;
  return document.text;
}

interface Suite {
  readonly markup: Markup;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

function suiteOf({ key, label, questions, details }: Finding, fileOf: FileOf): Suite {
  // An audit that failed has no questions.
  const isUnjudged = questions.length === 0;
  const tests = isUnjudged ? 1 : questions.length;
  const failures = questions.filter((question) => !isFull(question)).length;
  const errors = isUnjudged ? 1 : 0;
  const skipped = questions.filter(({ notApplicable }) => notApplicable !== null).length;
  const cases = isUnjudged
    ? [xml`<testcase classname="${key}" name="${label}"><error message="${details}"></error></testcase>`]
    : questions.map((question) => caseOf(key, question, fileOf));
  const markup = xml`<testsuite name="${label}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}">
${join(cases)}
</testsuite>`;
  return { markup, tests, failures, errors };
}

function caseOf(key: string, question: JudgedQuestion, fileOf: FileOf): Markup {
  const { id, ask, notApplicable, fails, fix, observed } = question;
  const result = isFull(question)
    ? notApplicable === null
      ? xml``
      : xml`<skipped>${notApplicable}</skipped>`
    : xml`<failure type="${fails ? 'fail' : 'warn'}" message="${problemStatement(key, question)}">${[
        ...observed.map(({ url, line, note, text }) => {
          const place = `${fileOf(url) ?? url}${line === null ? '' : `:${line}`}`;
          return `${place}: ${note}${text === null || text === '' ? '' : ` “${text}”`}`;
        }),
        ...(fix === null ? [] : [`Fix: ${fix.instruction}`]),
      ].join('\n')}</failure>`;
  return xml`<testcase classname="${`citable.${key}`}" name="${`${ask} (${id})`}">${result}</testcase>`;
}

function join(parts: readonly Markup[]): Markup {
  const [first, ...rest] = parts;
  return first === undefined
    ? xml``
    : rest.reduce(
        (all, part) => xml`${all}
${part}`,
        first,
      );
}
