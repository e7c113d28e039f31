import { isFull } from '../../audit/check.ts';
import { type Finding, isFailing, type JudgedQuestion, type Report } from '../../audit/report/report.ts';
import { problemStatement } from '../../audit/rubric.ts';
import { plainText } from '../../values/untrusted-text.ts';
import { demonstrationText } from '../demonstration-text.ts';
import { inQuotes, omittedText } from '../observations.ts';
import { asLines, type Markup, xml } from '../xml.ts';
import type { FileFinder } from './ci-problems.ts';

/** What an audit is required to have, by the options of the command. */
export interface Requirements {
  /** Keys of the checks that must not fail. */
  readonly failOn: readonly string[];
  readonly thresholds: readonly Threshold[];
}

/** A requirement on the whole report. */
export interface Threshold {
  readonly name: string;
  /** How the report misses it; null when it does not. */
  readonly problem: string | null;
}

/**
 * Returns the report as JUnit XML: a suite for the thresholds and for each check, a case for each question. Only what is required
 * fails. The other lost points are output of cases that pass.
 */
export function junitReport(report: Report, findFile: FileFinder, { failOn, thresholds }: Requirements): string {
  const suites = [
    ...(thresholds.length === 0 ? [] : [thresholdSuite(thresholds)]),
    ...report.findings.map((finding) =>
      checkSuite(finding, findFile, failOn.includes(finding.key) && isFailing(finding)),
    ),
  ];
  const name = [...demonstrationText(report), `Citable: ${report.domain}, ${report.score} of 100`].join(' ');
  const total = (of: (suite: Suite) => number) => suites.reduce((sum, suite) => sum + of(suite), 0);
  const [tests, failures, errors] = [
    total((one) => one.tests),
    total((one) => one.failures),
    total((one) => one.errors),
  ];
  const document = xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="${errors}">
${asLines(suites.map(({ markup }) => markup))}
</testsuites>
`;
  return plainText(document.text);
}

interface Suite {
  readonly markup: Markup;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

function thresholdSuite(thresholds: readonly Threshold[]): Suite {
  const cases = thresholds.map(({ name, problem }) => {
    const result =
      problem === null ? xml`` : xml`<failure message="${problem.split('\n', 1).join()}">${problem}</failure>`;
    return xml`<testcase classname="citable.thresholds" name="${name}">${result}</testcase>`;
  });
  const failures = thresholds.filter(({ problem }) => problem !== null).length;
  return toSuite('Thresholds', cases, { failures, errors: 0, skipped: 0 });
}

/** @param isRequired whether the check must not fail, and fails: then each question that lost points is a failure */
function checkSuite({ key, label, questions, details }: Finding, findFile: FileFinder, isRequired: boolean): Suite {
  // An audit that failed has no questions.
  const isUnjudged = questions.length === 0;
  const failures = isRequired ? questions.filter((question) => !isFull(question)).length : 0;
  const errors = isUnjudged ? 1 : 0;
  const skipped = questions.filter(({ notApplicable }) => notApplicable !== null).length;
  const cases = isUnjudged
    ? [xml`<testcase classname="${key}" name="${label}"><error message="${details}"></error></testcase>`]
    : questions.map((question) => questionCase(key, question, findFile, isRequired));
  return toSuite(label, cases, { failures, errors, skipped });
}

function toSuite(
  name: string,
  cases: readonly Markup[],
  { failures, errors, skipped }: { readonly failures: number; readonly errors: number; readonly skipped: number },
): Suite {
  const tests = cases.length;
  const markup = xml`<testsuite name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}">
${asLines(cases)}
</testsuite>`;
  return { markup, tests, failures, errors };
}

function questionCase(key: string, question: JudgedQuestion, findFile: FileFinder, isRequired: boolean): Markup {
  const { id, ask, notApplicable } = question;
  return xml`<testcase classname="${`citable.${key}`}" name="${`${ask} (${id})`}">${result()}</testcase>`;

  function result(): Markup {
    if (notApplicable !== null) return xml`<skipped>${notApplicable}</skipped>`;
    if (isFull(question)) return xml``;
    const problem = [problemStatement(key, question), ...omittedText(question)].join(' ');
    const places = describePlaces(question, findFile);
    return isRequired
      ? xml`<failure message="${problem}">${places}</failure>`
      : xml`<system-out>${`${problem}\n${places}`}</system-out>`;
  }
}

function describePlaces({ observed, fix }: JudgedQuestion, findFile: FileFinder): string {
  const lines = observed.map(({ url, line, note, text }) => {
    const place = `${findFile(url) ?? url}${line === null ? '' : `:${line}`}`;
    return `${place}: ${note}${inQuotes(text)}`;
  });
  return [...lines, ...(fix === null ? [] : [`Fix: ${fix.instruction}`])].join('\n');
}
